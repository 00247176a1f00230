"""Programs of the Connect Four course as students write them, with mistakes written into their
text. They share nothing with the package, whose causes they put to the test."""
