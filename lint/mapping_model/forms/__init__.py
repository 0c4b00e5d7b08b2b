"""Forms of one operation: the entry of `torch.Tensor.abs_` follows from that of `torch.abs`.

An entry that says `form_of` writes only what differs. Its data are made of those of the other entry
(`deriving`): code is turned call by call (`calls`), conditions and code over parameters (`terms`),
texts (`texts`). What does not follow with certainty is not made: a `Fault` says what to write.
"""
