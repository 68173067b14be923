package strava

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/stravatest"
)

func TestAnActivityIsChanged(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	x := first(t, s, func(a *stravatest.Activity) bool { return a.GearID != "" })
	edit := source.ActivityEdit{Name: "n", Description: "d", Commute: true, Indoor: true, Sport: training.Running, SubSport: training.SubTrail}
	got, err := c.UpdateActivity(t.Context(), text(x.ID), edit, source.FieldName, source.FieldDescription, source.FieldCommute,
		source.FieldIndoor, source.FieldSport, source.FieldGear)
	if err != nil || got.Statement.Name != "n" || got.Statement.Description != "d" || !got.Statement.Commute || got.Edit.GearID != "" ||
		got.Statement.Sport != training.Running || got.Statement.SubSport != training.SubTrail || !got.Edit.Indoor {
		t.Errorf("%+v %v", got, err)
	}
	if got, err = c.UpdateActivity(t.Context(), text(x.ID), source.ActivityEdit{GearID: "strava:" + x.GearID}, source.FieldGear); err != nil ||
		got.Edit.GearID != x.GearID || got.Statement.Name != "n" {
		t.Errorf("%+v %v", got, err)
	}
	s.Forget()
	for _, f := range []source.ActivityField{source.FieldRace, source.FieldTags, source.FieldLoad} {
		if _, err := c.UpdateActivity(t.Context(), text(x.ID), edit, source.FieldName, f); training.KindOf(err) != training.KindUnsupported {
			t.Errorf("%s: %v", f, err)
		}
	}
	if _, err := c.UpdateActivity(t.Context(), text(x.ID), edit); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
	if err := c.DeleteActivity(t.Context(), text(x.ID)); training.KindOf(err) != training.KindUnsupported || s.Count("") != 0 {
		t.Errorf("%v", err)
	}
	_, err = connected(t, s, "read", "activity:read_all").UpdateActivity(t.Context(), text(x.ID), edit, source.FieldName)
	if f := fault(t, err); f.Fault != source.Unscoped || f.Scope != "activity:write" {
		t.Errorf("%+v", f)
	}
}

// TestAnEntryIsMadeOnce, though its answer was lost.
func TestAnEntryIsMadeOnce(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	m := source.ManualActivity{ExternalID: "ours", Start: "2026-11-19T07:00:00", Said: training.Statement{
		Sport: training.Strength, Name: "Weights", Description: "heavy",
		Entry: &training.Entry{TimerS: 1800, Values: training.Values{training.MetricDistanceKM: 1.5}},
	}}
	s.Inject(stravatest.Fault{Operation: "createActivity", Status: 502, Late: true, Times: 1})
	if _, err := c.CreateManual(t.Context(), []source.ManualActivity{m}); fault(t, err).Fault != source.Unavailable {
		t.Fatal(err)
	}
	got, err := c.CreateManual(t.Context(), []source.ManualActivity{m})
	if err != nil || len(got) != 1 || got[0].Statement.Name != "Weights" || got[0].ExternalID != "ours" || got[0].StartLocal != m.Start ||
		s.Count("createActivity") != 1 {
		t.Errorf("%+v %v, made %d times", got, err, s.Count("createActivity"))
	}
	for _, bad := range []training.Statement{
		{Sport: training.Running, Entry: &training.Entry{}}, {Sport: "curling", Entry: &training.Entry{TimerS: 60}},
	} {
		if _, err := c.CreateManual(t.Context(), []source.ManualActivity{{Start: m.Start, Said: bad}}); err == nil {
			t.Errorf("%+v is made", bad)
		}
	}
}

const gpx = `<?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>cycling</type><trkseg>` +
	`<trkpt lat="52.1" lon="13.1"><ele>40</ele><time>2026-11-18T08:00:00Z</time></trkpt>` +
	`<trkpt lat="52.2" lon="13.1"><ele>40</ele><time>2026-11-18T08:20:00Z</time></trkpt></trkseg></trk></gpx>`

