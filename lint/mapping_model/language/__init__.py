"""The language of mappings: conditions, expressions over torch's parameters, and code for Paddle.

Read (`parsing`), asked with three answers of the text of a call or of its values (`evaluating`,
with the words in `kinds` and `values`), put into words (`sentences`, `joining`), and filled with
the arguments of a call (`filling`). `pieces` finds what is wrong with those of a variant,
`reference` has a sample of every word. Nothing else reads conditions or code of mappings.
"""
