package training

import (
	"encoding/json"
	"math"
	"math/bits"
)

// Channel is one stream of a recording, stored as fixed-point integers.
type Channel uint8

// The channels and their integer units.
const (
	Power                Channel = iota // W
	HeartRate                           // bpm
	Cadence                             // 0.1 rpm (for running 0.1 strides a minute, one leg)
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
	RespirationRate                     // 0.1 breaths a minute
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

// Scale returns how many integer units make one shown unit: 1 for watts, 1000
// for m/s, 100 for metres of altitude.
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

// NewBitmap returns a bitmap for n rows, none of them set.
func NewBitmap(n int) Bitmap { return make(Bitmap, (n+63)/64) }

// Get reports whether row i is set; rows beyond the map are not.
func (b Bitmap) Get(i int) bool {
	return i>>6 < len(b) && b[i>>6]>>(i&63)&1 != 0
}

// Set marks row i, which must be within the map.
func (b Bitmap) Set(i int) { b[i>>6] |= 1 << (i & 63) }

// Clear unmarks row i, which must be within the map.
func (b Bitmap) Clear(i int) { b[i>>6] &^= 1 << (i & 63) }

// Run returns the first run of set rows in [from, to), empty at to if there is
// none, so that loops over a column need not test each row.
func (b Bitmap) Run(from, to int) (start, end int) {
	to = max(from, min(to, 64*len(b)))
	start = b.next(from, to, 0)
	return start, b.next(start, to, math.MaxUint64)
}

// next returns the first row in [from, to) whose bit differs from that of flip,
// or to if there is none.
func (b Bitmap) next(from, to int, flip uint64) int {
	for i := from; i < to; i = i&^63 + 64 {
		if w := (b[i>>6] ^ flip) >> (i & 63); w != 0 {
			return min(to, i+bits.TrailingZeros64(w))
		}
	}
	return to
}

// Count returns how many rows are set.
func (b Bitmap) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Column is one channel: Values and Valid have a place for each row. The value
// of an invalid row is 0 and means nothing.
type Column struct {
	Values []int32
	Valid  Bitmap
}

// Present reports whether the column has at least one row of storage.
func (c Column) Present() bool { return len(c.Values) > 0 }

// Columns is a recording's stream: one row a record, in order of time.
type Columns struct {
	// TimeS is seconds since the recording's start, never decreasing.
	TimeS []int32
	Data  [NumChannels]Column
	// Developer holds fields that have no channel, by name.
	Developer []DeveloperColumn
}

// DeveloperColumn is a named stream of a sensor or app that Lapkeep has no
// channel for. A row without a value is NaN.
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

// CustomItem is a chart, field, stream or set of zones that an athlete
// defined.
type CustomItem struct {
	ID          string `json:"id,omitempty"`
	Type        string `json:"type"` // in the service's capitals: INPUT_FIELD
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Visibility  string `json:"visibility,omitempty"` // PRIVATE, FOLLOWERS or PUBLIC
	// Content is a JSON object whose members depend on the type.
	Content json.RawMessage `json:"content,omitempty"`
}
