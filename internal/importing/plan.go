package importing

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Plan is a decision by the athlete that has not been written yet.
type Plan struct {
	// Kept is the activity that stays. Other is the activity that becomes a
	// part of it or stays separate. A split does not have Other yet.
	Kept, Other training.ActivityID
	// Part is the name of the part that a split separates, for people. Ref is a
	// reference to its future activity.
	Part    string
	Ref     string
	Verdict match.PairVerdict
	Pairs   []match.Pair
}

// Write writes the athlete's verdict on all pairs of the plan. It returns the
// former verdicts in order.
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

// Join plans a merge of two activities. other becomes a part of keep.
func Join(ctx context.Context, db store.Reader, s training.Scope, keep, other string) (Plan, error) {
	a, b, err := both(ctx, db, s, keep, other)
	if err != nil {
		return Plan{}, err
	}
	if len(a.recs) == 0 { // an entry joins its recording, in whichever order they are named
		a, b = b, a
	}
	p := Plan{Kept: a.id, Other: b.id, Verdict: match.PairSame, Pairs: across(a, b)}
	common := false
	for _, x := range a.recs {
		for _, y := range b.recs {
			if x.Original != "" && x.Original == y.Original {
				return p, training.Errorf(training.KindConflict, "%s and %s are parts of one multisport recording.", a.id, b.id).
					WithFix("They stay separate; their parent links them.")
			}
			common = common || match.Overlap(&x.Recording, &y.Recording) > 0
			if common || !match.Shifted(&x.Recording, &y.Recording) {
				continue
			}
			_, rel, err := weigh(ctx, db, s, &x, &y)
			if err != nil {
				return p, err
			}
			common = rel != match.Unlike
		}
	}
	if !common && len(b.recs) > 0 {
		return p, training.Errorf(training.KindInvalid, "%s and %s do not overlap in time.", a.id, b.id).
			WithFix("Keep them separate: if recordings at different times are merged, only one is shown.")
	}
	return p, nil
}

// weigh compares the columns of two recordings.
func weigh(ctx context.Context, db store.Reader, s training.Scope, a, b *store.RecordingRow) (match.Evidence, match.Relation, error) {
	ac, err := db.RecordingColumns(ctx, s, a.ID, match.Channels())
	if err != nil {
		return match.Evidence{}, match.Unlike, err
	}
	bc, err := db.RecordingColumns(ctx, s, b.ID, match.Channels())
	if err != nil {
		return match.Evidence{}, match.Unlike, err
	}
	e, rel := match.Weigh(match.NewSketch(&a.Recording, ac), match.NewSketch(&b.Recording, bc))
	return e, rel, nil
}

// Apart plans to keep two activities separate, and not to propose them as duplicates again.
func Apart(ctx context.Context, db store.Reader, s training.Scope, one, other string) (Plan, error) {
	a, b, err := both(ctx, db, s, one, other)
	if err != nil {
		return Plan{}, err
	}
	if len(a.recs) == 0 {
		a, b = b, a
	}
	return Plan{Kept: a.id, Other: b.id, Verdict: match.Apart, Pairs: across(a, b)}, nil
}

// side is an activity with its recordings. An entry has none.
type side struct {
	id   training.ActivityID
	recs []store.RecordingRow
}

func sideOf(ctx context.Context, db store.Reader, s training.Scope, id string) (side, error) {
	act, err := db.Resolve(ctx, s, id)
	if err != nil {
		return side{}, err
	}
	recs, err := db.Recordings(ctx, s, act)
	return side{act, recs}, err
}

func both(ctx context.Context, db store.Reader, s training.Scope, one, other string) (a, b side, err error) {
	if a, err = sideOf(ctx, db, s, one); err != nil {
		return a, b, err
	}
	if b, err = sideOf(ctx, db, s, other); err != nil {
		return a, b, err
	}
	switch {
	case a.id == b.id:
		return a, b, training.Errorf(training.KindInvalid, "%s and %s are one activity.", one, other).
			WithFix("Name two activities, or split this one: lapkeep duplicates split %s", a.id)
	case len(a.recs) == 0 && len(b.recs) == 0:
		return a, b, training.Errorf(training.KindUnsupported, "Neither %s nor %s has a recording.", one, other).
			WithFix("Delete the one that is not wanted.")
	}
	return a, b, nil
}

