package answerstest

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync/atomic"

	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// FitnessAthlete is whose data it is.
const FitnessAthlete training.AthleteID = "ada"

// The scopes that tests read in.
var (
	FitnessModel = training.Scope{Athlete: FitnessAthlete, Audience: training.AudienceModel}
	FitnessPage  = training.Scope{Athlete: FitnessAthlete, Audience: training.AudiencePage}
)

// FitnessStore answers from memory. Its zero value is an empty athlete.
type FitnessStore struct {
	ServicedStore
	Who    training.Athlete
	Past   training.History
	Runs   []store.ImportRun
	Behind int
	// Hidden activities are kept from models.
	Hidden map[training.ActivityID]bool
	// Words are what the athlete says of activities: races, gear, tags.
	Words map[training.ActivityID]training.Activity
	// More are metrics of activities that no load needs.
	More map[training.ActivityID]training.Values
	// Skies are the weather of activities as a service says it.
	Skies map[training.ActivityID]training.Values
	// Reads counts the primitives that were read.
	Reads atomic.Int64
	// Streams counts the streams that were read.
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

// Remove deletes an activity with everything of it.
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

// LoadInputs are the activities of some days in order.
func (s *FitnessStore) LoadInputs(ctx context.Context, sc training.Scope, days training.DayRange) ([]store.LoadInput, error) {
	var out []store.LoadInput
	for _, in := range s.inputs {
		if days.Contains(in.Day) && s.sees(sc, in.ID) {
			out = append(out, in)
		}
	}
	return out, ctx.Err()
}

// DaySpan is the first and last day with an activity.
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

// ActiveDays are the days with an activity by sport.
func (s *FitnessStore) ActiveDays(ctx context.Context, sc training.Scope) (map[training.Sport][]training.Day, error) {
	out := map[training.Sport][]training.Day{}
	for _, in := range s.inputs {
		if n := len(out[in.Sport]); s.sees(sc, in.ID) && (n == 0 || out[in.Sport][n-1] != in.Day) {
			out[in.Sport] = append(out[in.Sport], in.Day)
		}
	}
	return out, ctx.Err()
}

// Primitive is one primitive of an activity.
func (s *FitnessStore) Primitive(ctx context.Context, sc training.Scope, id training.ActivityID, kind string) (store.Primitive, error) {
	for _, p := range s.prims[kind] {
		if p.Activity == id && s.sees(sc, id) {
			return p, ctx.Err()
		}
	}
	return store.Primitive{}, training.Errorf(training.KindNotFound, "There is no %s of %q.", kind, id)
}

// Primitives are those of a kind in order of day.
func (s *FitnessStore) Primitives(ctx context.Context, sc training.Scope, kind string,
	days training.DayRange) iter.Seq2[store.Primitive, error] {
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

// Changes are those after a number.
func (s *FitnessStore) Changes(ctx context.Context, after int64, limit int) ([]store.Change, error) {
	from := min(int(after), len(s.changes))
	return s.changes[from:min(from+limit, len(s.changes))], ctx.Err()
}

// LastChange is the newest sequence number.
func (s *FitnessStore) LastChange(ctx context.Context) (int64, error) {
	return int64(len(s.changes)), ctx.Err()
}

// History is the dated settings, weight only for those who may see it.
func (s *FitnessStore) History(ctx context.Context, sc training.Scope) (training.History, error) {
	h := slices.Clone(s.Past)
	if sc.Audience == training.AudienceModel && !s.Who.Sharing.Weight {
		h = slices.DeleteFunc(h, func(e training.ThresholdEntry) bool { return e.Key == training.KeyWeight })
	}
	return h, ctx.Err()
}
