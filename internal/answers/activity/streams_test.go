package activity_test

import (
	stdcmp "cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/naive"
)

func read(t *testing.T, s *answerstest.ActivityStore, q activity.Query) *activity.Streams {
	t.Helper()
	out, err := activity.ReadStream(t.Context(), s, answerstest.ActivityModel, q)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func values(cells []*float64) []float64 {
	out := make([]float64, len(cells))
	for i, c := range cells {
		out[i] = math.NaN()
		if c != nil {
			out[i] = *c
		}
	}
	return out
}

// TestEveryColumnOfARecordingCanBeAskedFor checks that a column that no sensor
// recorded is missing with its reason, and not an unknown name.
func TestEveryColumnOfARecordingCanBeAskedFor(t *testing.T) {
	t.Parallel()
	own := map[training.Channel]string{
		training.Temperature: "temp", training.Latitude: "gps", training.Longitude: "gps", training.VerticalOscillation: "oscillation",
		training.GroundContact: "contact_time", training.RespirationRate: "respiration", training.GroundContactBalance: "contact_balance",
	}
	for c := range training.NumChannels {
		name := stdcmp.Or(own[c], c.String())
		if !slices.Contains(activity.StreamNames(), name) {
			t.Errorf("%s cannot be asked for", c)
			continue
		}
		q := activity.Query{ID: string(answerstest.Ride), Channels: []string{name}, ResolutionS: 60}
		if got := read(t, answerstest.NewActivityStore(), q); len(got.Channels) == 0 && got.Missing[name] == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestSecondBySecond(t *testing.T) {
	t.Parallel()
	got := read(t, answerstest.NewActivityStore(), activity.Query{
		ID: string(answerstest.Ride), Channels: []string{"power", "cadence", "distance"}, ResolutionS: 1, FromS: 298, ToS: 302,
	})
	if d := cmp.Diff([]int32{298, 299, 300, 301}, got.OffsetS); d != "" {
		t.Error("offset_s", d)
	}
	want := map[string][]float64{
		"power_w": {124, 125, 166, 160}, "cadence_rpm": {88, 88, 89, 89}, "distance_km": {1.632, 1.638, 1.644, 1.65},
	}
	for key, cells := range want {
		if d := cmp.Diff(cells, values(got.Channels[key])); d != "" {
			t.Errorf("%s: %s", key, d)
		}
	}
	if got.Points != 4 || got.TimeZone != answerstest.Zone || got.LocalDate != "2026-05-01" {
		t.Errorf("points %d, zone %s, date %s", got.Points, got.TimeZone, got.LocalDate)
	}
}

func TestBucketsAreMeans(t *testing.T) {
	t.Parallel()
	got := read(t, answerstest.NewActivityStore(), activity.Query{
		ID: "a0", Channels: []string{"power", "pace", "speed"},
		ResolutionS: 5, ToS: 10,
	})
	if d := cmp.Diff([]float64{122, 123}, values(got.Channels["power_w"])); d != "" {
		t.Error(d) // 120..124, then 125 126 120 121 122
	}
	speed, pace := values(got.Channels["speed_kmh"]), values(got.Channels["pace_s_per_km"])
	for i := range speed {
		if math.Abs(3600/speed[i]-pace[i]) > 1 {
			t.Errorf("bucket %d: %v km/h and %v s/km do not agree", i, speed[i], pace[i])
		}
	}
}

func TestAutoKeepsAnswersShort(t *testing.T) {
	t.Parallel()
	got := read(t, answerstest.NewActivityStore(), activity.Query{ID: "a0"})
	if got.ResolutionS != 30 || got.Points != 120 {
		t.Errorf("an hour came in %d points of %d s", got.Points, got.ResolutionS)
	}
	keys := slices.Sorted(maps.Keys(got.Channels))
	if d := cmp.Diff([]string{"altitude_m", "cadence_rpm", "hr_bpm", "power_w", "speed_kmh"}, keys); d != "" {
		t.Error(d)
	}
	if b, err := json.Marshal(got); err != nil || len(b) > 6000 {
		t.Errorf("the usual answer has %d bytes (%v)", len(b), err)
	}
}

func TestWhatIsAbsentIsNamed(t *testing.T) {
	t.Parallel()
	all := activity.StreamNames()
	for _, c := range []struct {
		id   training.ActivityID
		want answers.Missing
	}{
		{answerstest.Ride, answers.Missing{"gps": answers.HiddenGPS, "w_prime_balance": answers.NoCP, "gap": activity.OnlyRuns}},
		{answerstest.NoPower, answers.Missing{
			"power": training.NoPower, "gps": answers.HiddenGPS,
			"w_prime_balance": answers.NoCP, "gap": activity.OnlyRuns,
		}},
		{answerstest.NoHR, answers.Missing{
			"hr": training.NoHeartRate, "gps": answers.HiddenGPS,
			"w_prime_balance": answers.NoCP, "gap": activity.OnlyRuns,
		}},
	} {
		c.want["others"] = "no app, sensor or service recorded other streams for it"
		got := read(t, answerstest.NewActivityStore(), activity.Query{ID: string(c.id), Channels: all})
		for _, name := range []string{
			"core_temp", "respiration", "left_balance", "step_length", "oscillation",
			"contact_time", "contact_balance",
		} {
			c.want[name] = "no sensor recorded it" // these recordings are from a bike without such sensors
		}
		if d := cmp.Diff(c.want, got.Missing); d != "" {
			t.Errorf("%s: %s", c.id, d)
		}
	}
	after := read(t, answerstest.NewActivityStore(), activity.Query{ID: string(answerstest.Ride), Channels: []string{"power"}, FromS: 1 << 20})
	if why := after.Missing["power"]; !strings.Contains(why.String(), "not in this stretch") || after.Points != 0 {
		t.Errorf("after the end: %d points, %q", after.Points, why)
	}
	manual := read(t, answerstest.NewActivityStore(), activity.Query{ID: string(answerstest.ByHand), Channels: []string{"power", "hr"}})
	want := answers.Missing{"power": "there are no stream records", "hr": "there are no stream records"}
	if d := cmp.Diff(want, manual.Missing); d != "" || manual.Points != 0 {
		t.Errorf("by hand: %d points, %s", manual.Points, d)
	}
}

func TestPositionOnlyWhereAllowed(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	if got := read(t, s, activity.Query{ID: "a0"}); got.Channels["latitude_deg"] != nil || got.Missing["gps"] != "" {
		t.Error("position came up without being asked for")
	}
	s.Who.Sharing.Position = true
	got := read(t, s, activity.Query{ID: "a0", Channels: []string{"gps"}, ResolutionS: 1, ToS: 2})
	if d := cmp.Diff([]float64{47.77685, 47.77687}, values(got.Channels["latitude_deg"])); d != "" {
		t.Error(d)
	}
	none := read(t, s, activity.Query{ID: string(answerstest.NoHR), Channels: []string{"gps"}})
	if none.Missing["gps"] != training.NoPosition {
		t.Errorf("missing %q", none.Missing["gps"])
	}
}

func TestLongAnswersAreCutAndContinued(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	q := activity.Query{ID: "a0", Channels: []string{"power", "hr", "cadence", "speed", "altitude", "distance"}, ResolutionS: 1}
	rows := 0
	for parts := 0; ; parts++ {
		got := read(t, s, q)
		b, err := json.Marshal(got)
		if err != nil || len(b) > 32<<10 {
			t.Fatalf("part %d has %d bytes (%v)", parts, len(b), err)
		}
		rows += got.Points
		if !got.Truncated {
			if parts == 0 {
				t.Fatal("an hour of six channels was not cut")
			}
			break
		}
		if got.NextStartOffsetS == nil || got.Narrow == "" || len(got.Channels["power_w"]) != got.Points {
			t.Fatalf("part %d does not say how to go on, or its columns differ in length", parts)
		}
		q.FromS = int(*got.NextStartOffsetS)
	}
	if rows != 3600 {
		t.Errorf("the parts have %d rows", rows)
	}
}

func TestGradeFollowsTheHill(t *testing.T) {
	t.Parallel()
	got := read(t, answerstest.NewActivityStore(), activity.Query{ID: "a0", Channels: []string{"grade"}, ResolutionS: 1, FromS: 60, ToS: 300})
	for i, g := range values(got.Channels["grade_pct"]) {
		if math.Abs(g-3) > 0.3 {
			t.Fatalf("grade %v %% at %d s, want 3", g, got.OffsetS[i])
		}
	}
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		q    activity.Query
		kind training.Kind
		says string
	}{
		{activity.Query{ID: "a0", Channels: []string{"watts"}}, training.KindInvalid, "power"},
		{activity.Query{ID: "a0", FromS: 20, ToS: 10}, training.KindInvalid, "start_offset_s"},
		{activity.Query{ID: "a0", FromS: -1}, training.KindInvalid, "start_offset_s"},
		{activity.Query{ID: "zz"}, training.KindNotFound, "zz"},
		{activity.Query{ID: string(answerstest.Secret)}, training.KindNotFound, "a9"},
	} {
		_, err := activity.ReadStream(t.Context(), answerstest.NewActivityStore(), answerstest.ActivityModel, c.q)
		if training.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.q, err)
		}
	}
	late := read(t, answerstest.NewActivityStore(), activity.Query{ID: "a0", FromS: 99999})
	if late.Points != 0 || late.OffsetS == nil {
		t.Errorf("behind the end: %+v", late)
	}
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := activity.ReadStream(ctx, answerstest.NewActivityStore(), answerstest.ActivityModel,
		activity.Query{ID: "a0"}); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

// TestColumnsShareTheIndex checks that in any answer each column has a cell for
// every offset, and that offsets rise.
func TestColumnsShareTheIndex(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	rapid.Check(t, func(t *rapid.T) {
		q := activity.Query{
			ID:          rapid.SampledFrom([]string{"a0", "a1", "a3", "a4", "a6"}).Draw(t, "id"),
			Channels:    rapid.SliceOfDistinct(rapid.SampledFrom(activity.StreamNames()), func(s string) string { return s }).Draw(t, "channels"),
			ResolutionS: rapid.SampledFrom([]int{0, 1, 5, 10, 30, 60}).Draw(t, "resolution"),
			FromS:       rapid.IntRange(0, 4000).Draw(t, "from"),
		}
		got, err := activity.ReadStream(context.Background(), s, answerstest.ActivityModel, q)
		if err != nil {
			t.Fatal(err)
		}
		for key, cells := range got.Channels {
			if len(cells) != got.Points {
				t.Fatalf("%s has %d cells of %d", key, len(cells), got.Points)
			}
		}
		if !slices.IsSorted(got.OffsetS) || len(slices.Compact(slices.Clone(got.OffsetS))) != got.Points {
			t.Fatalf("offsets do not rise: %v", got.OffsetS)
		}
	})
}

// spoiled is a store whose streams have an impossible row.
type spoiled struct{ *answerstest.ActivityStore }

func (s spoiled) Stream(ctx context.Context, sc training.Scope, id training.ActivityID, want store.ChannelSet) (*training.Columns, error) {
	c, err := s.ActivityStore.Stream(ctx, sc, id, want)
	if err != nil {
		return nil, err
	}
	out := *c
	for _, ch := range []training.Channel{training.Distance, training.Speed} {
		if c.Has(ch) {
			out.Data[ch].Values = slices.Clone(c.Data[ch].Values)
			out.Data[ch].Values[300] = 1 << 29
		}
	}
	return &out, nil
}

// TestImpossibleRowsAreNotShown checks that a stream shows the rows that the totals use.
func TestImpossibleRowsAreNotShown(t *testing.T) {
	t.Parallel()
	out, err := activity.ReadStream(t.Context(), spoiled{answerstest.NewActivityStore()}, answerstest.ActivityModel, activity.Query{
		ID: string(answerstest.Ride), Channels: []string{"distance", "speed"}, ResolutionS: 1, FromS: 299, ToS: 302,
	})
	if err != nil {
		t.Fatal(err)
	}
	for key, cells := range out.Channels {
		if len(cells) != 3 || cells[0] == nil || cells[1] != nil || cells[2] == nil {
			t.Errorf("%s: %v", key, values(cells))
		}
	}
	if len(out.Channels) != 2 {
		t.Errorf("columns %v", slices.Sorted(maps.Keys(out.Channels)))
	}
}

// TestAStretchIsTheLapOverIt checks that the values of a stretch are those of a
// lap over the same seconds.
func TestAStretchIsTheLapOverIt(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, activity.DetailQuery{
		ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionLaps},
	})
	if err != nil || len(d.Laps) < 2 {
		t.Fatalf("%d laps, %v", len(d.Laps), err)
	}
	from, to := d.Laps[0]["start_offset_s"].(float64), d.Laps[1]["start_offset_s"].(float64)
	got := read(t, s, activity.Query{ID: string(answerstest.Ride), Channels: []string{"hr"}, FromS: int(from), ToS: int(to)})
	for _, key := range []string{"avg_power_w", "normalized_power_w", "max_power_w", "avg_hr_bpm", "distance_km", "duration_s"} {
		if want := d.Laps[0][key]; want != nil && got.Stretch[key] != want {
			t.Errorf("%s is %v, the lap's %v", key, got.Stretch[key], want)
		}
	}
	if got.Stretch["avg_power_w"] == nil || got.Stretch["end_offset_s"] != to {
		t.Errorf("%v", got.Stretch)
	}
}

