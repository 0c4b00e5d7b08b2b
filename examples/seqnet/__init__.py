"""A one-dimensional convolution model over long signals."""
