"""`python -m rulewright`: the command line."""

from rulewright.cli.main import main

main()
