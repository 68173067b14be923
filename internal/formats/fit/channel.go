package fit

import (
	"math"

	"github.com/muktihari/fit/profile/untyped/fieldnum"

	"lapkeep/internal/training"
)

// recordChannel says how one field of a record becomes a value of a channel.
// Its read is false for a value that means "none" or cannot be.
type recordChannel struct {
	channel training.Channel
	read    func(int64) (int64, bool)
	// weak fields give way to others of the same record.
	weak bool
	// fraction is the part of the cadence below 1 rpm.
	fraction bool
}

// fieldTimestamp and others are handled by the record reader itself.
func handled(int64) (int64, bool) { return 0, false }

// recordChannels is indexed by field number; fields without read are skipped.
var recordChannels = [256]recordChannel{
	fieldnum.RecordTimestamp:               {read: handled},
	fieldnum.RecordFractionalCadence:       {read: handled, fraction: true},
	fieldnum.RecordCompressedSpeedDistance: {read: handled},

	fieldnum.RecordPower:                   {channel: training.Power, read: notNegative},
	fieldnum.RecordHeartRate:               {channel: training.HeartRate, read: positive},
	fieldnum.RecordCadence:                 {channel: training.Cadence, read: tenths},
	fieldnum.RecordCadence256:              {channel: training.Cadence, read: cadence256, weak: true},
	fieldnum.RecordEnhancedSpeed:           {channel: training.Speed, read: notNegative},
	fieldnum.RecordSpeed:                   {channel: training.Speed, read: notNegative, weak: true},
	fieldnum.RecordEnhancedAltitude:        {channel: training.Altitude, read: rowsAltitude},
	fieldnum.RecordAltitude:                {channel: training.Altitude, read: rowsAltitude, weak: true},
	fieldnum.RecordDistance:                {channel: training.Distance, read: distance},
	fieldnum.RecordTemperature:             {channel: training.Temperature, read: rowsTimes10},
	fieldnum.RecordPositionLat:             {channel: training.Latitude, read: latitude},
	fieldnum.RecordPositionLong:            {channel: training.Longitude, read: rowsAsIs},
	fieldnum.RecordLeftRightBalance:        {channel: training.LeftBalance, read: leftBalance},
	fieldnum.RecordVerticalOscillation:     {channel: training.VerticalOscillation, read: notNegative},
	fieldnum.RecordStanceTime:              {channel: training.GroundContact, read: notNegative},
	fieldnum.RecordStanceTimeBalance:       {channel: training.GroundContactBalance, read: notNegative},
	fieldnum.RecordStepLength:              {channel: training.StepLength, read: notNegative},
	fieldnum.RecordEnhancedRespirationRate: {channel: training.RespirationRate, read: respiration},
	fieldnum.RecordRespirationRate:         {channel: training.RespirationRate, read: tenths, weak: true},
	fieldnum.RecordCoreTemperature:         {channel: training.CoreTemperature, read: notNegative},
}

func rowsAsIs(n int64) (int64, bool)    { return n, true }
func positive(n int64) (int64, bool)    { return n, n > 0 }
func rowsTimes10(n int64) (int64, bool) { return n * 10, true }

// notNegative reads what FIT counts without a sign, and tenths the same of
// whole numbers. A file can still define the field with one.
func notNegative(n int64) (int64, bool) { return n, n >= 0 }
func tenths(n int64) (int64, bool)      { return n * 10, n >= 0 }

func distance(n int64) (int64, bool) { return n, n >= 0 && n <= Most }

func cadence256(n int64) (int64, bool) { return (n*10 + 128) >> 8, n >= 0 }

// rowsAltitude comes in fifths of a metre above -500 m.
func rowsAltitude(n int64) (int64, bool) { return n*20 - 50000, true }

func respiration(n int64) (int64, bool) { return (n + 5) / 10, n >= 0 }

// latitude is bounded by the poles: a quarter turn is 2^30 semicircles.
func latitude(n int64) (int64, bool) { return n, n >= -1<<30 && n <= 1<<30 }

// leftBalance comes as percent with a bit that says that it is the right
// leg's; without the bit it is taken for the left leg's.
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

func fits(n int64) bool { return n >= math.MinInt32 && n <= math.MaxInt32 }
