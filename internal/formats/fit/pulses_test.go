package fit_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/muktihari/fit/profile/typedef"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/recordingtest"
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

// seconds returns n readings half a second apart, from a quarter past the
// first.
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
		if !strings.Contains(words(r), "two heart rates: the strap's is used in 17 of 20 rows") {
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

func TestSports(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sport typedef.Sport
		sub   typedef.SubSport
		want  training.Sport
		word  string
	}{
		{typedef.SportCycling, typedef.SubSportRoad, training.Cycling, training.SubRoad},
		{typedef.SportCycling, typedef.SubSportInvalid, training.Cycling, ""},
		{typedef.SportEBiking, typedef.SubSportGeneric, training.Cycling, ""},
		{typedef.SportRunning, typedef.SubSportTreadmill, training.Running, training.SubIndoor},
		{typedef.SportSwimming, typedef.SubSportLapSwimming, training.Swimming, training.SubPool},
		{typedef.SportFitnessEquipment, typedef.SubSportIndoorRowing, training.Rowing, training.SubIndoor},
		{typedef.SportFitnessEquipment, typedef.SubSportTreadmill, training.Running, training.SubIndoor},
		{typedef.SportFitnessEquipment, typedef.SubSportElliptical, training.Fitness, "elliptical"},
		{typedef.SportTraining, typedef.SubSportStrengthTraining, training.Strength, ""},
		{typedef.SportTraining, typedef.SubSportYoga, training.Yoga, ""},
		{typedef.SportTraining, typedef.SubSportCardioTraining, training.Fitness, "cardio_training"},
		{typedef.SportKayaking, typedef.SubSportInvalid, training.Paddling, ""},
		{typedef.SportGeneric, typedef.SubSportLapSwimming, training.Swimming, training.SubPool},
		{typedef.SportGeneric, typedef.SubSportOpenWater, training.Swimming, training.SubOpenWater},
		{typedef.SportGeneric, typedef.SubSportTrackCycling, training.Cycling, training.SubTrack},
		{typedef.SportGeneric, typedef.SubSportDownhill, training.Cycling, "downhill"},
		{typedef.SportGeneric, typedef.SubSportUltra, training.Running, "ultra"},
		{typedef.SportGeneric, typedef.SubSportSkateSkiing, training.CrossCountry, "skate_skiing"},
		{typedef.SportGeneric, typedef.SubSportMatch, training.Other, "match"},
		{typedef.SportTraining, typedef.SubSportPilates, training.Yoga, "pilates"},
		{typedef.SportRunning, typedef.SubSportMountain, training.Running, training.SubMountain},
		{typedef.SportGeneric, typedef.SubSportGeneric, training.Other, ""},
		{typedef.SportInvalid, typedef.SubSportInvalid, training.Other, ""},
		{typedef.Sport(240), typedef.SubSport(240), training.Other, ""},
		{typedef.SportTennis, typedef.SubSportInvalid, "tennis", ""},
	} {
		if sport, word := fit.Sport(tt.sport, tt.sub); sport != tt.want || word != tt.word {
			t.Errorf("%v/%v is %s/%s, want %s/%s", tt.sport, tt.sub, sport, word, tt.want, tt.word)
		}
	}
}

// Every pair of codes that a file may hold settles: what is written for it
// reads as the same words.
func TestEverySportSettles(t *testing.T) {
	t.Parallel()
	for s := range 256 {
		for sub := range 256 {
			sport, word := fit.Sport(typedef.Sport(s), typedef.SubSport(sub))
			if sport == "" {
				t.Fatalf("%d/%d has no sport", s, sub)
			}
			again, wordAgain := fit.Sport(fit.SportCodes(sport, word))
			// A refinement of a sport that has a code of its own may move there.
			third, wordThird := fit.Sport(fit.SportCodes(again, wordAgain))
			if third != again || wordThird != wordAgain {
				t.Errorf("%d/%d: %s/%s, %s/%s, %s/%s", s, sub, sport, word, again, wordAgain, third, wordThird)
			}
		}
	}
}

