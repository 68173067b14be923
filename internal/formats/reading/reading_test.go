package reading_test

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

func TestDefaultsFillOnlyWhatIsMissing(t *testing.T) {
	t.Parallel()
	l := reading.Limits{MaxBytes: 5, Timeout: time.Second}.WithDefaults()
	if l.MaxBytes != 5 || l.Timeout != time.Second || l.MaxRatio <= 0 || l.MaxDepth <= 0 || l.MaxNesting <= 0 || l.MaxRecords <= 0 {
		t.Errorf("%+v", l)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"  Morning ride ": "Morning ride", "a\x00b\x1b[31m": "ab[31m", "two\nlines": "two\nlines", "\xff\xfe": "", "": "",
	} {
		if got := reading.Text(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
	if n := utf8.RuneCountInString(reading.Text(strings.Repeat("é", 10_000))); n != 2000 {
		t.Errorf("%d letters are left", n)
	}
}

func TestAppendNew(t *testing.T) {
	t.Parallel()
	got := reading.AppendNew([]string{"a"}, []string{"b", "a", "b"})
	if diff := cmp.Diff([]string{"a", "b"}, got); diff != "" {
		t.Error(diff)
	}
}

// FuzzNumber holds the short way of reading decimals against the library's,
// to the bit.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{
		"0", "-0", "1.5", ".5", "5.", ".", "-", "", "-.", "46.0301541", "123456789012345", "1234567890123456", "0.000000000000001",
		"99999999999999.9", "1e5", "+3", "1_0", "0x1p4", "Inf", "NaN", "1.2.3", "--1", " 7 ", "١",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := reading.TrackNumber(s)
		want, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		finite := err == nil && !math.IsNaN(want) && !math.IsInf(want, 0)
		if ok != finite || ok && math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("%q is %v %v, want %v %v", s, got, ok, want, err)
		}
	})
}

// TestSamplesComeBack as they were, gaps included, and the same samples are
// the same bytes.
func TestSamplesComeBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := &training.Recording{
			Format: "streams", Sport: training.Cycling, Start: time.Date(2026, 5, 1, 7, 0, 0, 0, time.UTC), ElapsedS: 60, TimerS: 50,
			Device: training.Device{Product: "A thing"}, Warnings: []string{"w"}, Sessions: 1,
		}
		if rapid.Bool().Draw(t, "offset") {
			east := rapid.IntRange(-12*3600, 14*3600).Draw(t, "east")
			r.OffsetS = &east
		}
		if rapid.Bool().Draw(t, "laps") {
			r.Laps, r.Pauses = []training.Lap{{EndS: 60, ElapsedS: 60, TimerS: 50, Trigger: "manual"}}, []training.Span{{FromS: 10, ToS: 20}}
			r.DeviceValues = training.Values{training.MetricWorkKJ: rapid.Float64().Draw(t, "work")}
		}
		rows := rapid.IntRange(1, 200).Draw(t, "rows")
		for i := range rows {
			r.Columns.TimeS = append(r.Columns.TimeS, int32(i))
		}
		for _, ch := range []training.Channel{training.Power, training.Latitude} {
			for i := range rows {
				if rapid.Bool().Draw(t, "there") {
					r.Columns.Put(ch, i, rapid.Int32().Draw(t, "value"))
				}
			}
		}
		sweat := training.DeveloperColumn{Name: "Sweat", Units: "l/h", Values: make([]float32, rows)}
		for i := range sweat.Values {
			if sweat.Values[i] = float32(math.NaN()); rapid.Bool().Draw(t, "sweats") {
				sweat.Values[i] = rapid.Float32Range(0, 3).Draw(t, "sweat")
			}
		}
		r.Columns.Developer = append(r.Columns.Developer, sweat)
		r.Columns.Pad()
		data, err := reading.WriteSamples([]*training.Recording{r})
		if err != nil {
			t.Fatal(err)
		}
		words := *r
		words.Name, words.Description = "Renamed", "told anew"
		if again, err := reading.WriteSamples([]*training.Recording{&words}); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("words changed the samples: %v", err)
		}
		got, err := recording.Read(t.Context(), "intervals-i1.samples.json", data, recording.Limits{})
		if err != nil || len(got.Recordings) != 1 {
			t.Fatal(err)
		}
		back := got.Recordings[0]
		if d := cmp.Diff(r.Columns.Developer, back.Columns.Developer, cmpopts.EquateNaNs()); d != "" {
			t.Fatalf("what has no channel: %s", d)
		}
		for _, ch := range []training.Channel{training.Power, training.Latitude} {
			for i := range rows {
				v, ok := r.Columns.At(ch, i)
				if w, there := back.Columns.At(ch, i); w != v || there != ok {
					t.Fatalf("%s of row %d is %d %v, was %d %v", ch, i, w, there, v, ok)
				}
			}
		}
		back.Columns, words = training.Columns{}, *r
		words.Columns = training.Columns{}
		if d := cmp.Diff(words, *back); d != "" {
			t.Fatal(d)
		}
	})
}

