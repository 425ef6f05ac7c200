"""The tables of the file of games, and how those of an earlier version become ours."""

from __future__ import annotations

import sqlite3

from webui.seals import add_seals

SCHEMA = """
CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, seal INTEGER);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL REFERENCES tables, key TEXT NOT NULL,
    head TEXT NOT NULL, base INTEGER NOT NULL, seal INTEGER);
CREATE TABLE seats (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, place INTEGER NOT NULL,
    letter TEXT NOT NULL, name TEXT NOT NULL, seal INTEGER);
CREATE TABLE entries (
    id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, number INTEGER, line TEXT NOT NULL,
    at_s REAL NOT NULL, source TEXT NOT NULL, by TEXT, confidence REAL, evidence TEXT, seal INTEGER);
CREATE INDEX entries_of_game ON entries (game);
PRAGMA user_version = 2;
"""


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables where there are none, and those of an earlier version into ours."""
    db.execute("BEGIN IMMEDIATE")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version == 0:
        for statement in SCHEMA.split(";\n"):
            db.execute(statement)
    elif version == 1:
        add_seals(db)
        db.execute("PRAGMA user_version = 2")
    db.execute("COMMIT")
