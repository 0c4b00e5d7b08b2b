"""What leads a run: workers, tasks, and the record of results."""
