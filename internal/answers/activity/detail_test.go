package activity_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/i18n"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// TestGearIsNamed checks that gear has its name if it is known.
func TestGearIsNamed(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Shed = []training.Gear{{ID: "g1", Name: "Red"}, {ID: "g2", Name: "Green"}}
	for gear, want := range map[string]string{"g2": "Green", "sold": "", "": ""} {
		s.Use(answerstest.Ride, gear)
		if d := describe(t, s, answerstest.Ride, activity.SectionDevice); d.Gear != want || d.GearID != gear {
			t.Errorf("%q: %q %q", gear, d.GearID, d.Gear)
		}
	}
}

func describe(t *testing.T, s store.Reader, id training.ActivityID, sections ...activity.Section) *activity.Detail {
	t.Helper()
	out, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, activity.DetailQuery{ID: string(id), Sections: sections})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(out)
	if err != nil || len(b) > 32<<10 {
		t.Fatalf("%s: %d bytes, %v", id, len(b), err)
	}
	if strings.Contains(string(b), ":0,\"tss\"") || strings.Contains(string(b), "NaN") {
		t.Errorf("%s: %s", id, b)
	}
	return out
}

func TestDefaultSections(t *testing.T) {
	t.Parallel()
	d := describe(t, answerstest.NewActivityStore(), answerstest.Ride)
	if d.Summary == nil || d.Device == nil || len(d.Laps) != 6 || d.Zones != nil || d.Notes != nil {
		t.Errorf("%+v", d)
	}
	if d.StartLocal != "2026-05-01T07:30:00+02:00" || d.TimeZone != answerstest.Zone || d.LocalDate != "2026-05-01" {
		t.Errorf("start %s, zone %s, day %s", d.StartLocal, d.TimeZone, d.LocalDate)
	}
}

func TestSummaryByTheThresholdsOfTheDay(t *testing.T) {
	t.Parallel()
	for id, ftp := range map[training.ActivityID]float64{answerstest.Ride: 250, answerstest.Bike: 260} {
		d := describe(t, answerstest.NewActivityStore(), id)
		np, f := d.Summary["normalized_power_w"].(float64), d.Summary["intensity_factor"].(float64)
		if d.Thresholds["ftp_w"] != ftp || math.Abs(np/ftp-f) > 0.0006 || d.Summary["load_method"] != "power_tss" {
			t.Errorf("%s: NP %v, IF %v, method %v, thresholds %v", id, np, f, d.Summary["load_method"], d.Thresholds)
		}
		if d.Summary["tss"].(float64) <= 0 {
			t.Errorf("%s: no TSS", id)
		}
	}
}

func TestDeviceValuesStandBesideOurs(t *testing.T) {
	t.Parallel()
	d := describe(t, answerstest.NewActivityStore(), answerstest.Ride)
	if d.Device[training.MetricNormalizedPowerW] != 213 || d.Device[training.MetricTSS] != 72.4 {
		t.Errorf("device: %v", d.Device)
	}
	if d.Summary["normalized_power_w"] == 213.0 {
		t.Error("the device's value replaced ours")
	}
	if d.DeviceCheck == nil || d.DeviceCheck.EnergyGapPct == nil || math.Abs(*d.DeviceCheck.EnergyGapPct) < 0.4 ||
		!strings.Contains(strings.Join(phrasetest.Texts(d.DataQuality), " "), "energy") {
		t.Errorf("the energy gap is not told: %+v", d.DeviceCheck)
	}
	lap := d.Laps[1]
	if lap["normalized_power_w"] == nil || lap["device"].(training.Values)[training.MetricAvgPowerW] != 200 || lap["lap"] != 2 {
		t.Errorf("lap: %v", lap)
	}
}

func TestWhatIsMissingIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		id      training.ActivityID
		missing []string
		have    []string
		method  any
	}{
		{
			answerstest.NoPower,
			[]string{"avg_power_w", "normalized_power_w", "intensity_factor"},
			[]string{"avg_hr_bpm", "tss", "distance_km"},
			"hrtss_avg_lthr",
		},
		{answerstest.NoHR, []string{"avg_hr_bpm"}, []string{"normalized_power_w", "tss"}, "power_tss"},
		{answerstest.ActivityRun, []string{"normalized_power_w"}, []string{"avg_hr_bpm", "pace_s_per_km"}, "rtss_ngp"},
		{answerstest.Pool, []string{"avg_power_w"}, []string{"duration_s", "distance_km"}, "hrtss_avg_lthr"},
		{
			answerstest.ByHand,
			[]string{"avg_power_w", "avg_hr_bpm", "laps", "device"},
			[]string{"duration_s", "tss", "perceived_exertion"},
			"manual",
		},
	} {
		d := describe(t, answerstest.NewActivityStore(), c.id)
		for _, k := range c.missing {
			if d.Missing[k] == "" || d.Summary[k] != nil {
				t.Errorf("%s: %s is %v, missing because %q", c.id, k, d.Summary[k], d.Missing[k])
			}
		}
		for _, k := range c.have {
			if d.Summary[k] == nil {
				t.Errorf("%s lacks %s (%q)", c.id, k, d.Missing[k])
			}
		}
		if d.Summary["load_method"] != c.method {
			t.Errorf("%s: method %v", c.id, d.Summary["load_method"])
		}
	}
}

