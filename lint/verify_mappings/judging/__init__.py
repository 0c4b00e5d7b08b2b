"""What decides outcomes, from recordings alone: it runs no code of an example."""
