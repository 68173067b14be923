package archive

import (
	"strconv"
	"strings"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// said takes over the athlete's words on a ride.
func said(h *jsonfile.Ride, stem string) training.Statement {
	s := training.Statement{
		Ref: GoldenCheetahSource + ":" + strings.ToLower(stem), Sport: h.Sport(),
		Name: textclean.Line(h.Tags["Workout Title"], textclean.NameRunes), Description: textclean.Text(h.Tags["Notes"], textclean.TextRunes),
	}
	if v, err := strconv.ParseFloat(h.Tags["RPE"], 64); err == nil && v >= 1 && v <= 10 {
		s.PerceivedExertion = v
	}
	return s
}

// entered are the figures that an activity without samples has.
var entered = map[string]training.Metric{
	"total_distance": training.MetricDistanceKM,
	"time_riding":    training.MetricMovingTimeS,
	"average_power":  training.MetricAvgPowerW,
	"coggan_np":      training.MetricNormalizedPowerW,
	"average_hr":     training.MetricAvgHRBpm,
	"max_heartrate":  training.MetricMaxHRBpm,
	"average_cad":    training.MetricAvgCadenceRPM,
	"total_work":     training.MetricWorkKJ,
	"elevation_gain": training.MetricElevationGainM,
}

// entry is an activity that was typed in.
func entry(h *jsonfile.Ride) *training.Entry {
	e := &training.Entry{Start: h.Start, ElapsedS: max(0, h.Overrides["workout_time"])}
	if e.TimerS = max(0, h.Overrides["time_riding"]); e.TimerS == 0 {
		e.TimerS = e.ElapsedS
	}
	e.ElapsedS = max(e.ElapsedS, e.TimerS)
	for name, v := range h.Overrides {
		if m, ok := entered[name]; ok && v > 0 {
			e.Values = e.Values.Put(m, v)
		}
	}
	return e
}