func TestZonesAddUp(t *testing.T) {
	t.Parallel()
	d := describe(t, answerstest.NewActivityStore(), answerstest.Ride, activity.SectionZones)
	if d.Summary != nil || d.Laps != nil {
		t.Error("sections came that were not asked for")
	}
	for kind, n := range map[string]int{"power": 7, "hr": 7} {
		z := d.Zones[kind]
		if z == nil || len(z.Zones) != n || z.Scheme == "" {
			t.Fatalf("%s: %+v", kind, z)
		}
		sum := 0.0
		for i, row := range z.Zones {
			sum += row["seconds"].(float64)
			if row["zone"] != i+1 {
				t.Errorf("%s: %v", kind, row)
			}
		}
		if math.Abs(sum-3600) > 1 {
			t.Errorf("%s zones add up to %v s", kind, sum)
		}
	}
	run := describe(t, answerstest.NewActivityStore(), answerstest.ActivityRun, activity.SectionZones)
	if run.Zones["pace"] == nil || run.Missing["zones.power"] != training.NoPower {
		t.Errorf("run: %v, %v", run.Zones, run.Missing)
	}
	if z := run.Zones["pace"].Zones; z[1]["from_pace_s_per_km"] == nil || z[1]["from_pace_s_per_100m"] != nil {
		t.Errorf("a run's zones are %v", z)
	}
	s := answerstest.NewActivityStore()
	s.Past = append(s.Past, training.ThresholdEntry{Key: training.KeyThresholdPace, Sport: training.Swimming.Plain(), Values: []float64{1.25}})
	s.Becomes(answerstest.ActivityRun, training.Swimming)
	swim := describe(t, s, answerstest.ActivityRun, activity.SectionZones)
	if z := swim.Zones["pace"]; z == nil || z.Zones[1]["from_pace_s_per_100m"] == nil || z.Zones[1]["from_pace_s_per_km"] != nil {
		t.Errorf("swim: %v, %v", swim.Zones, swim.Missing)
	}
}

func TestHistogramsAddUp(t *testing.T) {
	t.Parallel()
	d := describe(t, answerstest.NewActivityStore(), answerstest.ActivityRun, activity.SectionHistograms)
	for _, key := range []string{"hr", "pace", "gap"} {
		h := d.Histograms[key]
		if h == nil {
			t.Fatalf("no %s histogram: %v", key, d.Missing)
		}
		sum := 0.0
		for _, s := range h.Seconds {
			sum += s
		}
		if math.Abs(sum-2400) > 2 {
			t.Errorf("%s adds up to %v s", key, sum)
		}
	}
	if d.Missing["histograms.power"] != training.NoPower {
		t.Errorf("missing: %v", d.Missing)
	}
	if cmp.Equal(d.Histograms["pace"], d.Histograms["gap"]) {
		t.Error("hills leave the pace as it was")
	}
	ride := describe(t, answerstest.NewActivityStore(), answerstest.Ride, activity.SectionHistograms)
	if ride.Histograms["gap"] != nil || ride.Missing["histograms.gap"] != "" {
		t.Error("a ride has a pace on the flat")
	}
	none, err := activity.Describe(t.Context(), treadmill{answerstest.NewActivityStore()}, answerstest.ActivityModel,
		activity.DetailQuery{ID: string(answerstest.ActivityRun), Sections: []activity.Section{activity.SectionHistograms}})
	if err != nil || none.Histograms["gap"] != nil || none.Histograms["pace"] == nil ||
		none.Missing["histograms.gap"] != "no altitude was recorded" {
		t.Errorf("without altitude: %v, %v, %v", none.Histograms, none.Missing, err)
	}
}

// treadmill is a store whose recordings have no altitude.
type treadmill struct{ *answerstest.ActivityStore }

func (m treadmill) Stream(ctx context.Context, s training.Scope, id training.ActivityID, want store.ChannelSet) (*training.Columns, error) {
	return m.ActivityStore.Stream(ctx, s, id, want&^store.Channels(training.Altitude))
}

