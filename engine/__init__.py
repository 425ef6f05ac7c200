"""The rules and the referee: pure functions over public knowledge, standard library only."""
