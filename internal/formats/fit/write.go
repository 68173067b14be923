package fit

import (
	"fmt"
	"io"
	"math"
	"time"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// Write writes one activity file with one session a recording.
func Write(w io.Writer, recs []*training.Recording) error {
	if len(recs) == 0 {
		return training.Errorf(training.KindInvalid, "There is no recording to write.").
			WithFix("Choose an activity that was recorded.")
	}
	f := encodeFile{stream: newStream(room(recs)), fields: rowFields()}
	f.header(recs[0])
	f.workout(recs)
	f.developerFields(recs)
	for i, r := range recs {
		f.recording(r, nextStart(recs, i))
	}
	f.sessions(recs)
	f.activity(recs)
	data, err := f.file()
	if err == nil {
		_, err = w.Write(data)
	}
	if err != nil {
		return fmt.Errorf("write FIT: %w", err)
	}
	return nil
}

// nextStart is when the session after one begins, in FIT time: by time, and
// of those that begin at once by their order.
func nextStart(recs []*training.Recording, i int) int64 {
	own, next := stamp(recs[i].Start), int64(math.MaxInt64)
	for k, r := range recs {
		if at := stamp(r.Start); at > own || at == own && k > i {
			next = min(next, at)
		}
	}
	return next
}

// room is about how long the file becomes.
func room(recs []*training.Recording) int {
	const record, others = 40, 1 << 12
	n := 0
	for _, r := range recs {
		n += record*r.Columns.Len() + others
	}
	return n
}

// encodeFile writes the messages in their order.
type encodeFile struct {
	stream
	fields  [numFields]proto.Field // of records
	last    message                // the record that was written last by its fields
	had     uint32                 // which they were
	step    message                // room for steps of a workout
	dev     []developerField
	counter legs
	laps    int
	lengths int
	first   []int // index of each session's first lap
}

func (f *encodeFile) header(r *training.Recording) {
	maker := ManufacturerCode(r.Device.Manufacturer)
	code, name := ProductCode(maker, r.Device.Product)

	id := newMessage(mesgnum.FileId)
	id.code(fieldnum.FileIdType, uint16(typedef.FileActivity))
	id.code(fieldnum.FileIdManufacturer, uint16(maker))
	id.code(fieldnum.FileIdProduct, code)
	id.int(fieldnum.FileIdSerialNumber, encodeSerial(r.Device.Serial))
	id.int(fieldnum.FileIdTimeCreated, stamp(r.Start))
	id.text(fieldnum.FileIdProductName, name)
	f.add(id)

	info := newMessage(mesgnum.DeviceInfo)
	info.int(fieldnum.DeviceInfoTimestamp, stamp(r.Start))
	info.code(fieldnum.DeviceInfoDeviceIndex, uint16(typedef.DeviceIndexCreator))
	info.code(fieldnum.DeviceInfoManufacturer, uint16(maker))
	info.code(fieldnum.DeviceInfoProduct, code)
	info.int(fieldnum.DeviceInfoSerialNumber, encodeSerial(r.Device.Serial))
	info.int(fieldnum.DeviceInfoSoftwareVersion, version(r.Device.Software))
	info.text(fieldnum.DeviceInfoProductName, name)
	f.add(info)
}

// stamp is an instant in FIT time.
func stamp(t time.Time) int64 { return int64(Seconds(t)) }

// after is the FIT time s seconds after a recording's start.
func after(r *training.Recording, s float64) int64 { return stamp(r.Start) + int64(s) }

// activity closes the file; it is where FIT says what local time is.
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
	m.code(fieldnum.ActivityType, uint16(kind))
	m.code(fieldnum.ActivityEvent, uint16(typedef.EventActivity))
	m.code(fieldnum.ActivityEventType, uint16(typedef.EventTypeStop))
	f.add(m)
}
