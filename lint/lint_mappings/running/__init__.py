"""A run over a project: its files, the rules applied to them, and what is kept between runs."""
