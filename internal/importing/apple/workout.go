package apple

import (
	"context"
	"math"
	"slices"
	"strings"
	"unicode"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// workout is a workout in an export.
type workout struct {
	leg
	from      sourceID
	device    string
	durationS float64
	legs      []leg
	events    []event
	routes    []string // paths relative to the export's folder, as in the file
	zone      string
	brand     string
	indoor    bool
	open      bool // in open water
	pool      bool
}

// leg is a part of a workout with a single sport. The workout itself is also a leg.
type leg struct {
	word       string // Apple's word for the sport, without prefix
	start, end stamp
	values     training.Values
	distance   string // type of the last distance
}

// event is a marker in a workout.
type event struct {
	word string // Apple's word, without prefix
	at   int64
	// lastS is the event's duration in s.
	lastS float64
}

// These are the limits for one file and one workout.
const (
	mostWorkouts = 100_000
	mostEvents   = 20_000
	mostLegs     = 200
	mostRoutes   = 100
	longestS     = 14 * daySeconds
)

const typePrefix = "HKWorkoutActivityType"

// begin starts a workout.
func (h *health) begin(e *element) {
	w := &workout{from: h.sources.of(e), device: textclean.Line(e.text("device"), textclean.TextRunes)}
	if !w.span(h, e) || len(h.workouts) >= mostWorkouts {
		h.odd++
		return
	}
	w.word = strings.TrimPrefix(textclean.Line(e.text("workoutActivityType"), textclean.NameRunes), typePrefix)
	if v, ok := e.number("duration"); ok {
		w.durationS = v * seconds[e.text("durationUnit")]
	}
	if w.end == w.start && w.durationS > 0 && w.durationS <= longestS { // some programs write the start time as the end time too
		w.end.unix += int64(w.durationS + 0.5)
	}
	for _, t := range []struct{ value, unit, kind string }{
		{"totalDistance", "totalDistanceUnit", "Distance"}, {"totalEnergyBurned", "totalEnergyBurnedUnit", "ActiveEnergyBurned"},
	} {
		if v, ok := e.number(t.value); ok {
			w.total(t.kind, v, e.text(t.unit))
		}
	}
	h.workouts = append(h.workouts, w)
	if !e.empty {
		h.now = w
	}
}

var seconds = units{"min": 60, "s": 1, "hr": 3600, "ms": 1e-3}

// span reads the start and the end.
func (l *leg) span(h *health, e *element) bool {
	var ok1, ok2 bool
	l.start, ok1 = h.clock.read(e.raw("startDate"))
	l.end, ok2 = h.clock.read(e.raw("endDate"))
	return ok1 && ok2 && l.end.unix >= l.start.unix && l.end.unix-l.start.unix <= longestS
}

// inWorkout processes a tag within a workout. It returns false if the tag does
// not belong to the workout.
func (h *health) inWorkout(name string, e *element) bool {
	w := h.now
	switch name {
	case "Workout":
		h.now, h.leg = nil, nil
		return e.closing
	case "WorkoutActivity":
		h.inLeg(e)
	case "WorkoutStatistics":
		if !e.closing {
			h.statistic(e)
		}
	case "WorkoutEvent":
		if at, ok := h.clock.read(e.raw("date")); ok && !e.closing && len(w.events) < mostEvents {
			v, _ := e.number("duration")
			w.events = append(w.events, event{
				strings.TrimPrefix(e.text("type"), "HKWorkoutEventType"), at.unix,
				v * seconds[e.text("durationUnit")],
			})
		}
	case "FileReference":
		if p := e.text("path"); p != "" && len(w.routes) < mostRoutes && !slices.Contains(w.routes, p) {
			w.routes = append(w.routes, p)
		}
	case "MetadataEntry":
		if !e.closing {
			w.metadata(e.text("key"), textclean.Line(e.text("value"), textclean.NameRunes))
		}
	case "WorkoutRoute":
	case rootName, "Record", "ActivitySummary", "Correlation": // the workout's end tag is missing
		h.now, h.leg = nil, nil
		return false
	}
	return true
}

func (h *health) inLeg(e *element) {
	h.leg = nil
	if e.closing || len(h.now.legs) >= mostLegs {
		return
	}
	var l leg
	if !l.span(h, e) {
		h.odd++
		return
	}
	l.word = strings.TrimPrefix(textclean.Line(e.text("workoutActivityType"), textclean.NameRunes), typePrefix)
	h.now.legs = append(h.now.legs, l)
	if !e.empty {
		h.leg = &h.now.legs[len(h.now.legs)-1]
	}
}

// statistic reads a total of the workout or of its current leg.
func (h *health) statistic(e *element) {
	to := &h.now.leg
	if h.leg != nil {
		to = h.leg
	}
	kind, unit := strings.TrimPrefix(e.text("type"), quantity), e.text("unit")
	if v, ok := e.number("sum"); ok {
		to.total(kind, v, unit)
	}
	average, ok1 := e.number("average")
	maximum, ok2 := e.number("maximum")
	for _, f := range []struct {
		kind         string
		average, max training.Metric
		units        units
	}{
		{"HeartRate", training.MetricAvgHRBpm, training.MetricMaxHRBpm, perMinute},
		{"RunningPower", training.MetricAvgPowerW, training.MetricMaxPowerW, units{"W": 1}},
		{"CyclingPower", training.MetricAvgPowerW, training.MetricMaxPowerW, units{"W": 1}},
		{"CyclingCadence", training.MetricAvgCadenceRPM, training.MetricMaxCadenceRPM, perMinute},
	} {
		scale := f.units[unit]
		if f.kind != kind || scale == 0 {
			continue
		}
		if ok1 && average > 0 {
			to.values = to.values.Put(f.average, average*scale)
		}
		if ok2 && maximum > 0 {
			to.values = to.values.Put(f.max, maximum*scale)
		}
	}
}

const kmPerMile = 1.609344

var kilometres = units{"km": 1, "m": 1e-3, "mi": kmPerMile, "yd": 0.0009144, "ft": 0.0003048}

// total stores a total of the leg. If there are several distances, the longest
// belongs to the leg's sport, and the others to its warm-up.
func (l *leg) total(kind string, v float64, unit string) {
	switch {
	case v <= 0:
	case strings.HasPrefix(kind, "Distance"):
		if km := v * kilometres[unit]; km > l.values[training.MetricDistanceKM] {
			l.values, l.distance = l.values.Put(training.MetricDistanceKM, km), kind
		}
	case kind == "ActiveEnergyBurned" && energy[unit] > 0:
		l.values = l.values.Put(training.MetricCaloriesKcal, v*energy[unit])
	case kind == "SwimmingStrokeCount":
		l.values = l.values.Put(training.MetricStrokes, v)
	}
}

// metadata reads one metadata entry of a workout.
func (w *workout) metadata(key, value string) {
	amount, unit, _ := strings.Cut(value, " ")
	v, ok := number([]byte(amount))
	switch key {
	case "HKIndoorWorkout":
		w.indoor = value == "1"
	case "HKTimeZone":
		w.zone = value
	case "HKWorkoutBrandName":
		w.brand = value
	case "HKSwimmingLocationType":
		w.pool, w.open = value == "1", value == "2"
	case "HKLapLength":
		if m := v * kilometres[unit] * 1000; ok && m > 0 {
			w.values = w.values.Put(training.MetricPoolLengthM, m)
		}
	case "HKElevationAscended":
		if m := v * (units{"cm": 0.01, "m": 1, "ft": 0.3048})[unit]; ok && m > 0 {
			w.values = w.values.Put(training.MetricElevationGainM, m)
		}
	}
}

// sports maps Apple's words to the sports that have another name here.
var sports = map[string]training.Sport{
	"Cycling": training.Cycling, "HandCycling": training.Cycling,
	"Running": training.Running, "TrackAndField": training.Running, "WheelchairRunPace": training.Running,
	"Walking": training.Walking, "WheelchairWalkPace": training.Walking, "Hiking": training.Hiking,
	"Swimming": training.Swimming, "Rowing": training.Rowing, "PaddleSports": training.Paddling,
	"CrossCountrySkiing": training.CrossCountry, "DownhillSkiing": training.AlpineSki, "Snowboarding": training.AlpineSki,
	"SkatingSports":         training.Skating,
	"StrengthTraining":      training.Strength,
	"CoreTraining":          training.Strength,
	"FunctionalStrength":    training.Strength,
	"TraditionalStrength":   training.Strength,
	"Yoga":                  training.Yoga,
	"Pilates":               training.Yoga,
	"MindAndBody":           training.Yoga,
	"Elliptical":            training.Fitness,
	"StairClimbing":         training.Fitness,
	"Stairs":                training.Fitness,
	"StepTraining":          training.Fitness,
	"CrossTraining":         training.Fitness,
	"MixedCardio":           training.Fitness,
	"HighIntensityInterval": training.Fitness,
	"Cooldown":              training.Fitness,
	"UnderwaterDiving":      training.Diving,
	"Transition":            training.Transition,
	"Other":                 training.Other, "": training.Other,
}

// sportOf returns the sport for Apple's word. An unknown sport keeps Apple's name.
func sportOf(word string) training.Sport {
	short := strings.TrimSuffix(word, "Training")
	for _, w := range []string{word, short} {
		if s, ok := sports[w]; ok {
			return s
		}
	}
	var out strings.Builder
	for i, r := range word {
		switch {
		case unicode.IsUpper(r) && i > 0:
			out.WriteByte('_')
			fallthrough
		default:
			out.WriteRune(unicode.ToLower(r))
		}
	}
	return training.Sport(out.String())
}

// byDistance maps the type of the measured distance to the sport of a leg.
var byDistance = map[string]training.Sport{
	"DistanceSwimming": training.Swimming, "DistanceCycling": training.Cycling, "DistanceWalkingRunning": training.Running,
	"DistanceRowing": training.Rowing, "DistancePaddleSports": training.Paddling, "DistanceCrossCountrySkiing": training.CrossCountry,
	"DistanceSkatingSports": training.Skating,
}

// sport returns the sport of a leg.
func (l *leg) sport() training.Sport {
	if l.word == "" {
		if s, ok := byDistance[l.distance]; ok {
			return s
		}
		return training.Transition
	}
	return sportOf(l.word)
}

// refined returns the sub-sport of the workout.
func (w *workout) refined(s training.Sport) string {
	switch {
	case s == training.Swimming && w.open:
		return training.SubOpenWater
	case s == training.Swimming && (w.pool || w.indoor):
		return training.SubPool
	case s == training.Swimming:
		return ""
	case w.indoor && (s == training.Cycling || s == training.Running || s == training.Walking || s == training.Rowing):
		return training.SubIndoor
	}
	return ""
}

// several reports whether the legs of a workout have different sports.
func (w *workout) several() bool {
	if len(w.legs) < 2 {
		return false
	}
	for i := range w.legs {
		if w.legs[i].sport() != w.legs[0].sport() {
			return true
		}
	}
	return false
}

// cover finds out which spans contain a sample. It cuts time into cells at the
// start and end of each span, so that a sample is in a single cell and is
// examined only once, no matter how many spans there are.
type cover struct {
	cuts   []int64 // sorted; cell i is from cuts[i] up to but not including cuts[i+1]
	filled []bool
	last   int // the cell of the last sample, which usually also contains the next one
}

func newCover(workouts []*workout) *cover {
	cuts := []int64{math.MinInt64, math.MaxInt64}
	for _, w := range workouts {
		cuts = append(cuts, w.start.unix, w.end.unix+1)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	return &cover{cuts: cuts, filled: make([]bool, len(cuts))}
}

// cell returns the index of the cell that contains the given time.
func (c *cover) cell(at int64) int {
	i, found := slices.BinarySearch(c.cuts, at)
	if !found {
		i--
	}
	return i
}

func (c *cover) add(at int64) {
	if at < c.cuts[c.last] || at >= c.cuts[c.last+1] {
		c.last = c.cell(at)
	}
	c.filled[c.last] = true
}

// of reports, for each workout, whether it contains a sample.
func (c *cover) of(workouts []*workout) []bool {
	before := make([]int, len(c.cuts)) // number of filled cells before this one
	for i := 1; i < len(before); i++ {
		before[i] = before[i-1]
		if c.filled[i-1] {
			before[i]++
		}
	}
	out := make([]bool, len(workouts))
	for i, w := range workouts {
		out[i] = before[c.cell(w.end.unix+1)] > before[c.cell(w.start.unix)]
	}
	return out
}

// recorded reports, for each workout, whether it has samples for a stream.
func (h *health) recorded(ctx context.Context) ([]bool, error) {
	c := newCover(h.workouts)
	for _, list := range h.ranked {
		for _, s := range list {
			for i := range s.blocks {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				s.blocks[i].each(func(at, _ int64) bool { c.add(at); return true })
			}
		}
	}
	return c.of(h.workouts), nil
}
