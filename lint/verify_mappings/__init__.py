"""The verification: examples executed on torch and Paddle, and the command `verify-mappings`."""
