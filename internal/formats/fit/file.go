package fit

import (
	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// file holds the content of one FIT file before it becomes recordings.
type file struct {
	hasID    bool
	kind     typedef.File
	device   training.Device
	meter    training.Device // that power was measured with
	trainer  bool            // it is a trainer, because no meter was there
	app      string
	maker    typedef.Manufacturer
	offsetS  *int
	sport    typedef.Sport // of the sport message, for files without a session
	sub      typedef.SubSport
	workout  string // its name
	guide    guide
	steps    []step
	numbers  map[int]int // of steps, by their index in the file
	messages map[typedef.MesgNum]int

	rows     Rows
	sessions []session
	laps     []lap
	lengths  []length
	efforts  []effort
	marks    []mark
	beats    beats
	zones    zones
	pulses   pulses
	closed   bool // an activity message ends the file

	notes []string // what is odd about the file

	// left is how many messages may still come before the file is too large.
	left int
}

// What is kept of messages other than records: more than any device writes,
// and little enough that sessions times laps stays small.
const (
	maxSummaries = 50_000
	maxSessions  = 256
)

// newFile has room for the records of one of the parts that have so many in all.
func newFile(capacity, all, maxRecords int) *file {
	return &file{
		kind: typedef.FileInvalid, maker: typedef.ManufacturerInvalid,
		sport: typedef.SportInvalid, sub: typedef.SubSportInvalid, guide: guide{sport: typedef.SportInvalid, sub: typedef.SubSportInvalid},
		messages: map[typedef.MesgNum]int{}, rows: NewRows(min(capacity, maxRecords), min(all, maxRecords)), left: maxRecords,
	}
}

// OnMesg implements the decoder's listener. Messages and their fields are
// reused by the decoder; only values are kept.
func (f *file) OnMesg(m proto.Message) {
	if m.Num == mesgnum.Record {
		f.left--
		f.rows.OnRecord(&m)
		return
	}
	if f.messages[m.Num]++; f.messages[m.Num] > maxSummaries && m.Num != mesgnum.Hrv && m.Num != mesgnum.Hr {
		return
	}
	switch m.Num {
	case mesgnum.Session:
		if len(f.sessions) == maxSessions {
			return
		}
		f.sessions = append(f.sessions, newSession(&m))
	case mesgnum.Lap:
		f.laps = append(f.laps, newLap(&m))
	case mesgnum.Length:
		f.lengths = append(f.lengths, newLength(&m))
	case mesgnum.SegmentLap:
		f.efforts = append(f.efforts, newEffort(&m))
	case mesgnum.Event:
		f.onEvent(&m)
	case mesgnum.Hrv:
		f.beats.add(f.rows.LastTime(), &m)
	case mesgnum.Hr:
		f.pulses.add(&m)
	case mesgnum.FieldDescription:
		f.rows.OnFieldDescription(&m)
	default:
		f.onHeader(&m)
	}
}

// onHeader reads the messages that describe the file as a whole.
func (f *file) onHeader(m *proto.Message) {
	switch m.Num {
	case mesgnum.FileId:
		f.onFileID(m)
	case mesgnum.DeviceInfo:
		f.onDeviceInfo(m)
	case mesgnum.DeveloperDataId:
		if maker := Code[typedef.Manufacturer](m, fieldnum.DeveloperDataIdManufacturerId); f.app == "" {
			f.app = Manufacturer(maker)
		}
	case mesgnum.FileCreator:
		f.software(m, fieldnum.FileCreatorSoftwareVersion)
	case mesgnum.Activity:
		f.onActivity(m)
	case mesgnum.Sport:
		f.sport = Code[typedef.Sport](m, fieldnum.SportSport)
		f.sub = Code[typedef.SubSport](m, fieldnum.SportSubSport)
	case mesgnum.Workout:
		f.onWorkout(m)
	case mesgnum.WorkoutStep:
		f.onWorkoutStep(m)
	case mesgnum.HrZone, mesgnum.PowerZone, mesgnum.TimeInZone:
		f.zones.add(m)
	}
}

func (f *file) onFileID(m *proto.Message) {
	if f.hasID {
		return
	}
	f.hasID = true
	f.kind = Code[typedef.File](m, fieldnum.FileIdType)
	f.maker = Code[typedef.Manufacturer](m, fieldnum.FileIdManufacturer)
	f.device.Manufacturer = Manufacturer(f.maker)
	f.device.Product = Product(f.maker, Code[uint16](m, fieldnum.FileIdProduct), FieldText(m, fieldnum.FileIdProductName))
	f.device.Serial = serial(m, fieldnum.FileIdSerialNumber)
}

// onDeviceInfo notes the power meter. Of the device itself it takes from the
// creator's entry (device index 0) what the file's first message left open.
func (f *file) onDeviceInfo(m *proto.Message) {
	if Code[uint8](m, fieldnum.DeviceInfoDeviceIndex) != 0 {
		f.onSensor(m)
		return
	}
	f.software(m, fieldnum.DeviceInfoSoftwareVersion)
	maker := Code[typedef.Manufacturer](m, fieldnum.DeviceInfoManufacturer)
	if f.device.Manufacturer == "" {
		f.device.Manufacturer = Manufacturer(maker)
	}
	if f.device.Product == "" {
		f.device.Product = Product(maker, Code[uint16](m, fieldnum.DeviceInfoProduct),
			FieldText(m, fieldnum.DeviceInfoProductName))
	}
	if f.device.Serial == "" {
		f.device.Serial = serial(m, fieldnum.DeviceInfoSerialNumber)
	}
}

// maxOffset is the largest difference of local time from UTC that is taken
// for a time zone rather than a clock that was wrong: 15 hours.
const maxOffset = 15 * 3600

func (f *file) onActivity(m *proto.Message) {
	at, local := FieldTime(m, fieldnum.ActivityTimestamp), FieldTime(m, fieldnum.ActivityLocalTimestamp)
	f.closed = true
	if at < FirstDate || local < FirstDate {
		return
	}
	d := int(int64(local) - int64(at))
	// Zones are whole quarters of an hour; the two clocks may tick apart.
	quarter := 900
	if d >= 0 {
		d = (d + quarter/2) / quarter * quarter
	} else {
		d = (d - quarter/2) / quarter * quarter
	}
	if d >= -maxOffset && d <= maxOffset {
		f.offsetS = &d
	}
}
