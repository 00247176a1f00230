"""The engine protocol of COMP2230: which command is answered wrongly, by which word, and why."""
