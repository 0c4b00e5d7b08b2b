"""The command `torch-to-paddle-weights`: weights of a PyTorch model for its port, and back."""
