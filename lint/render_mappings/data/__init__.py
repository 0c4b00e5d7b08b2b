"""What the site is made from, in no language: the corpus, results, and what they add up to."""
