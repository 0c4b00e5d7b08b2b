"""A small BERT-like encoder that classifies texts."""
