package endomondotest

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"lapkeep/test/archivetest/bodytest"
)

// members collects objects of one member each.
type members []string

func (m *members) raw(name, value string) { *m = append(*m, fmt.Sprintf("{%q: %s}", name, value)) }

func (m *members) text(name, value string) {
	if value != "" {
		m.raw(name, strconv.Quote(value))
	}
}

// number leaves out what is not known.
func (m *members) number(name string, value float64) {
	if value != 0 {
		m.raw(name, strconv.FormatFloat(value, 'f', -1, 64))
	}
}

func (m *members) list() string { return "[" + strings.Join(*m, ", ") + "]" }

func (w *Workout) json() []byte {
	const clock = "2006-01-02 15:04:05.0"
	var m members
	m.text("name", w.Name)
	m.text("sport", w.Word)
	source := "TRACK_MOBILE"
	if w.Way == Typed || w.Way == Drawn {
		source = "INPUT_MANUAL"
	}
	m.text("source", source)
	m.text("created_date", w.Start.Add(26*time.Hour).Format(clock))
	m.text("start_time", w.Start.Format(clock))
	m.text("end_time", w.Start.Add(time.Duration(w.DurationS)*time.Second).Format(clock))
	m.text("notes", w.Notes)
	m.number("duration_s", float64(w.DurationS))
	m.number("distance_km", w.DistanceM/1000)
	m.number("calories_kcal", w.Calories)
	if w.Way == Tracked {
		m.number("altitude_min_m", 390)
		m.number("altitude_max_m", 450)
		m.number("ascend_m", 60)
		m.number("descend_m", 58)
	}
	m.number("heart_rate_avg_bpm", float64(w.AvgHR))
	m.number("heart_rate_max_bpm", float64(w.MaxHR))
	m.number("speed_avg_kmh", 3.6*w.DistanceM/float64(w.DurationS))
	m.number("hydration_l", 0.25)
	if points := w.points(); len(points) > 0 {
		m.raw("points", "[\n"+strings.Join(points, ",\n")+"\n]")
	}
	m.raw("comments", `[[{"author": "A friend"}, {"created_date": "2016-05-02 10:00:00.0"}, {"text": "what a workout"}]]`)
	return []byte("[\n" + strings.Join(m, ",\n") + "\n]\n")
}

func (w *Workout) points() (out []string) {
	switch w.Way {
	case Drawn:
		for _, p := range w.drawn() {
			var m members
			m.raw("location", location(p))
			out = append(out, m.list())
		}
	case Tracked, Indoors:
		for _, p := range w.Body.Points() {
			out = append(out, w.point(p))
		}
	}
	return out
}

// point is one of a tracked workout. The first has neither altitude nor speed.
func (w *Workout) point(p bodytest.Point) string {
	var m members
	if w.Way == Tracked {
		m.raw("location", location(p))
		if p.Second > 0 {
			m.raw("altitude", strconv.FormatFloat(p.AltitudeM, 'f', -1, 64))
		}
		m.raw("distance_km", strconv.FormatFloat(p.DistanceM/1000, 'f', 6, 64))
		if p.Second > 0 {
			m.raw("speed_kmh", strconv.FormatFloat(3.6*p.SpeedMS, 'f', 4, 64))
		}
	}
	if w.AvgHR > 0 {
		m.raw("heart_rate_bpm", strconv.Itoa(p.HR))
	}
	m.text("timestamp", w.Body.At(p.Second).UTC().Format("Mon Jan 02 15:04:05 UTC 2006"))
	return m.list()
}

func location(p bodytest.Point) string {
	return fmt.Sprintf(`[[{"latitude": %.7f}, {"longitude": %.7f}]]`, p.Lat, p.Lon)
}
