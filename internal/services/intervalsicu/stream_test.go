package intervalsicu

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

func TestStreamsOfAnyShapeAreReadOrRefused(t *testing.T) {
	t.Parallel()
	times := func(s string) Stream { return Stream{Type: "time", Data: json.RawMessage(s)} }
	watts := func(s string) Stream { return Stream{Type: "watts", Data: json.RawMessage(s)} }
	for name, x := range map[string]struct {
		streams []Stream
		rows    int
		fails   bool
	}{
		"shorter":        {[]Stream{times("[0,1,2]"), watts("[5]")}, 3, false},
		"longer":         {[]Stream{times("[0]"), watts("[5,6,7]")}, 1, false},
		"backwards":      {[]Stream{times("[0,5,3,6]")}, 3, false},
		"null times":     {[]Stream{times("[0,null,2]")}, 2, false},
		"beyond a value": {[]Stream{times("[0]"), watts("[1e300]")}, 1, false},
		"milliseconds":   {[]Stream{times("[0,1726820000000]")}, 0, true},
		"words":          {[]Stream{times(`["a"]`)}, 0, true},
		"lists":          {[]Stream{times("[0]"), watts("[[1]]")}, 0, true},
		"an object":      {[]Stream{times("{}")}, 0, true},
		"none":           {nil, 0, false},
	} {
		c, err := Columns(x.streams)
		if (err != nil) != x.fails || !x.fails && c.Len() != x.rows {
			t.Errorf("%s: %d rows, %v", name, c.Len(), err)
		}
		if _, ok := c.At(training.Power, 0); ok && name == "beyond a value" {
			t.Errorf("%s: it is a measurement", name)
		}
	}
}

func TestStreamsThatAreAskedForAreRead(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, name := range StreamTypes() {
		if seen[name] {
			t.Errorf("%s twice", name)
		}
		seen[name] = true
		if name == "time" {
			continue
		}
		c, err := Columns([]Stream{{Type: "time", Data: json.RawMessage("[0]")}, {Type: name, Data: json.RawMessage("[50]"), Data2: json.RawMessage("[50]")}})
		has := len(c.Developer) > 0
		for ch := range training.NumChannels {
			has = has || c.Has(ch)
		}
		if err != nil || !has {
			t.Errorf("%s is read as nothing: %v", name, err)
		}
	}
}

// FuzzColumns: whatever the service sends, the columns are whole.
func FuzzColumns(f *testing.F) {
	f.Add(`[{"type":"time","data":[0,1]},{"type":"watts","data":[1,null]}]`)
	f.Add(`[{"type":"time","data":[0,1.5,1e9]},{"type":"latlng","data":[91],"data2":[-500]},{"type":"smo2","data":[1e39]}]`)
	f.Add(`[{"type":"time","data":null},{"type":"hrv","data":[[1,2],[3]]}]`)
	f.Fuzz(func(t *testing.T, body string) {
		var streams []Stream
		if json.Unmarshal([]byte(body), &streams) != nil {
			return
		}
		c, err := Columns(streams)
		if err != nil {
			return
		}
		for i := 1; i < c.Len(); i++ {
			if c.TimeS[i] < c.TimeS[i-1] {
				t.Fatal("time goes back")
			}
		}
		for ch := range training.NumChannels {
			if col := c.Data[ch]; col.Present() && len(col.Values) != c.Len() {
				t.Fatalf("%s has %d of %d rows", ch, len(col.Values), c.Len())
			}
		}
		for _, d := range c.Developer {
			for _, v := range d.Values {
				if math.IsInf(float64(v), 0) {
					t.Fatalf("%s is infinite", d.Name)
				}
			}
		}
	})
}

// FuzzRead: no answer that is JSON of the right shape breaks the reading of a
// day, an event or an activity, and none makes a number that is none.
func FuzzRead(f *testing.F) {
	f.Add(`{"id":"2026-09-19","weight":1e308,"Caffeine":1,"comments":"x","locked":true,"tempWeight":"no"}`)
	f.Add(`{"id":7,"category":"NOTE","start_date_local":"2026-09-19T25:00:00","end_date_local":"x","moving_time":-1}`)
	f.Add(`{"id":"i5","start_date_local":"2026-09-19","icu_rpe":99,"distance":-5,"types":["Ride",""],"power_zones":[0,null]}`)
	f.Fuzz(func(t *testing.T, body string) {
		var w Wellness
		if json.Unmarshal([]byte(body), &w) == nil {
			if d, err := w.Read(); err == nil {
				for name, n := range d.Numbers {
					if low, high, ok := name.Range(); ok && (n.Value < low || n.Value > high) {
						t.Fatalf("%s is %v", name, n.Value)
					}
				}
			}
			_, _, _ = w.Fitness()
		}
		var e Event
		if json.Unmarshal([]byte(body), &e) == nil {
			if got := e.Read(); got.End != "" && got.End <= got.Start {
				t.Fatalf("from %s to %s", got.Start, got.End)
			}
		}
		var a Activity
		if json.Unmarshal([]byte(body), &a) == nil {
			got := a.Read(training.Athlete{}.Location())
			if got.Version == "" || got.Statement.PerceivedExertion < 0 || got.Statement.PerceivedExertion > 10 ||
				(got.Withheld == "") != (got.Statement.Entry != nil) {
				t.Fatalf("%+v", got)
			}
		}
		var s Settings
		if json.Unmarshal([]byte(body), &s) == nil {
			s.Read()
		}
	})
}

