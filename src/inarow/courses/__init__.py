"""What belongs to one course alone, a folder for each."""