func TestAStretchThatIsMissing(t *testing.T) {
	t.Parallel()
	for id, q := range map[string]activity.Query{
		"after the end": {ID: string(answerstest.Ride), FromS: 1 << 20, ToS: 1<<20 + 10}, "typed in": {ID: string(answerstest.ByHand), ToS: 60},
	} {
		if got := read(t, answerstest.NewActivityStore(), q); got.Stretch != nil || got.Missing["stretch"] == "" {
			t.Errorf("%s: %v %v", id, got.Stretch, got.Missing)
		}
	}
	if got := read(t, answerstest.NewActivityStore(), activity.Query{ID: string(answerstest.Ride), FromS: 60}); got.Stretch != nil {
		t.Errorf("without an end: %v", got.Stretch)
	}
}

// TestGradedPaceIsTheCostOfTheHill checks the graded pace at 3 % up, then 3 % down.
func TestGradedPaceIsTheCostOfTheHill(t *testing.T) {
	t.Parallel()
	q := activity.Query{ID: string(answerstest.ActivityRun), Channels: []string{"gap", "pace", "grade"}, ResolutionS: 10, FromS: 60, ToS: 400}
	got := read(t, answerstest.NewActivityStore(), q)
	gap, pace, grade := values(got.Channels["gap_s_per_km"]), values(got.Channels["pace_s_per_km"]), values(got.Channels["grade_pct"])
	if len(gap) != 34 || len(got.Missing) != 0 {
		t.Fatalf("%d buckets, missing %v", len(gap), got.Missing)
	}
	for i := range gap {
		if want := 1 / naive.GAP(1/pace[i], grade[i]/100); math.Abs(gap[i]-want) > 0.01*want {
			t.Errorf("at %d s: %v at %v %%, want %v", got.OffsetS[i], gap[i], grade[i], want)
		}
	}
}

func TestGradedPaceSaysWhyNot(t *testing.T) {
	t.Parallel()
	for id, want := range map[training.ActivityID]string{
		answerstest.Ride: activity.OnlyRuns, answerstest.Pool: "speed or distance, or altitude, was not recorded",
		answerstest.ByHand: "there are no stream records",
	} {
		got := read(t, answerstest.NewActivityStore(), activity.Query{ID: string(id), Channels: []string{"gap"}})
		if got.Missing["gap"].String() != want || len(got.Channels) != 0 {
			t.Errorf("%s: %v %v", id, got.Missing, got.Channels)
		}
	}
}
