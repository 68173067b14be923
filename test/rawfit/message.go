package rawfit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"
)

// Fields are a message's fields by name: numbers in the unit that the
// profile gives (seconds, metres, m/s, W, semicircles), [time.Time], string,
// []byte, []float64, or [Invalid].
type Fields map[string]any

// Invalid writes a field's "no value" pattern.
type Invalid struct{}

// RawField is a field by its number, with its bytes as they will stand.
type RawField struct {
	Num  byte
	Base Base
	Data []byte
}

// DevField describes a developer field.
type DevField struct {
	Index, Num  byte
	Base        Base
	Name, Units string
	// Native is the number of the record field that this one stands for, if HasNative.
	Native    byte
	HasNative bool
}

// DevValue is the value of a described developer field in one message.
type DevValue struct {
	Name  string
	Value any
}

// The messages that activities are made of.
func (f *File) FileID(m Fields) *File                  { return f.Message("file_id", m) }
func (f *File) Activity(m Fields) *File                { return f.Message("activity", m) }
func (f *File) Session(m Fields) *File                 { return f.Message("session", m) }
func (f *File) Lap(m Fields) *File                     { return f.Message("lap", m) }
func (f *File) Length(m Fields) *File                  { return f.Message("length", m) }
func (f *File) Record(m Fields, dev ...DevValue) *File { return f.Message("record", m, dev...) }
func (f *File) Event(m Fields) *File                   { return f.Message("event", m) }
func (f *File) DeviceInfo(m Fields) *File              { return f.Message("device_info", m) }
func (f *File) DeveloperDataID(m Fields) *File         { return f.Message("developer_data_id", m) }
func (f *File) TimerStart(at time.Time) *File          { return f.timer(at, 0) }
func (f *File) TimerStop(at time.Time) *File           { return f.timer(at, 4) }
func (f *File) timer(at time.Time, eventType int) *File {
	return f.Event(Fields{"timestamp": at, "event": 0, "event_type": eventType})
}

// HRV writes beat-to-beat intervals, five a message, the last one filled up
// with invalid values.
func (f *File) HRV(milliseconds ...int) *File {
	for chunk := range slices.Chunk(milliseconds, 5) {
		seconds := []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN(), math.NaN()}
		for i, ms := range chunk {
			seconds[i] = float64(ms) / 1000
		}
		f.Message("hrv", Fields{"time": seconds})
	}
	return f
}

// Describe writes a field_description and lets [DevValue] name the field.
func (f *File) Describe(d DevField) *File {
	m := Fields{
		"developer_data_index": int(d.Index), "field_definition_number": int(d.Num),
		"fit_base_type_id": int(d.Base), "field_name": d.Name, "units": d.Units,
	}
	if d.HasNative {
		m["native_mesg_num"], m["native_field_num"] = 20, int(d.Native)
	}
	f.dev = append(f.dev, d)
	return f.Message("field_description", m)
}

// Message adds a message of the profile, its definition before it where that
// is new. Developer values must have been described.
func (f *File) Message(name string, m Fields, dev ...DevValue) *File {
	def, ok := profile(name)
	if !ok {
		panic("rawfit: no message " + name)
	}
	offset, compressed := f.compressedOffset(name, m)
	var fields []RawField
	for key, v := range m {
		p, ok := def.fields[key]
		if !ok {
			panic(fmt.Sprintf("rawfit: %s has no field %s", name, key))
		}
		if key != "timestamp" || !compressed {
			fields = append(fields, RawField{Num: p.num, Base: p.base, Data: f.encode(p, v)})
		}
	}
	slices.SortFunc(fields, func(a, b RawField) int { return cmp.Compare(a.Num, b.Num) })
	if t, ok := m["timestamp"].(time.Time); ok {
		f.last = Stamp(t)
	}
	pool := 1
	if name == "record" {
		pool = 0
	}
	f.write(pool, def.global, fields, f.developer(dev), offset, compressed)
	return f
}

// Raw adds a message by number, for messages and fields that the profile
// here does not have.
func (f *File) Raw(global uint16, fields ...RawField) *File {
	f.write(1, global, fields, nil, 0, false)
	return f
}

// compressedOffset says whether the header byte can carry the time.
func (f *File) compressedOffset(name string, m Fields) (byte, bool) {
	t, ok := m["timestamp"].(time.Time)
	if !f.compress || name != "record" || !ok || f.last == 0 || Stamp(t) < f.last || Stamp(t)-f.last >= 32 {
		return 0, false
	}
	return byte(Stamp(t) & 31), true
}

type devBytes struct {
	DevField
	data []byte
}

func (f *File) developer(values []DevValue) []devBytes {
	var out []devBytes
	for _, v := range values {
		i := slices.IndexFunc(f.dev, func(d DevField) bool { return d.Name == v.Name })
		if i < 0 {
			panic("rawfit: developer field " + v.Name + " is not described")
		}
		out = append(out, devBytes{f.dev[i], f.encode(field{base: f.dev[i].Base, scale: 1}, v.Value)})
	}
	return out
}
