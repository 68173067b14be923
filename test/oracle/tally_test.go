package oracle

import (
	"fmt"
	"math"
	"testing"
)

// tally is a line of the report: how often a rule gives what a device stored.
type tally struct {
	field, rule, who string
	hits, n          int
	bar              string  // as measured on a larger collection
	share            float64 // the same as a share, 0 for information
	reason           string  // why some differ
	// second is the part of hits and n in the second half of the collection.
	second rate
	// reference is how often an independent program that follows the same
	// rule gives the device's value on the same sessions; -1 if none was run.
	reference int
}

// verdict holds the hits against the bar: no fewer than the whole sessions
// that its share makes here, or than the independent program reaches.
func (l tally) verdict() string {
	switch {
	case l.share == 0:
		return "information"
	case l.n == 0:
		return "none here"
	case l.hits >= int(math.Floor(l.share*float64(l.n)+1e-9)):
		return "reached"
	case l.reference >= 0 && l.hits >= l.reference:
		return "as the reference"
	}
	return "**below**"
}

func (l tally) line() string {
	reference := ""
	if l.reference >= 0 {
		reference = fmt.Sprintf("%d of %d", l.reference, l.n)
	}
	return fmt.Sprintf("| %s | %s | %s | %d of %d | %s | %s | %s | %s | %s | %s |\n",
		l.field, l.rule, l.who, l.hits, l.n, l.first(), l.shownSecond(), reference, l.bar, l.verdict(), l.reason)
}

// count counts a value of a file.
func (l *tally) count(h half, hit bool) {
	one := rate{n: 1}
	if hit {
		one.hits = 1
	}
	l.hits, l.n = l.hits+one.hits, l.n+one.n
	if h == secondHalf {
		l.second = rate{l.second.hits + one.hits, l.second.n + one.n}
	}
}

func (l tally) first() rate { return rate{l.hits - l.second.hits, l.n - l.second.n} }

func (l tally) shownSecond() string {
	if p := worse(l.first(), l.second); p < significant {
		return fmt.Sprintf("%s, **worse** (p = %.3f)", l.second, p)
	}
	return l.second.String()
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want string
		l    tally
	}{
		{"information", tally{hits: 1, n: 9}},
		{"none here", tally{share: 1}},
		{"reached", tally{hits: 9, n: 10, share: 0.9, reference: -1}},
		{"reached", tally{hits: 24, n: 25, share: 55.0 / 57, reference: -1}},
		{"as the reference", tally{hits: 8, n: 10, share: 0.9, reference: 8}},
		{"**below**", tally{hits: 8, n: 10, share: 0.9, reference: 9}},
		{"**below**", tally{hits: 8, n: 10, share: 0.9, reference: -1}},
	} {
		if got := c.l.verdict(); got != c.want {
			t.Errorf("%+v is %q, want %q", c.l, got, c.want)
		}
	}
}