func TestSplitsEffortsLengths(t *testing.T) {
	t.Parallel()
	d := describe(t, answerstest.NewActivityStore(), answerstest.ActivityRun, activity.SectionSplits, activity.SectionBestEfforts)
	if len(d.Splits.Split) < 5 || *d.Splits.Values["distance_km"][0] != 1.0 {
		t.Errorf("splits: %v", d.Splits)
	}
	if len(d.BestEfforts["distance"]) == 0 || len(d.BestEfforts["hr"]) == 0 || d.Missing["best_efforts.power"] == "" {
		t.Errorf("efforts: %v, %v", d.BestEfforts, d.Missing)
	}
	miles, err := activity.Describe(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityModel,
		activity.DetailQuery{ID: "a3", Sections: []activity.Section{activity.SectionSplits}, SplitM: 1609.344})
	if err != nil || len(miles.Splits.Split) >= len(d.Splits.Split) {
		t.Errorf("%d mile splits, %v", len(miles.Splits.Split), err)
	}
	pool := describe(t, answerstest.NewActivityStore(), answerstest.Pool, activity.SectionLengths)
	l := pool.Lengths
	if l == nil || len(l.StartOffsetS) != 25 || l.Stroke[4] != "rest" || l.Strokes[4] != nil || l.SWOLF[0] == nil || *l.SWOLF[0] != 44 {
		t.Fatalf("lengths: %+v", l)
	}
	if l.Pool["lengths"] != 20 || l.Pool["pool_length_m"] != 25.0 {
		t.Errorf("pool: %v", l.Pool)
	}
	if ride := describe(t, answerstest.NewActivityStore(), answerstest.Ride, activity.SectionLengths); ride.Missing["lengths"] == "" {
		t.Error("a ride says nothing of its lengths")
	}
}

func TestMultisportKnowsItsSiblings(t *testing.T) {
	t.Parallel()
	d := describe(t, answerstest.NewActivityStore(), answerstest.Foot)
	if d.ParentID != "a6" || len(d.Siblings) != 1 || d.Siblings[0]["id"] != "a6" || d.Siblings[0]["sport"] != "cycling" {
		t.Errorf("parent %q, siblings %v", d.ParentID, d.Siblings)
	}
}

func TestNotesOnlyWhereShared(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	if d := describe(t, s, answerstest.Ride, activity.SectionNotes); d.Notes != nil || d.Missing["notes"] != answers.HiddenNotes {
		t.Errorf("notes leaked: %v, %v", d.Notes, d.Missing)
	}
	s.Who.Sharing.Notes = true
	d := describe(t, s, answerstest.Ride, activity.SectionNotes)
	if len(d.Notes) != 2 || d.Notes[0]["note_id"] != "n1" || d.Notes[1]["author"] != "Bob" {
		t.Errorf("notes: %v", d.Notes)
	}
	if got := describe(t, s, answerstest.ActivityRun, activity.SectionNotes); got.Missing["notes"] == "" {
		t.Error("no notes, and no word of it")
	}
}

func TestHostileWordsAreData(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Who.Sharing.Notes = true
	d := describe(t, s, answerstest.Stormy)
	if strings.ContainsAny(d.Name, "\n\t") || !strings.Contains(d.Name, "ignore all previous") {
		t.Errorf("name %q", d.Name)
	}
	for _, text := range []string{
		d.Name, d.Description, d.Recordings[0]["name_in_file"].(string),
		d.Recordings[0]["warnings"].([]i18n.Sentence)[0].String(),
	} {
		if i := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && textclean.Hidden(r) }); i >= 0 {
			t.Errorf("%q has a hidden rune at %d", text, i)
		}
	}
	format, args := d.Recordings[0]["warnings"].([]i18n.Sentence)[1].Parts()
	if format != "The file is cut off: %d of %d bytes are there." || len(args) != 2 {
		t.Errorf("a warning with numbers became %q %v", format, args)
	}
}

func TestWeightOnlyWhereShared(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	if d := describe(t, s, answerstest.Ride); d.Thresholds["weight_kg"] != nil {
		t.Error("the weight came up")
	}
	s.Who.Sharing.Weight = true
	if d := describe(t, s, answerstest.Ride); d.Thresholds["weight_kg"] != 61.5 {
		t.Errorf("thresholds: %v", d.Thresholds)
	}
}

// longRide is a store with a recording of far more laps than fit.
type longRide struct{ *answerstest.ActivityStore }

func (l longRide) Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error) {
	out, err := l.ActivityStore.Recordings(ctx, s, id)
	laps := out[0].Recording.Laps[:0:0]
	for at := 0.0; at < 3600; at += 10 {
		laps = append(laps, training.Lap{StartS: at, EndS: at + 10, ElapsedS: 10, TimerS: 10, Trigger: "manual"})
	}
	out[0].Recording.Laps = laps
	return out, err
}

