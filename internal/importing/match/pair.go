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

// Collection is the collection in which pairs are stored.
const Collection = document.Pairs

// Part is one side of a pair: a recording or an entry.
type Part string

const entryPrefix = "entry:"

// Recorded returns the part that represents a recording in a pair.
func Recorded(id training.RecordingID) Part { return Part(id) }

// PairEntered returns the part that represents an activity without a recording in a pair.
func PairEntered(id training.ActivityID) Part { return Part(entryPrefix + id) }

// Entry returns the activity of a part, if the part is an entry.
func (p Part) Entry() (id training.ActivityID, ok bool) {
	text, ok := strings.CutPrefix(string(p), entryPrefix)
	return training.ActivityID(text), ok
}

// Recording returns the recording of a part that is not an entry.
func (p Part) Recording() training.RecordingID { return training.RecordingID(p) }

// Pair is a pair of parts. If they are the same activity, Moved joins the activity of Kept.
// If they are separate, Moved leaves it. An entry is always Moved.
type Pair struct{ Moved, Kept Part }

const joint = "+"

// ID returns the id of the pair's document.
func (p Pair) ID() string { return string(p.Moved) + joint + string(p.Kept) }

func (p Pair) reversed() Pair { return Pair{Moved: p.Kept, Kept: p.Moved} }

// parse parses an id returned by [Pair.ID].
func parse(id string) (Pair, bool) {
	moved, kept, ok := strings.Cut(id, joint)
	return Pair{Part(moved), Part(kept)}, ok
}

// PairVerdict is a decision on a pair.
type PairVerdict string

// These are the verdicts.
const (
	Undecided PairVerdict = ""
	PairSame  PairVerdict = "same"
	Apart     PairVerdict = "apart"
)

// Done records the changes that a verdict caused, so that they can be reverted.
type Done struct {
	// Joined means that Moved has joined Kept's activity. If it is not set, Moved has left it.
	Joined bool `json:"joined"`
	// Former is the previous activity of Moved, Parent is the parent of that activity, and
	// Members are its recordings.
	Former  training.ActivityID    `json:"former,omitempty"`
	Parent  training.ActivityID    `json:"parent,omitempty"`
	Members []training.RecordingID `json:"members,omitempty"`
	// Refs lists the references that were moved too.
	Refs []string `json:"refs,omitempty"`
	// Parted means that the athlete separated the two before they were joined again. Before
	// that, they were the same activity, Left, without any decision.
	Parted bool                `json:"parted,omitempty"`
	Left   training.ActivityID `json:"left,omitempty"`
}

// Before returns the record of earlier changes, or nil if there were none.
func (d *Done) Before() *Done {
	if d.Joined && d.Parted {
		return &Done{Former: d.Left}
	}
	return nil
}

// Naturally reports whether the two were the same activity before any decision.
func (d *Done) Naturally() bool { return !d.Joined || d.Parted }

// state is the content of a pair's document.
type state struct {
	Verdict PairVerdict `json:"verdict,omitempty"`
	Done    *Done       `json:"done,omitempty"`
}

// Known is a pair with its verdict and the changes that it caused.
type Known struct {
	Pair
	Verdict PairVerdict
	// ByHand means that the athlete decided.
	ByHand bool
	// Done records the changes made for the pair, or is nil if there were none.
	Done *Done
	// noted is the reversed pair, if Done is stored with it.
	noted Pair
}

