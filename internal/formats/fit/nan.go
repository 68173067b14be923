package fit

import "math"

// nan32 marks a row of a developer column without a value.
var nan32 = float32(math.NaN())