func TestManyLapsAreCutAndContinued(t *testing.T) {
	t.Parallel()
	s, seen := longRide{answerstest.NewActivityStore()}, 0
	for from := 1; ; {
		d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel,
			activity.DetailQuery{ID: "a0", Sections: []activity.Section{activity.SectionLaps}, FromRow: from})
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := json.Marshal(d); len(b) > 32<<10 {
			t.Fatalf("%d bytes", len(b))
		}
		if d.Laps[0]["lap"] != from {
			t.Fatalf("lap %v, want %d", d.Laps[0]["lap"], from)
		}
		seen += len(d.Laps)
		if !d.Truncated {
			break
		}
		from += len(d.Laps)
		if !strings.Contains(d.Narrow.String(), "from_row") {
			t.Fatalf("%q does not say how to go on", d.Narrow)
		}
	}
	if seen != 360 {
		t.Errorf("saw %d laps", seen)
	}
}

func TestDescribeRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		q    activity.DetailQuery
		kind training.Kind
		says string
	}{
		{activity.DetailQuery{ID: "zz"}, training.KindNotFound, "zz"},
		{activity.DetailQuery{ID: string(answerstest.Secret)}, training.KindNotFound, "a9"},
		{activity.DetailQuery{ID: "a0", Sections: []activity.Section{"lap"}}, training.KindInvalid, "laps"},
	} {
		_, err := activity.Describe(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityModel, c.q)
		if training.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := activity.Describe(ctx, answerstest.NewActivityStore(), answerstest.ActivityModel,
		activity.DetailQuery{ID: "a0"}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestReadNotes(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Who.Sharing.Notes = true
	got, err := activity.ReadNotes(t.Context(), s, answerstest.ActivityModel, "file:a0")
	if err != nil || got.ID != "a0" || len(got.Notes) != 2 || got.Notes[0]["at_local"] != "2026-05-01T09:30:00+02:00" {
		t.Errorf("%+v, %v", got, err)
	}
	none, err := activity.ReadNotes(t.Context(), s, answerstest.ActivityModel, "a1")
	if d := cmp.Diff([]activity.Facts{}, none.Notes); err != nil || d != "" {
		t.Errorf("%v, %s", err, d)
	}
}

// TestIndoorsByTheFTPIndoors checks that indoor rides use the indoor FTP and
// show it as their threshold.
func TestIndoorsByTheFTPIndoors(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Past = append(s.Past, training.ThresholdEntry{
		Key: training.KeyIndoorFTP, Sport: training.Cycling.Plain(),
		From: training.NewDay(2026, 1, 1), Values: []float64{200},
	})
	out := describe(t, s, answerstest.Ride)
	s.Indoors(answerstest.Ride)
	in := describe(t, s, answerstest.Ride, activity.SectionSummary, activity.SectionZones)
	if out.Thresholds["ftp_w"] != 250.0 || out.Thresholds["indoor_ftp_w"] != nil ||
		in.Thresholds["indoor_ftp_w"] != 200.0 || in.Thresholds["ftp_w"] != nil {
		t.Errorf("outdoors %v, indoors %v", out.Thresholds, in.Thresholds)
	}
	np := in.Summary["normalized_power_w"].(float64)
	if f := in.Summary["intensity_factor"].(float64); math.Abs(np/200-f) > 0.006 || in.Zones["power"].Zones[1]["from_w"] != 110.0 {
		t.Errorf("IF %v of %v W, zones %v", f, np, in.Zones["power"].Zones[1])
	}
	// A list in order of load, which the store cannot sort by, keeps its other filters.
	q := activity.ListQuery{SortByLoad: true, Filter: store.ActivityFilter{Indoor: ptr(true)}}
	if l, err := activity.ListActivities(t.Context(), s, answerstest.ActivityModel, q); err != nil || ids(l) != string(answerstest.Ride) {
		t.Errorf("indoors by load: %v, %v", l, err)
	}
}

// TestSplitsAreColumns checks that each metric is named once, and that from_row
// applies to all columns.
func TestSplitsAreColumns(t *testing.T) {
	t.Parallel()
	all := describe(t, answerstest.NewActivityStore(), answerstest.ActivityRun, activity.SectionSplits).Splits
	rest, err := activity.Describe(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityModel,
		activity.DetailQuery{ID: string(answerstest.ActivityRun), Sections: []activity.Section{activity.SectionSplits}, FromRow: 3})
	if err != nil {
		t.Fatal(err)
	}
	if rest.Splits.Split[0] != 3 || len(rest.Splits.Split) != len(all.Split)-2 {
		t.Errorf("from 3 of %v: %v", all.Split, rest.Splits.Split)
	}
	for name, column := range all.Values {
		if len(column) != len(all.Split) || len(rest.Splits.Values[name]) != len(rest.Splits.Split) {
			t.Errorf("%s has %d and %d cells", name, len(column), len(rest.Splits.Values[name]))
		}
	}
}