func TestDamagedSamplesAreRefused(t *testing.T) {
	t.Parallel()
	data, err := reading.WriteSamples([]*training.Recording{storetest.Recording(storetest.Noon(), 30)})
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for name, bad := range map[string]string{
		"cut":      text[:len(text)/2],
		"short":    strings.Replace(text, `"time_s":[0,`, `"time_s":[`, 1),
		"odd gaps": strings.Replace(text, `"power":{`, `"power":{"gaps":[3],`, 1),
	} {
		if _, err := recording.Read(t.Context(), name, []byte(bad), recording.Limits{}); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
	later := strings.Replace(text, `"power":{`, `"from_tomorrow":{`, 1)
	if r, err := recording.Read(t.Context(), "later", []byte(later), recording.Limits{}); err != nil ||
		r.Recordings[0].Columns.Has(training.Power) {
		t.Errorf("a channel of a later version: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	data, err := reading.WriteSamples([]*training.Recording{storetest.Recording(storetest.Noon(), 5)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := recording.Read(t.Context(), "x.samples.json", data, recording.Limits{})
		if err != nil || len(r.Recordings) == 0 {
			return
		}
		c := &r.Recordings[0].Columns
		for ch := range training.NumChannels {
			if c.Data[ch].Present() && len(c.Data[ch].Values) != c.Len() {
				t.Errorf("%s has %d rows of %d", ch, len(c.Data[ch].Values), c.Len())
			}
		}
	})
}

var noon = time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)

func TestNumbersThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		channel training.Channel
		text    string
		ok, has bool
		value   int32
	}{
		{training.Power, "250", true, true, 250},
		{training.Power, " 250.6 ", true, true, 251},
		{training.Power, "-1", false, false, 0},
		{training.Power, "", true, false, 0},
		{training.Power, "NaN", false, false, 0},
		{training.Power, "Inf", false, false, 0},
		{training.Power, "1e300", false, false, 0},
		{training.Power, "many", false, false, 0},
		{training.HeartRate, "0", false, false, 0},
		{training.HeartRate, "255", false, false, 0},
		{training.Altitude, "-20.2", true, true, -2020},
		{training.Latitude, "90", true, true, 1 << 30},
		{training.Latitude, "90.1", false, false, 0},
		{training.Longitude, "180", true, true, math.MaxInt32},
		{training.Longitude, "-180", true, true, math.MinInt32},
	} {
		var p reading.Point
		ok := p.SetText(tt.channel, tt.text)
		if ok != tt.ok || p.Has(tt.channel) != tt.has {
			t.Errorf("%v %q: ok %v, has %v", tt.channel, tt.text, ok, p.Has(tt.channel))
			continue
		}
		p.Time = noon
		if tt.has {
			if v, _ := build(p).Columns.At(tt.channel, 0); v != tt.value {
				t.Errorf("%v %q is %d, want %d", tt.channel, tt.text, v, tt.value)
			}
		}
	}
}

