package fit

import "time"

// epoch is 1989-12-31T00:00:00Z in Unix seconds, where FIT time begins.
const epoch = 631065600

// FirstDate is the least FIT time that is a date; smaller ones are seconds
// since a device was switched on.
const FirstDate = 0x10000000

// ProfileTime is the instant of a FIT time.
func ProfileTime(s uint32) time.Time { return time.Unix(epoch+int64(s), 0).UTC() }

// Seconds is the FIT time of an instant, rounded down to the second and
// bounded by what the format can hold.
func Seconds(t time.Time) uint32 {
	return uint32(min(max(t.Unix()-epoch, 0), 1<<32-2))
}
