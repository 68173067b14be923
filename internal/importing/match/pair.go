package match

import (
	"strings"

	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Collection is where the store keeps pairs.
const Collection = document.Pairs

// Part is one side of a pair: a recording, or an entry.
type Part string

const entryPrefix = "entry:"

// Recorded is the part that a recording is.
func Recorded(id training.RecordingID) Part { return Part(id) }

// PairEntered is the part that an activity is that nothing recorded.
func PairEntered(id training.ActivityID) Part { return Part(entryPrefix + id) }

// Entry is the activity of a part that nothing recorded.
func (p Part) Entry() (id training.ActivityID, ok bool) {
	text, ok := strings.CutPrefix(string(p), entryPrefix)
	return training.ActivityID(text), ok
}

// Recording is the recording of a part that is one.
func (p Part) Recording() training.RecordingID { return training.RecordingID(p) }

// Pair is two parts. Where they become one, Moved goes to where Kept is, and
// where they are taken apart, Moved leaves. An entry is always the one that
// moves.
type Pair struct{ Moved, Kept Part }

const joint = "+"

// ID names the pair's document.
func (p Pair) ID() string { return string(p.Moved) + joint + string(p.Kept) }

func (p Pair) reversed() Pair { return Pair{Moved: p.Kept, Kept: p.Moved} }

// parse reads what ID wrote.
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

// Done records the changes that a verdict made, so that they can be changed back.
type Done struct {
	// Joined says that Moved became a part of Kept's activity, otherwise that
	// it left it.
	Joined bool `json:"joined"`
	// Former is the activity that Moved was in before it was joined, Parent
	// the parent of that, and Members the recordings that it had.
	Former  training.ActivityID    `json:"former,omitempty"`
	Parent  training.ActivityID    `json:"parent,omitempty"`
	Members []training.RecordingID `json:"members,omitempty"`
	// Refs went with it.
	Refs []string `json:"refs,omitempty"`
}

// state is a pair's document.
type state struct {
	Verdict PairVerdict `json:"verdict,omitempty"`
	Done    *Done       `json:"done,omitempty"`
}

// Known is a pair that something is known about.
type Known struct {
	Pair
	Verdict PairVerdict
	// ByHand says that the athlete decided it.
	ByHand bool
	// Done records the changes made for it, nil for none.
	Done *Done
}
