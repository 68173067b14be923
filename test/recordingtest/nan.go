package recordingtest

import "math"

var nan = float32(math.NaN())
