package limitedrows

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/training"
)

// Service is a service with rows in the limited store.
type Service struct {
	Name  source.Name
	Title string
	// Days is the maximum number of days for which a row may be kept.
	Days int
	// Attribution must be shown with the rows; empty means none.
	Attribution i18n.Sentence
}

// attributed returns the text that must be shown with the service's rows, if there is one.
func (of Service) attributed() []i18n.Sentence {
	if of.Attribution == "" {
		return nil
	}
	return []i18n.Sentence{of.Attribution}
}

// Remote gives access to rows in the limited store. The zero value has none.
type Remote struct {
	Services []Service
	Rows     *limited.DB
	Store    store.Reader
	// Ask requests missing data from a service, and keeps it as long as the terms
	// allow; nil requests nothing.
	Ask func(a training.AthleteID, name source.Name) (*connection.Apart, error)
}

// named returns the service with the given name, ignoring case.
func (d Remote) named(name string) (Service, bool) {
	for _, s := range d.Services {
		if strings.EqualFold(strings.TrimSpace(name), string(s.Name)) {
			return s, true
		}
	}
	return Service{}, false
}

func place(s training.Scope, of Service, kind string) limited.Place {
	return limited.Place{Scope: s, Source: string(of.Name), Kind: kind}
}

// opens returns an error if the scope may not see a service's rows. No other
// function in this package decides this.
func (d Remote) opens(ctx context.Context, s training.Scope, of Service) error {
	may, err := d.Rows.MayShow(ctx, place(s, of, ""))
	if err == nil && !may {
		err = training.Errorf(training.KindForbidden, "Data from %s is not available here.", of.Title).
			WithFix("The athlete decides at a terminal: lapkeep connect %s --assistants.", of.Name)
	}
	return err
}

// refusal returns the reason why an answer contains no rows, and "" for other errors and for nil.
func refusal(err error) i18n.Sentence {
	if kind := training.KindOf(err); err != nil && (kind == training.KindForbidden || kind == training.KindUnsupported) {
		return reason(err)
	}
	return ""
}

// Line returns a sentence for all other answers: how many of the scope's activities are in the
// limited store, and how to see them. It returns "" if there are none or they cannot be counted.
func (d Remote) Line(ctx context.Context, s training.Scope) i18n.Sentence {
	var lines []i18n.Sentence
	for _, of := range d.Services {
		if !d.Rows.There() {
			break
		}
		n, err := d.Rows.Count(ctx, place(s, of, limited.Activity))
		if err != nil || n == 0 {
			continue
		}
		lines = append(lines, i18n.Sentencef("%s of %s not counted here (list_activities with source %s shows them)",
			i18n.Numbered(n, "activity", "activities"), of.Title, of.Name))
	}
	return i18n.Joined("%s, %s", lines...)
}

// Told is an answer to which sentences can be added.
type Told interface {
	Tell(words ...i18n.Sentence)
}

// Tell adds three lines about a connected service with limited rows: the number of stored
// rows, who may see them and since when, and the last sync.
func (d Remote) Tell(ctx context.Context, s training.Scope, v *servicevalues.ConnectedView, to Told) error {
	of, ok := d.named(v.Source)
	if !ok || !v.Connected || v.Terms == nil {
		return nil
	}
	first := refusal(d.opens(ctx, s, of))
	if first == "" {
		n, err := d.Rows.Count(ctx, place(s, of, limited.Activity))
		if err != nil {
			return err
		}
		first = i18n.Sentencef("%s of %s are kept here for %d days each and are not part of any total, load, curve or record; "+
			"list_activities with source %s shows them.", i18n.Numbered(n, "activity", "activities"), of.Title, of.Days, of.Name)
	}
	to.Tell(first, agreed(of, v.Terms), i18n.Sentencef("Anything deleted on %s is deleted here within a day; lapkeep disconnect %s "+
		"revokes the access and deletes all of it.", of.Title, of.Name))
	return nil
}

