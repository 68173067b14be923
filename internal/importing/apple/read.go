package apple

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Prefixes of Apple's words.
const (
	quantity  = "HKQuantityTypeIdentifier"
	category  = "HKCategoryTypeIdentifier"
	rootName  = "HealthData"
	exertion  = "WorkoutEffortScore"
	sleepName = "SleepAnalysis"
)

// health collects what Lapkeep uses from a file of records. It grows with
// days, nights and workouts, not with the file.
type health struct {
	asOf     time.Time
	sex      training.Sex
	sources  sources
	totals   map[dayKey]total
	nights   []stretch
	phases   map[training.Day]cyclePhase // of the menstrual cycle
	burned   map[training.Day]float64    // kcal
	series   map[seriesKey]*samples
	ranked   [training.NumChannels][]*samples // once all is read
	gone     map[wayKey]*samples
	blocks   int
	efforts  map[int64]float64 // by the start of their workout
	workouts []*workout

	clock  clock
	within bool // a correlation, whose records stand outside of it too
	now    *workout
	leg    *leg
	root   bool
	whole  bool
	// odd counts elements that are not well-formed or say what cannot be.
	odd int
	// beyond counts values of days whose records add up to what cannot be.
	beyond int
}

// read reads a file of records. What was read until an error is returned too.
func read(r io.Reader) (*health, error) {
	h := &health{
		sources: sources{byName: map[string]sourceID{}}, totals: map[dayKey]total{}, burned: map[training.Day]float64{},
		series: map[seriesKey]*samples{}, gone: map[wayKey]*samples{}, efforts: map[int64]float64{},
	}
	s := newScanner(r)
	var e element
	for {
		tag, ok := s.next()
		if !ok {
			break
		}
		e.parse(tag)
		h.take(&e)
	}
	h.rank()
	h.odd += s.broken
	switch {
	case s.err != nil && !errors.Is(s.err, io.EOF):
		return h, s.err
	case !h.root:
		return h, training.Errorf(training.KindCorrupt, "The file holds no health data.").WithFix("Export it again from the Health app.")
	case !h.whole:
		return h, training.Errorf(training.KindCorrupt, "The file is cut off; what comes before that was read.").
			WithFix("Copy or export it again.")
	}
	return h, nil
}

// take reads one tag.
func (h *health) take(e *element) {
	if e.broken {
		h.odd++
		return
	}
	name := string(e.name)
	if h.now != nil && h.inWorkout(name, e) {
		return
	}
	switch name {
	case rootName:
		h.root, h.whole = true, h.whole || e.closing
	case "ExportDate":
		if at, ok := h.clock.read(e.raw("value")); ok {
			h.asOf = at.time()
		}
	case "Me":
		if sex, known := sexes[e.text("HKCharacteristicTypeIdentifierBiologicalSex")]; known {
			h.sex = sex
		}
	case "Correlation":
		h.within = !e.closing && !e.empty
	default:
		if !e.closing {
			h.opened(name, e)
		}
	}
}

// opened reads the elements that have their values in their opening tag.
func (h *health) opened(name string, e *element) {
	switch name {
	case "Record":
		if !h.within && !h.record(e) {
			h.odd++
		}
	case "ActivitySummary":
		if !h.summary(e) {
			h.odd++
		}
	case "Workout":
		h.begin(e)
	}
}

var sexes = map[string]training.Sex{"HKBiologicalSexFemale": training.Female, "HKBiologicalSexMale": training.Male}

// record keeps a record if it is of a kind that is kept; it is false for one
// that should be and cannot.
func (h *health) record(e *element) bool {
	typ := string(e.raw("type"))
	if name, ok := strings.CutPrefix(typ, quantity); ok {
		if k, ok := kinds[name]; ok {
			return h.sampled(k, e)
		}
		if wy, ok := ways[name]; ok {
			return h.walked(wy, e)
		}
		if m, ok := measures[name]; ok {
			return h.measured(name, m, e)
		}
		if name == exertion {
			at, ok := h.clock.read(e.raw("startDate"))
			v, isNumber := e.number("value")
			if ok && isNumber && v >= 1 && v <= 10 && len(h.efforts) < mostWorkouts {
				h.efforts[at.unix] = v
			}
		}
		return true
	}
	switch typ {
	case category + sleepName:
		return h.slept(e)
	case category + flowName:
		return h.menstruated(e)
	case category + ovulationName:
		return h.tested(e)
	}
	return true
}

func (h *health) source(id sourceID) source {
	if int(id) < len(h.sources.all) {
		return h.sources.all[id]
	}
	return source{rank: app}
}

// days are the wellness days of the file.
func (h *health) days() map[training.Day]*training.WellnessDay {
	days := map[training.Day]*training.WellnessDay{}
	h.values(days)
	h.sleep(days)
	for day, p := range h.phases {
		on(days, day).Say(training.WellnessMenstrualPhase, p.phase, h.source(p.from).shown())
	}
	for day, kcal := range h.burned {
		on(days, day).Put(training.WellnessActiveKcal, kcal, Source)
	}
	for day, d := range days {
		if d.Empty() {
			delete(days, day)
		}
	}
	return days
}

// leftOut says how much could not be read.
func (h *health) leftOut() string {
	var said []string
	if h.odd > 0 {
		said = append(said, fmt.Sprintf("%d of its records are malformed or impossible; they were left out.", h.odd))
	}
	if h.beyond > 0 {
		said = append(said, "Left out: "+i18n.Counted(h.beyond, "daily total", "daily totals")+" that no day can have.")
	}
	return strings.Join(said, " ")
}
