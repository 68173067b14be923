package fit

import (
	"math"

	"github.com/muktihari/fit/profile/typedef"
	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/profile/untyped/mesgnum"

	"lapkeep/internal/training"
)

// Metrics of devices that Lapkeep has no rule of its own for.
const (
	MetricMinHRBpm         training.Metric = "min_hr_bpm"
	MetricMaxTempC         training.Metric = "max_temp_c"
	MetricTrainingLoadPeak training.Metric = "training_load_peak"
	MetricMinAltitudeM     training.Metric = "min_altitude_m"
	MetricMaxAltitudeM     training.Metric = "max_altitude_m"
	MetricCycles           training.Metric = "cycles"
)

// ProfileValue ties one numeric field of a message to a metric: the metric is
// raw/Scale - Offset.
type ProfileValue struct {
	Metric training.Metric
	Num    byte
	Scale  float64
	Offset float64
	// Fraction is the field with the 1/128 parts, 0 if there is none.
	Fraction byte
	// Legacy fields are read where no other gave the metric, and not written.
	Legacy bool
}

const (
	perKMCm   = 100_000    // distance in cm
	perKMHMMS = 1000 / 3.6 // speed in mm/s
)

// SessionValues are the metrics of a session.
var SessionValues = []ProfileValue{
	{Metric: training.MetricDistanceKM, Num: fieldnum.SessionTotalDistance, Scale: perKMCm},
	{Metric: training.MetricMovingTimeS, Num: fieldnum.SessionTotalMovingTime, Scale: 1000},
	{Metric: training.MetricCaloriesKcal, Num: fieldnum.SessionTotalCalories, Scale: 1},
	{Metric: training.MetricWorkKJ, Num: fieldnum.SessionTotalWork, Scale: 1000},
	{Metric: training.MetricAvgSpeedKMH, Num: fieldnum.SessionEnhancedAvgSpeed, Scale: perKMHMMS},
	{Metric: training.MetricMaxSpeedKMH, Num: fieldnum.SessionEnhancedMaxSpeed, Scale: perKMHMMS},
	{Metric: training.MetricAvgSpeedKMH, Num: fieldnum.SessionAvgSpeed, Scale: perKMHMMS, Legacy: true},
	{Metric: training.MetricMaxSpeedKMH, Num: fieldnum.SessionMaxSpeed, Scale: perKMHMMS, Legacy: true},
	{Metric: training.MetricAvgPowerW, Num: fieldnum.SessionAvgPower, Scale: 1},
	{Metric: training.MetricMaxPowerW, Num: fieldnum.SessionMaxPower, Scale: 1},
	{Metric: training.MetricNormalizedPowerW, Num: fieldnum.SessionNormalizedPower, Scale: 1},
	{Metric: training.MetricThresholdPowerW, Num: fieldnum.SessionThresholdPower, Scale: 1},
	{Metric: training.MetricTSS, Num: fieldnum.SessionTrainingStressScore, Scale: 10},
	{Metric: training.MetricIntensityFactor, Num: fieldnum.SessionIntensityFactor, Scale: 1000},
	{Metric: training.MetricAvgHRBpm, Num: fieldnum.SessionAvgHeartRate, Scale: 1},
	{Metric: training.MetricMaxHRBpm, Num: fieldnum.SessionMaxHeartRate, Scale: 1},
	{Metric: MetricMinHRBpm, Num: fieldnum.SessionMinHeartRate, Scale: 1},
	{Metric: training.MetricAvgCadenceRPM, Num: fieldnum.SessionAvgCadence, Scale: 1, Fraction: fieldnum.SessionAvgFractionalCadence},
	{Metric: training.MetricMaxCadenceRPM, Num: fieldnum.SessionMaxCadence, Scale: 1, Fraction: fieldnum.SessionMaxFractionalCadence},
	{Metric: training.MetricElevationGainM, Num: fieldnum.SessionTotalAscent, Scale: 1},
	{Metric: training.MetricElevationLossM, Num: fieldnum.SessionTotalDescent, Scale: 1},
	{Metric: MetricMinAltitudeM, Num: fieldnum.SessionEnhancedMinAltitude, Scale: 5, Offset: 500},
	{Metric: MetricMaxAltitudeM, Num: fieldnum.SessionEnhancedMaxAltitude, Scale: 5, Offset: 500},
	{Metric: MetricMinAltitudeM, Num: fieldnum.SessionMinAltitude, Scale: 5, Offset: 500, Legacy: true},
	{Metric: MetricMaxAltitudeM, Num: fieldnum.SessionMaxAltitude, Scale: 5, Offset: 500, Legacy: true},
	{Metric: training.MetricAvgTempC, Num: fieldnum.SessionAvgTemperature, Scale: 1},
	{Metric: MetricMaxTempC, Num: fieldnum.SessionMaxTemperature, Scale: 1},
	{Metric: training.MetricTrainingEffect, Num: fieldnum.SessionTotalTrainingEffect, Scale: 10},
	{Metric: training.MetricAnaerobicEffect, Num: fieldnum.SessionTotalAnaerobicTrainingEffect, Scale: 10},
	{Metric: MetricTrainingLoadPeak, Num: fieldnum.SessionTrainingLoadPeak, Scale: 65536},
	{Metric: training.MetricPoolLengthM, Num: fieldnum.SessionPoolLength, Scale: 100},
	{Metric: training.MetricLengths, Num: fieldnum.SessionNumActiveLengths, Scale: 1},
	{Metric: training.MetricLengths, Num: fieldnum.SessionNumLengths, Scale: 1, Legacy: true},
	{Metric: MetricCycles, Num: fieldnum.SessionTotalCycles, Scale: 1},
	{Metric: training.MetricPerceivedExertion, Num: fieldnum.SessionWorkoutRpe, Scale: 10},
}

