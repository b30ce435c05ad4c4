"""How quick games are: `python -m benchmarks`. See README.md here."""
