package apple

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// sourceID identifies the source of a record.
type sourceID uint16

// source is a device or a program that writes to Apple Health.
type source struct {
	name string // as on the phone; it may contain the athlete's name
	rank rank
}

// rank orders sources. If several sources have a value, the source with the lowest rank is used.
type rank uint8

const (
	watch  rank = iota // an Apple Watch
	sensor             // a device by another maker
	app                // a program
	phone              // an iPhone or iPad
)

// label returns a name for the source that does not contain the owner's name.
func (s source) label() string {
	switch s.rank {
	case watch:
		return "Apple Watch"
	case phone:
		return "iPhone"
	}
	return s.name
}

// shown returns the name of the source in wellness values.
func (s source) shown() string { return Source + "/" + s.label() }

// before orders sources by rank and then by name, so that the choice is the
// same in every export of the same records.
func (s source) before(o source) int {
	return cmp.Or(cmp.Compare(s.rank, o.rank), cmp.Compare(s.name, o.name))
}

type sources struct {
	byName map[string]sourceID
	all    []source
}

// mostSources is the maximum number of sources in a file. All others are
// treated as a single source.
const mostSources = 2000

// of returns the source of an element, adding it if it is new.
func (s *sources) of(e *element) sourceID {
	raw := e.raw("sourceName")
	if id, ok := s.byName[string(raw)]; ok {
		if s.all[id].rank == app && len(e.raw("device")) > 0 { // some records do not contain their device
			s.all[id].rank = rankOf(s.all[id].name, e.text("device"))
		}
		return id
	}
	if len(s.all) > mostSources {
		return mostSources
	}
	name := textclean.Line(strings.ReplaceAll(string(reading.PlainXML(raw)), "\u00a0", " "), textclean.NameRunes)
	id := sourceID(len(s.all)) //nolint:gosec // bounded
	s.byName[string(raw)] = id
	s.all = append(s.all, source{name, rankOf(name, e.text("device"))})
	return id
}

// rankOf determines the rank from a source's name and its device's description.
func rankOf(name, device string) rank {
	maker, model := property(device, "manufacturer"), property(device, "model")
	switch {
	case model == "Watch", strings.HasPrefix(property(device, "hardware"), "Watch"), strings.Contains(name, "Apple Watch"):
		return watch
	case maker != "" && !strings.HasPrefix(maker, "Apple"):
		return sensor
	case strings.HasPrefix(maker, "Apple"), strings.Contains(name, "iPhone"), strings.Contains(name, "iPad"):
		return phone
	}
	return app
}

// property returns one property from a string like "<<HKDevice: 0x1>, name:Apple Watch,
// model:Watch, hardware:Watch6,2>".
func property(device, name string) string {
	_, rest, ok := strings.Cut(device, " "+name+":")
	if !ok {
		return ""
	}
	if i := strings.Index(rest, ", "); i >= 0 {
		rest = rest[:i]
	}
	return strings.TrimSuffix(rest, ">")
}

// These are prefixes and names in Apple's files.
const (
	quantity  = "HKQuantityTypeIdentifier"
	category  = "HKCategoryTypeIdentifier"
	rootName  = "HealthData"
	exertion  = "WorkoutEffortScore"
	sleepName = "SleepAnalysis"
)

// health collects the data in a file of records. Its size depends on the number
// of days, nights and workouts, not on the size of the file.
type health struct {
	asOf     time.Time
	sex      training.Sex
	sources  sources
	totals   map[dayKey]total
	nights   []stretch
	phases   map[training.Day]cyclePhase // of the menstrual cycle
	burned   map[training.Day]float64    // kcal
	series   map[seriesKey]*samples
	ranked   [training.NumChannels][]*samples // sorted after all records have been read
	gone     map[wayKey]*samples
	blocks   int
	efforts  map[int64]float64 // by the start time of the workout
	workouts []*workout

	clock  clock
	within bool // inside a correlation, whose records are also listed outside it
	now    *workout
	leg    *leg
	root   bool
	whole  bool
	// odd is the number of elements that are malformed or have impossible values.
	odd int
	// beyond is the number of daily values whose sum is impossible.
	beyond int
}

// read reads a file of records. If it fails, it returns the data read so far along with the error.
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
		return h, training.Errorf(training.KindCorrupt, "The file contains no health data.").WithFix("Export it again from the Health app.")
	case !h.whole:
		return h, training.Errorf(training.KindCorrupt, "The file is cut off; what comes before that was read.").
			WithFix("Copy or export it again.")
	}
	return h, nil
}

// take processes one tag.
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

// opened processes elements whose data is in their opening tag.
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

// record stores a record of a type that is read. It returns false if such a record is unusable.
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

// days returns the wellness days of the file.
func (h *health) days() *wellness {
	days := map[training.Day]*training.WellnessDay{}
	w := &wellness{days, map[string]map[training.Day]*training.WellnessDay{}}
	h.values(w)
	h.sleep(w)
	for day, p := range h.phases {
		on(days, day).Set(training.WellnessMenstrualPhase, p.phase, h.source(p.from).shown())
	}
	for day, kcal := range h.burned {
		on(days, day).Put(training.WellnessActiveKcal, kcal, Source)
	}
	for day, d := range days {
		if d.Empty() {
			delete(days, day)
		}
	}
	return w
}

// leftOut describes how much of the file could not be used.
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

// These are the types of records about the menstrual cycle.
const (
	flowName      = "MenstrualFlow"
	ovulationName = "OvulationTestResult"
)

// mostPeriodDays is longer than any period. A longer record is a mistake.
const mostPeriodDays = 15

// cyclePhase is the phase of a day that the records of one source show.
type cyclePhase struct {
	phase string
	from  sourceID
}

// menstruated stores a record of a period. It returns false if the record is unusable.
func (h *health) menstruated(e *element) bool {
	word := string(e.raw("value"))
	if strings.HasSuffix(word, "None") {
		return true
	}
	return h.cycled(e, "period", mostPeriodDays)
}

// tested stores an ovulation test, if it shows that ovulation is near.
func (h *health) tested(e *element) bool {
	word := string(e.raw("value"))
	if !strings.HasSuffix(word, "LuteinizingHormoneSurge") && !strings.HasSuffix(word, "Positive") {
		return true
	}
	return h.cycled(e, "ovulating", 1)
}

// cycled sets the phase of a record's days. Periods take precedence over tests.
func (h *health) cycled(e *element, phase string, most int) bool {
	start, ok1 := h.clock.read(e.raw("startDate"))
	end, ok2 := h.clock.read(e.raw("endDate"))
	if !ok1 || !ok2 || end.unix < start.unix {
		return false
	}
	days := training.DayRange{From: dayOf(start.unix + int64(start.offset)), To: dayOf(end.unix + int64(end.offset))}
	if end.unix > start.unix && (end.unix+int64(end.offset))%daySeconds == 0 {
		days.To-- // it ends at midnight
	}
	if days.Days() > most {
		return false
	}
	if h.phases == nil {
		h.phases = map[training.Day]cyclePhase{}
	}
	for d := days.From; d <= days.To; d++ {
		if h.phases[d].phase != "period" {
			h.phases[d] = cyclePhase{phase, h.sources.of(e)}
		}
	}
	return true
}