// LapValues are the metrics of a lap.
var LapValues = []ProfileValue{
	{Metric: training.MetricDistanceKM, Num: fieldnum.LapTotalDistance, Scale: perKMCm},
	{Metric: training.MetricMovingTimeS, Num: fieldnum.LapTotalMovingTime, Scale: 1000},
	{Metric: training.MetricCaloriesKcal, Num: fieldnum.LapTotalCalories, Scale: 1},
	{Metric: training.MetricWorkKJ, Num: fieldnum.LapTotalWork, Scale: 1000},
	{Metric: training.MetricAvgSpeedKMH, Num: fieldnum.LapEnhancedAvgSpeed, Scale: perKMHMMS},
	{Metric: training.MetricMaxSpeedKMH, Num: fieldnum.LapEnhancedMaxSpeed, Scale: perKMHMMS},
	{Metric: training.MetricAvgSpeedKMH, Num: fieldnum.LapAvgSpeed, Scale: perKMHMMS, Legacy: true},
	{Metric: training.MetricMaxSpeedKMH, Num: fieldnum.LapMaxSpeed, Scale: perKMHMMS, Legacy: true},
	{Metric: training.MetricAvgPowerW, Num: fieldnum.LapAvgPower, Scale: 1},
	{Metric: training.MetricMaxPowerW, Num: fieldnum.LapMaxPower, Scale: 1},
	{Metric: training.MetricNormalizedPowerW, Num: fieldnum.LapNormalizedPower, Scale: 1},
	{Metric: training.MetricAvgHRBpm, Num: fieldnum.LapAvgHeartRate, Scale: 1},
	{Metric: training.MetricMaxHRBpm, Num: fieldnum.LapMaxHeartRate, Scale: 1},
	{Metric: MetricMinHRBpm, Num: fieldnum.LapMinHeartRate, Scale: 1},
	{Metric: training.MetricAvgCadenceRPM, Num: fieldnum.LapAvgCadence, Scale: 1, Fraction: fieldnum.LapAvgFractionalCadence},
	{Metric: training.MetricMaxCadenceRPM, Num: fieldnum.LapMaxCadence, Scale: 1, Fraction: fieldnum.LapMaxFractionalCadence},
	{Metric: training.MetricElevationGainM, Num: fieldnum.LapTotalAscent, Scale: 1},
	{Metric: training.MetricElevationLossM, Num: fieldnum.LapTotalDescent, Scale: 1},
	{Metric: training.MetricAvgTempC, Num: fieldnum.LapAvgTemperature, Scale: 1},
	{Metric: MetricMaxTempC, Num: fieldnum.LapMaxTemperature, Scale: 1},
	{Metric: training.MetricLengths, Num: fieldnum.LapNumActiveLengths, Scale: 1},
	{Metric: MetricCycles, Num: fieldnum.LapTotalCycles, Scale: 1},
}

// SplitCycles gives the count of cycles its name by sport: strokes in water,
// cycles elsewhere.
func SplitCycles(v training.Values, s training.Sport) {
	if c, ok := v[MetricCycles]; ok && (s == training.Swimming || s == training.Rowing || s == training.Paddling) {
		delete(v, MetricCycles)
		v[training.MetricStrokes] = c
	}
}

// CyclesOf is the count that FIT calls cycles.
func CyclesOf(v training.Values) (float64, bool) {
	if c, ok := v[training.MetricStrokes]; ok {
		return c, true
	}
	c, ok := v[MetricCycles]
	return c, ok
}

