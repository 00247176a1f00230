"""``inarow why`` by courses: questions and answers from words, lines and programs, and causes in
words."""
