package igpsport

import (
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

const (
	kmhPerMPS = 3.6
	mPerKm    = 1000
)

// Statistics are what the service counts of a year.
type Statistics struct {
	Totals struct {
		Count    *client.Number `json:"totalCount"`
		Distance *client.Number `json:"totalDistance"` // m
		TimeS    *client.Number `json:"totalTimerTime"`
		Speed    *client.Number `json:"avgSpeed"` // m/s
		Ascent   *client.Number `json:"sumTotalAscent"`
		Calories *client.Number `json:"totalCalories"`
		TSS      *client.Number `json:"totalPwrTSS"`
	} `json:"statisticsData"`
	Axis []struct {
		Time  string         `json:"time"` // 2026/01
		Km    *client.Number `json:"value"`
		Count *client.Number `json:"totalCount"`
		TimeS *client.Number `json:"totalTimerTime"`
	} `json:"axis"`
	Milestones []struct {
		Km    client.Number `json:"distance"`
		Count client.Number `json:"count"`
	} `json:"milestoneList"`
	Bests []best `json:"personalBestList"`
}

type best struct {
	Activity client.ID     `json:"activityId"`
	Key      string        `json:"keyName"`
	Time     string        `json:"keyTime"` // by the clock of the place
	Value    client.Number `json:"keyValue"`
}

// metrics are ours for the service's bests, and what its values are multiplied
// by. A climb is misspelt there.
var metrics = map[string]struct {
	name  string
	scale float64
}{
	"MaxDistance": {"distance_km", 1.0 / mPerKm}, "MaxTime": {"duration_s", 1},
	"MaxAvgSpeed": {"avg_speed_kmh", kmhPerMPS}, "MaxMaxSpeed": {"max_speed_kmh", kmhPerMPS},
	"MaxClimbinSpeed": {"elevation_gain_m", 1}, "MaxClimbingSpeed": {"elevation_gain_m", 1},
	"MaxAvgPower": {"avg_power_w", 1}, "MaxMaxPower": {"max_power_w", 1},
}

// longestWord is how much of a service's own word is kept.
const longestWord = 60

// Read are the statistics in our words and units.
func (s *Statistics) Read(year string) source.Statistics {
	t := &s.Totals
	out := source.Statistics{Period: year, Totals: source.StatisticsTotals{
		Activities: scaled(t.Count, 1), DistanceKm: scaled(t.Distance, 1.0/mPerKm), DurationS: scaled(t.TimeS, 1),
		ElevationGainM: scaled(t.Ascent, 1), CaloriesKcal: scaled(t.Calories, 1), AvgSpeedKmh: scaled(t.Speed, kmhPerMPS),
		TSS: scaled(t.TSS, 1),
	}}
	for _, m := range s.Axis {
		out.Months = append(out.Months, source.StatisticsMonth{
			Month: textclean.Line(strings.ReplaceAll(m.Time, "/", "-"), longestWord), Activities: scaled(m.Count, 1),
			DistanceKm: scaled(m.Km, 1), DurationS: scaled(m.TimeS, 1),
		})
	}
	for _, m := range s.Milestones {
		out.Milestones = append(out.Milestones, source.Milestone{DistanceKm: float64(m.Km), Activities: int(m.Count)})
	}
	for _, b := range s.Bests {
		if x, ok := b.read(); ok {
			out.Bests = append(out.Bests, x)
		}
	}
	return out
}

// read is a best in our words; false if it says nothing.
func (b *best) read() (source.StatisticsBest, bool) {
	out := source.StatisticsBest{Metric: textclean.Line(b.Key, longestWord), Value: float64(b.Value)}
	if m, ok := metrics[b.Key]; ok {
		out.Metric, out.Value = m.name, out.Value*m.scale
	}
	if id := string(b.Activity); IsID(id) && id != "0" {
		out.ActivityID = id
	}
	if at, timed := local(b.Time); timed {
		out.Start = at
	}
	return out, out.Metric != "" && out.Value != 0
}

// scaled is a number in our unit, nil where it is not said.
func scaled(n *client.Number, by float64) *float64 {
	if n == nil {
		return nil
	}
	x := float64(*n) * by
	return &x
}

// LocalOf is a time by the clock of the place, empty if it is none.
func LocalOf(s string) training.LocalTime {
	at, _ := local(s)
	return at
}