func (f *encodeFile) lapMessages(r *training.Recording) {
	sport, sub := SportCodes(r.Sport, r.SubSport)
	for i := range r.Laps {
		l := &r.Laps[i]
		m := newMessage(mesgnum.Lap)
		m.int(fieldnum.LapTimestamp, after(r, l.StartS+l.ElapsedS))
		m.int(fieldnum.LapMessageIndex, int64(f.laps))
		m.int(fieldnum.LapStartTime, after(r, l.StartS))
		m.scaled(fieldnum.LapTotalElapsedTime, l.ElapsedS, 1000)
		m.scaled(fieldnum.LapTotalTimerTime, l.TimerS, 1000)
		m.int(fieldnum.LapEvent, int64(typedef.EventLap))
		m.int(fieldnum.LapEventType, int64(typedef.EventTypeStop))
		m.int(fieldnum.LapLapTrigger, int64(typedef.LapTriggerFromString(l.Trigger)))
		m.int(fieldnum.LapIntensity, int64(typedef.IntensityFromString(l.Intensity)))
		m.int(fieldnum.LapSport, int64(sport))
		m.int(fieldnum.LapSubSport, int64(sub))
		if l.Step > 0 && len(r.Workout) > 0 {
			m.int(fieldnum.LapWktStepIndex, int64(l.Step-1))
		}
		m.values(LapValues, l.Device, fieldnum.LapTotalCycles)
		f.add(m)
		f.laps++
	}
}

func (f *encodeFile) lengthMessages(r *training.Recording) {
	for i := range r.Lengths {
		l := &r.Lengths[i]
		kind := typedef.LengthTypeIdle
		if l.Active {
			kind = typedef.LengthTypeActive
		}
		m := newMessage(mesgnum.Length)
		m.int(fieldnum.LengthTimestamp, after(r, l.StartS+l.ElapsedS))
		m.int(fieldnum.LengthMessageIndex, int64(f.lengths))
		m.int(fieldnum.LengthStartTime, after(r, l.StartS))
		m.scaled(fieldnum.LengthTotalElapsedTime, l.ElapsedS, 1000)
		m.scaled(fieldnum.LengthTotalTimerTime, l.TimerS, 1000)
		m.int(fieldnum.LengthEvent, int64(typedef.EventLength))
		m.int(fieldnum.LengthEventType, int64(typedef.EventTypeStop))
		m.int(fieldnum.LengthLengthType, int64(kind))
		m.int(fieldnum.LengthSwimStroke, int64(typedef.SwimStrokeFromString(l.Stroke)))
		if l.Strokes > 0 {
			m.int(fieldnum.LengthTotalStrokes, int64(l.Strokes))
		}
		f.add(m)
		f.lengths++
	}
}

// values puts the metrics of a table; cycles is the field of the count that
// is called strokes in water.
func (m *message) values(table []ProfileValue, v training.Values, cycles byte) {
	for i := range table {
		t := &table[i]
		x, ok := v[t.Metric]
		if !ok || t.Legacy || t.Num == cycles {
			continue
		}
		if t.Fraction == 0 {
			m.scaled(t.Num, x+t.Offset, t.Scale)
			continue
		}
		whole, part := math.Modf(math.Round(x*128) / 128)
		m.int(t.Num, int64(whole))
		if part > 0 {
			m.int(t.Fraction, int64(part*128))
		}
	}
	if n, ok := CyclesOf(v); ok {
		m.scaled(cycles, n, 1)
	}
}

// sessions writes the summaries, after all that they sum up.
func (f *encodeFile) sessions(recs []*training.Recording) {
	for i, r := range recs {
		sport, sub := SportCodes(r.Sport, r.SubSport)
		m := newMessage(mesgnum.Session)
		m.int(fieldnum.SessionTimestamp, after(r, r.ElapsedS))
		m.int(fieldnum.SessionMessageIndex, int64(i))
		m.int(fieldnum.SessionStartTime, Seconds(r.Start))
		m.scaled(fieldnum.SessionTotalElapsedTime, r.ElapsedS, 1000)
		m.scaled(fieldnum.SessionTotalTimerTime, r.TimerS, 1000)
		m.int(fieldnum.SessionEvent, int64(typedef.EventSession))
		m.int(fieldnum.SessionEventType, int64(typedef.EventTypeStop))
		m.int(fieldnum.SessionSport, int64(sport))
		m.int(fieldnum.SessionSubSport, int64(sub))
		m.int(fieldnum.SessionFirstLapIndex, int64(f.first[i]))
		m.int(fieldnum.SessionNumLaps, int64(len(r.Laps)))
		m.values(SessionValues, r.DeviceValues, fieldnum.SessionTotalCycles)
		f.add(m)
		f.timeInZone(i, r)
	}
}

func (f *encodeFile) timeInZone(session int, r *training.Recording) {
	if len(r.DeviceZones) == 0 {
		return
	}
	m := newMessage(mesgnum.TimeInZone)
	m.int(fieldnum.TimeInZoneTimestamp, after(r, r.ElapsedS))
	m.int(fieldnum.TimeInZoneReferenceMesg, int64(mesgnum.Session))
	m.int(fieldnum.TimeInZoneReferenceIndex, int64(session))
	for _, z := range r.DeviceZones {
		for i := range zoneFields {
			if f := &zoneFields[i]; f.kind == z.Kind {
				m.list(f.times, z.Seconds, 1000)
				m.list(f.bounds, z.HighBounds, f.scale)
			}
		}
	}
	f.add(m)
}
