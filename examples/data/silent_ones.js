const site = "https://paddle-porting.github.io/lint-mappings/";

const answer = await fetch(`${site}api/v1/index.json`);
const { entries, paddle } = await answer.json();
const silent = entries.filter((entry) =>
  entry.releases.some((one) => one.paddle === paddle && one.drop_in === "silently-different"),
);
console.log(`${silent.length} APIs differ on ${paddle} without an error if nothing is changed:`);
for (const entry of silent.slice(0, 10)) console.log(entry.torch, "->", entry.targets.join(", "));
