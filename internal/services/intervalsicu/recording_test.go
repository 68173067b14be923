package intervalsicu

import (
	"bytes"
	"compress/gzip"
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

// whole is an activity of the emulator that is there in full.
func wholeOne(t *testing.T, c *Client, sport training.Sport) source.Activity {
	t.Helper()
	list, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31")})
	for _, a := range list {
		if a.Withheld == "" && a.HasFile && a.Said.Sport == sport && a.Replaces == nil {
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
	d := newDesk(t)
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
	d := newDesk(t).says("downloadActivityFile", text(b.String()[:b.Len()/2]))
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
	d := newDesk(t).says("downloadActivityFile", text(b.String()))
	if _, err := d.client(t).FetchRecording(t.Context(), "i501"); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("%v", err)
	}
}

func TestAFilesNameIsNoPath(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
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
	r := must[training.Recording](t)(newDesk(t).client(t).FetchStreams(t.Context(), "i501"))
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
	d := newDesk(t)
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
	d := newDesk(t)
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
