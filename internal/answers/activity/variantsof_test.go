package activity_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/i18n/phrasetest"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/metrics/heart"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// TestAListNamesWhatIsWithheld checks that a list names withheld activities if
// it is only about days, and only those in the days of a page.
func TestAListNamesWhatIsWithheld(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	every := activity.ListQuery{Filter: store.ActivityFilter{Limit: 100}}
	out, err := activity.ListActivities(t.Context(), s, answerstest.ActivityModel, every)
	if err != nil {
		t.Fatal(err)
	}
	newest, err := s.Activity(t.Context(), answerstest.ActivityModel, training.ActivityID(out.Activities[0]["id"].(string)))
	if err != nil {
		t.Fatal(err)
	}
	for ref, day := range map[string]training.Day{"tri:1": newest.LocalDay, "tri:2": newest.LocalDay - 9000} {
		s.PutStatement(document.Withheld, ref, "tri", day, training.Withheld{Ref: ref, Source: "tri", Day: day, Reason: "It is not passed on."})
	}
	of := func(q activity.ListQuery) (refs []string) {
		out, err := activity.ListActivities(t.Context(), s, answerstest.ActivityModel, q)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range out.Withheld {
			refs = append(refs, w.Ref)
		}
		return refs
	}
	one := every
	one.Filter.Limit = 1
	sport := every
	sport.Filter.Sports = []training.Discipline{training.Cycling.Plain()}
	for name, c := range map[string]struct {
		q    activity.ListQuery
		want int
	}{"all": {every, 2}, "the newest": {one, 1}, "of a sport": {sport, 0}, "by load": {activity.ListQuery{SortByLoad: true}, 0}} {
		if got := of(c.q); len(got) != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestZonesHaveTheAthletesNames checks that zones have the names given here, or
// else at a service, if there are as many names as zones.
func TestZonesHaveTheAthletesNames(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	name := func(d *activity.Detail) any { return d.Zones["power"].Zones[0]["name"] }
	seven := func(first string) []string { return []string{first, "b", "c", "d", "e", "f", "g"} }
	s.PutStatement(document.SportSettings, "tri:9", "tri", 0,
		training.SportSettings{Sports: []training.Discipline{training.Cycling.Plain()}, PowerZoneNames: seven("Spazieren")})
	if got := name(describe(t, s, answerstest.Ride, activity.SectionZones)); got != "Spazieren" {
		t.Errorf("the service's are %v", got)
	}
	s.PutStatement(document.SportSettings, "cycling", "own", 0, training.SportSettings{PowerZoneNames: seven("Bummeln")})
	if got := name(describe(t, s, answerstest.Ride, activity.SectionZones)); got != "Bummeln" {
		t.Errorf("the own are %v", got)
	}
	s = answerstest.NewActivityStore()
	s.PutStatement(document.SportSettings, "cycling", "own", 0, training.SportSettings{PowerZoneNames: []string{"one", "two"}})
	if got := name(describe(t, s, answerstest.Ride, activity.SectionZones)); got != "Z1" {
		t.Errorf("two names of seven zones: %v", got)
	}
}

// TestAFilterSaysWhatItCannotLookAt checks that a question with other
// conditions counts the withheld activities that it could not consider.
func TestAFilterSaysWhatItCannotLookAt(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	for ref, day := range map[string]training.Day{"tri:1": 20_000, "tri:2": 20_001} {
		s.PutStatement(document.Withheld, ref, "tri", day, training.Withheld{Ref: ref, Source: "tri", Day: day, Reason: "It is not passed on."})
	}
	days := &training.DayRange{From: 20_001, To: 20_009}
	for name, c := range map[string]struct {
		q    activity.ListQuery
		says string
	}{
		"days alone": {activity.ListQuery{Filter: store.ActivityFilter{Limit: 5}}, ""},
		"a sport": {activity.ListQuery{Filter: store.ActivityFilter{
			Limit:  5,
			Sports: []training.Discipline{training.Cycling.Plain()},
		}}, "2 activities in this period are withheld"},
		"of days": {activity.ListQuery{Filter: store.ActivityFilter{
			Limit: 5, Days: days,
			Sports: []training.Discipline{training.Cycling.Plain()},
		}}, "1 activity in this period is withheld"},
		"the hardest": {activity.ListQuery{SortByLoad: true, Filter: store.ActivityFilter{Limit: 5}}, "2 activities in this period are " +
			"withheld"},
	} {
		out, err := activity.ListActivities(t.Context(), s, answerstest.ActivityModel, c.q)
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(phrasetest.Texts(out.Notes), " "); (text == "") != (c.says == "") || !strings.Contains(text, c.says) {
			t.Errorf("%s: %q", name, text)
		}
	}
}

// TestAnIDThatIsWithheld checks that the id of a withheld activity is
// distinguished from an unknown one.
func TestAnIDThatIsWithheld(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.PutStatement(document.Withheld, "tri:1", "tri", 20_000,
		training.Withheld{Ref: "tri:1", Source: "tri", Day: 20_000, Reason: "It is not passed on."})
	if _, err := activity.Find(t.Context(), s, answerstest.ActivityModel,
		"tri:1"); training.KindOf(err) != training.KindForbidden || !strings.Contains(err.Error(), "It is not passed on.") {
		t.Error(err)
	}
	if _, err := activity.Find(t.Context(), s, answerstest.ActivityModel, "tri:2"); training.KindOf(err) != training.KindNotFound {
		t.Error(err)
	}
}

// TestTheServicesLoadStandsBesideOurs checks that a service's load is shown
// under its name.
func TestTheServicesLoadStandsBesideOurs(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	row, err := s.Activity(t.Context(), answerstest.ActivityModel, answerstest.Ride)
	if err != nil || len(row.ExternalIDs) == 0 {
		t.Fatal(row.ExternalIDs, err)
	}
	want := training.Rated{Ref: row.ExternalIDs[0], Source: "tri", Day: row.LocalDay, Load: 187, OwnLoad: true, FTPW: 231}
	s.PutStatement(document.Rated, want.Ref, "tri", row.LocalDay, want)
	d := describe(t, s, answerstest.Ride, activity.SectionLoad)
	if differs, _ := d.Load["differs"].([]string); len(differs) != 1 || differs[0] != "ftp_w: tri 231, Lapkeep 250" {
		t.Errorf("what differs: %v", d.Load["differs"])
	}
	if diff := cmp.Diff([]training.Rated{want}, d.Load["services"]); diff != "" || d.Load["tss"] == 187.0 {
		t.Errorf("%v %s", d.Load, diff)
	}
}

// entriesOf returns the keys in the glossary's group with a title.
func entriesOf(t *testing.T, title string) []string {
	t.Helper()
	var out []string
	for _, g := range glossary.Groups() {
		if strings.HasPrefix(g.Title, title) {
			for _, e := range g.Entries {
				out = append(out, e.Key)
			}
		}
	}
	if len(out) == 0 {
		t.Fatalf("no group is called %q", title)
	}
	return out
}

// TestEveryMetricWithAFunctionIsAnswered checks that get_activity gives each
// metric whose glossary entry has a function, or the reason why it is missing.
func TestEveryMetricWithAFunctionIsAnswered(t *testing.T) {
	t.Parallel()
	d, seen := describe(t, answerstest.NewActivityStore(), answerstest.Ride, activity.SectionSummary), 0
	for _, e := range glossary.Entries() {
		if e.Of == nil {
			continue
		}
		seen++
		if _, ok := d.Summary[e.Key]; !ok && d.Missing[e.Key] == "" {
			t.Errorf("%s has neither value nor reason", e.Key)
		}
	}
	if seen == 0 {
		t.Error("no entry names its function")
	}
}

// TestEveryVariantCanBeAskedFor checks that the section contains exactly the
// values of other programs that the page of metrics lists.
func TestEveryVariantCanBeAskedFor(t *testing.T) {
	t.Parallel()
	s, seen := answerstest.NewActivityStore(), map[string]bool{}
	s.Past = append(
		s.Past, training.ThresholdEntry{Key: training.KeyCP, Sport: training.Cycling.Plain(), From: 1, Values: []float64{240}},
		training.ThresholdEntry{Key: training.KeyWPrime, Sport: training.Cycling.Plain(), From: 1, Values: []float64{18000}},
	)
	for _, id := range []training.ActivityID{answerstest.Ride, answerstest.ActivityRun} {
		for key := range describe(t, s, id, activity.SectionVariants).Variants {
			seen[key] = true
		}
	}
	promised := entriesOf(t, "As other programs and devices")
	for _, key := range promised {
		if !seen[key] {
			t.Errorf("%s cannot be asked for", key)
		}
	}
	for key := range seen {
		if !slices.Contains(promised, key) {
			t.Errorf("%s is not on the page", key)
		}
	}
}

// TestEveryImpulseCanBeAskedFor checks that the section load has a value or a
// reason for each named impulse.
func TestEveryImpulseCanBeAskedFor(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	d := describe(t, s, answerstest.Ride, activity.SectionLoad)
	impulses := d.Load["impulses"].(activity.Facts)
	for _, key := range []string{heart.TRIMPEdwards, heart.TRIMPLucia, heart.TRIMPZonal, heart.TRIMPIndividual, string(training.MetricTrimp)} {
		if _, ok := impulses[key]; !ok && d.Missing["load."+key] == "" {
			t.Errorf("%s has neither value nor reason", key)
		}
	}
}

func TestVariantsSayWhatIsMissing(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	d := describe(t, s, answerstest.NoPower, activity.SectionVariants)
	if d.Missing["variants.normalized_power_w"] == "" || d.Variants["normalized_power_wahoo_w"] != nil {
		t.Errorf("without power: %v, missing %v", d.Variants, d.Missing)
	}
	d = describe(t, s, answerstest.Ride, activity.SectionVariants)
	if d.Missing["variants.w_prime_balance_min_euler_j"] != answers.NoCP {
		t.Errorf("without critical power: missing %v", d.Missing)
	}
	if d := describe(t, s, answerstest.ByHand, activity.SectionVariants); d.Missing["variants"] == "" {
		t.Errorf("typed in: missing %v", d.Missing)
	}
}

// given is a store with a ride that has these values, one per second.
type given struct {
	*answerstest.ActivityStore
	channels map[training.Channel][]float64
}

func (g given) Stream(context.Context, training.Scope, training.ActivityID, store.ChannelSet) (*training.Columns, error) {
	out := &training.Columns{}
	for ch, values := range g.channels {
		for i, x := range values {
			if len(out.TimeS) <= i {
				out.TimeS = append(out.TimeS, int32(i))
			}
			if !math.IsNaN(x) {
				out.Put(ch, i, int32(math.Round(x*ch.Scale())))
			}
		}
	}
	out.Pad()
	return out, nil
}

// TestItsDownsampling checks the cases of igpsport-mcp's tests: means over
// windows without overlap, with a shorter last one, and null without values.
func TestItsDownsampling(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for name, c := range map[string]struct {
		watts []float64
		width int
		want  string
	}{
		"C1": {[]float64{100, nan, 102}, 1, `{"power_w":[100,null,102]}`},
		"C2": {[]float64{10, 20, 30, 100, 100, 100}, 3, `{"power_w":[20,100]}`},
		"C3": {[]float64{2, 4, 6, 8, 10}, 2, `{"power_w":[3,7,10]}`},
		"C4": {[]float64{nan, nan, 5}, 2, `{"power_w":[null,5]}`},
	} {
		g := given{answerstest.NewActivityStore(), map[training.Channel][]float64{training.Power: c.watts}}
		if got := g.cells(t, c.width, "power"); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
	both := given{answerstest.NewActivityStore(), map[training.Channel][]float64{
		training.Power: {100, 200, 300, 400}, training.HeartRate: {120, 130, 140, 150},
	}}
	if got := both.cells(t, 2, "power", "hr"); got != `{"hr_bpm":[125,145],"power_w":[150,350]}` {
		t.Errorf("C6: %s", got)
	}
	// C5: whole numbers have no decimals; a temperature has one decimal.
	warm := given{answerstest.NewActivityStore(), map[training.Channel][]float64{training.Temperature: {20, 20, 20, 20.9, nan, nan}}}
	if got := warm.cells(t, 2, "temp"); got != `{"temp_c":[20,20.5,null]}` {
		t.Errorf("C5: %s", got)
	}
}

func (g given) cells(t *testing.T, width int, channels ...string) string {
	t.Helper()
	out, err := activity.ReadStream(t.Context(), g, answerstest.ActivityModel, activity.Query{
		ID: string(answerstest.Ride), Channels: channels, ResolutionS: width,
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out.Channels)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestWeatherIsToldAsTheServiceSaysIt(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Skies = map[training.ActivityID]training.Values{
		answerstest.Ride:   {training.MetricWeatherTempC: 11.96, training.MetricWindSpeedKMH: 0, training.MetricMaxRainMM: 1.25},
		answerstest.ByHand: {training.MetricFeelsLikeC: -3},
		answerstest.Secret: {training.MetricFeelsLikeC: 9},
	}
	for id, want := range map[training.ActivityID]activity.Facts{
		answerstest.Ride:        {"source": "file", "weather_temp_c": 12.0, "wind_speed_kmh": 0.0, "max_rain_mm": 1.3},
		answerstest.ByHand:      {"source": "file", "feels_like_c": -3.0}, // although nothing was recorded
		answerstest.ActivityRun: nil,
	} {
		d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel,
			activity.DetailQuery{ID: string(id), Sections: []activity.Section{activity.SectionWeather}})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, d.Weather); diff != "" || (d.Missing["weather"] == "") != (want != nil) {
			t.Errorf("%s: %s, missing %q", id, diff, d.Missing)
		}
	}
	q := activity.DetailQuery{ID: string(answerstest.Secret), Sections: []activity.Section{activity.SectionWeather}}
	if _, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, q); training.KindOf(err) != training.KindNotFound {
		t.Errorf("of what is hidden: %v", err)
	}
}

// TestWeatherIsNotInTheDefaultAnswer checks that weather is only shown on request.
func TestWeatherIsNotInTheDefaultAnswer(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Skies = map[training.ActivityID]training.Values{answerstest.Ride: {training.MetricFeelsLikeC: 9}}
	d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, activity.DetailQuery{ID: string(answerstest.Ride)})
	if err != nil || d.Weather != nil || d.Missing["weather"] != "" {
		t.Errorf("%v %v %v", d.Weather, d.Missing, err)
	}
}

// TestAComparisonHasTheWeather checks that the weather of a service is compared.
func TestAComparisonHasTheWeather(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Skies = map[training.ActivityID]training.Values{
		answerstest.Ride:        {training.MetricWeatherTempC: 31, training.MetricWindSpeedKMH: 12},
		answerstest.ActivityRun: {training.MetricWeatherTempC: 11.5},
	}
	ids := []string{string(answerstest.Ride), string(answerstest.ActivityRun)}
	for _, only := range [][]string{nil, {"weather_temp_c", "wind_speed_kmh"}} {
		c, err := activity.Compare(t.Context(), s, answerstest.ActivityModel, ids, only)
		if err != nil {
			t.Fatal(err)
		}
		if d := c.Differences["weather_temp_c"]; len(d) != 2 || *d[1] != -19.5 || c.Metrics["wind_speed_kmh"][1] != nil ||
			c.Missing["wind_speed_kmh"] == "" {
			t.Errorf("%v: %v %v", only, c.Metrics, c.Missing)
		}
	}
	if _, err := activity.Compare(t.Context(), severed{s}, answerstest.ActivityModel, ids, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("weather that cannot be read: %v", err)
	}
}

// severed is a store whose weather cannot be read.
type severed struct{ *answerstest.ActivityStore }

func (severed) Weather(context.Context, training.Scope, training.ActivityID) (string, training.Values, error) {
	return "", nil, context.Canceled
}

func TestWeatherThatCannotBeReadIsAnError(t *testing.T) {
	t.Parallel()
	q := activity.DetailQuery{ID: string(answerstest.Ride), Sections: []activity.Section{activity.SectionWeather}}
	if _, err := activity.Describe(t.Context(), severed{answerstest.NewActivityStore()}, answerstest.ActivityPage,
		q); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
