package fit_test

import (
	"encoding/binary"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/recordingtest"
)

// These are the base types of FIT and the numbers of its messages that a strength session has.
const (
	asU8, asU16, asU32, asText = rawfit.Base(0x02), rawfit.Base(0x84), rawfit.Base(0x86), rawfit.Base(0x07)
	setMessage, titleMessage   = 225, 264
	none16                     = 0xFFFF
)

var liftStart = time.Date(2026, 3, 4, 17, 0, 0, 0, time.UTC)

func u8(num byte, v uint8) rawfit.RawField {
	return rawfit.RawField{Num: num, Base: asU8, Data: []byte{v}}
}

func u16(num byte, all ...uint16) rawfit.RawField {
	f := rawfit.RawField{Num: num, Base: asU16}
	for _, v := range all {
		f.Data = binary.LittleEndian.AppendUint16(f.Data, v)
	}
	return f
}

func u32(num byte, v uint32) rawfit.RawField {
	return rawfit.RawField{Num: num, Base: asU32, Data: binary.LittleEndian.AppendUint32(nil, v)}
}

func text(num byte, s string) rawfit.RawField {
	return rawfit.RawField{Num: num, Base: asText, Data: append([]byte(s), 0)}
}

// lift is a set as FIT writes it: milliseconds, sixteenths of a kilogram, candidates.
type lift struct {
	at, ms, reps, weight uint32
	rest                 bool
	categories, names    []uint16
	more                 []rawfit.RawField
}

// strengthFile writes a strength session of ten minutes with the given sets.
func strengthFile(titles []rawfit.RawField, lifts ...lift) []byte {
	f := rawfit.New().FileID(rawfit.Fields{"type": 4, "manufacturer": 1, "time_created": liftStart})
	f.TimerStart(liftStart)
	for s := 0; s <= 600; s += 60 {
		f.Record(rawfit.Fields{"timestamp": liftStart.Add(time.Duration(s) * time.Second), "heart_rate": 100 + s/60})
	}
	for i := 0; i+2 < len(titles); i += 3 {
		f.Raw(titleMessage, titles[i], titles[i+1], titles[i+2], u16(254, uint16(i/3))) //nolint:gosec // a small index
	}
	base := rawfit.Stamp(liftStart)
	for _, l := range lifts {
		kind := uint8(1)
		if l.rest {
			kind = 0
		}
		fields := []rawfit.RawField{u32(254, base+l.at+(l.ms+999)/1000), u32(0, l.ms), u8(5, kind), u32(6, base+l.at)}
		if !l.rest {
			fields = append(fields, u16(3, uint16(l.reps)), u16(4, uint16(l.weight))) //nolint:gosec // as in the cases below
		}
		if len(l.categories) > 0 {
			fields = append(fields, u16(7, l.categories...), u16(8, l.names...))
		}
		f.Raw(setMessage, append(fields, l.more...)...)
	}
	end := liftStart.Add(10 * time.Minute)
	f.TimerStop(end)
	f.Session(rawfit.Fields{
		"timestamp": end, "start_time": liftStart, "total_elapsed_time": 600.0, "total_timer_time": 600.0, "sport": 10, "sub_sport": 20,
	})
	return f.Activity(rawfit.Fields{"timestamp": end, "total_timer_time": 600.0, "num_sessions": 1}).Bytes()
}

func sec(s float64) *float64 { return &s }

// readSets reads a file with one session.
func readSets(t *testing.T, data []byte) []training.StrengthSet {
	t.Helper()
	res, err := fit.Read(t.Context(), data, reading.Limits{})
	if err != nil || len(res.Recordings) != 1 {
		t.Fatal(res, err)
	}
	if r := res.Recordings[0]; r.Sport != training.Strength {
		t.Error("sport", r.Sport)
	}
	return res.Recordings[0].Sets
}

