package kinds

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// numbers holds the values that are sent for an activity without a recording, in addition to texts.
type numbers struct {
	ExternalID     string             `json:"external_id,omitempty"`
	StartLocal     training.LocalTime `json:"start_local,omitempty"`
	TimerS         float64            `json:"timer_s,omitempty"`
	ElapsedS       float64            `json:"elapsed_s,omitempty"`
	DistanceKM     float64            `json:"distance_km,omitempty"`
	ElevationGainM float64            `json:"elevation_gain_m,omitempty"`
	AvgHRBpm       float64            `json:"avg_hr_bpm,omitempty"`
	MaxHRBpm       float64            `json:"max_hr_bpm,omitempty"`
	CaloriesKcal   float64            `json:"calories_kcal,omitempty"`
}

func numberFields() []string {
	return []string{
		"external_id", "start_local", "timer_s", "elapsed_s", "distance_km", "elevation_gain_m", "avg_hr_bpm", "max_hr_bpm", "calories_kcal",
	}
}

// entryWords returns the names of an entry's text fields.
func entryWords() []string {
	return []string{"name", "description", "sport", "sub_sport", "tags", "race", "commute", "perceived_exertion"}
}

func numbersOf(start training.LocalTime, timerS, elapsedS float64, v training.Values) numbers {
	return numbers{
		StartLocal: start, TimerS: timerS, ElapsedS: elapsedS, DistanceKM: v[training.MetricDistanceKM],
		ElevationGainM: v[training.MetricElevationGainM], AvgHRBpm: v[training.MetricAvgHRBpm], MaxHRBpm: v[training.MetricMaxHRBpm],
		CaloriesKcal: v[training.MetricCaloriesKcal],
	}
}

// entryFields returns the fields of an entry that are sent to a service, and
// the names of fields that are not sent.
func entryFields(key string, m *journal.Manual) (f outbox.Fields, stays []string, err error) {
	if f, err = Flat(editOf(&m.Activity), entryWords()); err != nil {
		return nil, nil, err
	}
	v := m.Summary.Values
	start := training.LocalTimeOf(m.Activity.Start.In(m.Activity.Location()))
	n := numbersOf(start, v[training.MetricDurationS], v[training.MetricElapsedTimeS], v)
	n.ExternalID = key
	measured, err := Flat(n, numberFields())
	maps.Copy(f, measured)
	for _, metric := range []training.Metric{training.MetricAvgPowerW, training.MetricNormalizedPowerW} {
		if v[metric] != 0 {
			stays = append(stays, string(metric))
		}
	}
	if m.Activity.CarbsG != 0 {
		stays = append(stays, string(training.MetricCarbsG))
	}
	if m.Activity.FluidML != 0 {
		stays = append(stays, string(training.MetricFluidML))
	}
	if m.Activity.GearID != "" {
		stays = append(stays, "gear")
	}
	if m.Activity.ManualLoad != 0 {
		stays = append(stays, "manual_load")
	}
	return f, stays, err
}

// ByHand is the prefix for the external ids of activities entered by hand.
const ByHand = "manual:"

// entered returns the change to send for an entry and later edits to it.
func (k Activities) entered(tx *store.Tx, a training.AthleteID, e journal.ActivityEntered) (*outbox.Change, error) {
	act, err := tx.Shown(a, e.After.Activity.ID)
	if err != nil {
		return nil, err
	}
	here := string(act.ID)
	key := cmp.Or(strings.TrimPrefix(e.Key, ByHand), here)
	c := &outbox.Change{Here: here, There: known(&act), Key: key, New: e.Before == nil || e.Deleted}
	if c.Fields, c.Stays, err = entryFields(key, &e.After); err != nil {
		return nil, err
	}
	shown, err := Flat(editOf(&act), entryWords())
	if err != nil {
		return nil, err
	}
	var before outbox.Fields
	if !c.New {
		if before, _, err = entryFields(key, e.Before); err != nil {
			return nil, err
		}
	}
	for _, field := range act.Edited {
		for _, n := range toldBy[field] {
			delete(before, n)
			if delete(c.Fields, n); shown[n] != nil {
				c.Fields[n] = shown[n]
				if before != nil {
					before[n] = shown[n]
				}
			}
		}
	}
	if before != nil {
		c.Names = outbox.Differing(k, before, c.Fields, nil)
	}
	return c, nil
}

