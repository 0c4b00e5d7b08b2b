// How many letters are wrong, missing, too many or have changed places.
export const distance = (one, other) => {
  let [before, row] = [[], Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (i > 1 && j > 1 && swapped) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
};
