package importing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Plan holds the athlete's decision before it is written.
type Plan struct {
	// Kept is the activity that goes on, Other the one that becomes a part of
	// it or stays apart from it; of a split there is none yet.
	Kept, Other training.ActivityID
	// Part names what a split takes out, for people, and Ref names the activity
	// that it will be.
	Part    string
	Ref     string
	Verdict match.PairVerdict
	Pairs   []match.Pair
}

// Write keeps the athlete's word on every pair of the plan and returns what
// it replaces, in order.
func (p Plan) Write(tx *store.Tx, athlete training.AthleteID) ([]match.Former, error) {
	var out []match.Former
	for _, x := range p.Pairs {
		former, err := match.Choose(tx, athlete, x, p.Verdict)
		if err != nil {
			return nil, err
		}
		out = append(out, former...)
	}
	return out, nil
}

// Join plans that two activities are one: other becomes a part of keep.
func Join(ctx context.Context, db DuplicatesStore, s training.Scope, keep, other string) (Plan, error) {
	a, b, err := both(ctx, db, s, keep, other)
	if err != nil {
		return Plan{}, err
	}
	if len(a.recs) == 0 { // an entry goes to its recording, whichever is named first
		a, b = b, a
	}
	p := Plan{Kept: a.id, Other: b.id, Verdict: match.PairSame, Pairs: across(a, b)}
	common := false
	for _, x := range a.recs {
		for _, y := range b.recs {
			if x.Original != "" && x.Original == y.Original {
				return p, training.Errorf(training.KindConflict, "%s and %s are parts of one multisport recording.", a.id, b.id).
					WithFix("They stay apart; their parent holds them together.")
			}
			common = common || match.Overlap(&x.Recording, &y.Recording) > 0
		}
	}
	if !common && len(b.recs) > 0 {
		return p, training.Errorf(training.KindInvalid, "%s and %s have no time in common.", a.id, b.id).
			WithFix("Leave them apart: of two recordings at different times only one would be shown.")
	}
	return p, nil
}

// Apart plans that two activities are two, and that nobody asks again.
func Apart(ctx context.Context, db DuplicatesStore, s training.Scope, one, other string) (Plan, error) {
	a, b, err := both(ctx, db, s, one, other)
	if err != nil {
		return Plan{}, err
	}
	if len(a.recs) == 0 {
		a, b = b, a
	}
	return Plan{Kept: a.id, Other: b.id, Verdict: match.Apart, Pairs: across(a, b)}, nil
}

// side is an activity with its recordings; an entry has none.
type side struct {
	id   training.ActivityID
	recs []store.RecordingRow
}

func sideOf(ctx context.Context, db DuplicatesStore, s training.Scope, id string) (side, error) {
	act, err := db.Resolve(ctx, s, id)
	if err != nil {
		return side{}, err
	}
	recs, err := db.Recordings(ctx, s, act)
	return side{act, recs}, err
}

func both(ctx context.Context, db DuplicatesStore, s training.Scope, one, other string) (a, b side, err error) {
	if a, err = sideOf(ctx, db, s, one); err != nil {
		return a, b, err
	}
	if b, err = sideOf(ctx, db, s, other); err != nil {
		return a, b, err
	}
	switch {
	case a.id == b.id:
		return a, b, training.Errorf(training.KindInvalid, "%s and %s are one activity.", one, other).
			WithFix("Name two, or take it apart: lapkeep duplicates split %s", a.id)
	case len(a.recs) == 0 && len(b.recs) == 0:
		return a, b, training.Errorf(training.KindUnsupported, "Nothing recorded %s or %s.", one, other).
			WithFix("Delete the one that is not wanted.")
	}
	return a, b, nil
}

// across are the pairs of every part of b with every part of a. An entry
// needs only the primary recording.
func across(a, b side) (out []match.Pair) {
	if len(b.recs) == 0 {
		return []match.Pair{{Moved: match.PairEntered(b.id), Kept: match.Recorded(a.recs[0].ID)}}
	}
	for _, y := range b.recs {
		for _, x := range a.recs {
			out = append(out, match.Pair{Moved: match.Recorded(y.ID), Kept: match.Recorded(x.ID)})
		}
	}
	return out
}

// piece is something that can be taken out of an activity.
type piece struct {
	names []string // by which it is called, the one for people first
	ref   string   // leads to its activity
	pairs []match.Pair
}

// Split plans that a part of an activity is one of its own. It is named by
// its file, its id, or its entry's id; of two parts it need not be named, and
// the one that the activity takes less from goes.
func Split(ctx context.Context, db DuplicatesStore, s training.Scope, id, part string) (Plan, error) {
	a, err := sideOf(ctx, db, s, id)
	if err != nil {
		return Plan{}, err
	}
	pieces, err := piecesOf(ctx, db, s, a)
	if err != nil {
		return Plan{}, err
	}
	if len(pieces) < 2 {
		return Plan{}, training.Errorf(training.KindConflict, "%s has only one recording.", a.id).WithFix("Nothing needs to be split.")
	}
	at := slices.IndexFunc(pieces, func(p piece) bool { return slices.Contains(p.names, part) })
	if part == "" && len(pieces) == 2 {
		at = 1
	}
	if at < 0 || len(pieces[at].pairs) == 0 {
		return Plan{}, training.Errorf(training.KindInvalid, "Which part of %s should be split off?",
			a.id).WithFix("Name one of: %s.", listed(pieces))
	}
	return Plan{Kept: a.id, Part: pieces[at].names[0], Ref: pieces[at].ref, Verdict: match.Apart, Pairs: pieces[at].pairs}, nil
}

func piecesOf(ctx context.Context, db DuplicatesStore, s training.Scope, a side) ([]piece, error) {
	book, err := match.ReadPair(ctx, db, s.Athlete)
	if err != nil {
		return nil, err
	}
	var out []piece
	for i, r := range a.recs {
		p := piece{names: []string{string(r.ID)}, ref: match.FileRef(r.Original, r.Recording.SessionIndex)}
		if r.Origin.FileName != "" && !slices.ContainsFunc(a.recs,
			func(o store.RecordingRow) bool { return o.ID != r.ID && o.Origin.FileName == r.Origin.FileName }) {
			p.names = []string{r.Origin.FileName, string(r.ID)}
		}
		for j, o := range a.recs {
			if i != j {
				p.pairs = append(p.pairs, match.Pair{Moved: match.Recorded(r.ID), Kept: match.Recorded(o.ID)})
			}
		}
		out = append(out, p)
	}
	for _, k := range book.Pairs {
		entry, ok := k.Moved.Entry()
		if ok && k.Done != nil && slices.ContainsFunc(a.recs, func(r store.RecordingRow) bool { return r.ID == k.Kept.Recording() }) {
			out = append(out, piece{names: []string{fmt.Sprintf("entry %s", entry), string(entry)}, ref: string(entry), pairs: []match.Pair{k.Pair}})
		}
	}
	return out, nil
}

func listed(pieces []piece) string {
	var names []string
	for _, p := range pieces {
		if len(p.pairs) > 0 {
			names = append(names, p.names[len(p.names)-1]+" ("+p.names[0]+")")
		}
	}
	return strings.Join(names, ", ")
}