// known returns the ids that an activity has on services.
func known(act *training.Activity) map[source.Name]string {
	there := map[source.Name]string{}
	for _, ref := range act.ExternalIDs {
		if n, id, ok := cutRef(ref); ok && there[n] == "" {
			there[n] = id
		}
	}
	return there
}

// cutRef splits a reference into the service's name and the id.
func cutRef(ref string) (source.Name, string, bool) {
	n, id, ok := strings.Cut(ref, ":")
	return source.Name(n), id, ok
}

// makes reports whether the service supports the action for manual entries.
func makes(s source.Service, a ledger.Action) bool {
	enters := source.Can[source.ManualActivityWriter](s)
	return source.Can[source.ActivityLister](s) && (enters || a == ledger.OutboxDelete) &&
		(a != ledger.OutboxDelete || source.DeletesActivities(s))
}

// manual converts an entry to the form for services, with an external id.
func manual(f outbox.Fields, key string) (source.ManualActivity, error) {
	var e source.ActivityEdit
	var n numbers
	if err := Fill(f, &e); err != nil {
		return source.ManualActivity{}, err
	}
	if err := Fill(f, &n); err != nil {
		return source.ManualActivity{}, err
	}
	if n.StartLocal == "" || key == "" {
		return source.ManualActivity{}, training.Errorf(training.KindUnsupported, "It was not created there, so there is nothing to change.").
			WithFix("Enter it again with create_activities.")
	}
	m := source.ManualActivity{ExternalID: key, Start: n.StartLocal, Said: training.Statement{
		Sport: e.Sport, SubSport: e.SubSport, Name: e.Name, Description: e.Description, Tags: e.Tags, Race: e.Race, Commute: e.Commute,
		PerceivedExertion: e.PerceivedExertion, Entry: &training.Entry{TimerS: n.TimerS, ElapsedS: n.ElapsedS},
	}}
	for metric, x := range map[training.Metric]float64{
		training.MetricDistanceKM: n.DistanceKM, training.MetricElevationGainM: n.ElevationGainM, training.MetricAvgHRBpm: n.AvgHRBpm,
		training.MetricMaxHRBpm: n.MaxHRBpm, training.MetricCaloriesKcal: n.CaloriesKcal,
	} {
		if x != 0 {
			m.Said.Entry.Values = m.Said.Entry.Values.Put(metric, x)
		}
	}
	return m, nil
}

// Create creates an activity. The key is its external id, or identifies its file.
func (k Activities) Create(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, error) {
	if hash, ok := strings.CutPrefix(key, ofFile); ok {
		return k.upload(ctx, s, hash, f)
	}
	m, err := manual(f, key)
	if err != nil {
		return outbox.Thing{}, err
	}
	all, err := s.(source.ManualActivityWriter).CreateManual(ctx, []source.ManualActivity{m})
	if err == nil && len(all) != 1 {
		err = source.Fail(source.Failure{Fault: source.Changed, Source: s.Name()}, "The service did not report which activity it created.")
	}
	if err != nil {
		return outbox.Thing{}, err
	}
	return k.thing(ctx, s, all[0])
}

// foundLimit is the maximum number of a day's activities searched for a key.
const foundLimit = 100

// Find returns the activity that has the key as its external id, or the
// activity made from the file that the key identifies.
func (k Activities) Find(ctx context.Context, s source.Service, key string, f outbox.Fields) (outbox.Thing, bool, error) {
	if hash, ok := strings.CutPrefix(key, ofFile); ok {
		return k.uploaded(ctx, s, hash)
	}
	var n numbers
	if err := Fill(f, &n); err != nil || n.StartLocal == "" {
		return outbox.Thing{}, false, err
	}
	day := n.StartLocal.Day()
	return k.among(ctx, s, training.DayRange{From: day, To: day}, func(a *source.Activity) (bool, error) {
		return a.ExternalID == key && !recorded(a), nil
	})
}

