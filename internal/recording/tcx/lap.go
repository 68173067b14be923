package tcx

import (
	"strings"
	"time"

	"lapkeep/internal/recording/track"
	"lapkeep/internal/training"
)

// lap is a Lap element.
type lap struct {
	start  time.Time
	points int // how many points came before it
	timer  float64
	lap    training.Lap
}

func (a *activity) startLap(start string) {
	t, _, _, _ := track.ParseTime(start)
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
		if x, ok := track.Number(text); ok && x >= 0 {
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
	if x, ok := track.Number(text); ok && x > 0 {
		l.lap.Device = l.lap.Device.Put(m, x*factor)
	}
}

// maxLapStart is how many seconds after the start a lap may begin.
const maxLapStart = 30 * 24 * 3600

// finishLaps places the laps on the recording's clock and takes the times
// that laps alone say.
func (a *activity) finishLaps() {
	r := &a.rec
	timer, last := 0.0, 0.0
	for i := range a.laps {
		l := &a.laps[i]
		// A lap's start may be nonsense; laps still follow each other.
		if at := l.start.Sub(r.Start).Truncate(time.Second).Seconds(); !l.start.IsZero() && at > last && at < maxLapStart {
			last = at
		}
		l.lap.StartS, l.lap.TimerS = last, l.timer
		timer += l.timer
	}
	end, lastRow := r.ElapsedS, -1.0
	if n := r.Columns.Len(); n > 0 {
		lastRow = float64(r.Columns.TimeS[n-1])
	}
	if n := len(a.laps); n > 0 {
		if l := &a.laps[n-1]; r.Columns.Len() == 0 || l.points == a.build.Len() {
			end = max(end, l.lap.StartS+l.timer)
		}
	}
	r.ElapsedS = end
	for i := range a.laps {
		l := &a.laps[i].lap
		if i+1 < len(a.laps) {
			l.EndS = a.laps[i+1].lap.StartS
			l.ElapsedS = l.EndS - l.StartS
		} else {
			l.ElapsedS = max(0, end-l.StartS)
			l.EndS = max(end, l.StartS, lastRow+1)
		}
		r.Laps = append(r.Laps, *l)
	}
	r.TimerS = track.Timer(r.ElapsedS, r.Pauses)
	// A second either way is rounding; more than that, and the laps lie.
	if timer > 0 && timer <= r.ElapsedS*1.02+2 {
		r.TimerS = timer
	}
}
