package appletest

import (
	"slices"
	"time"
)

// reading is one record of a day.
type reading struct {
	from  *source
	start time.Time
	end   time.Time
	value float64
}

// stage is one stretch of a night, by HealthKit's word.
type stage struct {
	from       *source
	start, end time.Time
	word       string
}

// plan is everything that one day's records say.
type plan struct {
	date                                            string
	steps, resting, sdnn, spo2, breath, weight, vo2 []reading
	stages                                          []stage
}

// plan lays out the nth day. On some days the watch lay in a drawer.
func (e *Export) plan(n int) plan {
	m, worn := e.midnight(n), n%6 != 4
	wobble := func(k int) float64 { return float64((n*7 + int(e.o.Seed)*5) % k) }
	p := plan{date: m.Format(time.DateOnly)}
	at := func(list *[]reading, from *source, after, lasting time.Duration, value float64) {
		*list = append(*list, reading{from, m.Add(after), m.Add(after + lasting), value})
	}
	for hour := 7; hour < 22; hour++ {
		h := time.Duration(hour) * time.Hour
		at(&p.steps, phone, h, 40*time.Minute, 200+wobble(50))
		if worn {
			at(&p.steps, watch, h+5*time.Minute, 50*time.Minute, 300+wobble(90))
			at(&p.steps, connect, h, time.Hour, 310+wobble(90))
		}
	}
	if worn {
		at(&p.resting, watch, 0, 23*time.Hour, 46+wobble(6))
		for k := range 4 {
			h := time.Hour + time.Duration(k)*80*time.Minute
			at(&p.sdnn, watch, h, time.Minute, 40+wobble(20)+float64(3*k))
			at(&p.spo2, watch, h+time.Minute, 0, 0.94+float64(k)/100)
			at(&p.breath, watch, h+2*time.Minute, time.Minute, 13+float64(k)/2+wobble(3))
		}
	}
	if n%2 == 0 || !worn {
		at(&p.resting, connect, 8*time.Hour, 0, 52+wobble(6))
	}
	if n%3 == 1 {
		kg := 64 + wobble(12)/10
		at(&p.weight, scale, 6*time.Hour+41*time.Minute, 0, kg)
		at(&p.weight, phone, 6*time.Hour+41*time.Minute, 0, kg) // the scale's app wrote it once more
	}
	if worn && n%5 == 2 {
		at(&p.vo2, watch, 19*time.Hour, 0, 44+wobble(4)/2)
	}
	p.night(m, n, worn)
	return p
}

// nightStages are minutes of each stage, in order.
var nightStages = []struct {
	word    string
	minutes int
}{
	{"AsleepCore", 38},
	{"AsleepDeep", 44},
	{"AsleepCore", 61},
	{"AsleepREM", 22},
	{"Awake", 4},
	{"AsleepCore", 70},
	{"AsleepDeep", 21},
	{"AsleepREM", 37},
	{"Awake", 2},
	{"AsleepCore", 55},
	{"AsleepREM", 29},
}

// night adds what each source saw of the night before.
func (p *plan) night(midnight time.Time, n int, worn bool) {
	begin := midnight.Add(-time.Duration(70-n%6*10) * time.Minute)
	at, end := begin, begin
	for i, s := range nightStages {
		end = at.Add(time.Duration(s.minutes+(n+i)%3) * time.Minute)
		if worn {
			p.stages = append(p.stages, stage{watch, at, end, s.word})
		}
		at = end
	}
	p.stages = append(p.stages, stage{phone, begin.Add(-12 * time.Minute), end.Add(9 * time.Minute), "InBed"})
	if n%4 != 0 {
		p.stages = append(p.stages, stage{sleeper, begin.Add(6 * time.Minute), end.Add(-3 * time.Minute), "AsleepUnspecified"})
	}
}

func (p plan) day() Day {
	return Day{
		Date: p.date, Steps: sum(p.steps), RestingHR: mean(p.resting, 1), SDNN: mean(p.sdnn, 1), SpO2: mean(p.spo2, 100),
		Respiration: mean(p.breath, 1), WeightKG: mean(p.weight, 1), VO2max: mean(p.vo2, 1), Sleep: p.sleep(),
	}
}

// counts are the readings of the source that counts.
func counts(list []reading) []reading {
	if len(list) == 0 {
		return nil
	}
	first := list[0].from
	if slices.ContainsFunc(list, func(r reading) bool { return r.from == watch }) {
		first = watch
	}
	return slices.DeleteFunc(slices.Clone(list), func(r reading) bool { return r.from != first })
}

func sum(list []reading) Measure {
	var m Measure
	for _, r := range list {
		m.Sum += r.value
	}
	for _, r := range counts(list) {
		m.Value += r.value
		m.Source = r.from.name
	}
	return m
}

func mean(list []reading, unit float64) Measure {
	m := sum(list)
	m.Sum *= unit
	if n := len(counts(list)); n > 0 {
		m.Value *= unit / float64(n)
	}
	return m
}

// sleep is nil where nobody knew more than that the athlete lay in bed.
func (p plan) sleep() *Sleep {
	from := sleeper
	if slices.ContainsFunc(p.stages, func(s stage) bool { return s.from == watch }) {
		from = watch
	}
	var out *Sleep
	for _, s := range p.stages {
		if s.from != from {
			continue
		}
		if out == nil {
			out = &Sleep{Source: from.name, Start: s.start}
		}
		out.End = s.end
		seconds := int(s.end.Sub(s.start).Seconds())
		switch s.word {
		case "AsleepDeep":
			out.DeepS += seconds
		case "AsleepCore":
			out.CoreS += seconds
		case "AsleepREM":
			out.REMS += seconds
		case "Awake":
			out.AwakeS += seconds
		case "AsleepUnspecified":
			out.UnspecifiedS += seconds
		}
	}
	return out
}