// TestAFileIsUploaded and asked for until it is an activity; the same file is
// the same activity.
func TestAFileIsUploaded(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	file := source.File{Name: "ride.gpx", Body: []byte(gpx)}
	ids, fresh, err := c.Upload(t.Context(), file, source.Upload{Name: "Up", Description: "and down", ExternalID: "ours"})
	if err != nil || !fresh || len(ids) != 1 {
		t.Fatalf("%q %v %v", ids, fresh, err)
	}
	all, err := c.Activities(t.Context(), ids...)
	if err != nil || len(all) != 1 || all[0].Statement.Name != "Up" || all[0].Statement.Description != "and down" {
		t.Errorf("%+v %v", all, err)
	}
	again, fresh, err := c.Upload(t.Context(), file, source.Upload{})
	if err != nil || fresh || !slices.Equal(again, ids) {
		t.Errorf("%q %v %v", again, fresh, err)
	}
	send := func(name, text string) ([]string, bool, error) {
		return c.Upload(t.Context(), source.File{Name: name, Body: []byte(text)}, source.Upload{})
	}
	if _, _, err := send("x.gpx", "junk"); fault(t, err).Fault != source.Refused {
		t.Errorf("%v", err)
	}
	for _, name := range []string{"ride", "ride.zip", "ride.gz", ""} {
		if _, _, err := send(name, gpx); training.KindOf(err) != training.KindUnsupported {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestASlowUploadIsNotAskedForForEver, nor one that cannot be asked for.
func TestASlowUploadIsNotAskedForForEver(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{UploadPolls: 100})
	c := connected(t, s)
	ids, fresh, err := c.Upload(t.Context(), source.File{Name: "ride.gpx", Body: []byte(gpx)}, source.Upload{})
	if err != nil || !fresh || len(ids) != 0 || s.Count("getUploadById") != len(pauses) {
		t.Errorf("%q %v %v after %d", ids, fresh, err, s.Count("getUploadById"))
	}
	s.Inject(stravatest.Fault{Operation: "getUploadById", Status: 429})
	other := strings.ReplaceAll(gpx, "2026-11-18", "2026-11-17")
	ids, fresh, err = c.Upload(t.Context(), source.File{Name: "ride.gpx", Body: []byte(other)}, source.Upload{})
	if err != nil || !fresh || len(ids) != 0 {
		t.Errorf("%q %v %v", ids, fresh, err)
	}
}

// TestWhatIsWrittenCountsOtherwise than what is read.
func TestWhatIsWrittenCountsOtherwise(t *testing.T) {
	t.Parallel()
	s := stravatest.New(t, stravatest.Options{})
	c := connected(t, s)
	if _, _, err := c.Upload(t.Context(), source.File{Name: "ride.gpx", Body: []byte(gpx)}, source.Upload{}); err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Requests() {
		want := stravatest.BucketRead
		for _, op := range []struct{ ID string }{{opCreateUpload.ID}, {opCreateActivity.ID}} {
			if r.Operation == op.ID {
				want = stravatest.BucketOverall
			}
		}
		if r.Bucket != want || (len(buckets(opCreateUpload)) == 0) != true || len(buckets(opUpload)) != 1 {
			t.Errorf("%s counts as %s", r.Operation, r.Bucket)
		}
	}
}

// TestSportsAreThoseOfTheDocument: each that is written is there.
func TestSportsAreThoseOfTheDocument(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("LAPKEEP_TESTDATA")
	if dir == "" {
		dir = "../../../../shared/data"
	}
	body, err := os.ReadFile(dir + "/specs/strava-swagger.json")
	if err != nil {
		t.Skip("there is no document: ", err)
	}
	var doc struct {
		Definitions struct {
			SportType struct{ Enum []string }
		}
		Paths map[string]map[string]struct {
			OperationID string `json:"operationId"`
		}
	}
	if err := json.Unmarshal(body, &doc); err != nil {
		t.Fatal(err)
	}
	for _, word := range doc.Definitions.SportType.Enum {
		a := activity{SportType: word}
		sport, sub := a.sport()
		if back, err := sportType(sport, sub); err != nil || back != word {
			t.Errorf("%s is %s/%s and comes back as %s: %v", word, sport, sub, back, err)
		}
	}
	for _, sport := range training.Sports() {
		if word, err := sportType(sport, ""); err == nil && !slices.Contains(doc.Definitions.SportType.Enum, word) {
			t.Errorf("%s is written as %s", sport, word)
		}
	}
	for _, word := range notThere {
		if slices.Contains(doc.Definitions.SportType.Enum, word) {
			t.Errorf("%s is there", word)
		}
	}
}

func TestStartsOfAnyForm(t *testing.T) {
	t.Parallel()
	a := activity{Start: "2026-11-20T21:37:12Z", StartLocal: "2026-11-20T22:37:12Z"}
	if got := a.offsetS(); got == nil || *got != 3600 || !a.start().Equal(time.Date(2026, 11, 20, 21, 37, 12, 0, time.UTC)) {
		t.Errorf("%v", got)
	}
	for _, bad := range []activity{{}, {Start: "x", StartLocal: "y"}, {Start: a.Start, StartLocal: "2026-11-25T22:37:12Z"}} {
		if bad.offsetS() != nil {
			t.Errorf("%+v", bad)
		}
	}
}
