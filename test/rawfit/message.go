package rawfit

import (
	"cmp"
	"encoding/binary"
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

// RawField is a field given by its number and its raw bytes.
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
	// Native is the number of the equivalent record field, if HasNative.
	Native    byte
	HasNative bool
}

// DevValue is the value of a described developer field in one message.
type DevValue struct {
	Name  string
	Value any
}

// FileID adds a message file_id; the methods below add the other messages of
// activities.
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

// HRV writes beat-to-beat intervals, five per message. The last message is
// filled up with invalid values.
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

// Message adds a message of the profile, preceded by its definition if that is
// new. Developer values must have been described.
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

// Raw adds a message by number, for messages and fields missing from the
// profile here.
func (f *File) Raw(global uint16, fields ...RawField) *File {
	f.write(1, global, fields, nil, 0, false)
	return f
}

// compressedOffset reports whether the header byte can contain the time.
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

// RunWithDeveloperPower returns 15 minutes with power and leg stiffness from an
// app's developer fields, stride cadence and beat-to-beat intervals.
func RunWithDeveloperPower() Scenario {
	f := open(New())
	f.DeveloperDataID(Fields{"application_id": []byte("0123456789abcdef"), "developer_data_index": 0, "manufacturer_id": 95})
	f.Describe(DevField{Index: 0, Num: 0, Base: Uint16, Name: "Power", Units: "Watts", Native: 7, HasNative: true})
	f.Describe(DevField{Index: 0, Num: 8, Base: Float32, Name: "Leg Spring Stiffness", Units: "kN/m"})
	s := &session{Sport: "running", Start: Start(), ElapsedS: 900, TimerS: 900}
	f.TimerStart(s.Start)
	for t := range 900 {
		power := DevValue{"Power", 260 + t%5}
		if t < 3 {
			power.Value = Invalid{} // the pod takes three seconds to wake up
		}
		f.record(s, t, Fields{
			"heart_rate": 150, "cadence": 87, "enhanced_speed": 3.5, "distance": 3.5 * float64(t+1),
			"vertical_oscillation": 82.5, "stance_time": 231.0, "step_length": 1204.5,
		}, power, DevValue{"Leg Spring Stiffness", 10.0})
		if t%10 == 0 {
			beats := []int{400, 405, 398, 402, 399, 401}
			f.HRV(beats...)
			s.RR = append(s.RR, beats...)
		}
	}
	f.TimerStop(s.at(900))
	f.laps(s, 0, Span{0, 300}, Span{300, 600}, Span{600, 900})
	f.Session(s.summary(Fields{"sport": 1, "sub_sport": 0, "total_distance": 3150.0, "num_laps": 3}))
	return activity("run with developer power", shut(f, s), s)
}

// poolLength is one length of the swim below; a drill or a rest has no strokes.
type poolLength struct {
	seconds, strokes, stroke int
	rest                     bool
}

func poolLengths() []poolLength {
	var set []poolLength
	for range 8 {
		set = append(set, poolLength{seconds: 28, strokes: 20})
	}
	set = append(set, poolLength{seconds: 45, rest: true})
	for range 4 {
		set = append(set, poolLength{seconds: 32, strokes: 22, stroke: 2})
	}
	set = append(set, poolLength{seconds: 30, rest: true}, poolLength{seconds: 40, stroke: 4}, poolLength{seconds: 42, stroke: 4})
	return set
}

// PoolSwim returns fourteen lengths of 25 m: eight freestyle, four
// breaststroke, two of drill that the watch did not count, and two rests at the
// wall.
func PoolSwim() Scenario {
	f := open(New())
	s := &session{Sport: "swimming", SubSport: "pool", Start: Start()}
	f.TimerStart(s.Start)
	distance := 0
	for i, l := range poolLengths() {
		from := s.ElapsedS
		s.ElapsedS += float64(l.seconds)
		m := Fields{
			"message_index": i, "start_time": s.at(from), "timestamp": s.at(s.ElapsedS), "event": 28, "event_type": 1,
			"total_elapsed_time": l.seconds, "total_timer_time": l.seconds, "length_type": 1, "swim_stroke": l.stroke, "total_strokes": l.strokes,
		}
		s.Lengths++
		switch {
		case l.rest:
			m["length_type"] = 0
			delete(m, "swim_stroke")
			delete(m, "total_strokes")
		default:
			s.Active++
			s.Strokes += l.strokes
			distance += 25
			if l.stroke == 4 {
				s.Drills++
				delete(m, "total_strokes")
			}
		}
		f.Length(m)
		f.record(s, int(s.ElapsedS), Fields{"heart_rate": 128, "distance": float64(distance)})
	}
	s.TimerS = s.ElapsedS
	f.TimerStop(s.at(s.ElapsedS))
	f.poolLaps(s)
	f.Session(s.summary(Fields{
		"sport": 5, "sub_sport": 17, "pool_length": 25.0, "pool_length_unit": 0, "total_distance": distance, "total_cycles": s.Strokes,
		"num_lengths": s.Lengths, "num_active_lengths": s.Active, "num_laps": len(s.Laps),
	}))
	return activity("pool swim", shut(f, s), s)
}