func TestProducts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		maker   typedef.Manufacturer
		code    uint16
		written string
		want    string
	}{
		{typedef.ManufacturerGarmin, 3122, "", "edge_830"},
		{typedef.ManufacturerGarmin, 65000, "", "65000"},
		{typedef.ManufacturerWahooFitness, 31, "", "31"},
		{typedef.ManufacturerWahooFitness, 31, "ELEMNT BOLT", "ELEMNT BOLT"},
		{typedef.ManufacturerZwift, 0xFFFF, "", ""},
	} {
		got := fit.Product(tt.maker, tt.code, tt.written)
		if got != tt.want {
			t.Errorf("%v %d %q is %q, want %q", tt.maker, tt.code, tt.written, got, tt.want)
		}
		code, name := fit.ProductCode(tt.maker, got)
		if again := fit.Product(tt.maker, code, name); again != got {
			t.Errorf("%q is written as %d %q, which reads as %q", got, code, name, again)
		}
	}
	if m := fit.ManufacturerCode("nobody"); m != typedef.ManufacturerDevelopment {
		t.Errorf("an unknown maker is %v", m)
	}
}

func TestTimesAreBounded(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 5, 11, 6, 30, 0, 0, time.UTC)
	if got := fit.ProfileTime(uint32(fit.Seconds(at))); !got.Equal(at) {
		t.Errorf("got %v", got)
	}
	if fit.Seconds(time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)) != 0 {
		t.Error("a time before the epoch is not 0")
	}
	if fit.Seconds(time.Date(2400, 1, 1, 0, 0, 0, 0, time.UTC)) != 1<<32-2 {
		t.Error("a time beyond the format is not its last one")
	}
}

func TestCyclesAreStrokesInWater(t *testing.T) {
	t.Parallel()
	for sport, want := range map[training.Sport]training.Values{
		training.Swimming: {training.MetricStrokes: 240}, training.Running: {fit.MetricCycles: 240},
	} {
		v := training.Values{fit.MetricCycles: 240}
		fit.SplitCycles(v, sport)
		if diff := cmp.Diff(want, v); diff != "" {
			t.Errorf("%s:\n%s", sport, diff)
		}
		if n, ok := fit.CyclesOf(v); !ok || n != 240 {
			t.Errorf("%s: %v %v", sport, n, ok)
		}
	}
}

// Two fields of a message must not claim one number.
func TestTablesAreConsistent(t *testing.T) {
	t.Parallel()
	for name, table := range map[string][]fit.ProfileValue{"session": fit.SessionValues, "lap": fit.LapValues} {
		nums, written := map[byte]bool{}, map[training.Metric]bool{}
		for _, v := range table {
			if nums[v.Num] || v.Fraction != 0 && nums[v.Fraction] {
				t.Errorf("%s: field %d is there twice", name, v.Num)
			}
			nums[v.Num] = true
			if !v.Legacy {
				if written[v.Metric] {
					t.Errorf("%s: %s is written twice", name, v.Metric)
				}
				written[v.Metric] = true
			} else if !written[v.Metric] {
				t.Errorf("%s: %s is legacy of nothing", name, v.Metric)
			}
			if v.Scale <= 0 {
				t.Errorf("%s: %s has no scale", name, v.Metric)
			}
		}
	}
}

