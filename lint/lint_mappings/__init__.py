"""The linter of the mappings: rules, engine, reporters and the command `lint-mappings`."""
