package fit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// nan32 marks a row of a developer column without a value.
var nan32 = float32(math.NaN())

// DeveloperColumn is a field that an app or sensor added to the records.
type DeveloperColumn struct {
	Name, Units string
	// Values has one value per row, NaN if there is none; it is nil if the field
	// was never used.
	Values []float32

	of        developerID
	native    byte // the record field that it declares to replace
	hasNative bool
}

// developerID identifies a developer field in records. An app may reuse the id
// for another field later in the recording.
type developerID struct{ index, num byte }

// description holds a field_description message.
type description struct {
	DeveloperColumn
	base          basetype.BaseType
	scale, offset float64
}

// These limit the data that a reader keeps from a hostile file: descriptions, columns used
// by records, and the values in all columns together.
const (
	maxDescriptions     = 4096
	maxDeveloperColumns = 64
	maxDeveloperValues  = 8 << 20
)

// OnFieldDescription stores the description of a developer field. It applies to
// the records that follow, and replaces an earlier one with the same number.
func (r *Rows) OnFieldDescription(m *proto.Message) {
	d := description{
		base:  basetype.BaseType(Code[uint8](m, fieldnum.FieldDescriptionFitBaseTypeId)),
		scale: 1,
	}
	d.of = developerID{
		Code[uint8](m, fieldnum.FieldDescriptionDeveloperDataIndex),
		Code[uint8](m, fieldnum.FieldDescriptionFieldDefinitionNumber),
	}
	d.Name, d.Units = FieldText(m, fieldnum.FieldDescriptionFieldName), FieldText(m, fieldnum.FieldDescriptionUnits)
	if s, ok := Int(m, fieldnum.FieldDescriptionScale); ok && s > 0 {
		d.scale = float64(s)
	}
	if o, ok := Int(m, fieldnum.FieldDescriptionOffset); ok {
		d.offset = float64(o)
	}
	native, ok := Int(m, fieldnum.FieldDescriptionNativeFieldNum)
	message, of := Int(m, fieldnum.FieldDescriptionNativeMesgNum)
	if ok && native >= 0 && native <= math.MaxUint8 && (!of || message == mesgnum.Record) {
		d.native, d.hasNative = byte(native), true
	}
	if r.described == nil {
		r.described = map[developerID]description{}
	}
	if _, known := r.described[d.of]; known || len(r.described) < maxDescriptions {
		r.described[d.of] = d
	}
}

// developerColumn returns the index of the column for the field that d describes.
// It adds the column on first use. It returns false if there is no room for it.
func (r *Rows) developerColumn(d *description) (int, bool) {
	for i := range r.Developer {
		if c := &r.Developer[i]; c.of == d.of && c.Name == d.Name && c.Units == d.Units {
			return i, true
		}
	}
	if len(r.Developer) == r.mostDeveloper {
		return 0, false
	}
	r.Developer = append(r.Developer, d.DeveloperColumn)
	return len(r.Developer) - 1, true
}

// awaited holds the developer fields of a record that the library reads, with the layout at
// that time. The library keeps only the first description of a field number, but a later one
// may replace it.
type awaited struct {
	layout *DeveloperLayout
	bytes  []byte
}

// Await queues the bytes of a record whose own fields will come through
// [Rows.OnRecord] in the same order.
func (r *Rows) Await(l *DeveloperLayout, b []byte) { r.awaiting = append(r.awaiting, awaited{l, b}) }

// arrived returns the developer fields of the next record of [Rows.Await], and
// removes them from the queue. If the queue is empty, so is the result.
func (r *Rows) arrived() awaited {
	if len(r.awaiting) == 0 {
		return awaited{}
	}
	a := r.awaiting[0]
	r.awaiting = r.awaiting[1:]
	return a
}

func (r *Rows) onDeveloper(row int, l *DeveloperLayout, b []byte) {
	if l == nil {
		return
	}
	for i := range l.cells {
		c := &l.cells[i]
		if x, ok := c.number(b, l.order); ok {
			r.Developer[c.column].put(row, x/c.scale-c.offset, r.capacity)
		}
	}
}

