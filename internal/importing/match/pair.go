package match

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Collection is the collection of pairs in the store.
const Collection = document.Pairs

// Part is one side of a pair: a recording, or an entry.
type Part string

const entryPrefix = "entry:"

// Recorded returns the part of a pair for a recording.
func Recorded(id training.RecordingID) Part { return Part(id) }

// PairEntered returns the part of a pair for an activity without a recording.
func PairEntered(id training.ActivityID) Part { return Part(entryPrefix + id) }

// Entry returns the activity of a part that is an entry.
func (p Part) Entry() (id training.ActivityID, ok bool) {
	text, ok := strings.CutPrefix(string(p), entryPrefix)
	return training.ActivityID(text), ok
}

// Recording returns the recording of a part that is a recording.
func (p Part) Recording() training.RecordingID { return training.RecordingID(p) }

// Pair is a pair of parts. If they become one, Moved joins the activity of
// Kept; if they are separated, Moved leaves it. An entry is always Moved.
type Pair struct{ Moved, Kept Part }

const joint = "+"

// ID returns the id of the pair's document.
func (p Pair) ID() string { return string(p.Moved) + joint + string(p.Kept) }

func (p Pair) reversed() Pair { return Pair{Moved: p.Kept, Kept: p.Moved} }

// parse parses the result of ID.
func parse(id string) (Pair, bool) {
	moved, kept, ok := strings.Cut(id, joint)
	return Pair{Part(moved), Part(kept)}, ok
}

// PairVerdict is a decision on a pair.
type PairVerdict string

// The verdicts.
const (
	Undecided PairVerdict = ""
	PairSame  PairVerdict = "same"
	Apart     PairVerdict = "apart"
)

// Done records the changes made for a verdict, so that they can be reverted.
type Done struct {
	// Joined is set if Moved joined Kept's activity, and unset if it left.
	Joined bool `json:"joined"`
	// Former is the former activity of Moved, Parent the parent of that
	// activity, and Members its recordings.
	Former  training.ActivityID    `json:"former,omitempty"`
	Parent  training.ActivityID    `json:"parent,omitempty"`
	Members []training.RecordingID `json:"members,omitempty"`
	// Refs lists the references that moved along.
	Refs []string `json:"refs,omitempty"`
	// Parted is set if the two were one activity, Left, by themselves, and the
	// athlete had separated them before they were joined again.
	Parted bool                `json:"parted,omitempty"`
	Left   training.ActivityID `json:"left,omitempty"`
}

// Before returns the record of earlier changes, nil if there were none.
func (d *Done) Before() *Done {
	if d.Joined && d.Parted {
		return &Done{Former: d.Left}
	}
	return nil
}

// Naturally reports whether the two were one activity before any change.
func (d *Done) Naturally() bool { return !d.Joined || d.Parted }

// state is the content of a pair's document.
type state struct {
	Verdict PairVerdict `json:"verdict,omitempty"`
	Done    *Done       `json:"done,omitempty"`
}

// Known is a pair with its verdict and changes.
type Known struct {
	Pair
	Verdict PairVerdict
	// ByHand is set if the athlete decided.
	ByHand bool
	// Done records the changes made for the pair, nil if there are none.
	Done *Done
	// noted is the reversed pair that stores Done, if this pair does not.
	noted Pair
}

// PairIndex holds everything known about an athlete's pairs.
type PairIndex struct {
	Pairs  []Known // by id
	of     map[Pair]PairVerdict
	byHand map[Pair]PairVerdict
}

// ReadPair reads an athlete's pairs.
func ReadPair(ctx context.Context, r store.Reader, athlete training.AthleteID) (PairIndex, error) {
	b := PairIndex{of: map[Pair]PairVerdict{}, byHand: map[Pair]PairVerdict{}}
	err := document.Each(ctx, r.Documents, training.Everything(athlete), Collection, document.Filter{}, func(d document.Document, s state) {
		p, ok := parse(d.ID)
		if !ok {
			return
		}
		b.Pairs = append(b.Pairs, Known{Pair: p, Verdict: s.Verdict, ByHand: d.Own != nil, Done: s.Done})
		b.of[p] = s.Verdict
		if d.Own != nil {
			b.byHand[p] = s.Verdict
		}
	})
	return b, err
}

// Between returns the verdict on two parts.
func (b PairIndex) Between(x, y Part) PairVerdict { return between(b.of, x, y) }

