package match

import (
	"cmp"
	"slices"
)

// Tie is two recordings, by their place in a list, that are of one activity.
type Tie struct {
	A, B int
	// Said: by the athlete's word, whatever else speaks against it.
	Said    bool
	Overlap float64 // see [Overlap]
	CommonS float64 // see [CommonS]
}

// Groups says which of n recordings are one activity: those that ties lead to
// from one another, the strongest ties first, but no two that are apart. It
// gives the first of its group for each. The outcome hangs on the list and
// not on the order of ties, so that a list in the order of ids gives the same
// whichever recording came first.
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

// parted says that something in the one group is apart from something in the
// other.
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

// Stronger says that a tie counts before another.
func (t Tie) Stronger(o Tie) bool { return compareTies(t, o) < 0 }

// compareTies puts the stronger first. Of two that overlap as much it is that
// with more time in common: a part of an outing lies within many.
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
