"""What changed from one release of a library to the next, and what that means for entries."""
