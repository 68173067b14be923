package xmlfile

import (
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

// lap is a Lap element.
type lap struct {
	start       time.Time
	first, last time.Time // of its points, zero without any
	points      int       // how many points came before it
	timer       float64
	lap         training.Lap
}

// starts says that the lap's own start can be: its points are not before it,
// and not after it by more than the lap took.
func (l *lap) starts() bool {
	if l.start.IsZero() || l.first.IsZero() {
		return !l.start.IsZero()
	}
	wait := l.first.Sub(l.start).Seconds()
	return wait >= 0 && (l.timer == 0 || wait <= l.timer)
}

// hold notes that a point stands in the lap that is open.
func (a *activity) hold(t time.Time) {
	if len(a.laps) == 0 || t.IsZero() {
		return
	}
	l := &a.laps[len(a.laps)-1]
	if l.first.IsZero() || t.Before(l.first) {
		l.first = t
	}
	if t.After(l.last) {
		l.last = t
	}
}

func (a *activity) startLap(start string) {
	t, _, _, _ := reading.ParseTime(start)
	a.laps = append(a.laps, lap{start: t, points: a.build.Len()})
}

// lapMetrics are the elements of a Lap that are numbers, and what makes them
// the metric's unit.
var lapMetrics = map[string]struct {
	metric training.Metric
	factor float64
}{
	"DistanceMeters": {training.MetricDistanceKM, 0.001},
	"MaximumSpeed":   {training.MetricMaxSpeedKMH, 3.6},
	"AvgSpeed":       {training.MetricAvgSpeedKMH, 3.6},
	"Calories":       {training.MetricCaloriesKcal, 1},
	"Cadence":        {training.MetricAvgCadenceRPM, 1},
	"AvgRunCadence":  {training.MetricAvgCadenceRPM, 1},
	"MaxRunCadence":  {training.MetricMaxCadenceRPM, 1},
	"MaxBikeCadence": {training.MetricMaxCadenceRPM, 1},
	"AvgWatts":       {training.MetricAvgPowerW, 1},
	"MaxWatts":       {training.MetricMaxPowerW, 1},
}

func (a *activity) lapValue(name, parent, text string) {
	l := &a.laps[len(a.laps)-1]
	if m, ok := lapMetrics[name]; ok {
		l.put(m.metric, text, m.factor)
		return
	}
	switch name {
	case "TotalTimeSeconds":
		if x, ok := reading.TrackNumber(text); ok && x >= 0 {
			l.timer = x
		}
	case "Value":
		switch parent {
		case "AverageHeartRateBpm":
			l.put(training.MetricAvgHRBpm, text, 1)
		case "MaximumHeartRateBpm":
			l.put(training.MetricMaxHRBpm, text, 1)
		}
	case "Intensity":
		l.lap.Intensity = intensities[text]
	case "TriggerMethod":
		l.lap.Trigger = strings.ToLower(text)
	}
}

var intensities = map[string]string{"Active": "active", "Resting": "rest"}

func (l *lap) put(m training.Metric, text string, factor float64) {
	if x, ok := reading.TrackNumber(text); ok && x > 0 {
		l.lap.Device = l.lap.Device.Put(m, x*factor)
	}
}

// maxLapStart is how many seconds after the start a lap may begin.
const maxLapStart = 30 * 24 * 3600
