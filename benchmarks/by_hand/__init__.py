"""Two of the games as a person would write them for speed, in plain Python and in C."""
