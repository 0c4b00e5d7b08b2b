"""The command `verify-mappings`: options, what to run on, what is printed."""
