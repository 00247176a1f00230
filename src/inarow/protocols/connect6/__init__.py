"""A text protocol of Connect6 engines: two stones a turn on 19 x 19."""
