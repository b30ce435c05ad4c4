"""`python -m rulewright`: the command line."""

from rulewright.interpreter.cli.main import main

main()