// poolLaps writes a lap for each set and each rest.
func (f *File) poolLaps(s *session) {
	first, from := 0, 0.0
	for _, lap := range []struct {
		lengths int
		seconds float64
	}{{8, 224}, {1, 45}, {4, 128}, {1, 30}, {2, 82}} {
		f.Lap(Fields{
			"message_index": len(s.Laps), "start_time": s.at(from), "timestamp": s.at(from + lap.seconds), "event": 9, "event_type": 1,
			"total_elapsed_time": lap.seconds, "total_timer_time": lap.seconds, "num_lengths": lap.lengths, "first_length_index": first,
		})
		s.Laps = append(s.Laps, Span{from, from + lap.seconds})
		first, from = first+lap.lengths, from+lap.seconds
	}
}

// Epoch is the FIT epoch in Unix seconds: 1989-12-31T00:00:00Z.
const Epoch = 631065600

// Stamp returns t in FIT's form.
func Stamp(t time.Time) uint32 { return uint32(t.Unix() - Epoch) }

// File is a FIT file under construction.
type File struct {
	header12, headerCRCZero, wrongCRC, compress bool

	order   binary.ByteOrder
	body    []byte
	layouts [16]string // the last definition of each local message number
	next    [2]int     // next local number: for records (0 to 3), for others (4 to 15)
	last    uint32     // last timestamp written, 0 before the first
	dev     []DevField
}

// Option changes how a file is written.
type Option func(*File)

// Header12 writes the old header of 12 bytes, which has no checksum.
func Header12() Option { return func(f *File) { f.header12 = true } }

// HeaderCRCZero writes zero in place of the header's checksum, as the protocol
// allows.
func HeaderCRCZero() Option { return func(f *File) { f.headerCRCZero = true } }

// WrongCRC breaks the file's checksum.
func WrongCRC() Option { return func(f *File) { f.wrongCRC = true } }

// BigEndian writes every message in big-endian order.
func BigEndian() Option { return func(f *File) { f.order = binary.BigEndian } }

// CompressedTimestamps writes the time of records into their header byte if it
// is less than 32 s after the previous one.
func CompressedTimestamps() Option { return func(f *File) { f.compress = true } }

// New starts a file.
func New(options ...Option) *File {
	f := &File{order: binary.LittleEndian}
	for _, o := range options {
		o(f)
	}
	return f
}

// Bytes returns the file so far, complete: header, data, checksum. The builder
// can continue after it.
func (f *File) Bytes() []byte {
	size := 14
	if f.header12 {
		size = 12
	}
	out := []byte{byte(size), 0x20}
	out = binary.LittleEndian.AppendUint16(out, 2132)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(f.body)))
	out = append(out, ".FIT"...)
	if !f.header12 {
		crc := CRC(out)
		if f.headerCRCZero {
			crc = 0
		}
		out = binary.LittleEndian.AppendUint16(out, crc)
	}
	out = append(out, f.body...)
	crc := CRC(out)
	if f.wrongCRC {
		crc ^= 0x5555
	}
	return binary.LittleEndian.AppendUint16(out, crc)
}

// Chain joins whole files into one, as the protocol allows.
func Chain(files ...[]byte) []byte { return slices.Concat(files...) }

// SwitchOrder changes the byte order of the messages that follow.
func (f *File) SwitchOrder() *File {
	if f.order == binary.ByteOrder(binary.LittleEndian) {
		f.order = binary.BigEndian
	} else {
		f.order = binary.LittleEndian
	}
	return f
}

// Append adds raw bytes to the data, for damage by the caller.
func (f *File) Append(raw ...byte) *File {
	f.body = append(f.body, raw...)
	return f
}

// Len returns the size of the file so far without its checksum: a cut there
// loses no message.
func (f *File) Len() int { return len(f.Bytes()) - 2 }

// CRC returns the checksum of FIT files: CRC-16 with the reflected polynomial
// 0xA001, starting from zero.
func CRC(data []byte) uint16 {
	crc := uint16(0)
	for _, b := range data {
		crc ^= uint16(b)
		for range 8 {
			low := crc & 1
			crc >>= 1
			if low != 0 {
				crc ^= 0xA001
			}
		}
	}
	return crc
}
