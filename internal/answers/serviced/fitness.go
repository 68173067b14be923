package serviced

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Fitness is one day of a service's own model.
type Fitness struct {
	Service string       `json:"service"`
	Date    training.Day `json:"date"`
	Load    float64      `json:"load"`
	CTL     float64      `json:"ctl"`
	ATL     float64      `json:"atl"`
	Form    float64      `json:"form"` // CTL less ATL of that day
	Ramp    float64      `json:"ramp_per_week"`
	// Sports are its estimates of power models that day.
	Sports []training.SportModel `json:"sports,omitempty"`
	// Days are its values day by day, and Expected those of days to come.
	Days     *FitnessDays `json:"days,omitempty"`
	Expected *FitnessDays `json:"expected,omitempty"`
}

// daysBack is how old a service's word on fitness may be.
const daysBack = 7

// FitnessOn gives each service's values of fitness on a day, or on the last day
// before it that the service has any of.
func FitnessOn(ctx context.Context, r Reader, s training.Scope, day training.Day) ([]Fitness, error) {
	docs, err := r.Documents(ctx, s, document.Fitness, document.Filter{Days: &training.DayRange{From: day - daysBack, To: day}})
	if err != nil {
		return nil, err
	}
	var out []Fitness
	for _, d := range slices.Backward(docs) {
		for _, said := range d.Said {
			if slices.ContainsFunc(out, func(f Fitness) bool { return f.Service == said.Source }) {
				continue
			}
			x, err := document.ShowSaid[training.FitnessDay](said)
			if err != nil {
				return nil, err
			}
			out = append(out, Fitness{
				Service: said.Source, Date: x.Day, Load: x.CTLLoad, CTL: x.CTL, ATL: x.ATL, Form: x.CTL - x.ATL, Ramp: x.Ramp, Sports: x.Sports,
			})
		}
	}
	slices.SortFunc(out, func(a, b Fitness) int { return strings.Compare(a.Service, b.Service) })
	return out, nil
}

// FitnessDays are a service's values on one index of days. Days without any are
// left out.
type FitnessDays struct {
	Dates []training.Day `json:"dates"`
	Load  []float64      `json:"load"`
	CTL   []float64      `json:"ctl"`
	ATL   []float64      `json:"atl"`
	Form  []float64      `json:"form"`
	Ramp  []float64      `json:"ramp_per_week"`
}

func (d *FitnessDays) add(x *training.FitnessDay) {
	one := func(v float64) float64 { return answers.Round(v, 1) }
	d.Dates, d.Load = append(d.Dates, x.Day), append(d.Load, one(x.CTLLoad))
	d.CTL, d.ATL, d.Form, d.Ramp = append(d.CTL, one(x.CTL)), append(d.ATL, one(x.ATL)),
		append(d.Form, one(x.CTL-x.ATL)), append(d.Ramp, one(x.Ramp))
}

// ByDay adds to services' fitness their values on some days, those after today
// apart.
func ByDay(ctx context.Context, r Reader, s training.Scope, days training.DayRange, today training.Day, to []Fitness) error {
	if len(to) == 0 {
		return nil
	}
	docs, err := r.Documents(ctx, s, document.Fitness, document.Filter{Days: &days})
	if err != nil {
		return err
	}
	for _, d := range docs {
		for _, said := range d.Said {
			i := slices.IndexFunc(to, func(f Fitness) bool { return f.Service == said.Source })
			if i < 0 {
				continue
			}
			x, err := document.ShowSaid[training.FitnessDay](said)
			if err != nil {
				return err
			}
			at := &to[i].Days
			if x.Day > today {
				at = &to[i].Expected
			}
			if *at == nil {
				*at = &FitnessDays{}
			}
			(*at).add(&x)
		}
	}
	return nil
}
