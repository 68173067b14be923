package apple

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// stage is a stage of the night, as a source recorded it.
type stage uint8

const (
	inBed stage = iota
	awake
	asleep // no more is known
	core
	deep
	rem
	stages
)

var stageNames = map[string]stage{
	"InBed": inBed, "Awake": awake, "Asleep": asleep, "AsleepUnspecified": asleep,
	"AsleepCore": core, "AsleepDeep": deep, "AsleepREM": rem,
}

// stretch is one record of a night.
type stretch struct {
	start, end int64
	offset     int32 // of the place at its end
	from       sourceID
	stage      stage
}

// mostStretches are those of a lifetime of nights.
const mostStretches = 1_000_000

// slept keeps a record of sleep; it is false for one that is not usable.
func (h *health) slept(e *element) bool {
	start, ok1 := h.clock.read(e.raw("startDate"))
	end, ok2 := h.clock.read(e.raw("endDate"))
	word := strings.TrimPrefix(e.text("value"), "HKCategoryValueSleepAnalysis")
	st, known := stageNames[word]
	if !ok1 || !ok2 || !known || end.unix <= start.unix || end.unix-start.unix > 2*daySeconds || len(h.nights) >= mostStretches {
		return false
	}
	h.nights = append(h.nights, stretch{start.unix, end.unix, end.offset, h.sources.of(e), st})
	return true
}

// apartS is how long somebody is up between one sleep and another.
const apartS = 3 * 3600

// night is one sleep as one source has it.
type night struct {
	from       sourceID
	start, end int64 // without the time in bed before and after
	first      int32 // offset at the start
	offset     int32
	seconds    [stages]int64
	asleepS    int64
}

func (n *night) day() training.Day { return dayOf(n.end + int64(n.offset)) }

// sleep gives each day the night that ended on it: of the best source that
// knew more than that the athlete lay in bed, the longest.
func (h *health) sleep(days map[training.Day]*training.WellnessDay) {
	slices.SortFunc(h.nights, func(a, b stretch) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.stage, b.stage))
	})
	best := map[training.Day]night{}
	for list := h.nights; len(list) > 0; {
		n := 1
		for end := list[0].end; n < len(list) && list[n].from == list[0].from && list[n].start-end < apartS; n++ {
			end = max(end, list[n].end)
		}
		one := nightOf(list[:n])
		list = list[n:]
		if one.asleepS == 0 {
			continue
		}
		b, ok := best[one.day()]
		if !ok || cmp.Or(h.source(one.from).before(h.source(b.from)), cmp.Compare(b.asleepS, one.asleepS)) < 0 {
			best[one.day()] = one
		}
	}
	for day, n := range best {
		n.put(on(days, day), h.source(n.from).shown())
	}
}

// nightOf adds up the stretches of one sleep by one source. What overlaps
// counts once.
func nightOf(list []stretch) night {
	n := night{from: list[0].from}
	var until [stages]int64
	asleepUntil := int64(0)
	for _, s := range list {
		n.seconds[s.stage] += overlapless(&until[s.stage], s)
		if s.stage == inBed {
			continue
		}
		if s.stage != awake {
			n.asleepS += overlapless(&asleepUntil, s)
		}
		if n.start == 0 || s.start < n.start {
			n.start, n.first = s.start, s.offset
		}
		if s.end > n.end {
			n.end, n.offset = s.end, s.offset
		}
	}
	return n
}

// overlapless counts the part of a stretch that no earlier one covers; stretches come by start.
func overlapless(until *int64, s stretch) int64 {
	d := max(0, s.end-max(s.start, *until))
	*until = max(*until, s.end)
	return d
}

func (n *night) put(d *training.WellnessDay, by string) {
	d.Put(training.WellnessSleepS, float64(n.asleepS), by)
	if n.seconds[core]+n.seconds[deep]+n.seconds[rem] > 0 {
		d.Put(training.WellnessSleepLightS, float64(n.seconds[core]), by)
		d.Put(training.WellnessSleepDeepS, float64(n.seconds[deep]), by)
		d.Put(training.WellnessSleepRemS, float64(n.seconds[rem]), by)
		d.Put(training.WellnessSleepAwakeS, float64(n.seconds[awake]), by)
	}
	if n.seconds[inBed] > 0 {
		d.Put(training.WellnessSleepInBedS, float64(n.seconds[inBed]), by)
	}
	d.Say(training.WellnessSleepStart, stamp{n.start, n.first}.time().Format(time.RFC3339), by)
	d.Say(training.WellnessSleepEnd, stamp{n.end, n.offset}.time().Format(time.RFC3339), by)
}
