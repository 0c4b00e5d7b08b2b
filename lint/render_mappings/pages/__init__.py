"""Which pages and data files there are, their addresses, and what the search finds them by."""
