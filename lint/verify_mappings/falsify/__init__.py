"""Whether examples see what they show: their Paddle code is changed, and the result must follow."""
