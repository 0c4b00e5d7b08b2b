"""`lint-mappings show`: what an entry says, and the Paddle code for a line of torch code."""
