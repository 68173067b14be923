package oracle

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
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

// half is one of two parts of the collection.
type half int

const (
	firstHalf half = iota
	secondHalf
)

// halfBy divides by the first bit of a file's SHA-256, which knows nothing of
// what the file says.
func halfBy(data []byte) half {
	sum := sha256.Sum256(data)
	return half(sum[0] >> 7)
}

// rate is how many of n are equal.
type rate struct{ hits, n int }

func (r rate) String() string { return fmt.Sprintf("%d of %d", r.hits, r.n) }

// significant is the probability below which a difference is more than chance.
const significant = 0.05

// worse returns the probability that chance alone gives the second rate as few
// hits or fewer, if both are of one kind: Fisher's exact test, one-sided.
func worse(first, second rate) float64 {
	n, hits := first.n+second.n, first.hits+second.hits
	p := 0.0
	for k := max(0, hits-first.n); k <= second.hits; k++ {
		p += math.Exp(choose(hits, k) + choose(n-hits, second.n-k) - choose(n, second.n))
	}
	return min(p, 1)
}

// choose returns the logarithm of how many ways there are to take k of n.
func choose(n, k int) float64 {
	all, _ := math.Lgamma(float64(n + 1))
	taken, _ := math.Lgamma(float64(k + 1))
	left, _ := math.Lgamma(float64(n - k + 1))
	return all - taken - left
}

// difference is by how much ours differs from the device's, as a share, in a
// session of one half.
type difference struct {
	share float64
	half  half
}

type differences []difference

// median returns the upper one of an even number; NaN of none.
func (d differences) median() float64 { return d.within(0.5) }

// within returns the value that a share of the differences does not exceed; NaN
// for none.
func (d differences) within(share float64) float64 {
	if len(d) == 0 {
		return math.NaN()
	}
	sorted := slices.Clone(d)
	slices.SortFunc(sorted, func(a, b difference) int {
		switch {
		case a.share < b.share:
			return -1
		case a.share > b.share:
			return 1
		}
		return 0
	})
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))].share
}

// of returns the differences of one half.
func (d differences) of(h half) differences {
	return slices.DeleteFunc(slices.Clone(d), func(x difference) bool { return x.half != h })
}

// near returns how many do not exceed a limit.
func (d differences) near(limit float64) rate {
	r := rate{n: len(d)}
	for _, x := range d {
		if x.share <= limit {
			r.hits++
		}
	}
	return r
}

// halves returns two cells of the report: the median of each half.
func (d differences) halves() string {
	first, second := d.of(firstHalf), d.of(secondHalf)
	out := fmt.Sprintf("%.2f %% of %d | %.2f %% of %d", first.median()*100, len(first), second.median()*100, len(second))
	if p := worse(first.near(d.median()), second.near(d.median())); p < significant {
		out += fmt.Sprintf(", **worse** (p = %.3f)", p)
	}
	return out
}

// TestWorseIsFishersExactTest: Fisher's own tea (3 of 4 cups each way has a
// tail of 17/70), and the ends.
func TestWorseIsFishersExactTest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		first, second rate
		want          float64
	}{
		{rate{3, 4}, rate{1, 4}, 17.0 / 70},
		{rate{4, 4}, rate{0, 4}, 1.0 / 70},
		{rate{1, 4}, rate{3, 4}, 69.0 / 70},
		{rate{5, 5}, rate{7, 7}, 1},
		{rate{0, 5}, rate{0, 7}, 1},
		{rate{2, 3}, rate{}, 1},
	} {
		if got := worse(c.first, c.second); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v, then %v: %v, want %v", c.first, c.second, got, c.want)
		}
	}
}

func TestHalvesAreToldApart(t *testing.T) {
	t.Parallel()
	// Published sums: that of nothing begins with e3, of "abc" with ba, of the long one with 24.
	for text, want := range map[string]half{
		"": secondHalf, "abc": secondHalf, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": firstHalf,
	} {
		if got := halfBy([]byte(text)); got != want {
			t.Errorf("%q is in half %d, want %d", text, got, want)
		}
	}
	var l tally
	for i := range 20 {
		l.count(half(i%2), i%2 == 0)
	}
	if l.first() != (rate{10, 10}) || l.second != (rate{0, 10}) || l.shownSecond() != "0 of 10, **worse** (p = 0.000)" {
		t.Errorf("%+v, shown as %q", l, l.shownSecond())
	}
	d := differences{
		{0.1, firstHalf},
		{0.1, firstHalf},
		{0.1, firstHalf},
		{0.1, firstHalf},
		{0.9, secondHalf},
		{0.8, secondHalf},
		{0.9, secondHalf},
	}
	if got, want := d.halves(), "10.00 % of 4 | 90.00 % of 3, **worse** (p = 0.029)"; got != want {
		t.Errorf("halves %q, want %q", got, want)
	}
}
