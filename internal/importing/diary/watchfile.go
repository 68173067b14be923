package diary

import (
	"slices"
	"time"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// recorded is what one file of a watch says.
type recorded struct {
	file   int
	zones  zones
	values []measured
	levels []level
	// from, to and score are those of the night.
	from, to time.Time
	score    float64
	last     uint32 // the last time in the file
}

func (r *recorded) empty() bool { return len(r.values)+len(r.levels) == 0 && r.from.IsZero() }

// measured is one value at a time. kind is that of its message.
type measured struct {
	*watchValue

	at    time.Time
	kind  byte
	value float64
}

// level is a stage of sleep that ends at a time; the stage is empty if it was not measured.
type level struct {
	until time.Time
	stage training.WellnessField
}

// watchValue is a field of a message, as a value of a day. kinds are those that count, by the
// message's kind of movement, of sport or of measuring; nil means all.
type watchValue struct {
	message typedef.MesgNum
	num     byte
	kinds   []byte
	part    string
	field   training.WellnessField
	scale   float64
	rule    rule
}

const (
	energyNum = 3 // not in FIT's profile: the energy of the body
	none      = 0xFF
	ran       = byte(typedef.ActivityTypeRunning)
	walked    = byte(typedef.ActivityTypeWalking)
	sportRun  = byte(typedef.SportRunning)
	sportBike = byte(typedef.SportCycling)
)

// watchValues lists the values that are read. Of a running total, only steps on foot are steps.
// A measurement of oxygen of kind 0 was off the wrist.
var watchValues = []watchValue{
	{mesgnum.Monitoring, fieldnum.MonitoringCycles, []byte{ran, walked}, "monitor", stepsF, 1, running},
	{mesgnum.Monitoring, fieldnum.MonitoringActiveCalories, nil, "monitor", training.WellnessActiveKcal, 1, running},
	{mesgnum.MonitoringHrData, fieldnum.MonitoringHrDataCurrentDayRestingHeartRate, nil, "resting_hr", restingF, 1, latest},
	{mesgnum.HrvStatusSummary, fieldnum.HrvStatusSummaryLastNightAverage, nil, "hrv", rmssdF, 1.0 / 128, latest},
	{mesgnum.StressLevel, fieldnum.StressLevelStressLevelValue, nil, "stress", training.WellnessDeviceStress, 1, mean},
	{mesgnum.StressLevel, energyNum, nil, "stress", training.WellnessEnergyHigh, 1, most},
	{mesgnum.StressLevel, energyNum, nil, "stress", training.WellnessEnergyLow, 1, least},
	{mesgnum.Spo2Data, fieldnum.Spo2DataReadingSpo2, []byte{1, 2, 3, none}, "spo2", training.WellnessSpO2Pct, 1, mean},
	{mesgnum.RespirationRate, fieldnum.RespirationRateRespirationRate, nil, "respiration", breathF, 0.01, mean},
	{mesgnum.MaxMetData, fieldnum.MaxMetDataVo2Max, []byte{none}, "metrics", training.WellnessVO2Max, 0.1, latest},
	{mesgnum.MaxMetData, fieldnum.MaxMetDataVo2Max, []byte{sportRun}, "metrics", training.WellnessVO2MaxRunning, 0.1, latest},
	{mesgnum.MaxMetData, fieldnum.MaxMetDataVo2Max, []byte{sportBike}, "metrics", training.WellnessVO2MaxCycling, 0.1, latest},
}

// These are numbers of messages that are not in FIT's profile.
const (
	numSleepStart = 273
	numSleepEnd   = 276
)

// stampNum is the number of the field with the time, in every message.
const stampNum = 253

func (r *recorded) read(x *listing.Export, e *listing.Entry) error {
	data, err := x.Table(e)
	if err != nil {
		return err
	}
	_, err = fit.Messages(x.Context(), data, r.message)
	return err
}

// timeOf returns the time in a field, or the zero time if it is not a date.
func timeOf(m *proto.Message, num byte) time.Time {
	if s := fit.FieldTime(m, num); s >= fit.FirstDate {
		return fit.ProfileTime(s)
	}
	return time.Time{}
}

// message stores a message.
func (r *recorded) message(m *proto.Message) {
	at, kind := timeOf(m, stampNum), byte(none)
	if !at.IsZero() {
		r.last = fit.FieldTime(m, stampNum)
	}
	switch m.Num {
	case mesgnum.MonitoringInfo:
		r.zone(at, timeOf(m, fieldnum.MonitoringInfoLocalTimestamp))
	case mesgnum.Monitoring:
		at, kind = r.minute(m)
	case mesgnum.StressLevel:
		if own := timeOf(m, fieldnum.StressLevelStressLevelTime); !own.IsZero() {
			at = own
		}
	case mesgnum.Spo2Data:
		kind = fit.Code[byte](m, fieldnum.Spo2DataMode)
	case mesgnum.MaxMetData:
		kind = fit.Code[byte](m, fieldnum.MaxMetDataSport)
	case numSleepStart:
		const local = 2
		r.zone(at, timeOf(m, local))
		r.from = at
	case numSleepEnd:
		r.to = at
	case mesgnum.SleepAssessment:
		r.score, _ = fit.Number(m, fieldnum.SleepAssessmentOverallSleepScore)
	case mesgnum.SleepLevel:
		if v, ok := fit.Int(m, fieldnum.SleepLevelSleepLevel); ok && !at.IsZero() {
			r.levels = append(r.levels, level{at, map[int64]training.WellnessField{1: awakeF, 2: lightF, 3: deepF, 4: remF}[v]})
		}
	}
	if !at.IsZero() {
		r.valuesOf(m, at, kind)
	}
}

// valuesOf stores the values in a message. Numbers below the lowest are codes.
func (r *recorded) valuesOf(m *proto.Message, at time.Time, kind byte) {
	lowest := int64(1)
	if m.Num == mesgnum.StressLevel {
		lowest = 0
	}
	for i := range watchValues {
		w := &watchValues[i]
		if w.message != m.Num || w.kinds != nil && !slices.Contains(w.kinds, kind) {
			continue
		}
		if v, ok := fit.Int(m, w.num); ok && v >= lowest {
			r.values = append(r.values, measured{w, at, kind, float64(v) * w.scale})
		}
	}
}

// zone stores the offset of the local clock. Offsets are whole quarters of an hour.
func (r *recorded) zone(at, there time.Time) {
	const quarter, most = 15 * time.Minute, 15 * time.Hour
	if offset := there.Sub(at).Round(quarter); !at.IsZero() && !there.IsZero() && offset.Abs() <= most {
		r.zones = append(r.zones, clockZone{at, int(offset.Seconds())})
	}
}

// minute returns the time of a monitoring message and its kind of movement. The time is zero
// if the message has no kind. Most messages state only the low 16 bits of their time.
func (r *recorded) minute(m *proto.Message) (at time.Time, kind byte) {
	if low, ok := fit.Int(m, fieldnum.MonitoringTimestamp16); ok && r.last != 0 {
		full := r.last&^0xFFFF | uint32(low)&0xFFFF //nolint:gosec // 16 bits
		if full < r.last {
			full += 1 << 16
		}
		r.last = full
	}
	kind = fit.Code[byte](m, fieldnum.MonitoringActivityType)
	if both, ok := fit.Int(m, fieldnum.MonitoringCurrentActivityTypeIntensity); kind == none && ok {
		kind = byte(both & 0x1F)
	}
	if kind == none || r.last == 0 {
		return at, kind
	}
	return fit.ProfileTime(r.last), kind
}
