package fit_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/muktihari/fit/profile/basetype"
	"github.com/muktihari/fit/proto"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
	"lapkeep/test/recordingtest"
	"lapkeep/test/segmentgen"
	"lapkeep/test/segmentgen/fitlap"
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

func hourFIT(tb testing.TB) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := fit.Write(&b, []*training.Recording{recordingtest.Hour()}); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func BenchmarkReadOneHour(b *testing.B) {
	data := hourFIT(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fit.Read(context.Background(), data, reading.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteOneHour(b *testing.B) {
	recs := []*training.Recording{recordingtest.Hour()}
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		if err := fit.Write(&out, recs); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(out.Len()))
	}
}

// TestSegmentLapsAreTheDevicesEfforts, whichever way a device writes them.
func TestSegmentLapsAreTheDevicesEfforts(t *testing.T) {
	t.Parallel()
	for _, style := range []fitlap.Style{fitlap.Whole, fitlap.Trimmed} {
		for _, shape := range []string{"loop", "pauses", "leaves", "parallel_60m"} {
			ride, _ := segmentgen.Make(shape, 4, segmentgen.Clean(segmentgen.DateLine))
			data, laps := fitlap.File(ride, style)
			res, err := fit.Read(t.Context(), data, reading.Limits{}.WithDefaults())
			if err != nil || len(res.Recordings) != 1 || len(laps) == 0 {
				t.Fatal(shape, err)
			}
			r := res.Recordings[0]
			if len(r.DeviceEfforts) != len(laps) {
				t.Fatalf("%s %s: %d efforts of %d", shape, style, len(r.DeviceEfforts), len(laps))
			}
			want := map[[2]float64]fitlap.Lap{}
			for _, l := range laps {
				want[[2]float64{l.Start.Sub(r.Start).Seconds(), l.ElapsedS}] = l
			}
			for i, e := range r.DeviceEfforts {
				l, ok := want[[2]float64{e.StartS, math.Round(e.ElapsedS*1000) / 1000}]
				if i > 0 && e.StartS < r.DeviceEfforts[i-1].StartS {
					t.Errorf("%s %s: %d is out of order", shape, style, i)
				}
				if !ok || e.Name != l.Name || e.ID != l.UUID || e.EndS != l.End.Sub(r.Start).Seconds() || math.Abs(e.TimerS-l.TimerS) > 0.001 ||
					e.GivenUp != l.Failed || e.Start == nil || e.End == nil ||
					math.Abs(e.Start.LatDeg*(1<<31)/180-float64(l.StartLat)) > 0.5 || math.Abs(e.End.LonDeg*(1<<31)/180-float64(l.EndLon)) > 0.5 {
					t.Errorf("%s %s: %+v, want %+v", shape, style, e, l)
				}
			}
		}
	}
}

func TestFloatKnowsEveryMarkOfNoValue(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		value proto.Value
		base  basetype.BaseType
		want  float64
		ok    bool
	}{
		"uint8":             {proto.Uint8(7), basetype.Uint8, 7, true},
		"uint8 none":        {proto.Uint8(255), basetype.Uint8, 0, false},
		"uint8z none":       {proto.Uint8(0), basetype.Uint8z, 0, false},
		"uint8z":            {proto.Uint8(255), basetype.Uint8z, 255, true},
		"sint8":             {proto.Int8(-5), basetype.Sint8, -5, true},
		"sint8 none":        {proto.Int8(127), basetype.Sint8, 0, false},
		"uint16 none":       {proto.Uint16(65535), basetype.Uint16, 0, false},
		"sint16":            {proto.Int16(-300), basetype.Sint16, -300, true},
		"uint32 none":       {proto.Uint32(math.MaxUint32), basetype.Uint32, 0, false},
		"uint32z none":      {proto.Uint32(0), basetype.Uint32z, 0, false},
		"sint32 none":       {proto.Int32(math.MaxInt32), basetype.Sint32, 0, false},
		"uint64 too large":  {proto.Uint64(math.MaxUint64), basetype.Uint64, 0, false},
		"float32":           {proto.Float32(1.5), basetype.Float32, 1.5, true},
		"float32 none":      {proto.Float32(math.Float32frombits(math.MaxUint32)), basetype.Float32, 0, false},
		"float64 infinite":  {proto.Float64(math.Inf(1)), basetype.Float64, 0, false},
		"first of an array": {proto.SliceUint16([]uint16{9, 8}), basetype.Uint16, 9, true},
		"an empty array":    {proto.SliceUint16([]uint16{}), basetype.Uint16, 0, false},
		"text":              {proto.String("7"), basetype.String, 0, false},
		"nothing":           {proto.Value{}, basetype.Uint8, 0, false},
	} {
		got, ok := fit.Float(tt.value, tt.base)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: %v %v, want %v %v", name, got, ok, tt.want, tt.ok)
		}
	}
}

func TestFieldsOfAMessage(t *testing.T) {
	t.Parallel()
	put := func(num byte, base basetype.BaseType, v proto.Value) proto.Field {
		return proto.Field{FieldBase: &proto.FieldBase{Num: num, BaseType: base}, Value: v}
	}
	m := &proto.Message{Fields: []proto.Field{
		put(1, basetype.Uint16, proto.Uint16(300)),
		put(2, basetype.Uint32, proto.Uint32(1_000_000)),
		put(3, basetype.String, proto.String(" Edge\x00 ")),
		put(4, basetype.String, proto.SliceString([]string{"first", "second"})),
	}}
	if n, ok := fit.Int(m, 1); !ok || n != 300 {
		t.Errorf("field 1 is %d %v", n, ok)
	}
	if c := fit.Code[uint8](m, 1); c != 0xFF {
		t.Errorf("300 as a code of one byte is %d", c)
	}
	if c := fit.Code[uint16](m, 9); c != 0xFFFF {
		t.Errorf("a field that is not there is %d", c)
	}
	if fit.FieldTime(m, 2) != 1_000_000 || fit.FieldTime(m, 9) != 0 || fit.FieldTime(m, 3) != 0 {
		t.Error("times")
	}
	if fit.FieldText(m, 3) != "Edge" || fit.FieldText(m, 4) != "first" || fit.FieldText(m, 1) != "" || fit.FieldText(m, 9) != "" {
		t.Error("texts")
	}
}