// put stores a value.
func (c *DeveloperColumn) put(row int, x float64, capacity int) {
	if c.Values == nil {
		c.Values = make([]float32, 0, max(capacity, row+1))
	}
	for len(c.Values) <= row {
		c.Values = append(c.Values, nan32)
	}
	if v := float32(x); !math.IsInf(float64(v), 0) {
		c.Values[row] = v
	}
}

func (c *DeveloperColumn) set(row int, v float32) {
	if c.Values == nil {
		c.Values = []float32{}
		c.pad(row)
	}
	switch {
	case row == len(c.Values):
		c.Values = append(c.Values, v)
	case v == v: // not NaN
		c.Values[row] = v
	}
}

func (c *DeveloperColumn) pad(n int) {
	for c.Values != nil && len(c.Values) < n {
		c.Values = append(c.Values, nan32)
	}
}

// rejoin merges columns with the same name and unit that never have a value in the
// same row. They arise when an app restarts and gets a different number.
func (r *Rows) rejoin() {
	for i := range r.Developer {
		for k := i + 1; k < len(r.Developer); k++ {
			a, b := &r.Developer[i], &r.Developer[k]
			if a.Name != b.Name || a.Units != b.Units || a.Values == nil || b.Values == nil || overlap(a.Values, b.Values) {
				continue
			}
			for row, v := range b.Values {
				if v == v { // not NaN
					a.pad(row + 1)
					a.Values[row] = v
				}
			}
			b.Values = nil
		}
	}
}

func overlap(a, b []float32) bool {
	for i := range min(len(a), len(b)) {
		if a[i] == a[i] && b[i] == b[i] { // neither is NaN
			return true
		}
	}
	return false
}

func hasValue(values []float32) bool {
	for _, v := range values {
		if !math.IsNaN(float64(v)) {
			return true
		}
	}
	return false
}

// stand describes a channel that developer fields can replace: the record fields
// that such a field may declare to replace, the names that imply the channel
// otherwise, and the factors from their units to the channel's.
type stand struct {
	channel training.Channel
	word    i18n.Word
	native  []byte
	names   []string
	units   map[string]float64
}

func stands() []stand {
	metres := map[string]float64{"m": 1, "meter": 1, "meters": 1, "metre": 1, "metres": 1, "km": 1000, "kilometers": 1000}
	millimetres := map[string]float64{"mm": 1, "millimeters": 1, "cm": 10, "centimeters": 10, "m": 1000, "meters": 1000}
	return []stand{
		{
			training.Power, "Power",
			[]byte{fieldnum.RecordPower},
			[]string{"power", "running power", "rp_power", "stryd power"},
			map[string]float64{"w": 1, "watt": 1, "watts": 1},
		},
		{training.HeartRate, "Heart rate", []byte{fieldnum.RecordHeartRate}, []string{"heart rate", "heart_rate"}, map[string]float64{"bpm": 1}},
		{
			training.Cadence, "Cadence",
			[]byte{fieldnum.RecordCadence},
			[]string{"stroke rate"},
			map[string]float64{"rpm": 1, "strokes/min": 1},
		},
		{training.Distance, "Distance", []byte{fieldnum.RecordDistance}, []string{"distance"}, metres},
		{
			training.Speed, "Speed",
			[]byte{fieldnum.RecordSpeed, fieldnum.RecordEnhancedSpeed},
			[]string{"speed"},
			map[string]float64{"m/s": 1, "mps": 1, "km/h": 1 / 3.6, "kmh": 1 / 3.6, "kph": 1 / 3.6},
		},
		{
			training.Altitude, "Altitude",
			[]byte{fieldnum.RecordAltitude, fieldnum.RecordEnhancedAltitude},
			[]string{"elevation", "altitude"},
			metres,
		},
		{training.VerticalOscillation, "Vertical oscillation", []byte{fieldnum.RecordVerticalOscillation}, nil, millimetres},
		{
			training.GroundContact, "Ground contact",
			[]byte{fieldnum.RecordStanceTime},
			nil,
			map[string]float64{"ms": 1, "milliseconds": 1, "s": 1000},
		},
		{training.StepLength, "Step length", []byte{fieldnum.RecordStepLength}, nil, millimetres},
		{
			training.RespirationRate, "Respiration",
			[]byte{fieldnum.RecordRespirationRate, fieldnum.RecordEnhancedRespirationRate},
			nil,
			map[string]float64{"breaths/min": 1, "brpm": 1, "bpm": 1, "rpm": 1},
		},
		{
			training.CoreTemperature, "Core temperature",
			[]byte{fieldnum.RecordCoreTemperature},
			[]string{"core_temperature", "core temperature", "core body temperature"},
			map[string]float64{"c": 1, "celsius": 1},
		},
	}
}

