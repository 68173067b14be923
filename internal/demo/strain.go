package demo

import (
	"math"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/training"
)

// strain is what a morning carries of the days before it.
type strain struct {
	fresh     float64 // fitness less fatigue, in TSS a day
	yesterday float64 // TSS
	running   float64 // km, of the day itself
	races     bool    // on the day itself
	ill       float64 // 1 is the worst day
}

// mostly is what a triathlon, of which no text says it, is worth in TSS.
const mostly = 190

// strains are those of each day up to the last that has happened, counted from
// the first. What a session costs is what its text asks for.
func (p Plan) strains() []strain {
	out := make([]strain, p.Days.Days()+1)
	cost := make([]float64, len(out))
	for it := range p.plain() {
		i := it.Day - p.Days.From
		cost[i] += it.load(p.Thresholds)
		out[i].running += it.runKm()
		out[i].races = out[i].races || it.Race
	}
	const fitnessDays, fatigueDays, usual = 42, 7, 45
	fitness, fatigue := float64(usual), float64(usual)
	for i := range out {
		out[i].fresh = fitness - fatigue
		out[i].ill = p.season.sick(p.Days.From + training.Day(i))
		if i > 0 {
			out[i].yesterday = cost[i-1]
		}
		fitness += (cost[i] - fitness) * (1 - math.Exp(-1.0/fitnessDays))
		fatigue += (cost[i] - fatigue) * (1 - math.Exp(-1.0/fatigueDays))
	}
	return out
}

func (it Item) load(h training.History) float64 {
	if it.text == "" {
		return mostly
	}
	w, _ := steptext.Read(it.text, it.Sport) // a test reads every text that there is
	takes := w.Takes(efforts.Day{Sport: it.Sport, Thresholds: h.At(it.Sport, it.Day)}, load.Rules{Sex: training.Female})
	if takes.Load > 0 {
		return takes.Load
	}
	const perHour = 40 // of strength training
	return takes.DurationS / 3600 * perHour
}

// sick is the course of the illness over its days: two mornings before the
// week that begins with it, the fever, and the weeks after.
func (s season) sick(day training.Day) float64 {
	course := [...]float64{0.45, 0.5, 0.55, 0.9, 1, 0.9, 0.75, 0.6, 0.45, 0.33}
	switch since := int(day-s.illness) + 2; {
	case since < 0:
		return 0
	case since < len(course):
		return course[since]
	default:
		return course[len(course)-1] * math.Pow(0.75, float64(since-len(course)+1))
	}
}
