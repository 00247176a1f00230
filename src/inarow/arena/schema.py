"""The tables of a tournament's store; ``store.py`` says what each is for."""

from __future__ import annotations

from inarow.arena.leases import TABLE

FORMAT = "inarow arena 2"
SCHEMA = f"""{TABLE};
CREATE TABLE event (format TEXT NOT NULL, made REAL NOT NULL, event TEXT NOT NULL);
CREATE TABLE entries (
  name TEXT PRIMARY KEY, number INTEGER NOT NULL, image TEXT NOT NULL, problem TEXT NOT NULL);
CREATE TABLE meetings (
  id INTEGER PRIMARY KEY, round INTEGER NOT NULL, stage TEXT NOT NULL, first TEXT NOT NULL,
  second TEXT, UNIQUE (round, stage, first, second));
CREATE TABLE games (
  key TEXT PRIMARY KEY, meeting INTEGER NOT NULL REFERENCES meetings (id),
  number INTEGER NOT NULL, first TEXT NOT NULL, second TEXT NOT NULL, opening TEXT NOT NULL,
  state TEXT NOT NULL, owner TEXT, attempt INTEGER NOT NULL DEFAULT 1,
  winner INTEGER, termination TEXT, detail TEXT, ended REAL);
CREATE INDEX games_by_state ON games (state, meeting, number);
CREATE INDEX games_by_end ON games (ended);
CREATE INDEX games_disqualified ON games (termination) WHERE termination = 'DISQUALIFIED';
CREATE TABLE logs (key TEXT PRIMARY KEY, log TEXT NOT NULL, notes TEXT NOT NULL);
CREATE TABLE faults (
  key TEXT NOT NULL, entry TEXT NOT NULL, late INTEGER NOT NULL, invalid INTEGER NOT NULL,
  crashed INTEGER NOT NULL, PRIMARY KEY (key, entry));
CREATE TABLE voids (
  key TEXT NOT NULL, attempt INTEGER NOT NULL, detail TEXT, log TEXT, notes TEXT, ended REAL,
  PRIMARY KEY (key, attempt));
CREATE TABLE running (name TEXT PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE verdicts (name TEXT PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE notes (name TEXT PRIMARY KEY, data TEXT NOT NULL);
"""
