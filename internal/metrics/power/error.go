package power

// HillPct is the mean grade in percent from which a climb is one for [OfClimb].
const HillPct = 3.0

// Error is how far estimates were off what power meters measured, in percent:
// half of them were nearer than the first, nine of ten than the second. It was
// measured on roads, with a barometer, by the defaults of [Setup].
type Error struct{ HalfPct, NinePct float64 }

// The rides that averages were compared on: as long in seconds and as hard in W
// or more.
const (
	ComparedS = 1200
	ComparedW = 100
)

// OfRide is that of the average of a ride.
func OfRide() Error { return Error{7, 21} }

// OfFiveMinutes is that of the mean of five minutes of 50 W and more.
func OfFiveMinutes() Error { return Error{8, 26} }

// OfClimb is that of a climb.
func OfClimb() Error { return Error{6, 13} }