// ByHand returns the athlete's own verdict on two parts.
func (b PairIndex) ByHand(x, y Part) PairVerdict { return between(b.byHand, x, y) }

// Alone reports whether the athlete split an entry off a recording. Evidence
// then no longer assigns it to any.
func (b PairIndex) Alone(entry Part) bool {
	return slices.ContainsFunc(b.Pairs, func(k Known) bool { return k.ByHand && k.Verdict == Apart && k.Moved == entry })
}

func between(of map[Pair]PairVerdict, x, y Part) PairVerdict {
	if v := of[Pair{x, y}]; v != Undecided {
		return v
	}
	return of[Pair{y, x}]
}

// OfBoth combines the knowledge about two parts, whichever of them moves,
// because the athlete may have named them in either order. If there are two
// pairs, ok is false for the one with less information.
func (b PairIndex) OfBoth(k Known) (_ Known, ok bool) {
	at, found := slices.BinarySearchFunc(b.Pairs, k.reversed().ID(), func(o Known, id string) int { return strings.Compare(o.ID(), id) })
	if !found {
		return k, true
	}
	o := b.Pairs[at]
	if says := cmp.Or(cmp.Compare(k.weight(), o.weight()), strings.Compare(o.ID(), k.ID())); says < 0 {
		return k, false
	}
	if k.Done == nil && o.Done != nil {
		k.Done, k.noted = o.Done, o.Pair
	}
	return k, true
}

// weight orders two pairs of the same parts by their information.
func (k Known) weight() int {
	switch {
	case k.ByHand && k.Verdict != Undecided:
		return 3
	case k.Verdict != Undecided:
		return 2
	case k.Done != nil:
		return 1
	}
	return 0
}

// Turned reports whether Done belongs to the reversed pair.
func (k Known) Turned() bool { return k.noted != Pair{} }

// Note stores the changes made for a pair; nil removes the record.
func (k Known) Note(tx *store.Tx, athlete training.AthleteID, d *Done) error {
	if k.Turned() {
		if err := note(tx, athlete, k.noted, nil); err != nil {
			return err
		}
	}
	return note(tx, athlete, k.Pair, d)
}

// The sources of statements on a pair, besides the athlete.
const (
	byRule = "rule" // by the evidence
	noted  = "done" // the changes made for it
)

// Former is a pair's own layer before a choice.
type Former struct {
	ID  string
	Own document.Own
}

// Choose stores the athlete's verdict on a pair, replacing any on the same two
// parts, and returns the former ones.
func Choose(tx *store.Tx, athlete training.AthleteID, p Pair, v PairVerdict) ([]Former, error) {
	word, err := json.Marshal(state{Verdict: v})
	if err != nil {
		return nil, err
	}
	var out []Former
	for _, one := range []struct {
		id  string
		own document.Own
	}{{p.reversed().ID(), document.Own{}}, {p.ID(), document.Own{Fields: word}}} {
		was, err := tx.PutOwn(athlete, Collection, one.id, one.own)
		if err != nil {
			return nil, err
		}
		out = append(out, Former{one.id, was})
	}
	return out, nil
}

// Restore stores the athlete's decision from an export, ignoring anything else.
func Restore(tx *store.Tx, athlete training.AthleteID, id string, word json.RawMessage) error {
	p, ok := parse(id)
	var s state
	if !ok || json.Unmarshal(word, &s) != nil || s.Verdict != PairSame && s.Verdict != Apart {
		return nil
	}
	_, err := Choose(tx, athlete, p, s.Verdict)
	return err
}

// Propose stores the verdict, by evidence, that a pair is one activity; it is
// undone together with the import run.
func Propose(tx *store.Tx, athlete training.AthleteID, p Pair, runID string) error {
	_, err := tx.PutStatement(athlete, document.Statement{
		Collection: Collection, ID: p.ID(), Source: byRule, RunID: runID,
		Body: state{Verdict: PairSame},
	})
	return err
}

// Withdraw withdraws a proposal.
func Withdraw(tx *store.Tx, athlete training.AthleteID, p Pair) error {
	_, err := tx.PutStatement(athlete, document.Statement{Collection: Collection, ID: p.ID(), Source: byRule})
	return err
}

// note stores the changes made for a pair.
func note(tx *store.Tx, athlete training.AthleteID, p Pair, d *Done) error {
	s := document.Statement{Collection: Collection, ID: p.ID(), Source: noted}
	if d != nil {
		s.Body = state{Done: d}
	}
	_, err := tx.PutStatement(athlete, s)
	return err
}

