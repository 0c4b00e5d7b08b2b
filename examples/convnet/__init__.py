"""A small convolutional network with batch normalisation."""
