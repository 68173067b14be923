// Package servicevalues holds what services compute about the athlete's
// training, and the activities that they withhold. This data is shown next to Lapkeep's
// own answers, under the service's name, and never mixed with them.
//
// # Live requests
//
// [Remote] asks services for data that is not stored here: parts of an activity, and a
// service's own statistics. If a service does not answer, the answer gives the service and
// the reason, and still shows the stored parts.
//
// The package contains no service's name and stores nothing.
//
// # Connections
//
// [ConnectedView] shows the connections to services: their names, the places of
// their keys, and the state of their syncs. It does not depend on any service.
package servicevalues

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/store"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// NotConnected is the state of a service from which nothing is read.
const NotConnected = "not_connected"

// ConnectedView is one supported service and its connection.
type ConnectedView struct {
	Name      string `json:"name"` // for people
	Connected bool   `json:"connected"`
	AccountID string `json:"account_id,omitempty"` // the service's own id of the athlete
	// KeyIn is where the key is: keyring, file, or the name of the setting that contains it.
	KeyIn string `json:"key_in,omitempty"`
	// HowTo is the command to connect it; no tool accepts a key.
	HowTo i18n.Sentence `json:"how_to,omitempty"`
	// Takes lists the kinds of things that can be changed on the service.
	Takes []string `json:"takes,omitempty"`
	// Outbox counts the athlete's writes that the service does not have yet. It is
	// absent if none are waiting and none failed.
	Outbox *Outbox `json:"outbox,omitempty"`
	// NotHere counts the athletes whom the service listed and who are not connected here.
	// They never agreed to be shown, so no answer identifies them.
	NotHere int `json:"athletes_not_connected,omitempty"`
	// Here maps the ids of the athletes connected here to their relation to the coach.
	Here map[training.AthleteID]Relation `json:"-"`
	// Terms are the terms that the athlete agreed to, for a service with limited rows.
	Terms *Terms `json:"terms,omitempty"`
	connection.Report
}

// Terms holds the days from which a service's rows are visible: to the athlete on their own
// page and command line, and to assistants. Empty means not visible.
type Terms struct {
	KeptDays   int    `json:"kept_days"`
	Agreed     string `json:"agreed,omitempty"` // the day, in the athlete's zone
	Assistants string `json:"assistants,omitempty"`
	// Text is the version of the current terms.
	Text string `json:"text"`
}

// Asked is a request to the athlete to authorize their own app at an address.
type Asked struct {
	Address string `json:"address,omitempty"`
	// Until is the time after which an answer is too late, as RFC 3339 in the
	// athlete's zone.
	Until string `json:"answer_until,omitempty"`
	// Rights lists the requested rights, in the service's words.
	Rights []string `json:"rights,omitempty"`
	// Lacks lists what a person must provide first with the command Prepare.
	Lacks   []i18n.Sentence `json:"lacks,omitempty"`
	Prepare i18n.Sentence   `json:"-"`
}

// Relation describes an athlete to their coach, according to the service.
type Relation struct {
	Access string // write, read or none
	Tags   []string
}

// ConnectedRun is the outcome of one sync with a service.
type ConnectedRun struct {
	Source string `json:"source"`
	connection.Result
	// More means that the sync is not complete.
	More    bool          `json:"more,omitempty"`
	Problem i18n.Sentence `json:"problem,omitempty"`
	Fix     i18n.Sentence `json:"fix,omitempty"`
	// NextTry is the time at which the sync continues by itself, or after which a new
	// request may succeed.
	NextTry string `json:"next_try,omitempty"`
	State   string `json:"state"`
}

// Outbox counts writes that wait for a service, and those that it refused.
type Outbox struct {
	Waiting  int             `json:"waiting"`
	Failed   int             `json:"failed"`
	NextTry  string          `json:"next_try,omitempty"` // RFC 3339 in the athlete's zone
	Error    i18n.Sentence   `json:"error,omitempty"`    // reason why the first one waits
	Failures []i18n.Sentence `json:"failures,omitempty"` // latest first
}

// Drawn returns the intervals that the athlete drew on services, or else those that the
// services detected, by the activity's references there.
func Drawn(ctx context.Context, r store.Reader, s training.Scope, refs []string) ([]training.Drawn, error) {
	return byReference[training.Drawn](ctx, r, s, document.Drawn, refs)
}

// DrawnOn returns the drawn intervals of all activities on the given days, the
// newest first.
func DrawnOn(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]training.Drawn, error) {
	var out []training.Drawn
	err := document.Each(ctx, r.Documents, s, document.Drawn, document.Filter{Days: &days}, func(_ document.Document, x training.Drawn) {
		if !x.Found {
			out = append(out, x)
		}
	})
	slices.Reverse(out)
	return out, err
}

// OwnStreams returns those streams of an activity that the athlete defined on services,
// given the activity's references there.
func OwnStreams(ctx context.Context, r store.Reader, s training.Scope, refs []string) ([]training.OwnStreams, error) {
	return byReference[training.OwnStreams](ctx, r, s, document.OwnStreams, refs)
}

