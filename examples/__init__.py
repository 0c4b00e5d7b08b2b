"""The models of the porting guide: each in PyTorch, in Paddle, and what both learn from."""
