"""The command `align-models`: where a port first gives something else than PyTorch's model."""
