"""What the page is told: pure functions of its link."""