func TestAPatchOfNothingNamedIsAllAndOfANewThingOnlyWhatIsThere(t *testing.T) {
	t.Parallel()
	p, err := EventPatch(training.CalendarEvent{Category: training.EventNote, Name: "N", Start: "2026-09-20T00:00:00", FTPW: 250})
	if err != nil || p["icu_ftp"] != nil || len(p) < 20 {
		t.Errorf("%v %v", p, err)
	}
	if _, has := p["icu_ftp"]; has { // a note does not set it
		t.Error("a note sets FTP")
	}
	made, err := NewEvent(training.CalendarEvent{Category: training.EventSetFTP, Name: "N", Start: "2026-09-20T00:00:00", FTPW: 250})
	want := Patch{"category": "SET_EFTP", "name": "N", "start_date_local": "2026-09-20T00:00:00", "icu_ftp": 250.0, "tags": []string{}}
	if diff := cmp.Diff(want, made); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// TestOwnStreamsGoAndComeBack by the athlete's code, and no others; one that
// holds nothing is taken away.
func TestOwnStreamsGoAndComeBack(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Activities: 3, Seconds: 60, StubEvery: -1})
	id := ""
	s.Do(func(w *intervalstest.World) {
		a := w.Athletes[0]
		a.Items.Add(intervalstest.PlainDoc(intervalstest.Doc{
			"id": 900, "type": "ACTIVITY_STREAM", "name": "Fan",
			"content": intervalstest.Doc{"code": "FanPower"},
		}))
		for _, x := range a.NewestFirst() {
			if x.Body != nil && !x.Stub {
				id = intervalstest.IDOf(x.Doc)
			}
		}
	})
	fan := training.OwnStream{Name: "Fan", TimeS: []int32{0, 20, 59}, Values: []float64{1, 0, 2.5}}
	for _, want := range []map[string]training.OwnStream{{"FanPower": fan}, nil} {
		set := map[string]training.OwnStream{"FanPower": {}}
		for code, x := range want {
			set[code] = x
		}
		if err := c.SaveOwnStreams(t.Context(), id, set); err != nil {
			t.Fatal(err)
		}
		if got, err := c.OwnStreams(t.Context(), id); err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%v %s", err, cmp.Diff(want, got))
		}
	}
	if rec, err := c.FetchStreams(t.Context(), id); err != nil || rec.Columns.Len() < 60 {
		t.Errorf("what was recorded: %d rows %v", rec.Columns.Len(), err)
	}
}

// whole is an activity of the emulator that is there in full.
func wholeOne(t *testing.T, c *Client, sport training.Sport) source.Activity {
	t.Helper()
	list, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31")})
	for _, a := range list {
		if a.Withheld == "" && a.HasFile && a.Statement.Sport == sport && a.Replaces == nil {
			return a
		}
	}
	t.Fatal("none")
	return source.Activity{}
}

func TestTheOriginalIsUnpackedAndReadable(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Seconds: 300})
	a := wholeOne(t, c, training.Cycling)
	f := must[source.File](t)(c.FetchRecording(t.Context(), a.ID))
	res, err := recording.Read(t.Context(), f.Name, f.Body, recording.Limits{})
	if err != nil || res.Format != training.FormatFIT || len(res.Recordings) != 1 || f.Name != a.ID+".fit" {
		t.Errorf("%s is %s, %v", f.Name, res.Format, err)
	}
}

func TestAFileThatIsNotThereIsNotFound(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c := d.client(t)
	for name, h := range map[string]http.HandlerFunc{"404": status(404, ""), "empty": text("")} {
		d.says("downloadActivityFile", h)
		if _, err := c.FetchRecording(t.Context(), "i501"); training.KindOf(err) != training.KindNotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAListedActivitysFileIsOneRequest(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Seconds: 60})
	a := wholeOne(t, c, training.Cycling)
	s.Forget()
	must[source.File](t)(c.FetchRecording(t.Context(), a.ID))
	if n := len(s.Requests()); n != 1 {
		t.Errorf("%d requests", n)
	}
}

