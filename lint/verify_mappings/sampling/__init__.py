"""What runs in the confined child when a mapping is probed: samples are made, and run.

Samples of torch's own come from `torch.testing._internal`, others are made of the examples.
"""