// across returns all pairs of a part of b and a part of a. An entry is paired
// only with the primary recording.
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

// piece is a part that can be separated from an activity.
type piece struct {
	names []string // names that are accepted; the first is shown to people
	ref   string   // reference to its activity
	pairs []match.Pair
}

// Split plans to make a part of an activity a separate activity. part is the name of its
// file, its id, or its entry's id. If there are only two parts, it may be empty. The part
// with the lower rank is then separated.
func Split(ctx context.Context, db store.Reader, s training.Scope, id, part string) (Plan, error) {
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

func piecesOf(ctx context.Context, db store.Reader, s training.Scope, a side) ([]piece, error) {
	pairs, err := match.ReadPair(ctx, db, s.Athlete)
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
	for _, k := range pairs.Pairs {
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

// Doubt is a pair of activities that may be duplicates.
type Doubt struct {
	A, B store.ActivityRow // A began first
	// Evidence is about the two recordings with the most time in common. If one
	// side is an entry, it has only the overlap.
	Evidence match.Evidence
	// Entered means that one of them has no recording.
	Entered bool
}

// FindDuplicates lists possible duplicates by time. It leaves out proven ones
// and those about which the athlete has decided.
func FindDuplicates(ctx context.Context, db store.Reader, s training.Scope) ([]Doubt, error) {
	pairs, err := match.ReadPair(ctx, db, s.Athlete)
	if err != nil {
		return nil, err
	}
	page, err := db.Activities(ctx, s, store.ActivityFilter{Ascending: true})
	if err != nil {
		return nil, err
	}
	f := finder{db: db, scope: s, pairs: pairs, recs: map[training.ActivityID][]store.RecordingRow{}}
	var out []Doubt
	for i := range page.Rows {
		a := &page.Rows[i]
		end := a.Start.Add(time.Duration(EnteredOf(a).ElapsedS * float64(time.Second)))
		shifted := a.Start.Add(training.MostClock + training.ClockStep)
		for j := i + 1; j < len(page.Rows); j++ {
			b := &page.Rows[j]
			overlaps := b.Start.Before(end)
			if !overlaps && b.Start.After(shifted) {
				break
			}
			if !overlaps && !shiftedRows(a, b) {
				continue
			}
			d, ok, err := f.doubt(ctx, a, b)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, d)
			}
		}
	}
	return out, nil
}

// shiftedRows reports whether two activities may be [match.Shifted].
func shiftedRows(a, b *store.ActivityRow) bool {
	of := func(row *store.ActivityRow) *training.Recording {
		return &training.Recording{Start: row.Start, ElapsedS: EnteredOf(row).ElapsedS}
	}
	return training.ClockShift(of(a), of(b)) != 0
}

// finder examines pairs that overlap, or would overlap if one clock were shifted.
type finder struct {
	db    store.Reader
	scope training.Scope
	pairs match.PairIndex
	recs  map[training.ActivityID][]store.RecordingRow
}

func (f *finder) recordings(ctx context.Context, id training.ActivityID) ([]store.RecordingRow, error) {
	if rows, ok := f.recs[id]; ok {
		return rows, nil
	}
	rows, err := f.db.Recordings(ctx, f.scope, id)
	f.recs[id] = rows
	return rows, err
}

func (f *finder) doubt(ctx context.Context, a, b *store.ActivityRow) (d Doubt, ok bool, err error) {
	d = Doubt{A: *a, B: *b}
	as, err := f.recordings(ctx, a.ID)
	if err != nil {
		return d, false, err
	}
	bs, err := f.recordings(ctx, b.ID)
	if err != nil {
		return d, false, err
	}
	switch {
	case len(as) == 0 && len(bs) == 0:
		return d, false, nil // both are entries; merging them would have no benefit
	case len(as) == 0:
		return f.entered(d, a, b, bs)
	case len(bs) == 0:
		return f.entered(d, b, a, as)
	}
	var best *[2]*store.RecordingRow
	overlap := 0.0
	for i := range as {
		for j := range bs {
			x, y := &as[i], &bs[j]
			switch {
			case x.Original != "" && x.Original == y.Original, f.pairs.Between(match.Recorded(x.ID), match.Recorded(y.ID)) == match.Apart:
				return d, false, nil
			case !match.Candidate(&x.Recording, &y.Recording) && !match.Shifted(&x.Recording, &y.Recording):
				continue
			}
			if o := match.Overlap(&x.Recording, &y.Recording); best == nil || o > overlap {
				best, overlap = &[2]*store.RecordingRow{x, y}, o
			}
		}
	}
	if best == nil {
		return d, false, nil
	}
	var rel match.Relation
	d.Evidence, rel, err = weigh(ctx, f.db, f.scope, best[0], best[1])
	return d, rel != match.Unlike, err
}

// entered compares an entry with a recorded activity.
func (f *finder) entered(d Doubt, entry, act *store.ActivityRow, recs []store.RecordingRow) (Doubt, bool, error) {
	d.Entered = true
	found := false
	for i := range recs {
		if f.pairs.Between(match.PairEntered(entry.ID), match.Recorded(recs[i].ID)) == match.Apart {
			return d, false, nil
		}
		e := EnteredOf(entry)
		if _, ok := match.OfEntry(e, &recs[i].Recording, act.Summary.Values[training.MetricDistanceKM]); ok {
			as := training.Recording{Start: e.Start, ElapsedS: e.ElapsedS}
			d.Evidence.Overlap = max(d.Evidence.Overlap, match.Overlap(&as, &recs[i].Recording))
			found = true
		}
	}
	return d, found, nil
}

// Reasons returns sentences on the evidence for and against a duplicate.
func (d Doubt) Reasons() []i18n.Sentence {
	e := d.Evidence
	out := []i18n.Sentence{i18n.Sentencef("They overlap for %d %% of the shorter one's time.", percent(e.Overlap))}
	if e.Clock != 0 {
		out[0] = i18n.Sentencef("Their clocks differ by %s, as if set to another time zone; with that corrected, they overlap for %d %% "+
			"of the shorter one's time.", clock(e.Clock), percent(e.Overlap))
	}
	if d.Entered {
		return append(out, "One of them was entered without a recording, and its time or distance differs from the other's.")
	}
	if e.OneDevice {
		out = append(out, "One device recorded both, and a device records one thing at a time.")
	}
	track := i18n.Sentencef("they were in the same place %d %% of the time", percent(e.Track.Measure))
	signs := []i18n.Sentence{
		sign(e.Track, i18n.Sentencef("The tracks agree: %s.", track), i18n.Sentencef("The tracks do not agree: %s.", track),
			i18n.Sentencef("The tracks partly agree: %s.", track)),
		signal(e.HR, "heart rates"), signal(e.Power, "powers"), signal(e.Cadence, "cadences"),
	}
	said := false
	for _, s := range signs {
		if s != "" {
			out, said = append(out, s), true
		}
	}
	if !said {
		out = append(out, "No other data recorded in both helps to decide.")
	}
	return out
}

func percent(share float64) int { return int(math.Round(100 * share)) }

// sign returns a sentence on one piece of evidence, or "" if there is none.
func sign(s match.Sign, agrees, against, between i18n.Sentence) i18n.Sentence {
	switch {
	case s.Verdict == match.Agrees:
		return agrees
	case s.Verdict == match.Against:
		return against
	case s.Measure != 0:
		return between
	}
	return ""
}

func signal(s match.Sign, what i18n.Word) i18n.Sentence {
	r := s.Measure
	return sign(s, i18n.Sentencef("Their %s rise and fall together (correlation %.2f).", what, r),
		i18n.Sentencef("Their %s do not match (correlation %.2f).", what, r),
		i18n.Sentencef("Their %s partly match (correlation %.2f).", what, r))
}
