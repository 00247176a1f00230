"""The courses that inarow ships, a folder for each. A course is imported only when it is named."""

COURSES = {
    "comp3308": "inarow.courses.comp3308.course:COMP3308",
    "cse440": "inarow.courses.maxconnect4.course:CSE440",
    "maxconnect4": "inarow.courses.maxconnect4.course:MAXCONNECT4",
    "comp2230": "inarow.courses.comp2230.course:COMP2230",
    "aps105": "inarow.courses.aps105.course:APS105",
}
"""The course of each name, as ``module:name``; the first is meant where nothing says which."""

ADAPTERS = {
    "argv": "inarow.courses.comp3308.seat:ARGV",
    "files": "inarow.courses.maxconnect4.seat:FILES",
    "interactive": "inarow.courses.maxconnect4.seat:INTERACTIVE",
    "engine": "inarow.courses.comp2230.seat:ENGINE",
    "dialogue": "inarow.courses.aps105.seat:DIALOGUE",
}
"""The ways in which only the programs of one course are asked, as ``module:name``."""
