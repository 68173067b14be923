package answerstest

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// FitnessAthlete is the athlete of the data.
const FitnessAthlete training.AthleteID = "ada"

// These are the scopes in which tests read.
var (
	FitnessModel = training.Scope{Athlete: FitnessAthlete, Audience: training.AudienceModel}
	FitnessPage  = training.Scope{Athlete: FitnessAthlete, Audience: training.AudiencePage}
)

// FitnessStore answers from memory. Its zero value is an athlete without data.
type FitnessStore struct {
	ServicedStore
	Who    training.Athlete
	Past   training.History
	Runs   []store.ImportRun
	Behind int
	// Hidden lists activities that are hidden from models.
	Hidden map[training.ActivityID]bool
	// Words holds the athlete's statements about activities: races, gear, tags.
	Words map[training.ActivityID]training.Activity
	// More holds metrics of activities that no load needs.
	More map[training.ActivityID]training.Values
	// Skies holds a service's weather for activities.
	Skies map[training.ActivityID]training.Values
	// Reads counts reads of primitives.
	Reads atomic.Int64
	// Streams counts reads of streams.
	Streams atomic.Int64

	inputs  []store.LoadInput
	prims   map[string][]store.Primitive
	changes []store.Change
	recs    map[training.ActivityID]training.Recording
}

// Add stores an activity with its primitives by kind.
func (s *FitnessStore) Add(in store.LoadInput, prims map[string][]byte) {
	s.inputs = append(s.inputs, in)
	slices.SortStableFunc(s.inputs, func(a, b store.LoadInput) int { return cmp.Compare(a.Day, b.Day) })
	if s.prims == nil {
		s.prims = map[string][]store.Primitive{}
	}
	for kind, data := range prims {
		l := append(s.prims[kind], store.Primitive{Activity: in.ID, Day: in.Day, Sport: in.Sport, Kind: kind, Data: data})
		slices.SortStableFunc(l, func(a, b store.Primitive) int { return cmp.Compare(a.Day, b.Day) })
		s.prims[kind] = l
	}
	s.Changed(store.ChangeDerived, in.ID)
}

// AddRecording stores the recording of an activity.
func (s *FitnessStore) AddRecording(id training.ActivityID, rec training.Recording) {
	if s.recs == nil {
		s.recs = map[training.ActivityID]training.Recording{}
	}
	s.recs[id] = rec
}

// Remove deletes an activity with all of its data.
func (s *FitnessStore) Remove(id training.ActivityID) {
	s.inputs = slices.DeleteFunc(s.inputs, func(in store.LoadInput) bool { return in.ID == id })
	for kind, l := range s.prims {
		s.prims[kind] = slices.DeleteFunc(slices.Clone(l), func(p store.Primitive) bool { return p.Activity == id })
	}
	s.Changed(store.ChangeActivity, id)
}

// Changed appends to the change log.
func (s *FitnessStore) Changed(kind store.ChangeKind, id training.ActivityID) {
	s.changes = append(s.changes, store.Change{Seq: int64(len(s.changes) + 1), Athlete: FitnessAthlete, Kind: kind, ID: string(id)})
}

func (s *FitnessStore) sees(sc training.Scope, id training.ActivityID) bool {
	return sc.Athlete == FitnessAthlete && (sc.Audience != training.AudienceModel || !s.Hidden[id])
}

// LoadInputs returns the activities on the given days, in order.
func (s *FitnessStore) LoadInputs(ctx context.Context, sc training.Scope, days training.DayRange) ([]store.LoadInput, error) {
	var out []store.LoadInput
	for _, in := range s.inputs {
		if days.Contains(in.Day) && s.sees(sc, in.ID) {
			out = append(out, in)
		}
	}
	return out, ctx.Err()
}

// Activity returns the athlete's statements about an activity.
func (s *FitnessStore) Activity(ctx context.Context, sc training.Scope, id training.ActivityID) (store.ActivityRow, error) {
	if !s.sees(sc, id) {
		return store.ActivityRow{}, training.Errorf(training.KindNotFound, "There is no activity %q.", id)
	}
	return store.ActivityRow{Activity: s.Words[id]}, ctx.Err()
}

