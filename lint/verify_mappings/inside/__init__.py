"""What runs in the worker and its confined child, beside torch or Paddle.

It hands out recordings and nothing else; the code it runs comes from strangers.
"""
