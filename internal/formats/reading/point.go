package reading

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// Point is one point of a track. Its zero value has no time and no values.
type Point struct {
	Time    time.Time
	values  [training.NumChannels]int32
	present uint32
}

// Set stores a value in the channel's displayed unit (W, m/s, degrees). It
// returns false for an impossible value.
func (p *Point) Set(ch training.Channel, x float64) bool {
	v := math.Round(x * ch.Scale())
	if ch == training.Longitude && v == 1<<31 {
		v-- // 180° itself
	}
	if math.IsNaN(v) || v < math.MinInt32 || v > math.MaxInt32 || !possible(ch, x) {
		return false
	}
	p.values[ch] = int32(v)
	p.present |= 1 << ch
	return true
}

// SetText does the same as [Point.Set] with a number as written in the file. An
// empty text sets no value and is not an error.
func (p *Point) SetText(ch training.Channel, s string) bool {
	if s == "" {
		return true
	}
	x, ok := TrackNumber(s)
	return ok && p.Set(ch, x)
}

// Position stores latitude and longitude in degrees; 0,0 means that there was no fix.
func (p *Point) Position(lat, lon string) bool {
	y, okY := TrackNumber(lat)
	x, okX := TrackNumber(lon)
	if !okX || !okY {
		return lat == "" && lon == ""
	}
	if x == 0 && y == 0 {
		return true
	}
	if !possible(training.Latitude, y) || !possible(training.Longitude, x) {
		return false
	}
	return p.Set(training.Latitude, y) && p.Set(training.Longitude, x)
}

// Has reports whether the point has a value in the channel.
func (p *Point) Has(ch training.Channel) bool { return p.present>>ch&1 != 0 }

func possible(ch training.Channel, x float64) bool {
	switch ch {
	case training.Latitude:
		return math.Abs(x) <= 90
	case training.Longitude:
		return math.Abs(x) <= 180
	case training.HeartRate:
		return x > 0 && x < 255
	case training.Power, training.Cadence, training.Speed, training.Distance:
		return x >= 0
	}
	return true
}

// TrackNumber parses a finite number.
func TrackNumber(s string) (float64, bool) {
	if x, ok := short(s); ok {
		return x, true
	}
	x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// tens lists the powers of ten by which the digits of a short number are divided.
var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// short parses plain decimals of at most 15 digits, which devices write. Both the
// digits and the power of ten are then exact, so one division rounds like
// [strconv.ParseFloat]. It returns false for anything else.
func short(s string) (float64, bool) {
	digits, negative := s, false
	if s != "" && s[0] == '-' {
		digits, negative = s[1:], true
	}
	if len(digits) == 0 || len(digits) > len(tens) {
		return 0, false
	}
	n, point := int64(0), -1
	for i := range len(digits) {
		switch c := digits[i]; {
		case c >= '0' && c <= '9':
			n = n*10 + int64(c-'0')
		case c == '.' && point < 0:
			point = i
		default:
			return 0, false
		}
	}
	count, decimals := len(digits), 0
	if point >= 0 {
		count--
		decimals = count - point
	}
	if count == 0 || count >= len(tens) {
		return 0, false
	}
	x := float64(n) / tens[decimals]
	if negative {
		x = -x
	}
	return x, true
}

// ParseTime parses a time in any form of ISO 8601. A time without a zone counts as
// UTC. hasOffset is false for UTC, because UTC says nothing about the place.
func ParseTime(s string) (t time.Time, offsetS int, hasOffset, ok bool) {
	t, _, ok = isoTime(s)
	return inUTC(t, ok)
}

// inUTC returns a parsed time like [ParseTime]. It rejects impossible years.
func inUTC(t time.Time, read bool) (utc time.Time, offsetS int, hasOffset, ok bool) {
	if !read || t.Year() < 1970 || t.Year() > 9000 {
		return time.Time{}, 0, false, false
	}
	_, offsetS = t.Zone()
	return t.UTC(), offsetS, offsetS != 0, true
}

// WallTime parses a local time as if it were UTC.
func WallTime(s string) (time.Time, bool) {
	t, _, ok := isoTime(s)
	_, offsetS := t.Zone()
	return t.UTC().Add(time.Duration(offsetS) * time.Second), ok && t.Year() >= 1970 && t.Year() <= 9000
}

// Zoned reports whether a time has a zone or an offset.
func Zoned(s string) bool {
	_, zoned, _ := isoTime(s)
	return zoned
}

// isoForm matches a date and a time of day with or without separators, seconds,
// a fraction and a zone.
var isoForm = textclean.LazyRegexp(`^(\d{4})-?(\d\d)-?(\d\d)(?:[Tt_]| +)(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9})\d*)?)?` +
	` *(?:([Zz]|UTC|GMT)|([-+−])(\d\d):?(\d\d)?)?$`)

func isoTime(s string) (t time.Time, zoned, ok bool) {
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		return t, true, true
	}
	m := isoForm.Get().FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return time.Time{}, false, false
	}
	offset, later := "Z", time.Duration(0)
	if m[9] != "" {
		sign := strings.Replace(m[9], "−", "-", 1)
		offset = sign + m[10] + ":" + cmp.Or(m[11], "00")
	}
	hour, second := m[4], cmp.Or(m[6], "00")
	if hour == "24" && m[5] == "00" && second == "00" { // the end of the day
		hour, later = "00", 24*time.Hour
	}
	if second == "60" { // a leap second
		second, later = "59", time.Second
	}
	t, err := time.Parse(time.RFC3339Nano, m[1]+"-"+m[2]+"-"+m[3]+"T"+hour+":"+m[5]+":"+second+"."+cmp.Or(m[7], "0")+offset)
	return t.Add(later), m[8] != "" || m[9] != "", err == nil
}

// Clock parses the times of a file and keeps the first one that it cannot read.
type Clock struct{ unread string }

// Read does the same as [ParseTime].
func (c *Clock) Read(s string) (t time.Time, offsetS int, hasOffset, ok bool) {
	t, _, ok = isoTime(s)
	c.note(s, ok)
	return inUTC(t, ok)
}

// Note keeps a time if it cannot be read. It ignores impossible years, which some
// programs write for "none".
func (c *Clock) Note(s string) {
	_, _, ok := isoTime(s)
	c.note(s, ok)
}

func (c *Clock) note(s string, read bool) {
	if !read && c.unread == "" {
		c.unread = Text(s)
	}
}

// Refusal returns the error for a file without a recording if the reason is that
// its times cannot be read, or nil otherwise.
func (c *Clock) Refusal() error {
	if c.unread == "" {
		return nil
	}
	return training.Errorf(training.KindUnsupported, "The times of the file cannot be read: the first is %q.", c.unread).
		WithFix("Export it again with times such as 2026-05-01T10:00:00Z.")
}

// Empty reports whether the point has no value.
func (p *Point) Empty() bool { return p.present == 0 }

// DropNoFix drops a position at 0,0, which means that there was no fix, and a
// position with only one coordinate.
func (p *Point) DropNoFix() {
	const both = 1<<training.Latitude | 1<<training.Longitude
	if p.present&both != both || p.values[training.Latitude] == 0 && p.values[training.Longitude] == 0 {
		p.present &^= both
		p.values[training.Latitude], p.values[training.Longitude] = 0, 0
	}
}