// agreed returns a sentence on the athlete's agreement to the terms.
func agreed(of Service, t *servicevalues.Terms) i18n.Sentence {
	switch {
	case t.Text == "":
		return i18n.Sentencef("The terms of %s need no agreement.", of.Title)
	case t.Agreed == "":
		return i18n.Sentencef("The terms of %s have not been accepted, so nothing is read: a person runs lapkeep connect "+
			"%s.", of.Title, of.Name)
	case t.Assistants == "":
		return i18n.Sentencef("The athlete agreed to the terms of %s on %s, for their own page and command line alone.", of.Title, t.Agreed)
	}
	return i18n.Sentencef("The athlete agreed to the terms of %s on %s for their own page and command line, and on %s for assistants.",
		of.Title, t.Agreed, t.Assistants)
}

// activity returns the stored version of an activity; ok reports whether its details are
// stored, too.
func (d Remote) activity(ctx context.Context, s training.Scope, of Service, id string) (act source.Activity, ok bool, err error) {
	for _, kind := range []string{limited.Detail, limited.Activity} {
		row, found, err := d.Rows.Row(ctx, place(s, of, kind), id)
		if err != nil {
			return act, false, err
		}
		if found && len(row.Body) > 0 {
			act, err = connection.ReadActivity(row.Body)
			return act, kind == limited.Detail, err
		}
	}
	return act, false, nil
}

// within returns a context that limits the time that a service may take.
func within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, servicevalues.Wait)
}

// Standing is the current state of an activity at its service, which is needed to change it there.
type Standing struct {
	source.Activity

	Ref   string // "name:ID"
	Title string // display name of the service
	// Service is used to change the activity.
	Service source.Service
	// Zone is the time zone in which the activity starts.
	Zone string
	// Shared means that the audience may see the athlete's texts on it.
	Shared bool
}

// Stands requests an activity by its id on a service with limited rows. ok is false for
// other ids, and if the service is not connected.
func (d Remote) Stands(ctx context.Context, s training.Scope, id string) (at Standing, ok bool, err error) {
	of, there, ok := d.cut(id)
	if !ok || there == "" {
		return at, false, nil
	}
	keeper, err := d.keeper(s, of)
	if err != nil || keeper == nil {
		return at, false, err
	}
	if err := d.opens(ctx, s, of); err != nil {
		return at, false, err
	}
	asking, cancel := within(ctx)
	defer cancel()
	act, err := keeper.Detail(asking, there, "")
	if err != nil {
		return at, false, err
	}
	r, err := d.reader(ctx, s, of, act)
	if err != nil {
		return at, false, err
	}
	if len(r.rows) == 0 {
		return at, false, none(of.Name.Ref(there))
	}
	row := &r.rows[0].said
	at = Standing{Activity: act, Ref: string(row.ID), Title: of.Title, Service: keeper.Source, Zone: activity.ZoneName(&row.Activity)}
	at.Shared, err = d.shares(ctx, s)
	return at, err == nil, err
}

// cut splits the name of a service, alone or followed by an id ("name:ID").
func (d Remote) cut(text string) (of Service, there string, ok bool) {
	name, there, _ := strings.Cut(strings.TrimSpace(text), ":")
	of, ok = d.named(name)
	return of, there, ok
}

// Found is the activity that a service's id refers to.
type Found struct {
	// ID is the id of the activity or, if the athlete has their own version, of that
	// version, which is shown instead. It is empty if nothing was found.
	ID string
	// Reader answers questions about an activity that only the service has; nil
	// for any other activity.
	Reader store.Reader

	of  Service
	act source.Activity
	// unheard is the reason why only the data from the service's list is available.
	unheard i18n.Sentence
}

// Find finds an activity by a service's id, "name:ID". It does not find
// activities of other services, nor the athlete's own.
func (d Remote) Find(ctx context.Context, s training.Scope, id string) (f Found, err error) {
	of, there, ok := d.cut(id)
	if !ok || there == "" {
		return f, nil
	}
	everything := training.Everything(s.Athlete)
	if _, err := d.Store.Resolve(ctx, everything, of.Name.Ref(there)); training.KindOf(err) != training.KindNotFound || err == nil {
		return f, err // shown or hidden as the athlete's own
	}
	switch err := d.opens(ctx, s, of); {
	case refusal(err) != "" && !d.Rows.There():
		return f, nil
	case err != nil:
		return f, err
	}
	f.of = of
	alone := false
	if f.act, alone, err = d.activity(ctx, s, of, there); err != nil {
		return f, err
	}
	if !alone {
		if err := d.ask(ctx, s, &f, there); err != nil {
			return f, err
		}
	}
	r, err := d.reader(ctx, s, of, f.act)
	switch {
	case err != nil:
		return f, err
	case len(r.rows) == 0:
		return f, none(of.Name.Ref(there))
	case r.rows[0].own != nil:
		return Found{ID: string(r.rows[0].own.ID)}, nil
	}
	shared, err := d.shares(ctx, s)
	if !shared {
		r.rows[0].said.Description = ""
	}
	r.recording = func(ctx context.Context) (training.Recording, error) { return d.recording(ctx, s, &f) }
	f.Reader, f.ID = r, string(r.rows[0].said.ID)
	return f, err
}

