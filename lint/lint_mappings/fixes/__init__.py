"""What `--fix` does: the edits of a fix, how rules make them, and how they are applied."""
