package training

import (
	"math"
	"math/bits"
	"strings"
)

// Channel is one stream of a recording, stored as fixed-point integers.
type Channel uint8

// These are the channels with their integer units.
const (
	Power                Channel = iota // W
	HeartRate                           // bpm
	Cadence                             // 0.1 rpm (for running, 0.1 strides per minute of one leg)
	Speed                               // mm/s
	Altitude                            // cm above sea level
	Distance                            // cm since the start
	Temperature                         // 0.1 °C
	Latitude                            // semicircles (180° / 2^31)
	Longitude                           // semicircles
	LeftBalance                         // 0.01 % of power from the left leg
	VerticalOscillation                 // 0.1 mm
	GroundContact                       // 0.1 ms
	StepLength                          // 0.1 mm
	RespirationRate                     // 0.1 breaths per minute
	CoreTemperature                     // 0.01 °C
	GroundContactBalance                // 0.01 % of ground contact time on the left foot
	NumChannels
)

var channelInfo = [NumChannels]struct {
	name  string
	scale float64
}{
	{"power", 1},
	{"hr", 1},
	{"cadence", 10},
	{"speed", 1000},
	{"altitude", 100},
	{"distance", 100},
	{"temp", 10},
	{"latitude", semicirclesPerDegree},
	{"longitude", semicirclesPerDegree},
	{"left_balance", 100},
	{"vertical_oscillation", 10},
	{"ground_contact", 10},
	{"step_length", 10},
	{"respiration", 10},
	{"core_temp", 100},
	{"ground_contact_balance", 100},
}

const semicirclesPerDegree = (1 << 31) / 180.0

func (c Channel) String() string {
	if c < NumChannels {
		return channelInfo[c].name
	}
	return "unknown"
}

// Words returns the name in words, for sentences.
func (c Channel) Words() string {
	switch c {
	case HeartRate:
		return "heart rate"
	case Temperature:
		return "temperature"
	case CoreTemperature:
		return "core temperature"
	}
	return strings.ReplaceAll(c.String(), "_", " ")
}

// Scale returns the number of integer units in one displayed unit: 1 for watts,
// 1000 for m/s, 100 for metres of altitude.
func (c Channel) Scale() float64 { return channelInfo[c].scale }

// ParseChannel finds a channel by its name.
func ParseChannel(s string) (Channel, bool) {
	for c := range NumChannels {
		if channelInfo[c].name == s {
			return c, true
		}
	}
	return 0, false
}

// Bitmap marks the rows of a column that hold a measurement.
type Bitmap []uint64

// NewBitmap returns a bitmap for n rows, none of which is set.
func NewBitmap(n int) Bitmap { return make(Bitmap, (n+63)/64) }

// Get reports whether row i is set; rows beyond the bitmap are not.
func (b Bitmap) Get(i int) bool {
	return i>>6 < len(b) && b[i>>6]>>(i&63)&1 != 0
}

// Set marks row i, which must be within the bitmap.
func (b Bitmap) Set(i int) { b[i>>6] |= 1 << (i & 63) }

// Clear unmarks row i, which must be within the bitmap.
func (b Bitmap) Clear(i int) { b[i>>6] &^= 1 << (i & 63) }

// Run returns the first run of set rows in [from, to), so that loops over a column
// need not test each row. If there is none, it returns (to, to).
func (b Bitmap) Run(from, to int) (start, end int) {
	to = max(from, min(to, 64*len(b)))
	start = b.next(from, to, 0)
	return start, b.next(start, to, math.MaxUint64)
}

// next returns the first row in [from, to) that is set (if flip is 0) or not set (if flip
// has all bits set), or to if there is none.
func (b Bitmap) next(from, to int, flip uint64) int {
	for i := from; i < to; i = i&^63 + 64 {
		if w := (b[i>>6] ^ flip) >> (i & 63); w != 0 {
			return min(to, i+bits.TrailingZeros64(w))
		}
	}
	return to
}

// Count returns the number of rows that are set.
func (b Bitmap) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Column is one channel: Values and Valid cover every row. The value of an invalid
// row is 0 and means nothing.
type Column struct {
	Values []int32
	Valid  Bitmap
}

// Present reports whether the column exists, that is, whether it has any values.
func (c Column) Present() bool { return len(c.Values) > 0 }

// Columns holds a recording's streams: one row per record, in order of time.
type Columns struct {
	// TimeS holds seconds since the recording's start. It never decreases.
	TimeS []int32
	Data  [NumChannels]Column
	// Developer holds the developer fields, for which there is no channel.
	Developer []DeveloperColumn
}

// DeveloperColumn is a named stream from a sensor or app for which Lapkeep has no
// channel. A row without a value is NaN.
type DeveloperColumn struct {
	Name, Units string
	Values      []float32
}

// Len returns the number of rows.
func (c *Columns) Len() int { return len(c.TimeS) }

// Has reports whether ch has at least one valid row.
func (c *Columns) Has(ch Channel) bool {
	for _, w := range c.Data[ch].Valid {
		if w != 0 {
			return true
		}
	}
	return false
}

// At returns the integer value of ch in row i, and whether there is one.
func (c *Columns) At(ch Channel, i int) (int32, bool) {
	col := &c.Data[ch]
	if i >= len(col.Values) || !col.Valid.Get(i) {
		return 0, false
	}
	return col.Values[i], true
}

// Position returns the position of row i in degrees, and whether there is one.
func (c *Columns) Position(i int) (latDeg, lonDeg float64, ok bool) {
	lat, ok := c.At(Latitude, i)
	lon, is := c.At(Longitude, i)
	return float64(lat) / Latitude.Scale(), float64(lon) / Longitude.Scale(), ok && is
}

// Put stores a value in row i, making the column on first use. Row i must
// already exist in TimeS.
func (c *Columns) Put(ch Channel, i int, v int32) {
	col := &c.Data[ch]
	for len(col.Values) <= i {
		col.Values = append(col.Values, 0)
	}
	for len(col.Valid) <= i>>6 {
		col.Valid = append(col.Valid, 0)
	}
	col.Values[i] = v
	col.Valid.Set(i)
}

// Pad extends every present column to exactly Len rows.
func (c *Columns) Pad() {
	n := c.Len()
	for ch := range c.Data {
		col := &c.Data[ch]
		if !col.Present() {
			continue
		}
		for len(col.Values) < n {
			col.Values = append(col.Values, 0)
		}
		for len(col.Valid) < (n+63)/64 {
			col.Valid = append(col.Valid, 0)
		}
	}
}

// Span is a stretch of recording time, [FromS, ToS), in seconds since the start.
type Span struct{ FromS, ToS float64 }
