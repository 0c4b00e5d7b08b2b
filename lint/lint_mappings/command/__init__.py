"""The command `lint-mappings`: options, settings, and what it says besides problems."""
