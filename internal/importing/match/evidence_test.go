package match

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/store/originals"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

var noon = time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)

func ride() ingesttest.Outing {
	return ingesttest.Outing{Sport: training.Cycling, Start: noon, Seconds: 1800, Seed: 1, LatDeg: 47, LonDeg: 8}
}

func TestRelate(t *testing.T) {
	t.Parallel()
	all := ingesttest.Everything()
	headUnit := ingesttest.Device{Maker: "garmin", Serial: "1", Channels: all}
	tests := []struct {
		name string
		a, b *training.Recording
		want Relation
	}{
		{
			"head unit and watch", ride().Record(headUnit),
			ride().Record(ingesttest.Device{
				Maker: "garmin", Serial: "2", Channels: []training.Channel{training.HeartRate},
				LateS: 20, Noise: 5,
			}), Same,
		},
		{
			"by track alone", ride().Record(headUnit),
			ride().Record(ingesttest.Device{Channels: []training.Channel{training.Latitude, training.Longitude}, LateS: 100}), Same,
		},
		{
			"by power alone, clocks 10 s apart", ride().Record(headUnit),
			shifted(ride().Record(ingesttest.Device{Channels: []training.Channel{training.Power}}), 10*time.Second), Same,
		},
		{
			"auto-pause on one", ride().Record(headUnit),
			ride().Record(ingesttest.Device{Maker: "polar", Serial: "1", Channels: all, PauseFrom: 500, PauseTo: 700}), Same,
		},
		{
			"one device, another moment", ride().Record(headUnit),
			ride().Record(ingesttest.Device{Maker: "garmin", Serial: "1", Channels: all, LateS: 60}), Doubtful,
		},
		{
			"one device, the beginning", ride().Record(headUnit),
			ride().Record(ingesttest.Device{Maker: "garmin", Serial: "1", Channels: all, EarlyS: 900}), Copy,
		},
		{"no device, the beginning", ride().Record(headUnit), ride().Record(ingesttest.Device{Channels: all, EarlyS: 900}), Copy},
		{
			"another device, the beginning", ride().Record(headUnit),
			ride().Record(ingesttest.Device{Serial: "2", Channels: all, EarlyS: 900}), Same,
		},
		{"one device, the same rows", ride().Record(headUnit), ride().Record(headUnit), Copy},
		{
			"nothing in common", ride().Record(ingesttest.Device{Channels: []training.Channel{training.Power}}),
			ride().Record(ingesttest.Device{Channels: []training.Channel{training.HeartRate}}), Doubtful,
		},
		{"another course and effort", ride().Record(headUnit), other().Record(ingesttest.Device{Channels: all}), Doubtful},
		{"hearts agree, tracks do not", ride().Record(headUnit), elsewhere(ride().Record(ingesttest.Device{Channels: all})), Doubtful},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if !Candidate(tt.a, tt.b) || !Candidate(tt.b, tt.a) {
				t.Fatal("not even candidates")
			}
			for _, got := range []Relation{
				sketch(tt.a).compare(sketch(tt.b)).Relation(), sketch(tt.b).compare(sketch(tt.a)).Relation(),
			} {
				if got != tt.want {
					t.Errorf("got %d, want %d", got, tt.want)
				}
			}
		})
	}
}

func shifted(r *training.Recording, d time.Duration) *training.Recording {
	r.Start = r.Start.Add(d)
	return r
}

func other() ingesttest.Outing {
	o := ride()
	o.Seed, o.LatDeg = 4, 48
	return o
}

func elsewhere(r *training.Recording) *training.Recording {
	for i := range r.Columns.TimeS {
		r.Columns.Data[training.Latitude].Values[i] += 1 << 20
	}
	return r
}

