package fit

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/muktihari/fit/encoder"
	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// Write writes one activity file with a session for each recording.
func Write(w io.Writer, recs []*training.Recording) error {
	if len(recs) == 0 {
		return training.Errorf(training.KindInvalid, "There is no recording to write.").
			WithFix("Choose a recorded activity.")
	}
	f := newEncodeFile()
	f.header(recs[0])
	f.workout(recs)
	f.developerFields(recs)
	for i, r := range recs {
		f.recording(r, nextStart(recs, i))
	}
	f.sessions(recs)
	f.activity(recs)
	data, err := f.close()
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil {
		return fmt.Errorf("write FIT: %w", err)
	}
	return nil
}

// nextStart returns the FIT time at which the session after session i begins. Sessions are
// ordered by time; those with the same time keep their given order.
func nextStart(recs []*training.Recording, i int) int64 {
	own, next := Seconds(recs[i].Start), int64(math.MaxInt64)
	for k, r := range recs {
		if at := Seconds(r.Start); at > own || at == own && k > i {
			next = min(next, at)
		}
	}
	return next
}

// encodeFile writes messages in order, each as soon as it is complete, because an
// hour has thousands of them and none is needed twice.
type encodeFile struct {
	out     memory
	encoder *encoder.StreamEncoder
	err     error   // the first error
	row     message // reused for each record
	dev     []developerField
	counter legs
	laps    int
	lengths int
	sets    int
	first   []int // index of the first lap of each session
}

// memory is a file in memory. The encoder returns to its header once the length
// is known.
type memory struct{ bytes.Buffer }

// WriteAt overwrites bytes that were written earlier.
func (m *memory) WriteAt(p []byte, at int64) (int, error) { return copy(m.Bytes()[at:], p), nil }

// newEncodeFile begins a file. It keeps as many definitions as a reader does.
func newEncodeFile() *encodeFile {
	f := &encodeFile{}
	f.encoder, f.err = encoder.NewStream(&f.out, encoder.WithProtocolVersion(proto.V2),
		encoder.WithHeaderOption(encoder.HeaderOptionNormal, 15), encoder.WithWriteBufferSize(0))
	return f
}

// add writes a message, preceded by its definition if that is new.
func (f *encodeFile) add(m *message) {
	if f.err == nil {
		m.Header = proto.MesgNormalHeaderMask // the encoder adds the number of the definition
		f.err = f.encoder.WriteMessage(&m.Message)
	}
}

// close returns the whole file.
func (f *encodeFile) close() ([]byte, error) {
	if f.err == nil {
		f.err = f.encoder.SequenceCompleted()
	}
	return f.out.Bytes(), f.err
}

func (f *encodeFile) header(r *training.Recording) {
	maker := ManufacturerCode(r.Device.Manufacturer)
	code, name := ProductCode(maker, r.Device.Product)

	id := newMessage(mesgnum.FileId)
	id.int(fieldnum.FileIdType, int64(typedef.FileActivity))
	id.int(fieldnum.FileIdManufacturer, int64(maker))
	id.int(fieldnum.FileIdProduct, int64(code))
	id.int(fieldnum.FileIdSerialNumber, encodeSerial(r.Device.Serial))
	id.int(fieldnum.FileIdTimeCreated, Seconds(r.Start))
	id.text(fieldnum.FileIdProductName, name)
	f.add(id)

	info := newMessage(mesgnum.DeviceInfo)
	info.int(fieldnum.DeviceInfoTimestamp, Seconds(r.Start))
	info.int(fieldnum.DeviceInfoDeviceIndex, int64(typedef.DeviceIndexCreator))
	info.int(fieldnum.DeviceInfoManufacturer, int64(maker))
	info.int(fieldnum.DeviceInfoProduct, int64(code))
	info.int(fieldnum.DeviceInfoSerialNumber, encodeSerial(r.Device.Serial))
	info.int(fieldnum.DeviceInfoSoftwareVersion, version(r.Device.Software))
	info.text(fieldnum.DeviceInfoProductName, name)
	f.add(info)
}

// encodeSerial parses a serial number. It returns 0 (none) if s is not one.
func encodeSerial(s string) int64 {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		return 0
	}
	return int64(n)
}

// version parses a version such as 5.12 into hundredths. It returns -1 if s is
// not one.
func version(s string) int64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x < 0 || x > 655 {
		return -1
	}
	return int64(math.Round(x * 100))
}

// after returns the FIT time s seconds after the start of a recording.
func after(r *training.Recording, s float64) int64 { return Seconds(r.Start) + int64(s) }

// recording writes the events in order of time: timer events, marks, records and
// heartbeats, and then the lengths and laps. It leaves out marks at or after until,
// a FIT time, because a reader would assign them to the next session.
func (f *encodeFile) recording(r *training.Recording, until int64) {
	marks := slices.DeleteFunc(f.marks(r), func(m encodeMark) bool { return after(r, m.at) >= until })
	rr := heartbeats{ms: r.RR}
	f.counter.begin(r, until)
	for row := range r.Columns.TimeS {
		t := float64(r.Columns.TimeS[row])
		for len(marks) > 0 && marks[0].at <= t {
			f.add(marks[0].message)
			marks = marks[1:]
		}
		if !ends(r, row, until) {
			f.record(r, row)
		}
		f.beats(&rr, t)
	}
	for _, m := range marks {
		f.add(m.message)
	}
	f.beats(&rr, -1)
	f.lengthMessages(r)
	f.setMessages(r)
	f.first = append(f.first, f.laps)
	f.lapMessages(r)
}

