"""Code for PyTorch, converted: the command `torch-to-paddle`. What it reads is never run."""
