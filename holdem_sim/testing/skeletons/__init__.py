"""What ``holdem-sim bots new`` copies: one small strategy, in each form. Nothing imports them."""
