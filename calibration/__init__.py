"""Where things are: pixels to table millimetres."""
