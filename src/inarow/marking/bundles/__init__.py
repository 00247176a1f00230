"""What services take that run a marker themselves: Gradescope's autograder, GitHub Classroom."""
