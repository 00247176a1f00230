"""Causes of wrong answers, a module for each assignment whose tests are more than searches."""
