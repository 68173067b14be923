package fit_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
	"lapkeep/test/rawfit"
)

func read(t *testing.T, f *rawfit.File) reading.Result {
	t.Helper()
	res, err := fit.Read(context.Background(), f.Bytes(), reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// one reads a file that must hold one recording.
func one(t *testing.T, f *rawfit.File) *training.Recording {
	t.Helper()
	res := read(t, f)
	if len(res.Recordings) != 1 {
		t.Fatalf("%d recordings, ignored %q", len(res.Recordings), res.Ignored)
	}
	return res.Recordings[0]
}

func open() *rawfit.File {
	return rawfit.New().FileID(rawfit.Fields{"type": 4, "manufacturer": 1, "product": 3122, "time_created": rawfit.Start()})
}

func at(s int) time.Time { return rawfit.Start().Add(time.Duration(s) * time.Second) }

func record(f *rawfit.File, s int, m rawfit.Fields) {
	m["timestamp"] = at(s)
	f.Record(m)
}

func column(c *training.Columns, ch training.Channel) []any {
	out := make([]any, c.Len())
	for i := range out {
		if v, ok := c.At(ch, i); ok {
			out[i] = v
		}
	}
	return out
}

func TestRowsOfOneSecondAreOne(t *testing.T) {
	t.Parallel()
	f := open()
	record(f, 0, rawfit.Fields{"power": 100, "heart_rate": 120})
	record(f, 0, rawfit.Fields{"power": 110})
	record(f, 1, rawfit.Fields{"speed": 5.0, "enhanced_speed": 6.0})
	record(f, 1, rawfit.Fields{"speed": 7.0})
	r := one(t, f)
	if diff := cmp.Diff([]any{int32(110), nil}, column(&r.Columns, training.Power)); diff != "" {
		t.Errorf("power:\n%s", diff)
	}
	if diff := cmp.Diff([]any{int32(120), nil}, column(&r.Columns, training.HeartRate)); diff != "" {
		t.Errorf("heart rate:\n%s", diff)
	}
	if diff := cmp.Diff([]any{nil, int32(7000)}, column(&r.Columns, training.Speed)); diff != "" {
		t.Errorf("speed:\n%s", diff)
	}
}

func TestRowsOutOfOrderAreSorted(t *testing.T) {
	t.Parallel()
	f := open()
	f.Describe(rawfit.DevField{Base: rawfit.Uint16, Name: "x", Units: "u"})
	for _, s := range []int{0, 1, 4, 2, 3, 4, 5} {
		f.Record(rawfit.Fields{"timestamp": at(s), "power": 100 + s}, rawfit.DevValue{Name: "x", Value: s})
	}
	r := one(t, f)
	if diff := cmp.Diff([]int32{0, 1, 2, 3, 4, 5}, r.Columns.TimeS); diff != "" {
		t.Errorf("times:\n%s", diff)
	}
	if diff := cmp.Diff([]float32{0, 1, 2, 3, 4, 5}, r.Columns.Developer[0].Values); diff != "" {
		t.Errorf("developer column:\n%s", diff)
	}
	if !strings.Contains(words(r), "backwards") {
		t.Errorf("warnings %q", r.Warnings)
	}
}

func TestClocksThatWereNotSet(t *testing.T) {
	t.Parallel()
	f := open()
	f.Record(rawfit.Fields{"timestamp": time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC), "power": 1})
	for s := range 30 {
		record(f, s, rawfit.Fields{"power": 100})
	}
	r := one(t, f)
	if r.Columns.Len() != 30 || !r.Start.Equal(at(0)) || r.ElapsedS != 29 {
		t.Errorf("%d rows from %v for %v s", r.Columns.Len(), r.Start, r.ElapsedS)
	}
	if !strings.Contains(words(r), "1 records are weeks away") {
		t.Errorf("warnings %q", r.Warnings)
	}
}

func TestValuesThatCannotBe(t *testing.T) {
	t.Parallel()
	f := open()
	record(f, 0, rawfit.Fields{"position_lat": 1<<30 + 5, "position_long": 100, "heart_rate": 0, "power": rawfit.Invalid{}})
	record(f, 1, rawfit.Fields{"position_lat": 0, "position_long": 0, "power": 0})
	record(f, 2, rawfit.Fields{"position_lat": 1000, "position_long": 2000, "power": rawfit.Invalid{}})
	record(f, 3, rawfit.Fields{"position_lat": 1000})
	r := one(t, f)
	for ch, want := range map[training.Channel][]any{
		training.Latitude:  {nil, nil, int32(1000), nil},
		training.Longitude: {nil, nil, int32(2000), nil},
		training.Power:     {nil, int32(0), nil, nil},
		training.HeartRate: {nil, nil, nil, nil},
	} {
		if diff := cmp.Diff(want, column(&r.Columns, ch)); diff != "" {
			t.Errorf("%v:\n%s", ch, diff)
		}
	}
	if !strings.Contains(words(r), "1 impossible values") {
		t.Errorf("warnings %q", r.Warnings)
	}
}

// raw32 returns a field of four bytes, raw8 of one.
func raw32(num byte, base rawfit.Base, v uint32) rawfit.RawField {
	return rawfit.RawField{Num: num, Base: base, Data: binary.LittleEndian.AppendUint32(nil, v)}
}

func raw8(num byte, v ...byte) rawfit.RawField {
	return rawfit.RawField{Num: num, Base: rawfit.Uint8, Data: v}
}

func stamp(s int) rawfit.RawField { return raw32(253, rawfit.Uint32, rawfit.Stamp(at(s))) }

func TestUnusualRecordFields(t *testing.T) {
	t.Parallel()
	f := open()
	f.Raw(20, stamp(0), raw8(4, 85), raw8(53, 64))                                           // fractional cadence
	f.Raw(20, stamp(1), rawfit.RawField{Num: 52, Base: rawfit.Uint16, Data: []byte{64, 85}}) // cadence in 1/256
	f.Raw(20, stamp(2), raw8(30, 0x80|48))                                                   // the right leg's share
	f.Raw(20, stamp(3), raw8(30, 52))                                                        // nobody's: taken for the left
	f.Raw(20, stamp(4), raw8(30, 0x80|101))
	f.Raw(20, stamp(5), rawfit.RawField{Num: 108, Base: rawfit.Uint16, Data: []byte{0x10, 0x0E}}, raw8(99, 17))
	f.Raw(20, stamp(6), raw8(7, 200))                               // power in one byte
	f.Raw(20, stamp(7), raw8(7, 255))                               // and its "none"
	f.Raw(20, stamp(8), raw32(73, rawfit.Uint32, math.MaxUint32-1)) // beyond the column
	f.Raw(20, stamp(9), rawfit.RawField{Num: 139, Base: rawfit.Uint16, Data: []byte{0x0C, 0x0F}})
	r := one(t, f)
	for ch, want := range map[training.Channel]map[int]int32{
		training.Cadence:         {0: 855, 1: 853},
		training.LeftBalance:     {2: 5200, 3: 5200},
		training.RespirationRate: {5: 360},
		training.Power:           {6: 200},
		training.Speed:           {},
		training.CoreTemperature: {9: 3852},
	} {
		got := map[int]int32{}
		for i := range r.Columns.Len() {
			if v, ok := r.Columns.At(ch, i); ok {
				got[i] = v
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", ch, diff)
		}
	}
}

func TestCompressedSpeedAndDistance(t *testing.T) {
	t.Parallel()
	f := open()
	pack := func(speed, dist int) rawfit.RawField {
		return rawfit.RawField{Num: 8, Base: rawfit.Byte, Data: []byte{byte(speed), byte(speed>>8) | byte(dist<<4), byte(dist >> 4)}}
	}
	f.Raw(20, stamp(0), pack(500, 4000))
	f.Raw(20, stamp(1), pack(510, 100)) // the counter of 12 bits rolled over
	f.Raw(20, stamp(2), rawfit.RawField{Num: 8, Base: rawfit.Byte, Data: []byte{0xFF, 0xFF, 0xFF}})
	r := one(t, f)
	if diff := cmp.Diff([]any{int32(5000), int32(5100), nil}, column(&r.Columns, training.Speed)); diff != "" {
		t.Errorf("speed:\n%s", diff)
	}
	if diff := cmp.Diff([]any{int32(25000), int32(26225), nil}, column(&r.Columns, training.Distance)); diff != "" {
		t.Errorf("distance:\n%s", diff)
	}
}

func TestStrapsFillInWhatTheWatchDidNotHear(t *testing.T) {
	t.Parallel()
	f := open()
	for s := range 6 {
		m := rawfit.Fields{"distance": float64(s)}
		if s == 0 {
			m["heart_rate"] = 99
		}
		record(f, s, m)
	}
	// The strap's clock stands at 10 s; then two readings in 12 bits each.
	f.Raw(132, stamp(1), raw8(6, 120), raw32(9, rawfit.Uint32, 10*1024))
	low := [2]int{11 * 1024 & 0xFFF, 12 * 1024 & 0xFFF}
	f.Raw(132, raw8(6, 121, 122), rawfit.RawField{Num: 10, Base: rawfit.Byte, Data: []byte{
		byte(low[0]), byte(low[0]>>8) | byte(low[1]<<4), byte(low[1] >> 4),
	}})
	r := one(t, f)
	want := []any{int32(99), int32(120), int32(121), int32(122), int32(122), int32(122)}
	if diff := cmp.Diff(want, column(&r.Columns, training.HeartRate)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestDeveloperPowerYieldsToTheDevices(t *testing.T) {
	t.Parallel()
	f := open()
	f.DeveloperDataID(rawfit.Fields{"developer_data_index": 0})
	f.Describe(rawfit.DevField{Num: 1, Base: rawfit.Uint16, Name: "Power", Units: "watts"})
	for s := range 3 {
		f.Record(rawfit.Fields{"timestamp": at(s), "power": 200}, rawfit.DevValue{Name: "Power", Value: 300})
	}
	r := one(t, f)
	if diff := cmp.Diff([]any{int32(200), int32(200), int32(200)}, column(&r.Columns, training.Power)); diff != "" {
		t.Errorf("power:\n%s", diff)
	}
	if len(r.Columns.Developer) != 1 || r.Columns.Developer[0].Values[0] != 300 {
		t.Errorf("developer columns %+v", r.Columns.Developer)
	}
}

func TestACutMultisportFileGetsItsLastSession(t *testing.T) {
	t.Parallel()
	f := open()
	for s := range 600 {
		record(f, s, rawfit.Fields{"heart_rate": 140, "distance": float64(s)})
		if s == 300 {
			f.Session(rawfit.Fields{"timestamp": at(300), "start_time": at(0), "total_elapsed_time": 300.0, "total_timer_time": 300.0, "sport": 5})
		}
	}
	res := read(t, f)
	if len(res.Recordings) != 2 {
		t.Fatalf("%d recordings", len(res.Recordings))
	}
	a, b := res.Recordings[0], res.Recordings[1]
	if a.Columns.Len() != 300 || b.Columns.Len() != 300 || !b.Start.Equal(at(300)) || b.ElapsedS != 299 || a.Sport != training.Swimming {
		t.Errorf("%d and %d rows, the second from %v for %v s", a.Columns.Len(), b.Columns.Len(), b.Start, b.ElapsedS)
	}
	if first, _ := b.Columns.At(training.Distance, 0); first != 100 {
		t.Errorf("the second begins at %d cm", first)
	}
	if !strings.Contains(strings.Join(res.Warnings, " "), "another session was made") {
		t.Errorf("warnings %q", res.Warnings)
	}
}

func TestPauses(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		stops, starts []int
		last          int // last record
		want          []training.Span
	}{
		"stop and start":             {[]int{10}, []int{20}, 99, []training.Span{{FromS: 10, ToS: 20}}},
		"the end is a stop":          {[]int{100}, nil, 99, nil},
		"stopped until it was saved": {[]int{60}, nil, 59, []training.Span{{FromS: 60, ToS: 100}}},
		"a stop that did not stop":   {[]int{60}, nil, 99, nil},
		"stopped twice":              {[]int{10, 12}, []int{20}, 99, []training.Span{{FromS: 10, ToS: 20}}},
		"started twice":              {[]int{10}, []int{20, 30}, 99, []training.Span{{FromS: 10, ToS: 20}}},
		"beyond the end":             {[]int{90}, []int{300}, 89, []training.Span{{FromS: 90, ToS: 100}}},
	} {
		f := open()
		f.TimerStart(at(0))
		for _, s := range tt.stops {
			f.TimerStop(at(s))
		}
		for _, s := range tt.starts {
			f.TimerStart(at(s))
		}
		record(f, 0, rawfit.Fields{"power": 1})
		record(f, tt.last, rawfit.Fields{"power": 1})
		f.Session(rawfit.Fields{"timestamp": at(100), "start_time": at(0), "total_elapsed_time": 100.0, "sport": 2})
		r := one(t, f)
		if diff := cmp.Diff(tt.want, r.Pauses); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		timer := 100.0
		for _, p := range tt.want {
			timer -= p.ToS - p.FromS
		}
		if r.TimerS != timer {
			t.Errorf("%s: timer %v, want %v", name, r.TimerS, timer)
		}
	}
}

func TestSummariesThatCannotBe(t *testing.T) {
	t.Parallel()
	f := open()
	for s := range 100 {
		record(f, s, rawfit.Fields{"power": 100})
	}
	f.Session(rawfit.Fields{
		"timestamp": at(100), "start_time": time.Date(1995, 1, 1, 0, 0, 0, 0, time.UTC),
		"total_elapsed_time": 3_000_000.0, "total_timer_time": 3_000_000.0, "sport": 2,
	})
	r := one(t, f)
	if !r.Start.Equal(at(0)) || r.ElapsedS != 99 || r.TimerS != 99 || len(r.Warnings) != 2 {
		t.Errorf("from %v for %v s (timer %v), warnings %q", r.Start, r.ElapsedS, r.TimerS, r.Warnings)
	}
}

func TestManualActivitiesHaveNoRecords(t *testing.T) {
	t.Parallel()
	f := open().Session(rawfit.Fields{
		"timestamp": at(1800), "start_time": at(0), "total_elapsed_time": 1800.0,
		"total_timer_time": 1700.0, "sport": 1,
	})
	r := one(t, f)
	if r.Columns.Len() != 0 || r.ElapsedS != 1800 || r.TimerS != 1700 || r.Sport != training.Running {
		t.Errorf("%+v", r)
	}
}

// TestNothingIsCountedBelowZero: a file can define with a sign what FIT has
// without one; what is below zero then is no value.
func TestNothingIsCountedBelowZero(t *testing.T) {
	t.Parallel()
	f := open()
	signed := func(num byte, n int16) rawfit.RawField {
		return rawfit.RawField{Num: num, Base: rawfit.Sint16, Data: binary.LittleEndian.AppendUint16(nil, uint16(n))}
	}
	f.Raw(20, stamp(0), signed(5, -17), signed(7, -200), signed(73, -1), signed(4, -90))
	f.Raw(20, stamp(1), signed(5, 400), signed(7, 210), signed(73, 7000), signed(4, 88))
	r := one(t, f)
	for ch, want := range map[training.Channel]int32{
		training.Distance: 400, training.Power: 210, training.Speed: 7000,
		training.Cadence: 880,
	} {
		if diff := cmp.Diff([]any{nil, want}, column(&r.Columns, ch)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", ch, diff)
		}
	}
}

// TestLapsOfAnotherYearAreLeftOut: a damaged time would make a recording of
// decades, or a lap that begins before its session.
func TestLapsOfAnotherYearAreLeftOut(t *testing.T) {
	t.Parallel()
	lap := func(f *rawfit.File, s int) {
		f.Message("lap", rawfit.Fields{
			"start_time": rawfit.Start().Add(time.Duration(s) * time.Second),
			"timestamp":  rawfit.Start().Add(time.Duration(s+60) * time.Second), "total_elapsed_time": 60.0,
		})
	}
	const year = 365 * 86400
	for name, tt := range map[string]struct {
		records bool
		laps    []int
		want    []float64 // their starts
		elapsed float64
	}{
		"beside records":     {true, []int{-year, 0, 60, year}, []float64{0, 60}, 119},
		"a day is no fault":  {true, []int{0, 80_000}, []float64{0, 80_000}, 119},
		"nothing but laps":   {false, []int{-year, 0, 60}, []float64{0, 60}, 120},
		"over several weeks": {false, []int{0, 20 * 86400}, []float64{0, 20 * 86400}, 20*86400 + 60},
	} {
		f := open()
		if tt.records {
			for s := range 120 {
				record(f, s, rawfit.Fields{"heart_rate": 120})
			}
		}
		for _, s := range tt.laps {
			lap(f, s)
		}
		r := one(t, f)
		var got []float64
		for _, l := range r.Laps {
			got = append(got, l.StartS)
		}
		left := strings.Contains(words(r), fmt.Sprintf("were left out: %d.", len(tt.laps)-len(tt.want)))
		if diff := cmp.Diff(tt.want, got); diff != "" || r.ElapsedS != tt.elapsed || left != (len(tt.laps) > len(tt.want)) {
			t.Errorf("%s: %v s, %q (-want +got):\n%s", name, r.ElapsedS, r.Warnings, diff)
		}
	}
}

// words returns the warnings of a recording.
func words(r *training.Recording) string {
	var all []string
	for _, w := range r.Warnings {
		all = append(all, i18n.Sentence(w).String())
	}
	return strings.Join(all, " ")
}
