package fit_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
)

// strap writes hr messages as chest straps do: one that ties its clock to the
// time, then eight readings a message in 12 bits each.
type strap struct {
	*rawfit.File
	zero uint32 // of its clock, at second 0 of the recording
}

func (s strap) tie(second int, bpm byte) {
	s.Raw(132, stamp(second), raw8(6, bpm), raw32(9, rawfit.Uint32, s.zero+uint32(second)*1024))
}

// beats writes readings at the given seconds.
func (s strap) beats(bpm byte, at ...float64) {
	for len(at) > 0 {
		n := min(8, len(at))
		rates, packed := make([]byte, n), make([]byte, 0, n/2*3)
		for i := 0; i+1 < n; i += 2 {
			low := [2]uint32{s.ticks(at[i]), s.ticks(at[i+1])}
			rates[i], rates[i+1] = bpm, bpm
			packed = append(packed, byte(low[0]), byte(low[0]>>8)|byte(low[1]<<4), byte(low[1]>>4))
		}
		s.Raw(132, raw8(6, rates...), rawfit.RawField{Num: 10, Base: rawfit.Byte, Data: packed})
		at = at[n:]
	}
}

func (s strap) ticks(at float64) uint32 { return (s.zero + uint32(at*1024)) & 0xFFF }

// seconds are n readings half a second apart, from a quarter past the first.
func seconds(from, n int) []float64 {
	out := make([]float64, 2*n)
	for i := range out {
		out[i] = float64(from) + 0.25 + float64(i)/2
	}
	return out
}

// watch records n rows so many seconds apart with a heart rate of its own.
func watch(f *rawfit.File, n, apart int) {
	for i := range n {
		record(f, i*apart, rawfit.Fields{"heart_rate": 90})
	}
}

// TestTheStrapWinsOverTheWatch: where a file holds both, a row has the mean
// of what the strap stored since the row before it; its last rate holds for
// less than 5 s; beyond that the watch's own stands. It is the same wherever
// the strap's messages stand and whatever its clock shows.
func TestTheStrapWinsOverTheWatch(t *testing.T) {
	t.Parallel()
	said := func(s strap) {
		s.tie(0, 130)
		s.beats(140, seconds(0, 10)...)
		s.beats(151, 10.5, 10.75)
		s.beats(150, 11.25, 11.5)
	}
	want := []any{int32(130)}
	for range 10 {
		want = append(want, int32(140))
	}
	for _, bpm := range []int32{151, 150, 150, 150, 150, 150, 90, 90, 90} {
		want = append(want, bpm)
	}
	for name, build := range map[string]func() []byte{
		"in the file": func() []byte {
			f := open()
			watch(f, 20, 1)
			said(strap{f, 4000})
			return f.Bytes()
		},
		"before the records": func() []byte {
			f := open()
			said(strap{f, 4000})
			watch(f, 20, 1)
			return f.Bytes()
		},
		"its clock rolls over": func() []byte {
			f := open()
			watch(f, 20, 1)
			said(strap{f, 1<<32 - 5*1024})
			return f.Bytes()
		},
		"a file of its own behind": func() []byte {
			f, own := open(), open()
			watch(f, 20, 1)
			said(strap{own, 77})
			return rawfit.Chain(f.Bytes(), own.Bytes())
		},
		"a file of its own before": func() []byte {
			f, own := open(), rawfit.New()
			watch(f, 20, 1)
			said(strap{own, 77})
			return rawfit.Chain(own.Bytes(), f.Bytes())
		},
	} {
		res, err := fit.Read(context.Background(), build(), reading.Limits{})
		if err != nil || len(res.Recordings) != 1 {
			t.Fatalf("%s: %d recordings, %v", name, len(res.Recordings), err)
		}
		r := res.Recordings[0]
		if diff := cmp.Diff(want, column(&r.Columns, training.HeartRate)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if !strings.Contains(words(r), "two heart rates: the strap's own stands in 17 of 20 rows") {
			t.Errorf("%s: warnings %q", name, words(r))
		}
	}
}

// TestRowsFarApartHaveTheStrapsMean: a pool swim has a row a length, whose
// heart rate is that of the length, not of its last second.
func TestRowsFarApartHaveTheStrapsMean(t *testing.T) {
	t.Parallel()
	f := open()
	watch(f, 3, 30)
	s := strap{f, 12345}
	s.tie(0, 100)
	s.beats(120, seconds(0, 20)...)
	s.beats(150, seconds(20, 10)...)
	s.beats(160, seconds(30, 30)...)
	r := one(t, f)
	if diff := cmp.Diff([]any{int32(100), int32(130), int32(160)}, column(&r.Columns, training.HeartRate)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
