"""The actions of ``inarow dev``: what builds and checks the data that inarow ships."""