// among returns the first activity on the given days for which meant returns true.
func (k Activities) among(
	ctx context.Context, s source.Service, days training.DayRange, meant func(*source.Activity) (bool, error),
) (t outbox.Thing, ok bool, err error) {
	q := source.ActivityQuery{Days: days, Limit: foundLimit}
	for {
		page, err := s.(source.ActivityLister).ListActivities(ctx, q)
		if err != nil {
			return t, false, err
		}
		for _, a := range page.Activities {
			if a.Withheld != "" {
				continue
			}
			is, err := meant(&a)
			if err != nil {
				return t, false, err
			}
			if is {
				t, err = k.thing(ctx, s, a)
				return t, err == nil, err
			}
		}
		if q.After = page.Next; q.After == "" {
			return t, false, nil
		}
	}
}

func recorded(a *source.Activity) bool { return a.HasFile || a.HasStreams }

// Delete deletes an activity.
func (Activities) Delete(ctx context.Context, s source.Service, id string) error {
	return s.(source.ActivityWriter).DeleteActivity(ctx, id)
}

// typed reports whether the local activity was entered by hand and has the
// external id of the service's activity.
func typed(act *training.Activity, a *source.Activity) bool {
	return a.ExternalID != "" && (string(act.ID) == a.ExternalID || slices.Contains(act.ExternalIDs, ByHand+a.ExternalID))
}

// remade changes the numbers of an entry by sending it again: the service then updates
// the activity with the same external id. ok is false if names contains no number.
func (k Activities) remade(ctx context.Context, s source.Service, f outbox.Fields, names []string) (t outbox.Thing, ok bool, err error) {
	if !slices.ContainsFunc(names, func(n string) bool { return slices.Contains(numberFields(), n) }) {
		return t, false, nil
	}
	t, err = k.Create(ctx, s, text(f["external_id"]), f)
	return t, true, err
}

// Stay keeps an activity that was entered here, and the athlete's edits that a
// service has accepted, when the service is disconnected.
func (k Activities) Stay(tx *store.Tx, s outbox.Staying) (outbox.Down, error) {
	id := training.ActivityID(s.Here)
	before, err := tx.Shown(s.Athlete, id)
	if err != nil {
		if training.KindOf(err) == training.KindNotFound {
			err = nil
		}
		return nil, err
	}
	shown, err := Flat(editOf(&before), editFields())
	if err != nil {
		return nil, err
	}
	made, told := s.Made(), s.Told()
	stays := func(n string) bool { return made || told[n] != nil && outbox.SameValue(told[n], shown[n]) }
	return func() ([]journal.Changed, error) {
		if made {
			if err := entryStays(tx, s.Athlete, &before); err != nil {
				return nil, err
			}
		}
		return restate(tx, s.Athlete, &before, stays)
	}, nil
}

// entryStays keeps an activity without recordings when its service is disconnected.
func entryStays(tx *store.Tx, a training.AthleteID, act *training.Activity) error {
	ref := ByHand + string(act.ID)
	if i := slices.IndexFunc(act.ExternalIDs, func(r string) bool { return strings.HasPrefix(r, ByHand) }); i >= 0 {
		ref = act.ExternalIDs[i]
	}
	_, err := tx.PutActivityStatement(a, act.ID, training.Statement{Ref: ref}, document.StatementsBy{AsOf: act.Start, At: act.Start})
	return err
}

// restate turns values that are no longer shown into edits by the athlete.
func restate(tx *store.Tx, a training.AthleteID, before *training.Activity, stays func(string) bool) (did []journal.Changed, err error) {
	edit := editOf(before)
	values, err := overrides(before.Ignored, &edit)
	if err != nil {
		return nil, err
	}
	after, err := tx.Shown(a, before.ID)
	if err != nil {
		return nil, err
	}
	left := editOf(&after)
	now, err := overrides(after.Ignored, &left)
	if err != nil {
		return nil, err
	}
	for _, field := range slices.Sorted(maps.Keys(values)) {
		if !slices.ContainsFunc(toldBy[field], stays) || outbox.SameValue(values[field], now[field]) {
			continue
		}
		former, err := tx.SetOverride(a, before.ID, field, values[field])
		if err != nil {
			return nil, err
		}
		did = append(did, journal.SetOverride(before.ID, field, former))
	}
	return did, nil
}