// PairIndex contains all pairs of an athlete.
type PairIndex struct {
	Pairs  []Known // ordered by id
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

// Between returns the verdict on two parts, in either order.
func (b PairIndex) Between(x, y Part) PairVerdict { return between(b.of, x, y) }

// ByHand returns the athlete's own verdict on two parts, in either order.
func (b PairIndex) ByHand(x, y Part) PairVerdict { return between(b.byHand, x, y) }

// Alone reports whether the athlete has separated an entry from a recording.
// After that, no evidence assigns the entry to any recording.
func (b PairIndex) Alone(entry Part) bool {
	return slices.ContainsFunc(b.Pairs, func(k Known) bool { return k.ByHand && k.Verdict == Apart && k.Moved == entry })
}

func between(of map[Pair]PairVerdict, x, y Part) PairVerdict {
	if v := of[Pair{x, y}]; v != Undecided {
		return v
	}
	return of[Pair{y, x}]
}

// OfBoth combines what is known about two parts, in either order, because the
// athlete may have named them in either order. If there are two pairs for them,
// ok is false for the one with less information.
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

// weight returns the rank of a pair by its information.
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

// Turned reports whether Done is stored with the reversed pair.
func (k Known) Turned() bool { return k.noted != Pair{} }

// Note stores the changes made for a pair. If d is nil, it removes the record.
func (k Known) Note(tx *store.Tx, athlete training.AthleteID, d *Done) error {
	if k.Turned() {
		if err := note(tx, athlete, k.noted, nil); err != nil {
			return err
		}
	}
	return note(tx, athlete, k.Pair, d)
}

// These are the sources of statements on a pair, in addition to the athlete.
const (
	byRule = "rule" // verdict based on evidence
	noted  = "done" // changes made for the pair
)

// Former is the own layer of a pair before a choice.
type Former struct {
	ID  string
	Own document.Own
}

// Choose stores the athlete's verdict on a pair. It replaces all verdicts on
// the same two parts and returns them.
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

// Restore stores an exported decision of the athlete. It ignores everything else.
func Restore(tx *store.Tx, athlete training.AthleteID, id string, word json.RawMessage) error {
	p, ok := parse(id)
	var s state
	if !ok || json.Unmarshal(word, &s) != nil || s.Verdict != PairSame && s.Verdict != Apart {
		return nil
	}
	_, err := Choose(tx, athlete, p, s.Verdict)
	return err
}

// Propose stores the verdict that a pair is the same activity, based on evidence. An undo of
// the import run removes it.
func Propose(tx *store.Tx, athlete training.AthleteID, p Pair, runID string) error {
	_, err := tx.PutStatement(athlete, document.Statement{
		Collection: Collection, ID: p.ID(), Source: byRule, RunID: runID,
		Body: state{Verdict: PairSame},
	})
	return err
}

// Withdraw removes a proposal.
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

// OneFamily reports whether two devices may record the same activity with these two sports.
func OneFamily(a, b training.Sport) bool {
	return family(a) == family(b) && family(a) != training.Other
}

// family returns the group to which a sport belongs. Devices may use any sport
// of a group for the same activity. A sport that is not listed is the only one
// of its group; an unknown sport matches no other.
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

// Tie is a connection between two recordings of one activity, given by their indexes in a list.
type Tie struct {
	A, B int
	// Said means that the athlete decided, regardless of the evidence.
	Said    bool
	Overlap float64 // see [Overlap]
	CommonS float64 // see [CommonS]
}

// Groups returns, for each of n recordings, the first recording of its group. Recordings
// that are connected by ties form a group. Strong ties are considered first, and a group
// never contains two recordings that are apart. The result does not depend on the order of
// ties. If the list is ordered by id, it does not depend on the order of import either.
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

// parted reports whether a member of one group is apart from a member of the other.
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

// Stronger reports whether a tie takes precedence over o.
func (t Tie) Stronger(o Tie) bool { return compareTies(t, o) < 0 }

// compareTies puts the stronger tie first. If the overlaps are equal, the one with more common
// time is stronger, because many recordings contain a short part of an outing completely.
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

// Digest is a text whose prefixes are used as ids.
type Digest string

// IdentityOf returns the digest for one session of a file. It depends only on
// the bytes of the file and the index of the session.
func IdentityOf(original string, session int) Digest {
	sum := sha256.Sum256([]byte(original + "#" + strconv.Itoa(session)))
	return Digest(strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum[:])))
}

// IdentityEntered returns the digest for an activity without a recording. key is
// a reference such as "strava:123", or consists of the activity's known values.
func IdentityEntered(key string) Digest { return IdentityOf("manual/"+key, 0) }

// Activity returns the shortest id, which is used for the activity unless it is taken.
func (d Digest) Activity() training.ActivityID { return training.ActivityID(d[:length]) }

// Activities yields the possible ids for the activity, shortest first.
func (d Digest) Activities() iter.Seq[training.ActivityID] {
	return func(yield func(training.ActivityID) bool) {
		for n := length; n < len(d); n += 2 {
			if !yield(training.ActivityID(d[:n])) {
				return
			}
		}
	}
}

// Recording returns the id for a recording. Its first letter distinguishes it
// from the id of an activity.
func (d Digest) Recording() training.RecordingID { return training.RecordingID("r" + d[:2*length]) }

// Alone yields the possible ids for an activity that consists only of the given
// recording, the most likely first.
func Alone(rec training.RecordingID) iter.Seq[training.ActivityID] {
	return Digest(strings.TrimPrefix(string(rec), "r")).Activities()
}

// FileRef returns the external id for one session of a file.
func FileRef(original string, session int) string {
	if session == 0 {
		return "file:" + original
	}
	return "file:" + original + "#" + strconv.Itoa(session)
}
