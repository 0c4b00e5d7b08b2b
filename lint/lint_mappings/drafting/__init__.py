"""`lint-mappings new`: a draft of an entry from the snapshots, with what a person must decide."""
