package fit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// file holds the content of one FIT file before it becomes recordings.
type file struct {
	hasID    bool
	kind     typedef.File
	device   training.Device
	meter    training.Device // the device that measured power
	trainer  bool            // meter is a trainer, because there was no power meter
	app      string
	maker    typedef.Manufacturer
	offsetS  *int
	sport    typedef.Sport // from the sport message, for files without a session
	sub      typedef.SubSport
	workout  string // name of the workout
	course   course
	guide    guide
	steps    []step
	numbers  map[int]int // numbers of the steps, by their index in the file
	messages map[typedef.MesgNum]int

	rows     Rows
	sessions []session
	laps     []lap
	lengths  []length
	efforts  []effort
	sets     []set
	titles   map[Exercise]string // names of exercises that the device showed
	marks    []mark
	beats    beats
	zones    zones
	pulses   pulses
	closed   bool // an activity message ended the file

	notes []string // descriptions of oddities in the file

	// left is the number of messages that may still follow before the file counts
	// as too large.
	left int
}

// The limits on messages that are kept, other than records. They exceed what any
// device writes, but keep the product of sessions and laps small.
const (
	maxSummaries = 50_000
	maxSessions  = 256
)

// course holds the data of a course message.
type course struct {
	name  string
	sport typedef.Sport
}

// newFile returns an empty file with room for capacity records. all is the
// number of records in all parts of the input.
func newFile(capacity, all, maxRecords int) *file {
	return &file{
		kind: typedef.FileInvalid, maker: typedef.ManufacturerInvalid,
		sport: typedef.SportInvalid, sub: typedef.SubSportInvalid, guide: guide{sport: typedef.SportInvalid, sub: typedef.SubSportInvalid},
		course:   course{sport: typedef.SportInvalid},
		messages: map[typedef.MesgNum]int{}, rows: NewRows(min(capacity, maxRecords), min(all, maxRecords)), left: maxRecords,
	}
}

// OnMesg implements the decoder's listener. The decoder reuses messages and
// their fields, so only values are kept.
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
	case mesgnum.Set:
		f.onSet(&m)
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
	case mesgnum.Course:
		f.course = course{FieldText(m, fieldnum.CourseName), Code[typedef.Sport](m, fieldnum.CourseSport)}
	case mesgnum.WorkoutStep:
		f.onWorkoutStep(m)
	case mesgnum.ExerciseTitle:
		f.onTitle(m)
	case mesgnum.HrZone, mesgnum.PowerZone, mesgnum.TimeInZone:
		f.zones.add(m)
	}
}

// readMessages lists the kinds of messages that are read, and those about a device,
// its settings or the file itself, which can safely be ignored.
var readMessages = []typedef.MesgNum{
	mesgnum.Session, mesgnum.Lap, mesgnum.Length, mesgnum.SegmentLap, mesgnum.Set, mesgnum.Event, mesgnum.Hrv, mesgnum.Hr,
	mesgnum.FieldDescription,
	mesgnum.FileId, mesgnum.DeviceInfo, mesgnum.DeveloperDataId, mesgnum.FileCreator, mesgnum.Activity, mesgnum.Sport, mesgnum.Workout,
	mesgnum.Course, mesgnum.WorkoutStep, mesgnum.HrZone, mesgnum.PowerZone, mesgnum.TimeInZone, mesgnum.Record,
	mesgnum.UserProfile, mesgnum.DeviceSettings, mesgnum.ZonesTarget, mesgnum.TrainingSettings, mesgnum.BikeProfile, mesgnum.SdmProfile,
	mesgnum.HrmProfile, mesgnum.CadenceZone, mesgnum.SpeedZone, mesgnum.MetZone, mesgnum.Capabilities, mesgnum.Software, mesgnum.Pad,
	mesgnum.TimestampCorrelation, mesgnum.Connectivity, mesgnum.SlaveDevice, mesgnum.GpsMetadata, mesgnum.ExerciseTitle,
	mesgnum.WorkoutSession,
}

