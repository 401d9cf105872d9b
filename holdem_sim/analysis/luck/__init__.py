"""Luck taken out of results without bias, from logged hands (STATISTICS.md, Luck, taken out without bias)."""
