"""What rules look at: files, entries, examples, their code and sentences, both libraries."""
