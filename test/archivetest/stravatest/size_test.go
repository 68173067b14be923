package stravatest_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/stravatest"
)

// full is a disk that has no room.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAStreamIsTheArchive(t *testing.T) {
	t.Parallel()
	o := stravatest.Options{Language: stravatest.Japanese, Activities: 9, Seconds: 120, Extra: true}
	var b bytes.Buffer
	truth, err := stravatest.Write(&b, o)
	a := stravatest.Build(o)
	if diff := cmp.Diff(a.Truth, truth); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if !bytes.Equal(b.Bytes(), a.Zip()) {
		t.Error("what was streamed is not what was built")
	}
	if _, err := stravatest.Write(full{}, o); !errors.Is(err, errFull) {
		t.Errorf("on a full disk: %v", err)
	}
}

// TestALargerArchiveBeginsWithTheSmaller asks for an archive again as an
// athlete does a month later.
func TestALargerArchiveBeginsWithTheSmaller(t *testing.T) {
	t.Parallel()
	o := stravatest.Options{Seed: 5, Activities: 8, Seconds: 120}
	was := stravatest.Build(o)
	o.Activities = 11
	is := stravatest.Build(o)
	if diff := cmp.Diff(was.Truth.Activities, is.Truth.Activities[:8]); diff != "" || len(is.Truth.Activities) != 11 {
		t.Errorf("%d activities\n%s", len(is.Truth.Activities), diff)
	}
	for _, act := range was.Truth.Activities {
		if act.File != "" && !bytes.Equal(was.Data(act.File), is.Data(act.File)) {
			t.Errorf("%s is another file", act.File)
		}
	}
}

// TestOneRouteWasFollowed holds the drawn track against the ridden one.
func TestOneRouteWasFollowed(t *testing.T) {
	t.Parallel()
	a := stravatest.Build(stravatest.Options{})
	track := func(name string) *training.Columns {
		got, err := recording.Read(t.Context(), name, a.Data(name), recording.Limits{})
		if err != nil || len(got.Recordings) != 1 {
			t.Fatalf("%s: %v, %+v", name, err, got)
		}
		return &got.Recordings[0].Columns
	}
	ridden := track(a.Truth.Activities[0].File)
	if ids := a.Truth.Followed[a.Truth.Routes[1]]; len(ids) != 1 || ids[0] != a.Truth.Activities[0].ID {
		t.Fatalf("followed by %v", ids)
	}
	drawn := a.Data("routes/2.gpx")
	if n := bytes.Count(drawn, []byte("<trkpt")); n != ridden.Len()/10+1 {
		t.Errorf("%d points drawn for %d ridden", n, ridden.Len())
	}
	var lat, lon, ele float64
	first := bytes.Index(drawn, []byte("<trkpt"))
	if _, err := fmt.Sscanf(string(drawn[first:first+80]), `<trkpt lat="%f" lon="%f"><ele>%f`, &lat, &lon, &ele); err != nil {
		t.Fatal(err)
	}
	v, ok := ridden.At(training.Latitude, 0)
	if !ok || math.Abs(float64(v)/training.Latitude.Scale()-lat) > 1e-5 {
		t.Errorf("drawn from %v, ridden from %v", lat, float64(v)/training.Latitude.Scale())
	}
}

// BenchmarkThreeThousand is ten years of rides, every second of them.
func BenchmarkThreeThousand(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := stravatest.Write(io.Discard, stravatest.Options{Activities: 3000, Seconds: 3600}); err != nil {
			b.Fatal(err)
		}
	}
}
