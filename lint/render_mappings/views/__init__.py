"""What a page shows, in one language, as values and HTML that templates only lay out."""