// DaySpan returns the first and the last day with an activity.
func (s *FitnessStore) DaySpan(ctx context.Context, sc training.Scope) (r training.DayRange, ok bool, err error) {
	seen := func(in store.LoadInput) bool { return s.sees(sc, in.ID) }
	first := slices.IndexFunc(s.inputs, seen)
	if first < 0 {
		return r, false, ctx.Err()
	}
	r = training.DayRange{From: s.inputs[first].Day, To: s.inputs[first].Day}
	for i := len(s.inputs) - 1; i > first; i-- {
		if seen(s.inputs[i]) {
			r.To = s.inputs[i].Day
			break
		}
	}
	return r, true, ctx.Err()
}

// ActiveDays returns the days with an activity by sport.
func (s *FitnessStore) ActiveDays(ctx context.Context, sc training.Scope) (map[training.Sport][]training.Day, error) {
	out := map[training.Sport][]training.Day{}
	for _, in := range s.inputs {
		if n := len(out[in.Sport]); s.sees(sc, in.ID) && (n == 0 || out[in.Sport][n-1] != in.Day) {
			out[in.Sport] = append(out[in.Sport], in.Day)
		}
	}
	return out, ctx.Err()
}

// Primitive returns one primitive of an activity.
func (s *FitnessStore) Primitive(ctx context.Context, sc training.Scope, id training.ActivityID, kind string) (store.Primitive, error) {
	for _, p := range s.prims[kind] {
		if p.Activity == id && s.sees(sc, id) {
			return p, ctx.Err()
		}
	}
	return store.Primitive{}, training.Errorf(training.KindNotFound, "There is no %s of %q.", kind, id)
}

// Primitives yields the primitives of a kind in order of day.
func (s *FitnessStore) Primitives(ctx context.Context, sc training.Scope, kind string,
	days training.DayRange,
) iter.Seq2[store.Primitive, error] {
	return func(yield func(store.Primitive, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(store.Primitive{}, err)
			return
		}
		for _, p := range s.prims[kind] {
			if !days.Contains(p.Day) || !s.sees(sc, p.Activity) {
				continue
			}
			s.Reads.Add(1)
			if !yield(p, nil) {
				return
			}
		}
	}
}

// Changes returns the changes after a sequence number.
func (s *FitnessStore) Changes(ctx context.Context, after int64, limit int) ([]store.Change, error) {
	from := min(int(after), len(s.changes))
	return s.changes[from:min(from+limit, len(s.changes))], ctx.Err()
}

// LastChange returns the newest sequence number.
func (s *FitnessStore) LastChange(ctx context.Context) (int64, error) {
	return int64(len(s.changes)), ctx.Err()
}

// History returns the dated settings, with weight only if the audience may see it.
func (s *FitnessStore) History(ctx context.Context, sc training.Scope) (training.History, error) {
	h := slices.Clone(s.Past)
	if sc.Audience == training.AudienceModel && !s.Who.Sharing.Weight {
		h = slices.DeleteFunc(h, func(e training.ThresholdEntry) bool { return e.Key == training.KeyWeight })
	}
	return h, ctx.Err()
}

// Athlete returns the athlete.
func (s *FitnessStore) Athlete(ctx context.Context, _ training.Scope) (training.Athlete, error) {
	who := s.Who
	who.ID = FitnessAthlete
	return who, ctx.Err()
}

// Athletes returns the only athlete.
func (s *FitnessStore) Athletes(ctx context.Context) ([]training.Athlete, error) {
	who, err := s.Athlete(ctx, FitnessPage)
	return []training.Athlete{who}, err
}

// Counts counts the activities.
func (s *FitnessStore) Counts(ctx context.Context, sc training.Scope) (store.Counts, error) {
	c := store.Counts{BySport: map[training.Sport]int{}, DerivedBehind: s.Behind}
	all, err := s.LoadInputs(ctx, sc, training.DayRange{From: -1 << 30, To: 1 << 30})
	for _, in := range all {
		c.Activities++
		c.BySport[in.Sport]++
	}
	if len(all) > 0 {
		c.First, c.Last = all[0].Day, all[len(all)-1].Day
	}
	return c, err
}

// ImportRuns returns the latest import runs.
func (s *FitnessStore) ImportRuns(ctx context.Context, _ training.Scope, limit int) ([]store.ImportRun, error) {
	return s.Runs[:min(limit, len(s.Runs))], ctx.Err()
}

