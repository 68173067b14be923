// Package servicevalues is what services compute of the athlete's training, and
// what they only say that there is: shown beside our own answers, under the
// service's name, and never mixed with them.
//
// # Live
//
// It asks services, when somebody asks, for what is not stored here:
// parts of an activity, and what they themselves count. A service that does not answer is named with the reason,
// and the stored parts are answered all the same.
//
// The package knows no service by name and stores nothing.
//
// # Connected
//
// It shows the connections to services: which there are, where
// their keys are kept, and the state of their reading. It must not know any
// service, nor how one is asked.
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

// NotConnected is the state of a service that nothing is read from.
const NotConnected = "not_connected"

// ConnectedView is one service that can be connected.
type ConnectedView struct {
	Name      string `json:"name"` // for people
	Connected bool   `json:"connected"`
	AccountID string `json:"account_id,omitempty"` // the service's own id of the athlete
	// KeyIn names the place of the key: keyring, file, or the setting that gives it.
	KeyIn string `json:"key_in,omitempty"`
	// HowTo is the command that connects it; no tool takes a key.
	HowTo i18n.Sentence `json:"how_to,omitempty"`
	// Takes are the kinds of things that it lets change.
	Takes []string `json:"takes,omitempty"`
	// Outbox counts the athlete's writes that the service does not have yet;
	// absent if nothing waits and nothing failed.
	Outbox *Outbox `json:"outbox,omitempty"`
	// NotHere counts the athletes whom the service named and who are not connected here.
	// They never agreed to be shown, so that no answer says who they are.
	NotHere int `json:"athletes_not_connected,omitempty"`
	// Here are those who are, by their ids here.
	Here map[training.AthleteID]Relation `json:"-"`
	// Terms are what the athlete agreed to, of a service whose rows may not stay.
	Terms *Terms `json:"terms,omitempty"`
	connection.Report
}

// Terms say since when a service's rows are open: to the athlete's own page and
// command line, and to assistants. Empty is not.
type Terms struct {
	KeptDays   int    `json:"kept_days"`
	Agreed     string `json:"agreed,omitempty"` // the day, in the athlete's zone
	Assistants string `json:"assistants,omitempty"`
	// Text is the version of what is to be agreed to now.
	Text string `json:"text"`
}

// Asked is the address at which the athlete lets an app of theirs in.
type Asked struct {
	Address string `json:"address,omitempty"`
	// Until is when an answer comes too late, as RFC 3339 in the athlete's zone.
	Until string `json:"answer_until,omitempty"`
	// Rights are what is asked for, in the service's words.
	Rights []string `json:"rights,omitempty"`
	// Lacks are what a person must say first, by the command Prepare.
	Lacks   []i18n.Sentence `json:"lacks,omitempty"`
	Prepare i18n.Sentence   `json:"-"`
}

// Relation describes an athlete to their coach, as the service has it.
type Relation struct {
	Access string // write, read or none
	Tags   []string
}

// ConnectedRun is the outcome of one reading of a service.
type ConnectedRun struct {
	Source string `json:"source"`
	connection.Result
	// More says that the reading is not at its end.
	More    bool          `json:"more,omitempty"`
	Problem i18n.Sentence `json:"problem,omitempty"`
	Fix     i18n.Sentence `json:"fix,omitempty"`
	// NextTry is when it goes on by itself, or may be worth asking again.
	NextTry string `json:"next_try,omitempty"`
	State   string `json:"state"`
}

// Outbox counts the writes that wait for a service, and those that it refused.
type Outbox struct {
	Waiting  int             `json:"waiting"`
	Failed   int             `json:"failed"`
	NextTry  string          `json:"next_try,omitempty"` // RFC 3339 in the athlete's zone
	Error    i18n.Sentence   `json:"error,omitempty"`    // why the first one waits
	Failures []i18n.Sentence `json:"failures,omitempty"` // the latest, newest first
}

// Drawn returns the intervals that the athlete drew at services, or else those
// that the services detected, by the activity's references there.
func Drawn(ctx context.Context, r store.Reader, s training.Scope, refs []string) ([]training.Drawn, error) {
	return byReference[training.Drawn](ctx, r, s, document.Drawn, refs)
}

// DrawnOn returns the drawn intervals of all activities of some days, the
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

// OwnStreams returns the streams of an activity that the athlete defined at
// services, by its references there.
func OwnStreams(ctx context.Context, r store.Reader, s training.Scope, refs []string) ([]training.OwnStreams, error) {
	return byReference[training.OwnStreams](ctx, r, s, document.OwnStreams, refs)
}

// Withheld lists the activities of some days that services only show to exist,
// in order of day.
func Withheld(ctx context.Context, r store.Reader, s training.Scope, days training.DayRange) ([]training.Withheld, error) {
	if days.Days() == 0 {
		return nil, nil
	}
	out := []training.Withheld{}
	err := document.Each(ctx, r.Documents, s, document.Withheld, document.Filter{Days: &days}, func(_ document.Document, w training.Withheld) {
		out = append(out, w)
	})
	return out, err
}

// OneWithheld returns the withheld activity with a reference ("intervals:123"),
// if there is one.
func OneWithheld(ctx context.Context, r store.Reader, s training.Scope, ref string) (w training.Withheld, ok bool, err error) {
	docs, err := r.Documents(ctx, s, document.Withheld, document.Filter{ID: ref})
	if err != nil || len(docs) == 0 {
		return w, false, err
	}
	w, err = document.Show[training.Withheld](docs[0])
	return w, err == nil, err
}

// Ratings returns the values that services compute for an activity, by its
// references.
func Ratings(ctx context.Context, r store.Reader, s training.Scope, refs []string) ([]training.Rated, error) {
	return byReference[training.Rated](ctx, r, s, document.Rated, refs)
}

// byReference returns the documents of a collection with an activity's
// references.
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

// FitnessOn returns each service's values of fitness on a day, or on the last
// day before it for which the service has any.
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

// ZoneNames returns the athlete's own names of a discipline's zones: those given
// here, or else at a service, kind by kind, the nearest first.
func ZoneNames(ctx context.Context, r store.Reader, s training.Scope, of training.Discipline) (map[training.ZoneKind][]string, error) {
	docs, err := r.Documents(ctx, s, document.SportSettings, document.Filter{})
	if err != nil {
		return nil, err
	}
	type named struct {
		training.SportSettings
		own bool // the document that is called like a sport is the athlete's
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