func build(points ...reading.Point) *training.Recording {
	var b reading.Builder
	for _, p := range points {
		b.Add(p)
	}
	r := &training.Recording{}
	b.Build(r, time.Time{})
	return r
}

func TestTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		unix   int64
		offset int
		ok     bool
	}{
		"2024-06-01T12:00:00Z":          {noon.Unix(), 0, true},
		"2024-06-01T12:00:00.75Z":       {noon.Unix(), 0, true},
		"2024-06-01T14:00:00+02:00":     {noon.Unix(), 7200, true},
		"2024-06-01T17:30:00.123+05:30": {noon.Unix(), 19800, true},
		"2024-06-01T12:00:00":           {noon.Unix(), 0, true},
		"2024-06-01":                    {0, 0, false},
		"+052870-03-11T09:39:10.000Z":   {0, 0, false},
		"1602-01-01T00:00:00Z":          {0, 0, false},
		"":                              {0, 0, false},
	} {
		at, offset, has, ok := reading.ParseTime(text)
		if ok != want.ok || ok && at.Unix() != want.unix || offset != want.offset || has != (want.offset != 0) {
			t.Errorf("%q: %v %d %v %v", text, at, offset, has, ok)
		}
	}
}

func TestStart(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		start, want time.Time
	}{
		"none":             {time.Time{}, noon},
		"before the first": {noon.Add(-5 * time.Second), noon.Add(-5 * time.Second)},
		"after the first":  {noon.Add(time.Hour), noon},
		"years before":     {noon.AddDate(-10, 0, 0), noon},
	} {
		var b reading.Builder
		b.Add(reading.Point{Time: noon.Add(300 * time.Millisecond)})
		r := &training.Recording{}
		b.Build(r, tt.start)
		if !r.Start.Equal(tt.want) {
			t.Errorf("%s: %v, want %v", name, r.Start, tt.want)
		}
	}
}

// However the points come, rows rise by the second and columns fit them.
func TestRowsAlwaysRise(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var b reading.Builder
		distinct := map[int64]bool{}
		for range rapid.IntRange(0, 40).Draw(t, "points") {
			p := reading.Point{Time: noon.Add(time.Duration(rapid.IntRange(0, 200_000).Draw(t, "ms")) * time.Millisecond)}
			if rapid.Bool().Draw(t, "power") {
				p.Set(training.Power, float64(rapid.IntRange(0, 500).Draw(t, "W")))
			}
			if rapid.Bool().Draw(t, "break") {
				b.Break()
			}
			distinct[p.Time.Unix()] = true
			b.Add(p)
		}
		r := &training.Recording{}
		b.Build(r, time.Time{})
		c := &r.Columns
		if c.Len() != len(distinct) {
			t.Fatalf("%d rows for %d seconds", c.Len(), len(distinct))
		}
		for i := 1; i < c.Len(); i++ {
			if c.TimeS[i] <= c.TimeS[i-1] {
				t.Fatalf("times %v", c.TimeS)
			}
		}
		paused := 0.0
		for _, p := range r.Pauses {
			if p.ToS <= p.FromS {
				t.Fatalf("pauses %v", r.Pauses)
			}
			paused += p.ToS - p.FromS
		}
		if timer := reading.Timer(r.ElapsedS, r.Pauses); timer != r.ElapsedS-paused || timer < 0 {
			t.Fatalf("timer %v of %v with %v paused", timer, r.ElapsedS, paused)
		}
	})
}

func TestPauseBefore(t *testing.T) {
	t.Parallel()
	r := &training.Recording{Pauses: []training.Span{{FromS: 2, ToS: 10}}}
	r.Columns.TimeS = []int32{0, 1, 2, 10, 11}
	var got []int
	for i := range r.Columns.TimeS {
		if reading.PauseBefore(r, i) {
			got = append(got, i)
		}
	}
	if diff := cmp.Diff([]int{3}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