// TestWrittenTwiceIsTheSame: times that no device writes, such as sessions
// that overlap and pauses of less than a second or beyond the end, are rounded
// by the first writing; from then on nothing changes.
func TestWrittenTwiceIsTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		recs := sessions(t)
		for i, r := range recs {
			r.Start = recs[0].Start.Add(time.Duration(recordingtest.Millis(t, 150, "start") * 1e9))
			r.ElapsedS = recordingtest.Millis(t, 150, "elapsed to the millisecond")
			r.SessionIndex, r.Pauses = i, nil
			// A total that the rows contradict may be that of a counter that goes
			// on or of none, and the rows that were read from it say another thing.
			delete(r.DeviceValues, training.MetricDistanceKM)
			for range rapid.IntRange(0, 4).Draw(t, "odd pauses") {
				from := recordingtest.Millis(t, 160, "from")
				r.Pauses = append(r.Pauses, training.Span{FromS: from, ToS: from + recordingtest.Millis(t, 3, "for")})
			}
		}
		once := again(t, recs)
		twice := again(t, once)
		if d := cmp.Diff(once, twice, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(training.Recording{}, "Warnings")); d != "" {
			t.Fatalf("(-once +twice):\n%s", d)
		}
	})
}

// TestLegsWrittenTwiceAreTheSame: whatever readings and totals of a counter of
// distance say, and whether it counts on, begins anew or began late, it is read
// in one way, which goes through a file and back.
func TestLegsWrittenTwiceAreTheSame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := rawfit.New().FileID(rawfit.Fields{"type": 4, "manufacturer": 1, "product": 3122, "time_created": rawfit.Start()})
		at := func(s int) time.Time { return rawfit.Start().Add(time.Duration(s) * time.Second) }
		metres := rapid.OneOf(rapid.IntRange(0, 12), rapid.IntRange(0, 400))
		from := 0
		for i := range rapid.IntRange(2, 5).Draw(t, "legs") {
			to := from + rapid.IntRange(0, 12).Draw(t, "seconds")
			m := rawfit.Fields{
				"message_index": i, "start_time": at(from), "timestamp": at(to), "sport": 1 + i%2,
				"total_elapsed_time": to - from, "total_timer_time": to - from,
			}
			if rapid.Bool().Draw(t, "a total") {
				m["total_distance"] = metres.Draw(t, "total")
			}
			f.Session(m)
			for _, s := range rapid.SliceOfNDistinct(rapid.IntRange(from, to), 0, min(3, to-from+1), rapid.ID).Draw(t, "rows") {
				row := rawfit.Fields{"timestamp": at(s), "heart_rate": 140}
				if rapid.Bool().Draw(t, "a reading") {
					row["distance"] = metres.Draw(t, "distance")
				}
				f.Record(row)
			}
			from = to + rapid.SampledFrom([]int{0, 0, 3}).Draw(t, "gap")
		}
		first, err := fit.Read(context.Background(), f.Bytes(), reading.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		once := again(t, first.Recordings)
		twice := again(t, once)
		if d := cmp.Diff(once, twice, cmpopts.EquateNaNs(), cmpopts.EquateEmpty(),
			cmpopts.IgnoreFields(training.Recording{}, "Warnings")); d != "" {
			t.Fatalf("(-once +twice):\n%s", d)
		}
	})
}

func again(t *rapid.T, recs []*training.Recording) []*training.Recording {
	var b bytes.Buffer
	if err := fit.Write(&b, recs); err != nil {
		t.Fatal(err)
	}
	res, err := fit.Read(context.Background(), b.Bytes(), reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Recordings
}

// TestUnreadMessagesAreNamed: the report names the kinds of FIT's profile that
// nothing was read from, and neither those of a device's settings nor those
// without a name.
func TestUnreadMessagesAreNamed(t *testing.T) {
	t.Parallel()
	f := open()
	watch(f, 3, 30)
	const split, userProfile, noName = 312, 3, 65000
	for _, number := range []uint16{split, split, userProfile, noName} {
		f.Raw(number, rawfit.RawField{Num: 1, Base: 2, Data: []byte{1}})
	}
	res, err := fit.Read(t.Context(), f.Bytes(), reading.Limits{})
	if n := len(res.Warnings); err != nil || n == 0 || !strings.HasSuffix(i18n.Sentence(res.Warnings[n-1]).String(), "were not read: split.") {
		t.Errorf("%q, %v", res.Warnings, err)
	}
}
