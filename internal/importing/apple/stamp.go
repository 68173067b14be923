package apple

import (
	"time"

	"lapkeep/internal/training"
)

// stamp is an instant with the offset of the place, in seconds.
type stamp struct {
	unix   int64
	offset int32
}

func (s stamp) time() time.Time {
	return time.Unix(s.unix, 0).In(time.FixedZone("", int(s.offset)))
}

func (s stamp) day() training.Day { return dayOf(s.unix + int64(s.offset)) }

const daySeconds = 24 * 3600

// dayOf is the day of local seconds since 1970.
func dayOf(local int64) training.Day {
	d := local / daySeconds
	if local%daySeconds < 0 {
		d--
	}
	return training.Day(d) //nolint:gosec // of four-digit years
}

// clock reads times. Most of a file's stand on one date after another, so that
// it remembers the last.
type clock struct {
	date [10]byte
	day  int64
}

// read reads "2024-01-31 10:00:00 -0700".
func (c *clock) read(b []byte) (s stamp, ok bool) {
	if len(b) != 25 || !written(b) {
		return s, false
	}
	if [10]byte(b[:10]) != c.date {
		t, err := time.Parse(time.DateOnly, string(b[:10]))
		if err != nil || t.Year() < 1970 {
			return s, false
		}
		c.date, c.day = [10]byte(b[:10]), t.Unix()
	}
	h, m, sec := two(b[11:]), two(b[14:]), two(b[17:])
	oh, om := two(b[21:]), two(b[23:])
	if h < 0 || h > 23 || m < 0 || m > 59 || sec < 0 || sec > 60 || oh < 0 || oh > 14 || om < 0 || om > 59 {
		return s, false
	}
	off := oh*3600 + om*60
	if b[20] == '-' {
		off = -off
	}
	return stamp{c.day + int64(h*3600+m*60+sec-off), int32(off)}, true //nolint:gosec // within a day
}

// written says that what stands between the numbers of a time is as it should be.
func written(b []byte) bool {
	return b[10] == ' ' && b[13] == ':' && b[16] == ':' && b[19] == ' ' && (b[20] == '+' || b[20] == '-')
}

// two is a number of two digits, -1 if they are none.
func two(b []byte) int {
	if b[0] < '0' || b[0] > '9' || b[1] < '0' || b[1] > '9' {
		return -1
	}
	return int(b[0]-'0')*10 + int(b[1]-'0')
}
