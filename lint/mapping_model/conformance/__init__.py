"""How far Paddle is torch, by release and mode: what became of a frozen set of torch calls."""
