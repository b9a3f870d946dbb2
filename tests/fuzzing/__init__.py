"""Broken and odd input for every parser of the program, by a seed; see parsers.py."""