// TestSets: what a watch writes for each set becomes the set with its rest. The numbers are
// those of FIT's profile: category 0 is bench press and its name 1 barbell bench press,
// category 28 squat, 7 curl, 65534 unknown.
func TestSets(t *testing.T) {
	for _, c := range []struct {
		name   string
		titles []rawfit.RawField
		lifts  []lift
		want   []training.StrengthSet
	}{
		{
			"a named set and the rest after it", nil,
			[]lift{
				{at: 10, ms: 33_513, reps: 8, weight: 70 * 16, categories: []uint16{0, none16}, names: []uint16{1, none16}},
				{at: 44, ms: 86_250, rest: true},
			},
			[]training.StrengthSet{{
				Exercise: "Barbell bench press", Category: "bench_press", Reps: 8, LoadKg: 70, DurationS: 33.513, RestS: 86.25, StartS: sec(10),
			}},
		},
		{
			"sixteenths of a kilogram", nil,
			[]lift{{at: 0, ms: 1000, reps: 1, weight: 1001, categories: []uint16{28}, names: []uint16{none16}}},
			[]training.StrengthSet{{Exercise: "Squat", Category: "squat", Reps: 1, LoadKg: 62.5625, DurationS: 1, StartS: sec(0)}},
		},
		{
			"a guess is not a name", nil,
			[]lift{{at: 5, ms: 20_000, reps: 12, weight: none16, categories: []uint16{65534, 7, 0}, names: []uint16{none16, 3, 1}}},
			[]training.StrengthSet{{Reps: 12, DurationS: 20, StartS: sec(5)}},
		},
		{
			"a set of a plan repeats its exercise", nil,
			[]lift{{at: 5, ms: 20_000, reps: 8, weight: 70 * 16, categories: []uint16{0, 0, 0}, names: []uint16{1, 1, 1}}},
			[]training.StrengthSet{{
				Exercise: "Barbell bench press", Category: "bench_press", Reps: 8, LoadKg: 70, DurationS: 20, StartS: sec(5),
			}},
		},
		{
			"no value is not zero, and zero is not a value", nil,
			[]lift{
				{at: 0, ms: 30_000, reps: none16, weight: none16, categories: []uint16{19}, names: []uint16{none16}},
				{at: 40, ms: 31_000, reps: 0, weight: 0, categories: []uint16{19}, names: []uint16{none16}},
			},
			[]training.StrengthSet{
				{Exercise: "Plank", Category: "plank", DurationS: 30, StartS: sec(0)},
				{Exercise: "Plank", Category: "plank", DurationS: 31, StartS: sec(40)},
			},
		},
		{
			"a title names what the profile does not have",
			[]rawfit.RawField{u16(0, 0), u16(1, 900), text(2, "Bankdrücken am Seil"), u16(0, 0), u16(1, 1), text(2, "Bankdrücken")},
			[]lift{
				{at: 0, ms: 1000, reps: 5, weight: 160, categories: []uint16{0}, names: []uint16{900}},
				{at: 9, ms: 1000, reps: 5, weight: 160, categories: []uint16{0}, names: []uint16{1}},
			},
			[]training.StrengthSet{
				{Exercise: "Bankdrücken am Seil", Category: "bench_press", Reps: 5, LoadKg: 10, DurationS: 1, StartS: sec(0)},
				{Exercise: "Barbell bench press", Category: "bench_press", Reps: 5, LoadKg: 10, DurationS: 1, StartS: sec(9)},
			},
		},
		{
			"out of order, with a rest before the first set", nil,
			[]lift{
				{at: 0, ms: 4000, rest: true},
				{at: 60, ms: 2000, reps: 2, weight: none16, categories: []uint16{22}, names: []uint16{none16}},
				{at: 5, ms: 3000, reps: 3, weight: none16, categories: []uint16{22}, names: []uint16{none16}},
				{at: 8, ms: 52_000, rest: true},
			},
			[]training.StrengthSet{
				{Exercise: "Push up", Category: "push_up", Reps: 3, DurationS: 3, RestS: 52, StartS: sec(5)},
				{Exercise: "Push up", Category: "push_up", Reps: 2, DurationS: 2, StartS: sec(60)},
			},
		},
		{
			"a set that nobody could do is left out", nil,
			[]lift{
				{at: 0, ms: 1000, reps: 60_000, weight: 160, categories: []uint16{0}, names: []uint16{1}},
				{at: 9, ms: 1000, reps: 5, weight: 65_000, categories: []uint16{0}, names: []uint16{1}},
			},
			nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, readSets(t, strengthFile(c.titles, c.lifts...))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestSetsWithoutStart: a set that has only the time of its end begins its duration before.
func TestSetsWithoutStart(t *testing.T) {
	f := lift{at: 40, ms: 10_000, reps: 6, weight: none16, categories: []uint16{22}, names: []uint16{none16}}
	got := readSets(t, strengthFile(nil, f))
	data := strengthFile(nil, lift{
		at: 40, ms: 10_000, reps: 6, weight: none16, categories: []uint16{22}, names: []uint16{none16},
		more: []rawfit.RawField{u32(6, 0xFFFFFFFF)},
	})
	if diff := cmp.Diff(got, readSets(t, data)); diff != "" || len(got) != 1 {
		t.Error(got, diff)
	}
}

// TestHalfAFileOfSets: a file that ends in the middle keeps the sets before the damage.
func TestHalfAFileOfSets(t *testing.T) {
	var lifts []lift
	for i := range uint32(20) {
		lifts = append(lifts, lift{at: i * 20, ms: 10_000, reps: i + 1, weight: 160, categories: []uint16{0}, names: []uint16{1}})
	}
	data := strengthFile(nil, lifts...)
	for _, part := range []int{len(data) / 2, len(data) * 2 / 3} {
		res, err := fit.Read(t.Context(), data[:part], reading.Limits{})
		if err != nil || len(res.Recordings) != 1 {
			t.Fatal(err)
		}
		sets := res.Recordings[0].Sets
		if len(sets) == 0 || len(sets) >= 20 {
			t.Error(part, len(sets))
		}
		for i, s := range sets {
			if s.Reps != i+1 {
				t.Error(s)
			}
		}
	}
}

// drawnSets draws sets that a FIT file can hold, one after the other.
func drawnSets(t *rapid.T, elapsed int) []training.StrengthSet {
	var out []training.StrengthSet
	for at := 0; rapid.Bool().Draw(t, "another set"); {
		s := rapid.SampledFrom([]training.StrengthSet{
			{},
			{Exercise: "Barbell bench press", Category: "bench_press"},
			{Exercise: "Squat", Category: "squat"},
			{Exercise: "Row am Seil", Category: "row"},
			{Exercise: "Own thing"},
			{Exercise: "Plank", Category: "plank"},
		}).Draw(t, "exercise")
		s.Reps = rapid.IntRange(0, 30).Draw(t, "reps")
		s.LoadKg = float64(rapid.IntRange(0, 3200).Draw(t, "load")) / 16
		s.DurationS = recordingtest.Millis(t, 9, "set duration")
		s.RestS = recordingtest.Millis(t, 9, "rest")
		s.StartS = sec(float64(at))
		if at += int(s.DurationS) + int(s.RestS) + 2; at >= elapsed {
			break
		}
		out = append(out, s)
	}
	return out
}
