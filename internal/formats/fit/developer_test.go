package fit_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
)

// rows writes rows [from, to) with one developer field each.
func rows(f *rawfit.File, from, to int, name string, value func(s int) any) {
	for s := from; s < to; s++ {
		f.Record(rawfit.Fields{"timestamp": at(s), "heart_rate": 120}, rawfit.DevValue{Name: name, Value: value(s)})
	}
}

// TestTheDescriptionInForceCounts: apps that replace each other in a recording
// are given one number; each of their fields arrives, in its type and unit.
func TestTheDescriptionInForceCounts(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]rawfit.Option{
		"plain records": nil, "big-endian": {rawfit.BigEndian()}, "records that the library reads": {rawfit.CompressedTimestamps()},
	} {
		f := rawfit.New(options...).FileID(rawfit.Fields{"type": 4, "manufacturer": 1, "product": 3122, "time_created": rawfit.Start()})
		record(f, 0, rawfit.Fields{"heart_rate": 120})
		f.Describe(rawfit.DevField{Base: rawfit.Uint16, Name: "Power", Units: "Watts", Native: 7, HasNative: true})
		rows(f, 1, 3, "Power", func(int) any { return 250 })
		f.Describe(rawfit.DevField{Base: rawfit.Float32, Name: "core_temperature", Units: "°C"})
		rows(f, 3, 5, "core_temperature", func(int) any { return 38.25 })
		f.Describe(rawfit.DevField{Base: rawfit.Uint32, Name: "Distance", Units: "m", Native: 5, HasNative: true})
		rows(f, 5, 7, "Distance", func(s int) any { return 100_000 + s })
		f.Describe(rawfit.DevField{Base: rawfit.Uint8, Units: "nameless"})
		f.Describe(rawfit.DevField{Base: rawfit.Uint16, Name: "RP_Power", Units: "W"})
		rows(f, 7, 9, "RP_Power", func(int) any { return 260 })
		r := one(t, f)
		for ch, want := range map[training.Channel][]any{
			training.Power:           {nil, int32(250), int32(250), nil, nil, nil, nil, int32(260), int32(260)},
			training.CoreTemperature: {nil, nil, nil, int32(3825), int32(3825), nil, nil, nil, nil},
			training.Distance:        {nil, nil, nil, nil, nil, int32(10_000_500), int32(10_000_600), nil, nil},
		} {
			if diff := cmp.Diff(want, column(&r.Columns, ch)); diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", name, ch, diff)
			}
		}
		if len(r.Columns.Developer) != 4 {
			t.Errorf("%s: developer columns %+v", name, r.Columns.Developer)
		}
	}
}

// TestAnAppThatIsStartedAnewIsTheSame: it is given another number, and two
// fields of one name at the same time stay two.
func TestAnAppThatIsStartedAnewIsTheSame(t *testing.T) {
	t.Parallel()
	f := open()
	f.Describe(rawfit.DevField{Index: 0, Base: rawfit.Uint16, Name: "Power", Units: "W"})
	rows(f, 0, 3, "Power", func(int) any { return 200 })
	again := open()
	again.Describe(rawfit.DevField{Index: 1, Base: rawfit.Uint16, Name: "Power", Units: "W"})
	rows(again, 3, 5, "Power", func(int) any { return 300 })
	// The second builder knows its own description alone; its messages follow.
	whole, head := again.Bytes(), 14
	f.Append(whole[head : len(whole)-2]...)
	r := one(t, f)
	want := []any{int32(200), int32(200), int32(200), int32(300), int32(300)}
	if diff := cmp.Diff(want, column(&r.Columns, training.Power)); diff != "" {
		t.Errorf("power (-want +got):\n%s", diff)
	}
	if n := len(r.Columns.Developer); n != 1 {
		t.Errorf("%d developer columns", n)
	}
	both := open()
	both.Describe(rawfit.DevField{Index: 0, Base: rawfit.Uint16, Name: "Power", Units: "W"})
	both.Describe(rawfit.DevField{Index: 1, Base: rawfit.Uint16, Name: "Stryd Power", Units: "W"})
	for s := range 4 {
		own := []rawfit.DevValue{{Name: "Stryd Power", Value: 300}}
		if s > 0 {
			own = append(own, rawfit.DevValue{Name: "Power", Value: 200})
		}
		both.Record(rawfit.Fields{"timestamp": at(s)}, own...)
	}
	r = one(t, both)
	want = []any{int32(300), int32(300), int32(300), int32(300)}
	if diff := cmp.Diff(want, column(&r.Columns, training.Power)); diff != "" {
		t.Errorf("the sensors are mixed (-want +got):\n%s", diff)
	}
}

// TestZerosOfTheDeviceGiveWay: a meter that the device looked for and did not
// find is zeros; what an app measured stands in its place.
func TestZerosOfTheDeviceGiveWay(t *testing.T) {
	t.Parallel()
	f := open()
	f.Describe(rawfit.DevField{Base: rawfit.Uint16, Name: "Power", Units: "Watts", Native: 7, HasNative: true})
	for s := range 3 {
		f.Record(rawfit.Fields{"timestamp": at(s), "power": 0}, rawfit.DevValue{Name: "Power", Value: 240 + s})
	}
	r := one(t, f)
	if diff := cmp.Diff([]any{int32(240), int32(241), int32(242)}, column(&r.Columns, training.Power)); diff != "" {
		t.Errorf("power (-want +got):\n%s", diff)
	}
	if !strings.Contains(words(r), `Power comes from the developer field "Power"`) {
		t.Errorf("warnings %q", words(r))
	}
}

// TestDescriptionsThatNoRecordUsesLeaveRoom: some devices describe dozens of
// fields for laps before those of the records.
func TestDescriptionsThatNoRecordUsesLeaveRoom(t *testing.T) {
	t.Parallel()
	f := open()
	for i := range 100 {
		f.Describe(rawfit.DevField{Num: byte(i), Base: rawfit.Uint16, Name: fmt.Sprintf("lap %d", i), Units: "w"})
	}
	f.Describe(rawfit.DevField{Num: 200, Base: rawfit.Float32, Name: "Distance", Units: "Meters", Native: 5, HasNative: true})
	rows(f, 0, 3, "Distance", func(s int) any {
		if s == 1 {
			return math.NaN()
		}
		return 2.5 * float64(s)
	})
	r := one(t, f)
	if diff := cmp.Diff([]any{int32(0), nil, int32(500)}, column(&r.Columns, training.Distance)); diff != "" {
		t.Errorf("distance (-want +got):\n%s", diff)
	}
}

// TestADistanceThatNoCounterHasIsNone: nor is an app's.
func TestADistanceThatNoCounterHasIsNone(t *testing.T) {
	t.Parallel()
	f := open()
	f.Describe(rawfit.DevField{Base: rawfit.Uint32, Name: "Distance", Units: "m", Native: 5, HasNative: true})
	rows(f, 0, 3, "Distance", func(s int) any { return 10_000_000 + s*500_000 })
	r := one(t, f)
	if diff := cmp.Diff([]any{int32(1_000_000_000), int32(1_050_000_000), nil}, column(&r.Columns, training.Distance)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