// Recordings returns the only recording of an activity, or nil if it has none.
func (s *FitnessStore) Recordings(ctx context.Context, sc training.Scope, id training.ActivityID) ([]store.RecordingRow, error) {
	rec, ok := s.recs[id]
	if !ok || !s.sees(sc, id) {
		return nil, ctx.Err()
	}
	var has store.ChannelSet
	for c := range training.NumChannels {
		if rec.Columns.Has(c) {
			has |= store.Channels(c)
		}
	}
	bare := rec
	bare.Columns = training.Columns{}
	return []store.RecordingRow{{ID: training.RecordingID(id), Activity: id, Channels: has, Chosen: has, Recording: bare}}, ctx.Err()
}

// RecordingColumns returns the recording's own columns.
func (s *FitnessStore) RecordingColumns(
	ctx context.Context, _ training.Scope, id training.RecordingID, _ store.ChannelSet,
) (*training.Columns, error) {
	rec := s.recs[training.ActivityID(id)]
	return &rec.Columns, ctx.Err()
}

// Stream returns the columns of the only recording.
func (s *FitnessStore) Stream(ctx context.Context, sc training.Scope, id training.ActivityID,
	want store.ChannelSet,
) (*training.Columns, error) {
	s.Streams.Add(1)
	if !s.sees(sc, id) {
		return nil, training.Errorf(training.KindNotFound, "There is no activity %q.", id)
	}
	return s.RecordingColumns(ctx, sc, training.RecordingID(id), want)
}

// seedBatch is the number of activities in one transaction.
const seedBatch = 500

// Seed writes the athlete with all data into a real store.
func (s *FitnessStore) Seed(ctx context.Context, db *store.DB) error {
	err := db.Write(ctx, func(tx *store.Tx) error {
		who := s.Who
		who.ID = FitnessAthlete
		if err := tx.PutAthlete(who); err != nil {
			return err
		}
		for _, e := range s.Past {
			if err := tx.PutThreshold(FitnessAthlete, e); err != nil {
				return err
			}
		}
		return nil
	})
	prims := map[training.ActivityID][]store.Primitive{}
	for _, l := range s.prims {
		for _, p := range l {
			prims[p.Activity] = append(prims[p.Activity], p)
		}
	}
	for from := 0; from < len(s.inputs) && err == nil; from += seedBatch {
		err = db.Write(ctx, func(tx *store.Tx) error {
			for i := range s.inputs[from:min(from+seedBatch, len(s.inputs))] {
				if err := s.seedOne(tx, &s.inputs[from+i], prims); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return err
}

func (s *FitnessStore) seedOne(tx *store.Tx, in *store.LoadInput, prims map[training.ActivityID][]store.Primitive) error {
	act := s.Words[in.ID]
	act.ID, act.Sport, act.LocalDay, act.Name, act.ManualLoad = in.ID, in.Sport, in.Day, everyName, in.ManualLoad
	act.Start = in.Day.Time(time.UTC).Add(time.Duration(in.Hour) * time.Hour)
	act.SubSport = in.Discipline().Kept()
	if err := tx.PutActivity(FitnessAthlete, act); err != nil {
		return err
	}
	values := maps.Clone(s.More[in.ID])
	if values == nil {
		values = training.Values{}
	}
	for m, v := range map[training.Metric]float64{
		training.MetricDurationS: in.TimerS, training.MetricMovingTimeS: in.MovingS, training.MetricElapsedTimeS: in.ElapsedS,
		training.MetricDistanceKM: in.DistanceM / 1000, training.MetricNormalizedPowerW: in.NP, training.MetricAvgHRBpm: in.AvgHR,
		training.MetricElevationGainM: in.GainM, training.MetricWorkKJ: in.WorkJ / 1000, training.MetricCaloriesKcal: in.Kcal,
	} {
		if v > 0 {
			values[m] = v
		}
	}
	if err := tx.PutSummary(FitnessAthlete, in.ID, store.Summary{
		Values: values, NPWindows: in.NPWindows,
		HRSeconds: in.HRSeconds, Version: 1,
	}); err != nil {
		return err
	}
	for _, p := range prims[in.ID] {
		p.Version, p.InputHash = 1, "h"
		if err := tx.PutPrimitive(FitnessAthlete, p); err != nil {
			return err
		}
	}
	return nil
}
