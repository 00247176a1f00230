"""MaxConnect4, in any language, and CSE 440, which takes Python alone."""
