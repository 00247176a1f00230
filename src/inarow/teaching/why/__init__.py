"""Why a program's answer is wrong: the rules it broke, and where its search goes astray."""