func none(ref string) error {
	return training.Errorf(training.KindNotFound, "There is no activity %q.", ref).WithFix("list_activities shows your " +
		"activities.")
}

// ask requests the activity from the service. If the service does not answer,
// the data from its list must do.
func (d Remote) ask(ctx context.Context, s training.Scope, f *Found, id string) error {
	listed := f.act.ID != ""
	keeper, err := d.keeper(s, f.of)
	if err == nil && keeper == nil {
		if listed {
			return nil
		}
		return none(f.of.Name.Ref(id))
	}
	if err == nil {
		asking, cancel := within(ctx)
		defer cancel()
		var act source.Activity
		if act, err = keeper.Detail(asking, id, f.act.Version); err == nil {
			f.act = act
			return nil
		}
	}
	switch kind := training.KindOf(err); {
	case ctx.Err() != nil:
		return ctx.Err()
	case !listed || kind == training.KindNotFound:
		return err
	case kind != training.KindUnsupported: // a service without details has already provided everything
		f.unheard = reason(err)
	}
	return nil
}

func (d Remote) keeper(s training.Scope, of Service) (*connection.Apart, error) {
	if d.Ask == nil {
		return nil, nil
	}
	return d.Ask(s.Athlete, of.Name)
}

// These are the maximum differences between two versions of one activity: in
// start time, and in duration, either in seconds or as a share of the duration.
const (
	startApart = 2 * time.Minute
	longApartS = 60
	longApart  = 0.05
)

// twins holds the athlete's own activities on some days, and which of them the audience may
// see. A hidden activity also hides the service's version.
type twins struct {
	all  []store.ActivityRow
	seen map[training.ActivityID]*store.ActivityRow
}

func (d Remote) twins(ctx context.Context, s training.Scope, days training.DayRange) (t twins, err error) {
	wide := training.DayRange{From: days.From - 1, To: days.To + 1}
	f := store.ActivityFilter{Days: &wide, Metrics: append(activity.DefaultMetrics(), training.MetricElapsedTimeS)}
	everything, err := d.Store.Activities(ctx, training.Everything(s.Athlete), f)
	if err != nil || len(everything.Rows) == 0 {
		return t, err
	}
	shown, err := d.Store.Activities(ctx, s, f)
	t.all, t.seen = everything.Rows, map[training.ActivityID]*store.ActivityRow{}
	for i := range shown.Rows {
		t.seen[shown.Rows[i].ID] = &shown.Rows[i]
	}
	return t, err
}

// of returns the athlete's own version of a service's activity. hidden reports
// that there is one that the audience may not see.
func (t twins) of(said *store.ActivityRow) (own *store.ActivityRow, hidden bool) {
	for i := range t.all {
		row := &t.all[i]
		if slices.Contains(row.ExternalIDs, string(said.ID)) || same(row, said) {
			own = t.seen[row.ID]
			return own, own == nil
		}
	}
	return nil, false
}

// same reports whether both rows start at nearly the same time and have nearly the same duration.
func same(row, said *store.ActivityRow) bool {
	if row.Start.Sub(said.Start).Abs() > startApart {
		return false
	}
	near := func(m training.Metric) bool {
		own, ok := row.Summary.Values[m]
		s := said.Summary.Values[m]
		return ok && s > 0 && math.Abs(own-s) <= max(longApartS, longApart*s)
	}
	return near(training.MetricElapsedTimeS) || near(training.MetricDurationS)
}