// OneWithheld returns the withheld activity with the given reference ("intervals:123"), if
// there is one.
func OneWithheld(ctx context.Context, r store.Reader, s training.Scope, ref string) (w training.Withheld, ok bool, err error) {
	docs, err := r.Documents(ctx, s, document.Withheld, document.Filter{ID: ref})
	if err != nil || len(docs) == 0 {
		return w, false, err
	}
	w, err = document.Show[training.Withheld](docs[0])
	return w, err == nil, err
}

// Ratings returns the values that services compute for an activity, given its references.
func Ratings(ctx context.Context, r store.Reader, s training.Scope, refs []string) ([]training.Rated, error) {
	return byReference[training.Rated](ctx, r, s, document.Rated, refs)
}

// byReference returns the documents of a collection that have one of an
// activity's references.
func byReference[T any](ctx context.Context, r store.Reader, s training.Scope, c document.Collection, refs []string) ([]T, error) {
	var out []T
	for _, ref := range refs {
		err := document.Each(ctx, r.Documents, s, c, document.Filter{ID: ref}, func(_ document.Document, x T) { out = append(out, x) })
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Fitness holds the values of a service's own fitness model on one day.
type Fitness struct {
	Service string       `json:"service"`
	Date    training.Day `json:"date"`
	Load    float64      `json:"load"`
	CTL     float64      `json:"ctl"`
	ATL     float64      `json:"atl"`
	Form    float64      `json:"form"` // CTL minus ATL of that day
	Ramp    float64      `json:"ramp_per_week"`
	// Sports holds the service's estimates of power models on that day.
	Sports []training.SportModel `json:"sports,omitempty"`
	// Days holds the service's values by day, and Expected those for future days.
	Days     *FitnessDays `json:"days,omitempty"`
	Expected *FitnessDays `json:"expected,omitempty"`
}

// daysBack is the maximum age in days of a service's fitness.
const daysBack = 7

// FitnessOn returns each service's fitness on a day, or on the last day before
// it for which the service has any.
func FitnessOn(ctx context.Context, r store.Reader, s training.Scope, day training.Day) ([]Fitness, error) {
	docs, err := r.Documents(ctx, s, document.Fitness, document.Filter{Days: &training.DayRange{From: day - daysBack, To: day}})
	if err != nil {
		return nil, err
	}
	var out []Fitness
	for _, d := range slices.Backward(docs) {
		for _, said := range d.Statements {
			if slices.ContainsFunc(out, func(f Fitness) bool { return f.Service == said.Source }) {
				continue
			}
			x, err := document.ShowLayer[training.FitnessDay](said)
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

// FitnessDays holds a service's values in columns that share an index of days. Days
// without any values are left out.
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

// ByDay adds to each service's fitness its values on the given days, with those
// after today separate.
func ByDay(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange, today training.Day, to []Fitness) error {
	if len(to) == 0 {
		return nil
	}
	docs, err := r.Documents(ctx, s, document.Fitness, document.Filter{Days: &days})
	if err != nil {
		return err
	}
	for _, d := range docs {
		for _, said := range d.Statements {
			i := slices.IndexFunc(to, func(f Fitness) bool { return f.Service == said.Source })
			if i < 0 {
				continue
			}
			x, err := document.ShowLayer[training.FitnessDay](said)
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

// ZoneNames returns the athlete's own names for a discipline's zones, by kind. It prefers
// names set here to names on a service, and more specific disciplines to others.
func ZoneNames(ctx context.Context, r store.Reader, s training.Scope, of training.Discipline) (map[training.ZoneKind][]string, error) {
	docs, err := r.Documents(ctx, s, document.SportSettings, document.Filter{})
	if err != nil {
		return nil, err
	}
	type named struct {
		training.SportSettings
		own bool // the athlete's own document, whose id is the name of a sport
		of  training.Discipline
	}
	var all []named
	for _, d := range docs {
		x, err := document.Show[training.SportSettings](d)
		if err != nil {
			return nil, err
		}
		n := named{SportSettings: x, of: training.ReadDiscipline(d.ID)}
		if n.own = !n.of.IsZero() && n.of.Has(of); n.own {
			all = append(all, n)
		} else if holds, ok := x.HoldsFor(of); ok {
			n.of = holds
			all = append(all, n)
		}
	}
	slices.SortStableFunc(all, func(a, b named) int {
		switch {
		case a.own != b.own && a.own, a.own == b.own && a.of.Nearer(b.of):
			return -1
		case a.own != b.own, b.of.Nearer(a.of):
			return 1
		}
		return 0
	})
	names := map[training.ZoneKind][]string{}
	for _, x := range all {
		for kind, given := range map[training.ZoneKind][]string{
			training.ZonesPower: x.PowerZoneNames, training.ZonesHR: x.HRZoneNames, training.ZonesPace: x.PaceZoneNames,
		} {
			if names[kind] == nil && len(given) > 0 {
				names[kind] = make([]string, len(given))
				for i, name := range given {
					names[kind][i] = textclean.Line(name, textclean.NameRunes)
				}
			}
		}
	}
	return names, nil
}