func TestADamagedPackIsNoFile(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(bytes.Repeat([]byte("fit"), 10_000))
	_ = w.Close()
	d := newFixture(t).says("downloadActivityFile", text(b.String()[:b.Len()/2]))
	if _, err := d.client(t).FetchRecording(t.Context(), "i501"); fault(err) != "unavailable" {
		t.Errorf("%v", err)
	}
}

func TestAPackThatUnpacksToTooMuchIsRefused(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	zeros := make([]byte, 1<<20)
	for range 65 {
		_, _ = w.Write(zeros)
	}
	_ = w.Close()
	d := newFixture(t).says("downloadActivityFile", text(b.String()))
	if _, err := d.client(t).FetchRecording(t.Context(), "i501"); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("%v", err)
	}
}

func TestAFilesNameIsNoPath(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c := d.client(t)
	for header, want := range map[string]string{
		`attachment; filename="../../.ssh/a.fit.gz"`: "a.fit.gz", `attachment; filename="c:\x\b.fit"`: "b.fit",
		`attachment; filename="/"`: "i501", `nonsense; "`: "i501",
	} {
		d.says("downloadActivityFile", status(200, "x", "Content-Disposition", header))
		if f := must[source.File](t)(c.FetchRecording(t.Context(), "i501")); f.Name != want {
			t.Errorf("%s: %s", header, f.Name)
		}
	}
}

func TestStreamsAreTheRecordedOnesWithBothHalvesOfPlacesAndGaps(t *testing.T) {
	t.Parallel()
	r := must[training.Recording](t)(newFixture(t).client(t).FetchStreams(t.Context(), "i501"))
	c := r.Columns
	if diff := cmp.Diff([]int32{0, 1, 2, 4}, c.TimeS); diff != "" {
		t.Fatal(diff)
	}
	value := func(ch training.Channel, i int) float64 {
		v, ok := c.At(ch, i)
		if !ok {
			return math.NaN()
		}
		return float64(v) / ch.Scale()
	}
	for name, at := range map[string]struct {
		ch   training.Channel
		row  int
		want float64
	}{
		"raw power, not the cleaned": {training.Power, 2, 1300}, "power": {training.Power, 0, 100}, "latitude": {training.Latitude, 2, 52.6},
		"longitude": {training.Longitude, 3, 13.3}, "cold": {training.Temperature, 1, -1.5}, "zero degrees": {training.Temperature, 0, 0},
	} {
		if got := value(at.ch, at.row); math.Abs(got-at.want) > 1e-6 {
			t.Errorf("%s is %v", name, got)
		}
	}
	if !math.IsNaN(value(training.Power, 1)) || !math.IsNaN(value(training.Longitude, 1)) {
		t.Error("null is a value")
	}
	if len(c.Developer) != 1 || c.Developer[0].Name != "smo2" || !math.IsNaN(float64(c.Developer[0].Values[0])) ||
		c.Developer[0].Values[1] != 61.5 {
		t.Errorf("%+v", c.Developer)
	}
	if r.OffsetS == nil || *r.OffsetS != 7200 {
		t.Errorf("%v from UTC", r.OffsetS)
	}
	if r.Start.IsZero() || r.Sport != training.Cycling || r.ElapsedS != 4 || len(r.Warnings) == 0 || r.Sessions != 1 {
		t.Errorf("%+v", r)
	}
}

func TestRawStreamsAreAskedForByName(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	must[training.Recording](t)(d.client(t).FetchStreams(t.Context(), "i501"))
	r := d.last(t, "getActivityStreams")
	types := strings.Split(r.query.Get("types"), ",")
	for _, want := range []string{"time", "latlng", "watts", "raw_watts", "heartrate", "raw_heartrate"} {
		if !strings.Contains(","+strings.Join(types, ",")+",", ","+want+",") {
			t.Errorf("%s is not asked for", want)
		}
	}
	if !strings.HasSuffix(r.path, "/streams") || len(r.query["types"]) != 1 {
		t.Errorf("%s %v", r.path, r.query)
	}
}

func TestStreamsOfTheEmulatorAreThoseOfItsFile(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Seconds: 300})
	a := wholeOne(t, c, training.Cycling)
	streams := must[training.Recording](t)(c.FetchStreams(t.Context(), a.ID))
	if streams.Columns.Len() < 200 || !streams.Columns.Has(training.Power) || !streams.Columns.Has(training.Longitude) ||
		!streams.Start.Equal(a.Start) {
		t.Errorf("%d rows from %s", streams.Columns.Len(), streams.Start)
	}
}

func TestAnActivityWithoutStreamsIsNotFound(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	for name, h := range map[string]http.HandlerFunc{
		"none":    text("[]"),
		"no time": text(`[{"type":"watts","data":[1]}]`), "no times": text(`[{"type":"time","data":[null]}]`),
	} {
		d.says("getActivityStreams", h)
		if _, err := d.client(t).FetchStreams(t.Context(), "i501"); training.KindOf(err) != training.KindNotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
}