// factor returns the factor that converts a column's values to the channel's displayed unit,
// or false if the column does not replace the channel.
func (s *stand) factor(c *DeveloperColumn) (float64, bool) {
	if (!c.hasNative || !slices.Contains(s.native, c.native)) && !slices.Contains(s.names, strings.ToLower(strings.TrimSpace(c.Name))) {
		return 0, false
	}
	f, ok := s.units[strings.ToLower(strings.Trim(c.Units, "°º "))]
	return f, ok
}

// Adopt copies developer columns into the channels that they replace if the
// device itself wrote none, or only zeros. It returns a warning for each.
func (r *Rows) Adopt() (warnings []string) {
	r.rejoin()
	if len(r.Developer) == 0 {
		return nil
	}
	for _, s := range stands() {
		if says(&r.Data[s.channel]) {
			continue
		}
		if from := r.adoptInto(&s); len(from) > 0 {
			warnings = append(warnings, string(i18n.Sentencef("%s comes from the developer field %s, because the device did not record it.",
				s.word, i18n.Joined("%v and then %v", from...))))
		}
	}
	return warnings
}

// says reports whether a column contains a value other than 0.
func says(col *training.Column) bool {
	for i, x := range col.Values {
		if x != 0 && col.Valid.Get(i) {
			return true
		}
	}
	return false
}

// adoptInto uses the column with the most values, and then other columns that have no value
// in rows already filled: two sensors are not mixed, but one app may replace another.
func (r *Rows) adoptInto(s *stand) (from []i18n.Sentence) {
	var all []*DeveloperColumn
	for i := range r.Developer {
		if c := &r.Developer[i]; c.Values != nil {
			if _, ok := s.factor(c); ok {
				all = append(all, c)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *DeveloperColumn) int { return -cmp.Compare(nonzero(a.Values), nonzero(b.Values)) })
	var taken []float32
	for _, c := range all {
		if taken != nil && (overlap(taken, c.Values) || nonzero(c.Values) == 0) {
			continue
		}
		if taken == nil {
			r.Data[s.channel] = training.Column{}
		}
		f, _ := s.factor(c)
		if r.copyInto(s.channel, c, f) {
			from = append(from, i18n.Name("\""+c.Name+"\""))
			taken = merged(taken, c.Values)
		}
	}
	return from
}

func nonzero(values []float32) int {
	n := 0
	for _, v := range values {
		if v == v && v != 0 { // not NaN
			n++
		}
	}
	return n
}

// merged returns a copy of a with the values of b added.
func merged(a, b []float32) []float32 {
	out := slices.Clone(a)
	for i, v := range b {
		switch {
		case i >= len(out):
			out = append(out, v)
		case v == v: // not NaN
			out[i] = v
		}
	}
	return out
}

func (r *Rows) copyInto(ch training.Channel, c *DeveloperColumn, factor float64) bool {
	most := float64(math.MaxInt32)
	switch ch {
	case training.Power, training.HeartRate:
		most = math.MaxUint16
	case training.Distance:
		most = Most
	}
	took := false
	for row, v := range c.Values {
		x := math.Round(float64(v) * factor * ch.Scale())
		if math.IsNaN(x) || x > most || x < 0 && ch != training.Altitude || x < -most {
			continue
		}
		r.Put(ch, row, int32(x))
		took = true
	}
	return took
}
