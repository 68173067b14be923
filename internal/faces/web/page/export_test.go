package page

// Number is a tile's place on the curve, for tests.
var Number = number
