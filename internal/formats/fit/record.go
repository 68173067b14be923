package fit

import (
	"encoding/binary"
	"math"

	"github.com/muktihari/fit/profile/factory"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// recordFields are the channels in the order in which they are written.
var recordFields = [...]struct {
	channel training.Channel
	num     byte
	raw     func(int32) int64
}{
	{training.Latitude, fieldnum.RecordPositionLat, asIs},
	{training.Longitude, fieldnum.RecordPositionLong, longitude},
	{training.Distance, fieldnum.RecordDistance, asIs},
	{training.Speed, fieldnum.RecordEnhancedSpeed, asIs},
	{training.Altitude, fieldnum.RecordEnhancedAltitude, altitude},
	{training.Power, fieldnum.RecordPower, asIs},
	{training.HeartRate, fieldnum.RecordHeartRate, asIs},
	{training.Cadence, fieldnum.RecordCadence, tenth},
	{training.Cadence, fieldnum.RecordFractionalCadence, cadenceFraction},
	{training.Temperature, fieldnum.RecordTemperature, nearestTenth},
	{training.LeftBalance, fieldnum.RecordLeftRightBalance, balance},
	{training.VerticalOscillation, fieldnum.RecordVerticalOscillation, asIs},
	{training.GroundContact, fieldnum.RecordStanceTime, asIs},
	{training.GroundContactBalance, fieldnum.RecordStanceTimeBalance, asIs},
	{training.StepLength, fieldnum.RecordStepLength, asIs},
	{training.RespirationRate, fieldnum.RecordEnhancedRespirationRate, times10},
	{training.CoreTemperature, fieldnum.RecordCoreTemperature, asIs},
}

// none is a value that no field can hold.
const none = math.MinInt64

func asIs(v int32) int64    { return int64(v) }
func times10(v int32) int64 { return int64(v) * 10 }
func tenth(v int32) int64   { return int64(v) / 10 }

// longitude leaves out the last value, by which FIT says "none": 180° east is
// written two centimetres short of it.
func longitude(v int32) int64 { return int64(min(v, math.MaxInt32-1)) }

func nearestTenth(v int32) int64 { return int64(math.Round(float64(v) / 10)) }

// altitude is written in fifths of a metre above -500 m.
func altitude(v int32) int64 { return int64(math.Round(float64(v)/20)) + 2500 }

// cadenceFraction is the part below one in 1/128; none where it is zero.
func cadenceFraction(v int32) int64 {
	if v%10 == 0 || v < 0 {
		return none
	}
	return int64(math.Round(float64(v%10) * 12.8))
}

// balance is written as the right leg's share, with the bit that says so.
func balance(v int32) int64 {
	if v < 0 || v > 10000 {
		return none
	}
	return 0x80 | (100 - int64(math.Round(float64(v)/100)))
}

// numFields is the time stamp and what the channels are written to.
const numFields = 1 + len(recordFields)

// row is a record that is being written: which of its fields have a value,
// one bit each, and the values.
type row struct {
	has uint32
	raw [numFields]int64
}

// read reads row i of a recording. Distance is counted over the whole file, so
// that of earlier sessions is added.
func (f *encodeFile) read(r *training.Recording, i int) (out row) {
	put := func(k int, n int64) {
		if _, ok := narrow(f.fields[k].BaseType, n); ok {
			out.has |= 1 << k
			out.raw[k] = n
		}
	}
	put(0, stamp(r.Start)+int64(r.Columns.TimeS[i]))
	for k := range recordFields {
		c := &recordFields[k]
		v, ok := r.Columns.At(c.channel, i)
		if !ok {
			continue
		}
		n := c.raw(v)
		if c.channel == training.Distance {
			n += int64(f.counter.base)
		}
		put(1+k, n)
	}
	return out
}

// record writes row i of a recording. Most have the fields of the one before.
func (f *encodeFile) record(r *training.Recording, i int) {
	m, now := &f.last, f.read(r, i)
	if len(f.dev) == 0 && now.has != 0 && now.has == f.had && f.latest(m.Header) {
		f.again(&now)
		return
	}
	m.Num, m.Fields, m.DeveloperFields = mesgnum.Record, m.Fields[:0], m.DeveloperFields[:0]
	for k, field := range f.fields {
		if now.has>>k&1 != 0 {
			field.Value, _ = narrow(field.BaseType, now.raw[k])
			m.Fields = append(m.Fields, field)
		}
	}
	for _, d := range f.dev {
		v, ok := d.value(&r.Columns, i)
		if ok {
			m.DeveloperFields = append(m.DeveloperFields, proto.DeveloperField{Num: d.num, Value: proto.Float32(v)})
		}
	}
	f.add(m)
	f.had = now.has
}

// again writes a record by the definition of the last message.
func (f *encodeFile) again(now *row) {
	b := append(f.data, f.last.Header)
	for k := range f.fields {
		if now.has>>k&1 == 0 {
			continue
		}
		switch n := now.raw[k]; f.fields[k].BaseType.Size() {
		case 1:
			b = append(b, byte(n))
		case 2:
			b = binary.LittleEndian.AppendUint16(b, uint16(n))
		default:
			b = binary.LittleEndian.AppendUint32(b, uint32(n))
		}
	}
	f.data = b
}

// rowFields are the fields of a record in their order.
func rowFields() (out [numFields]proto.Field) {
	out[0] = factory.CreateField(mesgnum.Record, fieldnum.RecordTimestamp)
	for k := range recordFields {
		out[1+k] = factory.CreateField(mesgnum.Record, recordFields[k].num)
	}
	return out
}
