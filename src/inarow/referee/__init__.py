"""One game between two sides: asked, timed, checked, and written down."""
