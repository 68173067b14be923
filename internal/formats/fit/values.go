package fit

import (
	"math"

	"github.com/muktihari/fit/profile/untyped/fieldnum"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/training"
)

// The metrics of devices for which Lapkeep has no rule of its own.
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
	// Fraction is the field with the 1/128 parts; 0 means none.
	Fraction byte
	// If Legacy is set, the field is read only if no other field has the metric,
	// and never written.
	Legacy bool
}

const (
	perKMCm   = 100_000    // distance in cm
	perKMHMMS = 1000 / 3.6 // speed in mm/s
)

// SessionValues lists the metrics of a session.
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

// LapValues lists the metrics of a lap.
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

// SplitCycles renames the count of cycles by sport: strokes in water, cycles
// elsewhere.
func SplitCycles(v training.Values, s training.Sport) {
	if c, ok := v[MetricCycles]; ok && (s == training.Swimming || s == training.Rowing || s == training.Paddling) {
		delete(v, MetricCycles)
		v[training.MetricStrokes] = c
	}
}

// CyclesOf returns the number that FIT calls cycles, or false if there is none.
func CyclesOf(v training.Values) (float64, bool) {
	if c, ok := v[training.MetricStrokes]; ok {
		return c, true
	}
	c, ok := v[MetricCycles]
	return c, ok
}

// values reads the metrics of a table from a message.
func values(m *proto.Message, table []ProfileValue) training.Values {
	var out training.Values
	for i := range table {
		v := &table[i]
		if _, has := out[v.Metric]; has && v.Legacy {
			continue
		}
		x, ok := Number(m, v.Num)
		if !ok {
			continue
		}
		x = x/v.Scale - v.Offset
		if v.Fraction != 0 {
			if n, ok := Int(m, v.Fraction); ok && n < 128 {
				x += float64(n) / 128
			}
		}
		out = out.Put(v.Metric, x)
	}
	return out
}

// values adds the metrics of a table. It skips the field cycles, whose meaning
// depends on the sport.
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
