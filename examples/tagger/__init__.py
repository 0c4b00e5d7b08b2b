"""An LSTM that tags the words of sentences of different lengths."""