// ends reports whether a row only marks the end of the distance of a leg. A reader
// determines that end by itself, and would read the row as part of the next leg,
// which begins in the same second.
func ends(r *training.Recording, row int, until int64) bool {
	if row != r.Columns.Len()-1 || after(r, float64(r.Columns.TimeS[row])) < until {
		return false
	}
	for ch := range training.NumChannels {
		if _, has := r.Columns.At(ch, row); has != (ch == training.Distance) {
			return false
		}
	}
	return true
}

// record writes row i of a recording. Distance is counted over the whole file, so the
// distance of earlier sessions is added.
func (f *encodeFile) record(r *training.Recording, i int) {
	m := &f.row
	m.Num, m.Fields, m.DeveloperFields = mesgnum.Record, m.Fields[:0], m.DeveloperFields[:0]
	m.int(fieldnum.RecordTimestamp, Seconds(r.Start)+int64(r.Columns.TimeS[i]))
	for k := range recordFields {
		c := &recordFields[k]
		v, ok := r.Columns.At(c.channel, i)
		if !ok || c.write == nil {
			continue
		}
		n := c.write(v)
		if c.channel == training.Distance {
			n += int64(f.counter.base)
		}
		m.int(c.num, n)
	}
	for _, d := range f.dev {
		v, ok := d.value(&r.Columns, i)
		if ok {
			m.DeveloperFields = append(m.DeveloperFields, proto.DeveloperField{Num: d.num, Value: proto.Float32(v)})
		}
	}
	f.add(m)
}

// activity ends the file. Its message contains the local time.
func (f *encodeFile) activity(recs []*training.Recording) {
	last := recs[len(recs)-1]
	end := after(last, last.ElapsedS)
	timer := 0.0
	for _, r := range recs {
		timer += r.TimerS
	}
	m := newMessage(mesgnum.Activity)
	m.int(fieldnum.ActivityTimestamp, end)
	m.scaled(fieldnum.ActivityTotalTimerTime, timer, 1000)
	if off := recs[0].OffsetS; off != nil {
		m.int(fieldnum.ActivityLocalTimestamp, end+int64(*off))
	}
	m.int(fieldnum.ActivityNumSessions, int64(len(recs)))
	kind := typedef.ActivityManual
	if len(recs) > 1 {
		kind = typedef.ActivityAutoMultiSport
	}
	m.int(fieldnum.ActivityType, int64(kind))
	m.int(fieldnum.ActivityEvent, int64(typedef.EventActivity))
	m.int(fieldnum.ActivityEventType, int64(typedef.EventTypeStop))
	f.add(m)
}

// developerField is the number of a developer column in the file.
type developerField struct {
	num         byte
	name, units string
}

// maxDeveloperFields is the maximum number of fields. The reader accepts that many,
// and no device writes more.
const maxDeveloperFields = 32

// developerFields declares every developer column of the recordings once.
func (f *encodeFile) developerFields(recs []*training.Recording) {
	for _, r := range recs {
		for i := range r.Columns.Developer {
			c := &r.Columns.Developer[i]
			if c.Name == "" || f.declared(c.Name) || len(f.dev) == maxDeveloperFields {
				continue
			}
			f.dev = append(f.dev, developerField{num: byte(len(f.dev)), name: c.Name, units: c.Units})
		}
	}
	if len(f.dev) == 0 {
		return
	}
	id := newMessage(mesgnum.DeveloperDataId)
	id.put(fieldnum.DeveloperDataIdApplicationId, proto.SliceUint8([]byte("lapkeep.recording")[:16]))
	id.int(fieldnum.DeveloperDataIdDeveloperDataIndex, 0)
	f.add(id)
	for _, d := range f.dev {
		m := newMessage(mesgnum.FieldDescription)
		m.int(fieldnum.FieldDescriptionDeveloperDataIndex, 0)
		m.int(fieldnum.FieldDescriptionFieldDefinitionNumber, int64(d.num))
		m.int(fieldnum.FieldDescriptionFitBaseTypeId, int64(basetype.Float32))
		m.text(fieldnum.FieldDescriptionFieldName, d.name)
		m.text(fieldnum.FieldDescriptionUnits, d.units)
		f.add(m)
	}
}

func (f *encodeFile) declared(name string) bool {
	for _, d := range f.dev {
		if d.name == name {
			return true
		}
	}
	return false
}

// value returns the value of the field in row i, or false if there is none.
func (d developerField) value(c *training.Columns, i int) (float32, bool) {
	for k := range c.Developer {
		if col := &c.Developer[k]; col.Name == d.name && i < len(col.Values) {
			return col.Values[i], !math.IsNaN(float64(col.Values[i]))
		}
	}
	return 0, false
}