// unreadKinds returns the names of the messages in the file that are in FIT's
// profile but are not read.
func (f *file) unreadKinds() []string {
	var names []string
	for num := range f.messages {
		if name := plain(num.String()); name != "" && !slices.Contains(readMessages, num) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return []string{string(i18n.Sentencef("Messages of these kinds were not read: %s.", i18n.Name(strings.Join(names, ", "))))}
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

// onDeviceInfo stores the power meter. From the entry of the device that created the file
// (index 0), it adds values that are missing in the file's first message.
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

// maxOffset is the largest difference of local time from UTC that counts as a time
// zone and not as a wrong clock: 15 hours.
const maxOffset = 15 * 3600

func (f *file) onActivity(m *proto.Message) {
	at, local := FieldTime(m, fieldnum.ActivityTimestamp), FieldTime(m, fieldnum.ActivityLocalTimestamp)
	f.closed = true
	if at < FirstDate || local < FirstDate {
		return
	}
	d := int(int64(local) - int64(at))
	// Time zones are whole quarters of an hour; the two clocks may tick at
	// different moments.
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

// Manufacturer returns the name of a manufacturer, or "" if FIT has none for the code.
func Manufacturer(m typedef.Manufacturer) string { return plain(m.String()) }

// ManufacturerCode returns the code of a manufacturer, or the code for programs
// in development if FIT does not define the name.
func ManufacturerCode(name string) typedef.Manufacturer {
	if m := typedef.ManufacturerFromString(name); m != typedef.ManufacturerInvalid {
		return m
	}
	return typedef.ManufacturerDevelopment
}

// Product returns the name of a product: for Garmin by its number, for others by
// the name in the file or else the number. It returns "" if there is none.
func Product(m typedef.Manufacturer, code uint16, written string) string {
	if m == typedef.ManufacturerGarmin || m == typedef.ManufacturerDynastream {
		if name := plain(typedef.GarminProduct(code).String()); name != "" {
			return name
		}
	}
	switch {
	case written != "":
		return written
	case code == 0xFFFF:
		return ""
	}
	return strconv.Itoa(int(code))
}

// ProductCode returns the number of a product, or 0xFFFF and the name to write
// if it has none.
func ProductCode(m typedef.Manufacturer, product string) (uint16, string) {
	if m == typedef.ManufacturerGarmin || m == typedef.ManufacturerDynastream {
		if p := typedef.GarminProductFromString(product); p != typedef.GarminProductInvalid {
			return uint16(p), ""
		}
	}
	if n, err := strconv.ParseUint(product, 10, 16); err == nil && n != 0xFFFF {
		return uint16(n), ""
	}
	return 0xFFFF, product
}

func serial(m *proto.Message, num byte) string {
	n, ok := Int(m, num)
	if !ok || n <= 0 || n == 0xFFFFFFFF {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// onSensor stores the device that measured power: the first power meter with a
// number that identifies it, or else the trainer. The number is its serial
// number or its radio id.
func (f *file) onSensor(m *proto.Message) {
	kind, ble := Code[uint8](m, fieldnum.DeviceInfoDeviceType),
		Code[uint8](m, fieldnum.DeviceInfoSourceType) == uint8(typedef.SourceTypeBluetoothLowEnergy)
	meter, trainer := uint8(typedef.AntplusDeviceTypeBikePower), uint8(typedef.AntplusDeviceTypeFitnessEquipment)
	if ble {
		meter, trainer = uint8(typedef.BleDeviceTypeBikePower), uint8(typedef.BleDeviceTypeBikeTrainer)
	}
	known := f.meter.Serial != ""
	if kind != meter && kind != trainer || known && (kind == trainer || !f.trainer) {
		return
	}
	number := cmp.Or(serial(m, fieldnum.DeviceInfoSerialNumber), serial(m, fieldnum.DeviceInfoAntDeviceNumber))
	if number == "" {
		return
	}
	maker := Code[typedef.Manufacturer](m, fieldnum.DeviceInfoManufacturer)
	f.trainer = kind == trainer
	f.meter = training.Device{
		Manufacturer: Manufacturer(maker), Serial: number,
		Product: Product(maker, Code[uint16](m, fieldnum.DeviceInfoProduct), FieldText(m, fieldnum.DeviceInfoProductName)),
	}
}

// software reads the software version, in hundredths.
func (f *file) software(m *proto.Message, num byte) {
	if n, ok := Int(m, num); ok && f.device.Software == "" {
		f.device.Software = fmt.Sprintf("%d.%02d", n/100, n%100)
	}
}