func TestCandidate(t *testing.T) {
	t.Parallel()
	device := ingesttest.Device{Channels: []training.Channel{training.HeartRate}}
	base := ride().Record(device)
	with := func(change func(*ingesttest.Outing)) *training.Recording {
		o := ride()
		change(&o)
		return o.Record(device)
	}
	tests := []struct {
		name string
		b    *training.Recording
		want bool
	}{
		{"the same time", with(func(*ingesttest.Outing) {}), true},
		{"a fifth apart", with(func(o *ingesttest.Outing) { o.Start = o.Start.Add(360 * time.Second) }), true},
		{"a little more", with(func(o *ingesttest.Outing) { o.Start = o.Start.Add(365 * time.Second) }), false},
		{"short within long", with(func(o *ingesttest.Outing) { o.Start, o.Seconds = o.Start.Add(600*time.Second), 300 }), true},
		{"afterwards", with(func(o *ingesttest.Outing) { o.Start = o.Start.Add(3600 * time.Second) }), false},
		{"a virtual ride", with(func(o *ingesttest.Outing) { o.SubSport = training.SubVirtual }), true},
		{"a run", with(func(o *ingesttest.Outing) { o.Sport = training.Running }), false},
		{"an unknown sport", with(func(o *ingesttest.Outing) { o.Sport = training.Other }), false},
		{"of no length", with(func(o *ingesttest.Outing) { o.Seconds = 0 }), false},
	}
	for _, tt := range tests {
		if got := Candidate(base, tt.b); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
	walk, run := with(func(o *ingesttest.Outing) { o.Sport = training.Walking }),
		with(func(o *ingesttest.Outing) { o.Sport = training.Running })
	if !Candidate(walk, run) {
		t.Error("a walk and a run are one family")
	}
	unknown := with(func(o *ingesttest.Outing) { o.Sport = training.Other })
	if Candidate(unknown, unknown) {
		t.Error("two unknown sports are not known to be the same")
	}
}

func TestFlatSignalsSayNothing(t *testing.T) {
	t.Parallel()
	flat := func() *training.Recording {
		r := ride().Record(ingesttest.Device{Channels: []training.Channel{training.Power}})
		for i := range r.Columns.TimeS {
			r.Columns.Data[training.Power].Values[i] = 200
		}
		return r
	}
	a, b := flat(), flat()
	if got := sketch(a).compare(sketch(b)).Relation(); got != Doubtful {
		t.Errorf("got %d", got)
	}
}

func TestMetresBetweenAcrossTheDateLine(t *testing.T) {
	t.Parallel()
	if d := training.MetresBetween(0, 179.9995, 0, -179.9995); d < 110 || d > 112 {
		t.Errorf("got %v m, want 111", d)
	}
}

func sketch(r *training.Recording) *Sketch { return NewSketch(r, &r.Columns) }

// TestMeansAreThoseOfTheSpan: cells that are kept for further comparisons are equal to those
// that are computed for each span, wherever it begins, also within a second.
func TestMeansAreThoseOfTheSpan(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(3, 4))
	r := ride().Record(ingesttest.Device{Channels: ingesttest.Everything(), PauseFrom: 300, PauseTo: 420})
	for i := range r.Columns.TimeS {
		if i%41 < 12 {
			r.Columns.Data[training.Power].Valid.Clear(i)
		}
	}
	s := sketch(r)
	for n := range 300 {
		from := s.startS + float64(draw.IntN(int(r.ElapsedS)))
		if n%3 == 0 {
			from += float64(draw.IntN(1000)) / 1000
		}
		to := min(s.endS, from+float64(draw.IntN(900)))
		for _, ch := range []training.Channel{training.HeartRate, training.Power} {
			want := make([]float64, int((to-from)/cellS))
			for c := range want {
				sum, values := 0.0, 0.0
				for i, at := range r.Columns.TimeS {
					if v, ok := r.Columns.At(ch, i); ok && math.Floor((s.startS+float64(at)-from)/cellS) == float64(c) {
						sum, values = sum+float64(v), values+1
					}
				}
				want[c] = sum / values // NaN without values
			}
			same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
			if got := s.cells(ch, from, to); !slices.EqualFunc(got, want, same) {
				t.Fatalf("%v from %v to %v:\n%v\n%v", ch, from-s.startS, to-s.startS, got, want)
			}
		}
	}
	if s.cells(training.Power, s.endS, s.startS) != nil {
		t.Error("an empty span has cells")
	}
}

// TestATrackOfAFewMomentsSaysNothing: of the sixty moments of the common time
// ten at least have to be known of both.
func TestATrackOfAFewMomentsSaysNothing(t *testing.T) {
	t.Parallel()
	lost := func(known int) *Sketch { // a moment each half a minute of 1800 s
		r := ride().Record(ingesttest.Device{Channels: []training.Channel{training.Latitude, training.Longitude}})
		for i, second := range r.Columns.TimeS {
			if int(second) >= 30*known {
				r.Columns.Data[training.Latitude].Valid.Clear(i)
				r.Columns.Data[training.Longitude].Valid.Clear(i)
			}
		}
		return sketch(r)
	}
	whole := lost(60)
	for known, want := range map[int]Verdict{0: Silent, 9: Silent, 10: Agrees, 12: Agrees} {
		if got := sameTrack(whole, lost(known), trackNearM, trackAgrees, trackAgainst); got.Verdict != want {
			t.Errorf("of %d moments: %+v", known, got)
		}
	}
}

// TestGroupsHangOnTheSetAlone: in whatever order ties are found.
func TestGroupsHangOnTheSetAlone(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 2 + draw.IntN(6)
		var ties []Tie
		apart := map[[2]int]bool{}
		for a := range n {
			for b := a + 1; b < n; b++ {
				switch draw.IntN(4) {
				case 0:
					apart[[2]int{a, b}] = true
				case 1, 2:
					ties = append(ties, Tie{A: a, B: b, Overlap: 0.8 + 0.1*float64(draw.IntN(3)), CommonS: float64(draw.IntN(3))})
				}
			}
		}
		no := func(a, b int) bool { return apart[[2]int{min(a, b), max(a, b)}] }
		want := Groups(n, ties, no)
		for p := range apart {
			if want[p[0]] == want[p[1]] {
				t.Fatalf("%v are together in %v", p, want)
			}
		}
		for range 5 {
			draw.Shuffle(len(ties), func(i, j int) { ties[i], ties[j] = ties[j], ties[i] })
			if got := Groups(n, ties, no); !slices.Equal(got, want) {
				t.Fatalf("%v, then %v", want, got)
			}
		}
	}
	if got := Groups(3, []Tie{{A: 0, B: 1, Said: true}, {A: 1, B: 2, Overlap: 1}},
		func(int, int) bool { return true }); !slices.Equal(got, []int{0, 0, 2}) {
		t.Errorf("what the athlete said: %v", got)
	}
}

func TestIDsFollowFromContentAlone(t *testing.T) {
	t.Parallel()
	a := IdentityOf(originals.Hash([]byte("a")), 0)
	if id := a.Activity(); id != "vogp5ubaec" {
		t.Errorf("got %s", id)
	}
	seen := map[training.ActivityID]bool{}
	for _, data := range []string{"a", "b"} {
		for session := range 3 {
			seen[IdentityOf(originals.Hash([]byte(data)), session).Activity()] = true
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d ids for 6 sessions", len(seen))
	}
	if id := a.Recording().Starts(); id != a.Activity() {
		t.Errorf("a recording starts %s, want %s", id, a.Activity())
	}
}
