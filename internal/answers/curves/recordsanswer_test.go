package curves_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/derive"
	"lapkeep/internal/metrics/route"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
	"lapkeep/test/metricstest"
)

var (
	recordsToday = training.NewDay(2026, 5, 20)
	recordsHere  = answers.Frame{Today: recordsToday, TimeZone: "Europe/Berlin", Week: 1}
)

func records(s *answerstest.FitnessStore) *curves.RecordCache {
	return curves.NewRecordCache(s, s, curves.New(s))
}

func recordsAnswer(t *testing.T, s *answerstest.FitnessStore, q curves.RecordQuery) *curves.RecordView {
	t.Helper()
	v, err := records(s).Answer(t.Context(), answerstest.FitnessPage, recordsHere, q)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// recordsRide adds a steady ride of up to an hour, with distance.
func recordsRide(s *answerstest.FitnessStore, id training.ActivityID, sport training.Sport, day training.Day, watts,
	mps float64, seconds int,
) {
	rec := metricstest.Recording(sport, seconds)
	metres := make([]float64, seconds)
	for i := range metres {
		metres[i] = mps * float64(i)
	}
	metricstest.Put(rec, training.Distance, metres)
	metricstest.Put(rec, training.HeartRate, metricstest.Repeat(100+watts/5, seconds))
	if watts > 0 {
		metricstest.Put(rec, training.Power, metricstest.Repeat(watts, seconds))
	}
	s.Record(id, sport, day, rec)
}

func years() *answerstest.FitnessStore {
	s := &answerstest.FitnessStore{Past: training.History{
		{Key: training.KeyWeight, From: 1, Values: []float64{75}},
		{Key: training.KeyWeight, From: recordsToday - 100, Values: []float64{70}},
	}}
	recordsRide(s, "old", training.Cycling, recordsToday-900, 350, 12, 3700)
	recordsRide(s, "last autumn", training.Cycling, recordsToday-200, 300, 10, 7000)
	recordsRide(s, "lately", training.Cycling, recordsToday-3, 280, 11, 3700)
	recordsRide(s, "run", training.Running, recordsToday-2, 0, 3.5, 3000)
	return s
}

func texts(in []*string) (out []string) {
	for _, s := range in {
		if s != nil {
			out = append(out, *s)
		}
	}
	return out
}

func TestEachPeriodHasItsHolders(t *testing.T) {
	t.Parallel()
	v := recordsAnswer(t, years(), curves.RecordQuery{})
	if v.Sport != training.Cycling.Plain() || len(v.Periods) != 3 {
		t.Fatalf("%s, %d periods", v.Sport, len(v.Periods))
	}
	all, year, season := v.Periods[0], v.Periods[1], v.Periods[2]
	for _, c := range []struct {
		p         curves.Period
		name, who string
		from      training.Day
		watts, kg float64
		n         int
	}{
		{all, "all_time", "old", recordsToday - 900, 350, 75, 3},
		{year, "last_365_days", "last autumn", recordsToday - 364, 300, 75, 2},
		{season, "season", "lately", training.NewDay(2026, 1, 1), 280, 70, 1},
	} {
		if c.p.Name != c.name || c.p.Range.From != c.from || c.p.Range.To != recordsToday || c.p.Activities != c.n {
			t.Errorf("%s: %+v, %d activities", c.name, c.p.Range, c.p.Activities)
		}
		pw := c.p.Power
		if d := cmp.Diff([]string{c.who, c.who, c.who, c.who, c.who}, texts(pw.IDs)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
		for i := range pw.PowerW {
			if *pw.PowerW[i] != c.watts || math.Abs(*pw.WPerKg[i]-c.watts/c.kg) > 0.005 {
				t.Errorf("%s: %v W, %v W/kg", c.name, *pw.PowerW[i], *pw.WPerKg[i])
			}
		}
		if *c.p.NP.NPW[0] != c.watts || *c.p.HR.HRBpm[0] != 100+c.watts/5 {
			t.Errorf("%s: NP %v, HR %v", c.name, *c.p.NP.NPW[0], *c.p.HR.HRBpm[0])
		}
	}
	if ids := texts(year.Distance.IDs); ids[0] != "lately" || *year.Distance.TimeS[0] != 909.09 {
		t.Errorf("10 km of the year: %v in %v s", ids, *year.Distance.TimeS[0])
	}
	if *all.Pace.SpeedKMH[0] != 43.2 {
		t.Errorf("fastest 5 minutes: %v km/h", *all.Pace.SpeedKMH[0])
	}
	if !strings.Contains(v.Words[0].String(), "were set in the last 365 days") || !strings.Contains(v.Notes[1].String(), "calendar year") {
		t.Errorf("%q %q", v.Words, v.Notes)
	}
}

// TestAShorterPeriodListsWhatDiffers checks two best efforts, one recent and
// one from last autumn: the season differs from the year in one of them, and
// lacks the other.
func TestAShorterPeriodListsWhatDiffers(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	recordsRide(s, "long", training.Cycling, recordsToday-200, 250, 10, 4000)
	recordsRide(s, "hard", training.Cycling, recordsToday-3, 300, 9, 1300)
	v := recordsAnswer(t, s, curves.RecordQuery{By: []string{curves.ByDuration, curves.ByActivity}})
	all, year, season := v.Periods[0], v.Periods[1], v.Periods[2]
	if all.Power == nil || len(year.Biggest) != 0 || year.Power != nil || year.NP != nil || year.Pace != nil || year.Activities != 2 {
		t.Errorf("the year is all there is: %+v", year)
	}
	if d := cmp.Diff([]float64{3600}, season.Power.DurationS); d != "" || season.Power.PowerW[0] != nil || season.Power.IDs[0] != nil {
		t.Errorf("the season has no hour: %s %+v", d, season.Power)
	}
	if d := cmp.Diff([]float64{300, 1200, 3600}, season.Pace.DurationS); d != "" || *season.Pace.IDs[0] != "hard" ||
		season.Pace.SpeedKMH[2] != nil {
		t.Errorf("the season's speeds: %s", d)
	}
	if len(season.Biggest) != 3 || season.Biggest[0].ID != "hard" {
		t.Errorf("the season's biggest: %+v", season.Biggest)
	}
}

func TestBiggestActivities(t *testing.T) {
	t.Parallel()
	v := recordsAnswer(t, years(), curves.RecordQuery{By: []string{curves.ByActivity}})
	all := v.Periods[0]
	if all.Power != nil || all.Distance != nil || len(all.Biggest) != 3 {
		t.Fatalf("%+v", all)
	}
	want := []curves.Biggest{
		{Most: training.MetricDistanceKM, Value: 69.99, ID: "last autumn", LocalDate: recordsToday - 200},
		{Most: training.MetricMovingTimeS, Value: 7000, ID: "last autumn", LocalDate: recordsToday - 200},
		{Most: training.MetricWorkKJ, Value: 2100, ID: "last autumn", LocalDate: recordsToday - 200},
	}
	for i, b := range all.Biggest {
		if b.ID != want[i].ID || b.Most != want[i].Most || math.Abs(b.Value-want[i].Value) > 0.002*want[i].Value {
			t.Errorf("%+v, want %+v", b, want[i])
		}
	}
}

// TestWhatNobodyCanDoIsNotTheBiggest checks an activity in the wrong units.
func TestWhatNobodyCanDoIsNotTheBiggest(t *testing.T) {
	t.Parallel()
	s := years()
	s.Add(store.LoadInput{
		ID: "shifted", Sport: training.Cycling, Day: recordsToday - 3, TimerS: 3600, MovingS: 3_600_000,
		DistanceM: 9_000_000, WorkJ: 1e9,
	}, nil)
	all := recordsAnswer(t, s, curves.RecordQuery{By: []string{curves.ByActivity}}).Periods[0]
	for _, b := range all.Biggest {
		if b.ID == "shifted" {
			t.Errorf("%+v", b)
		}
	}
}

func TestStepsSportsAndRanges(t *testing.T) {
	t.Parallel()
	s := years()
	days := training.DayRange{From: recordsToday - 10, To: recordsToday}
	v := recordsAnswer(t, s, curves.RecordQuery{
		Sport: training.Running.Plain(), Days: &days, Distances: []float64{1000, 1234},
		By: []string{curves.ByDistance},
	})
	p := v.Periods[0]
	if len(v.Periods) != 1 || p.Name != "range" || p.Range.Days != 11 || len(p.Distance.TimeS) != 2 ||
		math.Abs(*p.Distance.TimeS[1]-1234/3.5) > 0.01 {
		t.Errorf("%+v %+v", p.Range, p.Distance)
	}
	v = recordsAnswer(t, s, curves.RecordQuery{Sport: training.Running.Plain(), By: []string{curves.ByDuration}, Durations: []float64{301}})
	if p := v.Periods[0]; p.Power != nil || v.Missing["power"] == "" || math.Abs(*p.Pace.PaceKM[0]-285.7) > 0.05 {
		t.Errorf("a run without power: %+v, %v", p.Pace, v.Missing)
	}
	if *p.Distance.IDs[0] != "run" {
		t.Errorf("a ride holds the record of running: %v", texts(p.Distance.IDs))
	}
	v = recordsAnswer(t, s, curves.RecordQuery{Sport: training.Rowing.Plain()})
	if v.Periods[0].Activities != 0 || !strings.Contains(v.Words[0].String(), "no rowing") || v.Missing["distance"] == "" {
		t.Errorf("rowing: %q %v", v.Words, v.Missing)
	}
	if v := recordsAnswer(t, &answerstest.FitnessStore{}, curves.RecordQuery{}); len(v.Periods) != 0 || v.Missing["periods"] == "" {
		t.Errorf("nothing: %+v", v)
	}
}

func TestBadQuestionsAndWhoMaySee(t *testing.T) {
	t.Parallel()
	s := years()
	turned := training.DayRange{From: 2, To: 1}
	for _, q := range []curves.RecordQuery{
		{Days: &turned},
		{Durations: make([]float64, curves.RecordMaxSteps+1)},
		{Distances: make([]float64, curves.RecordMaxSteps+1)},
	} {
		_, err := records(s).Answer(t.Context(), answerstest.FitnessPage, recordsHere, q)
		if k := training.KindOf(err); k != training.KindInvalid && k != training.KindTooLarge {
			t.Errorf("%+v: %v", q, err)
		}
	}
	s.Hidden = map[training.ActivityID]bool{"old": true}
	v, err := records(s).Answer(t.Context(), answerstest.FitnessModel, recordsHere, curves.RecordQuery{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil || strings.Contains(string(b), `"old"`) || strings.Contains(string(b), "power_w_per_kg\":[") ||
		v.Missing["power_w_per_kg"] == "" {
		t.Errorf("a model sees %s", b)
	}
}

func TestClimbsByEachMeasure(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	add := func(id training.ActivityID, day training.Day, climbs ...route.Climb) {
		s.Add(store.LoadInput{ID: id, Sport: training.Cycling, Day: day}, map[string][]byte{derive.Climbs: derive.EncodeClimbs(climbs)})
	}
	climb := func(gain, length, seconds float64) route.Climb {
		return route.Climb{Span: training.Span{ToS: seconds}, GainM: gain, LengthM: length, TimerS: seconds}
	}
	add("alps", recordsToday-400, climb(300, 5000, 1500), climb(1200, 16_000, 4800))
	add("hill", recordsToday-10, climb(120, 1500, 300), climb(90, 800, 80))
	add("broken altitude", recordsToday-9, climb(400, 900, 200))
	add("flat", recordsToday-8)
	v := recordsAnswer(t, s, curves.RecordQuery{By: []string{curves.ByClimb}})
	var got []string
	for _, c := range v.Periods[0].Climbs {
		got = append(got, fmt.Sprintf("%s %s %v m", strings.Join(c.By, ","), c.ID, c.GainM))
	}
	want := []string{"gain_m,fiets,vam_over_500m alps 1200 m", "vam_over_100m hill 120 m"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if vam := v.Periods[0].Climbs[1].VAM; vam == nil || *vam != 1440 {
		t.Errorf("VAM: %v", vam)
	}
	if c := v.Periods[1].Climbs; len(c) != 1 || c[0].ID != "hill" || len(c[0].By) != 3 {
		t.Errorf("of the year: %+v", v.Periods[1].Climbs)
	}
}

// TestRecordsIndoors checks that outdoor rides hold no indoor record.
func TestRecordsIndoors(t *testing.T) {
	t.Parallel()
	s := years()
	rec := metricstest.Recording(training.Cycling, 1300)
	rec.SubSport = training.SubVirtual
	metricstest.Put(rec, training.Power, metricstest.Repeat(200, 1300))
	s.Record("zwift", training.Cycling, recordsToday-4, rec)
	yes, no := true, false
	for indoor, want := range map[*bool]string{&yes: "zwift", &no: "old", nil: "old"} {
		v := recordsAnswer(t, s, curves.RecordQuery{Sport: training.Cycling.Plain(), Indoor: indoor})
		p := v.Periods[0]
		if *p.Power.IDs[0] != want || string(p.Biggest[0].ID) == "zwift" && indoor != &yes || v.Indoor != indoor {
			t.Errorf("%s: %v, biggest %v", want, *p.Power.IDs[0], p.Biggest)
		}
		if indoor == &yes && (p.Activities != 1 || p.Biggest[0].ID != "zwift") {
			t.Errorf("%d indoors; biggest %v", p.Activities, p.Biggest)
		}
	}
}

// climbed stores an activity with one climb.
func climbed(s *answerstest.FitnessStore, id training.ActivityID, day training.Day, gain float64) {
	s.Add(store.LoadInput{ID: id, Sport: training.Cycling, Day: day, GainM: gain}, map[string][]byte{derive.Climbs: derive.EncodeClimbs(
		[]route.Climb{{Span: training.Span{ToS: 4 * gain}, GainM: gain, LengthM: 20 * gain, TimerS: 4 * gain}})})
}

// TestABookFollowsTheStore checks that a cache that is asked repeatedly equals
// a new one, whatever is added, removed, changed or hidden in between.
func TestABookFollowsTheStore(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := &answerstest.FitnessStore{Hidden: map[training.ActivityID]bool{}}
		climbed(s, "first", recordsToday-1000, 500)
		b, q := records(s), curves.RecordQuery{Sport: training.Cycling.Plain(), By: []string{curves.ByClimb, curves.ByActivity}}
		for i := range rapid.IntRange(1, 12).Draw(t, "steps") {
			id := training.ActivityID(fmt.Sprint("ride", rapid.IntRange(0, 3).Draw(t, "id")))
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				s.Remove(id)
			case 1:
				s.Hidden[id] = !s.Hidden[id]
				s.Changed(store.ChangeActivity, id)
			default:
				s.Remove(id)
				climbed(s, id, recordsToday-training.Day(rapid.IntRange(0, 500).Draw(t, "ago")), float64(rapid.IntRange(100, 900).Draw(t, "gain")))
			}
			got, err := b.Answer(t.Context(), answerstest.FitnessModel, recordsHere, q)
			want, also := records(s).Answer(t.Context(), answerstest.FitnessModel, recordsHere, q)
			if err != nil || also != nil {
				t.Fatal(errors.Join(err, also))
			}
			if d := cmp.Diff(want.Periods, got.Periods); d != "" {
				t.Fatalf("after step %d (-a new cache +this one):\n%s", i, d)
			}
		}
	})
}

// TestWhatIsAskedAgainIsNotReadAgain checks that displayed climbs are cached
// until something changes.
func TestWhatIsAskedAgainIsNotReadAgain(t *testing.T) {
	t.Parallel()
	s := &answerstest.FitnessStore{}
	climbed(s, "alps", recordsToday-10, 700)
	counted := &singles{FitnessStore: s}
	b := curves.NewRecordCache(counted, s, nil)
	ask := func() int {
		before := counted.reads
		if v, err := b.Answer(t.Context(), answerstest.FitnessPage, recordsHere,
			curves.RecordQuery{By: []string{curves.ByClimb}}); err != nil || len(v.Periods[0].Climbs) != 1 {
			t.Fatalf("%v, %+v", err, v)
		}
		return counted.reads - before
	}
	if first, again := ask(), ask(); first != 1 || again != 0 {
		t.Errorf("%d reads, then %d", first, again)
	}
	climbed(s, "hill", recordsToday-9, 20)
	if n := ask(); n == 0 {
		t.Error("after a change nothing was read")
	}
}

// singles counts primitives that are read individually.
type singles struct {
	*answerstest.FitnessStore

	reads int
}

func (s *singles) Primitive(ctx context.Context, sc training.Scope, id training.ActivityID, kind string) (store.Primitive, error) {
	s.reads++
	return s.FitnessStore.Primitive(ctx, sc, id, kind)
}
