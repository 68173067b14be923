package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/training"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// columns has one channel; a negative value is a missing row.
func columns(ch training.Channel, timeS []int32, values ...int32) *training.Columns {
	c := &training.Columns{TimeS: timeS}
	for i, v := range values {
		if v >= 0 {
			c.Put(ch, i, v)
		}
	}
	c.Pad()
	return c
}

// read lists a channel, missing rows as -1.
func read(c *training.Columns, ch training.Channel) []int32 {
	var out []int32
	for i := range c.Len() {
		v, ok := c.At(ch, i)
		if !ok {
			v = -1
		}
		out = append(out, v)
	}
	return out
}

func TestOn(t *testing.T) {
	t.Parallel()
	hr := []training.Channel{training.HeartRate}
	tests := map[string]struct {
		clock []int32
		part  part
		want  []int32
	}{
		"the clock's own": {[]int32{0, 1, 2}, part{
			Start:   noon,
			Columns: columns(training.HeartRate, []int32{0, 1, 2}, 90, -1, 92),
		}, []int32{90, -1, 92}},
		"started later": {
			[]int32{0, 1, 2, 3},
			part{Start: noon.Add(2 * time.Second), Columns: columns(training.HeartRate, []int32{0, 1, 2}, 90, 91, 92)},
			[]int32{-1, -1, 90, 91},
		},
		"started earlier": {[]int32{0, 1}, part{
			Start:   noon.Add(-2 * time.Second),
			Columns: columns(training.HeartRate, []int32{0, 1, 2, 3}, 1, 2, 3, 4),
		}, []int32{3, 4}},
		"rounds to a second": {[]int32{0, 1}, part{
			Start:   noon.Add(600 * time.Millisecond),
			Columns: columns(training.HeartRate, []int32{0}, 90),
		}, []int32{-1, 90}},
		"nothing is held": {[]int32{0, 1, 2, 3}, part{
			Start:   noon,
			Columns: columns(training.HeartRate, []int32{0, 3}, 90, 93),
		}, []int32{90, -1, -1, 93}},
		"two in a second": {[]int32{0, 1}, part{
			Start:   noon,
			Columns: columns(training.HeartRate, []int32{0, 0, 0, 1}, 88, 90, -1, 91),
		}, []int32{90, 91}},
		"clock repeats": {[]int32{0, 1, 1, 2}, part{
			Start:   noon,
			Columns: columns(training.HeartRate, []int32{0, 1, 2}, 90, 91, 92),
		}, []int32{90, 91, 91, 92}},
		"another year": {[]int32{0, 1}, part{
			Start:   noon.AddDate(200, 0, 0),
			Columns: columns(training.HeartRate, []int32{0, 1}, 90, 91),
		}, []int32{-1, -1}},
		"no clock": {nil, part{Start: noon, Columns: columns(training.HeartRate, []int32{0}, 90)}, nil},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.part.Take = hr
			got := read(compose(noon, tt.clock, tt.part), training.HeartRate)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestTakesOnlyWhatItIsTold(t *testing.T) {
	t.Parallel()
	both := columns(training.Power, []int32{0, 1}, 200, 210)
	both.Put(training.HeartRate, 0, 120)
	both.Pad()
	strap := columns(training.HeartRate, []int32{0, 1}, 130, 131)
	got := compose(noon, both.TimeS,
		part{Start: noon, Columns: both, Take: []training.Channel{training.Power}},
		part{Start: noon, Columns: strap, Take: []training.Channel{training.HeartRate, training.Cadence}})
	if d := cmp.Diff([]int32{130, 131}, read(got, training.HeartRate)); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int32{200, 210}, read(got, training.Power)); d != "" {
		t.Error(d)
	}
	if got.Data[training.Cadence].Present() {
		t.Error("a channel that nobody has is present")
	}
}

// TestEveryValueHappenedThen is the law: a composed row holds a value of the
// part from that very second, and is missing only if the part has none.
func TestEveryValueHappenedThen(t *testing.T) {
	t.Parallel()
	rising := func(t *rapid.T, name string) []int32 {
		steps := rapid.SliceOfN(rapid.Int32Range(0, 3), 0, 60).Draw(t, name)
		at := int32(0)
		for i, s := range steps {
			at += s
			steps[i] = at
		}
		return steps
	}
	rapid.Check(t, func(t *rapid.T) {
		clock, times := rising(t, "clock"), rising(t, "part")
		later := rapid.Int32Range(-40, 40).Draw(t, "shift")
		other := &training.Columns{TimeS: times}
		has := map[int32]int32{}
		for i, at := range times {
			if rapid.Bool().Draw(t, "valid") {
				other.Put(training.Power, i, int32(i))
				has[at+later] = int32(i)
			}
		}
		other.Pad()
		got := compose(noon, clock, part{
			Start: noon.Add(time.Duration(later) * time.Second), Columns: other, Take: []training.Channel{training.Power},
		})
		for i, at := range clock {
			v, ok := got.At(training.Power, i)
			want, wanted := has[at]
			if ok != wanted || ok && v != want {
				t.Fatalf("second %d holds %d (%v), want %d (%v)", at, v, ok, want, wanted)
			}
		}
	})
}
