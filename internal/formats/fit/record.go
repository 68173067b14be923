package fit

import (
	"math"

	"github.com/muktihari/fit/profile/untyped/fieldnum"

	"lapkeep/internal/training"
)

// recordField converts one field of a record to a value of a channel, and back.
type recordField struct {
	num     byte
	channel training.Channel
	// read returns false for a value that means "none" or is impossible.
	read func(int64) (int64, bool)
	// write is nil if a different field is written for the channel.
	write func(int32) int64
	// If weak is set, the field is used only if no other field of the record has
	// the channel.
	weak bool
	// If fraction is set, the field holds the part of the cadence below 1 rpm.
	fraction bool
}

// recordFields lists the fields that are read, in writing order.
var recordFields = [...]recordField{
	{num: fieldnum.RecordPositionLat, channel: training.Latitude, read: latitude, write: asIs},
	{num: fieldnum.RecordPositionLong, channel: training.Longitude, read: anyNumber, write: longitude},
	{num: fieldnum.RecordDistance, channel: training.Distance, read: distance, write: asIs},
	{num: fieldnum.RecordEnhancedSpeed, channel: training.Speed, read: notNegative, write: asIs},
	{num: fieldnum.RecordEnhancedAltitude, channel: training.Altitude, read: altitude, write: writeAltitude},
	{num: fieldnum.RecordPower, channel: training.Power, read: notNegative, write: asIs},
	{num: fieldnum.RecordHeartRate, channel: training.HeartRate, read: positive, write: asIs},
	{num: fieldnum.RecordCadence, channel: training.Cadence, read: tenths, write: writeTenth},
	{num: fieldnum.RecordFractionalCadence, channel: training.Cadence, read: handled, write: writeFraction, fraction: true},
	{num: fieldnum.RecordTemperature, channel: training.Temperature, read: signedTenths, write: writeNearestTenth},
	{num: fieldnum.RecordLeftRightBalance, channel: training.LeftBalance, read: leftBalance, write: writeBalance},
	{num: fieldnum.RecordVerticalOscillation, channel: training.VerticalOscillation, read: notNegative, write: asIs},
	{num: fieldnum.RecordStanceTime, channel: training.GroundContact, read: notNegative, write: asIs},
	{num: fieldnum.RecordStanceTimeBalance, channel: training.GroundContactBalance, read: notNegative, write: asIs},
	{num: fieldnum.RecordStepLength, channel: training.StepLength, read: notNegative, write: asIs},
	{num: fieldnum.RecordEnhancedRespirationRate, channel: training.RespirationRate, read: respiration, write: writeTimes10},
	{num: fieldnum.RecordCoreTemperature, channel: training.CoreTemperature, read: notNegative, write: asIs},

	{num: fieldnum.RecordTimestamp, read: handled},
	{num: fieldnum.RecordCompressedSpeedDistance, read: handled},
	{num: fieldnum.RecordSpeed, channel: training.Speed, read: notNegative, weak: true},
	{num: fieldnum.RecordAltitude, channel: training.Altitude, read: altitude, weak: true},
	{num: fieldnum.RecordCadence256, channel: training.Cadence, read: cadence256, weak: true},
	{num: fieldnum.RecordRespirationRate, channel: training.RespirationRate, read: tenths, weak: true},
}

// recordFieldOf maps a field number to its recordField, nil for fields that are
// not read.
var recordFieldOf = func() (out [256]*recordField) {
	for i := range recordFields {
		out[recordFields[i].num] = &recordFields[i]
	}
	return out
}()

// handled is the read function of fields that the record reader handles itself.
func handled(int64) (int64, bool) { return 0, false }

func anyNumber(n int64) (int64, bool)    { return n, true }
func positive(n int64) (int64, bool)     { return n, n > 0 }
func signedTenths(n int64) (int64, bool) { return n * 10, true }

// notNegative returns n, or false if it is negative: the number is unsigned in FIT, but a
// file can declare the field as signed.
func notNegative(n int64) (int64, bool) { return n, n >= 0 }
func tenths(n int64) (int64, bool)      { return n * 10, n >= 0 }

func distance(n int64) (int64, bool) { return n, n >= 0 && n <= Most }

func cadence256(n int64) (int64, bool) { return (n*10 + 128) >> 8, n >= 0 }

func respiration(n int64) (int64, bool) { return (n + 5) / 10, n >= 0 }

// latitude returns n, or false beyond the poles: a quarter turn is 2^30 semicircles.
func latitude(n int64) (int64, bool) { return n, n >= -1<<30 && n <= 1<<30 }

// altitude converts fifths of a metre above -500 m to cm.
func altitude(n int64) (int64, bool) { return n*20 - 50000, true }

func writeAltitude(v int32) int64 { return int64(math.Round(float64(v)/20)) + 2500 }

// leftBalance converts a share in percent to the left leg's share in 1/100 %. A bit marks
// the share as the right leg's; without that bit, the share counts as the left leg's.
func leftBalance(n int64) (int64, bool) {
	share := n & 0x7F
	if share > 100 {
		return 0, false
	}
	if n&0x80 != 0 {
		share = 100 - share
	}
	return share * 100, true
}

// none is a value that no field can hold.
const none = math.MinInt64

// writeBalance returns the share of the right leg in percent, with the bit for
// "right".
func writeBalance(v int32) int64 {
	if v < 0 || v > 10000 {
		return none
	}
	return 0x80 | (100 - int64(math.Round(float64(v)/100)))
}

func asIs(v int32) int64              { return int64(v) }
func writeTimes10(v int32) int64      { return int64(v) * 10 }
func writeTenth(v int32) int64        { return int64(v) / 10 }
func writeNearestTenth(v int32) int64 { return int64(math.Round(float64(v) / 10)) }

// longitude limits a longitude to less than the highest value, which means "none"
// in FIT: 180° east is written two centimetres too far west.
func longitude(v int32) int64 { return int64(min(v, math.MaxInt32-1)) }

// writeFraction returns the part below 1 rpm in 1/128 rpm, or none if it is zero.
func writeFraction(v int32) int64 {
	if v%10 == 0 || v < 0 {
		return none
	}
	return int64(math.Round(float64(v%10) * 12.8))
}