// OneFamily reports whether devices may use both sports for one activity.
func OneFamily(a, b training.Sport) bool {
	return family(a) == family(b) && family(a) != training.Other
}

// family returns the group of sports that devices use for the same thing. A
// sport that is not listed is its own family; an unknown sport matches none.
func family(s training.Sport) training.Sport {
	switch s {
	case training.Running, training.Walking, training.Hiking:
		return training.Running
	case training.Strength, training.Fitness, training.Yoga:
		return training.Fitness
	case training.Rowing, training.Paddling:
		return training.Rowing
	case training.AlpineSki, training.CrossCountry:
		return training.CrossCountry
	case "":
		return training.Other
	}
	return s
}

// Tie connects two recordings of one activity, by their indexes in a list.
type Tie struct {
	A, B int
	// Said is set if the athlete decided, whatever the evidence.
	Said    bool
	Overlap float64 // see [Overlap]
	CommonS float64 // see [CommonS]
}

// Groups returns, for each of n recordings, the first one of its group. A group
// consists of recordings connected by ties, the strongest ties first, but never
// has two that are apart. The result depends on the list but not on the order
// of ties, so a list by id gives the same result whichever recording came
// first.
func Groups(n int, ties []Tie, apart func(a, b int) bool) []int {
	group := make([]int, n)
	for i := range group {
		group[i] = i
	}
	ties = slices.Clone(ties)
	slices.SortFunc(ties, compareTies)
	for _, t := range ties {
		a, b := group[t.A], group[t.B]
		if a == b || !t.Said && parted(group, a, b, apart) {
			continue
		}
		for i := range group {
			if group[i] == max(a, b) {
				group[i] = min(a, b)
			}
		}
	}
	return group
}

// parted reports whether members of two groups are apart from each other.
func parted(group []int, a, b int, apart func(a, b int) bool) bool {
	for i := range group {
		if group[i] != a {
			continue
		}
		for j := range group {
			if group[j] == b && apart(i, j) {
				return true
			}
		}
	}
	return false
}

// Stronger reports whether a tie takes precedence over another.
func (t Tie) Stronger(o Tie) bool { return compareTies(t, o) < 0 }

// compareTies sorts the stronger tie first. If the overlap is equal, the one
// with more common time is stronger, because a short part of an outing is
// within many recordings.
func compareTies(x, y Tie) int {
	said := func(t Tie) int {
		if t.Said {
			return 0
		}
		return 1
	}
	return cmp.Or(
		cmp.Compare(said(x), said(y)), -cmp.Compare(x.Overlap, y.Overlap), -cmp.Compare(x.CommonS, y.CommonS),
		cmp.Compare(min(x.A, x.B), min(y.A, y.B)), cmp.Compare(max(x.A, x.B), max(y.A, y.B)),
	)
}

const length = training.ActivityIDLength

// Digest is the text whose prefixes are ids.
type Digest string

// IdentityOf returns the digest of one session of a file, which depends only on
// the file's bytes and the session's index.
func IdentityOf(original string, session int) Digest {
	sum := sha256.Sum256([]byte(original + "#" + strconv.Itoa(session)))
	return Digest(strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:])))
}

// IdentityEntered returns the digest of an activity without a recording,
// identified by key: a reference such as "strava:123", or its known values.
func IdentityEntered(key string) Digest { return IdentityOf("manual/"+key, 0) }

// Activity returns the shortest id, which an activity gets unless it is taken.
func (d Digest) Activity() training.ActivityID { return training.ActivityID(d[:length]) }

// Activities yields the ids that an activity may get, the shortest first.
func (d Digest) Activities() iter.Seq[training.ActivityID] {
	return func(yield func(training.ActivityID) bool) {
		for n := length; n < len(d); n += 2 {
			if !yield(training.ActivityID(d[:n])) {
				return
			}
		}
	}
}

// Recording returns the id of a recording, whose first letter distinguishes it
// from an activity's.
func (d Digest) Recording() training.RecordingID { return training.RecordingID("r" + d[:2*length]) }

// Alone yields the ids that the activity of a single recording may have, the
// likeliest first.
func Alone(rec training.RecordingID) iter.Seq[training.ActivityID] {
	return Digest(strings.TrimPrefix(string(rec), "r")).Activities()
}

// FileRef returns the external id of one session of a file.
func FileRef(original string, session int) string {
	if session == 0 {
		return "file:" + original
	}
	return "file:" + original + "#" + strconv.Itoa(session)
}
