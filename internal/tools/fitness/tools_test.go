package fitness_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/store"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/services/source"
	"lapkeep/internal/tools"
	fitnesstools "lapkeep/internal/tools/fitness"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

const today training.Day = 20000 // 2024-10-04, a Friday

func table(s *answerstest.FitnessStore) *tools.Table {
	return tools.NewTable(fitnesstools.Rows(fitnesstools.Deps{Store: s, Curves: curves.New(s)})...)
}

func call(zone string) *tools.Call {
	loc, err := time.LoadLocation(zone)
	if err != nil {
		panic(err)
	}
	return &tools.Call{
		Scope: answerstest.FitnessModel, Location: loc, Today: today, Week: time.Monday, Face: "mcp",
		Now: today.Time(loc).Add(20 * time.Hour),
	}
}

func TestRowsKeepTheRulesOfTheTable(t *testing.T) {
	t.Parallel()
	for _, p := range tooltest.Problems(table(&answerstest.FitnessStore{})) {
		t.Error(p)
	}
	cost, err := tooltest.CostOf(table(&answerstest.FitnessStore{}))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("tokens: %v", cost)
}

func TestEveryToolAnswersOnEmptyAndOnYears(t *testing.T) {
	t.Parallel()
	years := answerstest.Years(1500, 4, today)
	years.Past = append(years.Past, training.ThresholdEntry{Key: training.KeyMaxHR, From: 1, Values: []float64{190}},
		training.ThresholdEntry{Key: training.KeyRestHR, From: 1, Values: []float64{50}})
	years.Who.Sex = training.Male
	for _, c := range []struct{ name, args string }{
		{"analyze_training_load", `{}`},
		{"analyze_training_load", `{"range":"last 4 years","resolution":"day"}`},
		{"analyze_training_load", `{"from":"2024-01-01","to":"2024-12-31","assumed_daily_load":"60","planned":[{"date":"tomorrow","load":100}]}`},
		{
			"analyze_training_load",
			`{"sport":"ride","ctl_days":30,"atl_days":5,"alpha":"inverse","tsb":"same_day","project_days":365,"assumed_daily_load":0}`,
		},
		{"analyze_training_load", `{"range":"last 4 years","sections":["weeks","ratio","intensity","alerts"]}`},
		{"get_training_summary", `{}`},
		{"get_training_summary", `{"period":"year","date":"2023-03-01"}`},
		{"get_training_summary", `{"period":"all","sport":"run"}`},
		{"get_training_summary", `{"range":"last 6 weeks"}`},
		{"get_training_summary", `{"sections":["milestones","eddington","bests","weather"]}`},
		{"get_training_summary", `{"period":"all","sections":["by_day","by_week","by_month"],"commute":"no","tag":"easy"}`},
		{"get_training_summary", `{"period":"all","sections":["trimp"]}`},
		{"get_curves", `{}`},
		{"get_curves", `{"kind":"hr","range":"all"}`},
		{"get_curves", `{"kind":"distance","use_gap":true}`},
		{"get_curves", `{"indoor":"yes","range":"all"}`},
		{"get_records", `{"sport":"ride","indoor":false}`},
		{"get_curves", `{"range":"last 42 days","compare":"2023","per_kg":true,"durations_s":[5,60,"300",1200]}`},
		{"get_curves", `{"kind":"distance","sport":"swim","distances_m":[400]}`},
		{"get_curves", `{"kind":"np","durations":["20min","1h",300],"range":"all"}`},
		{"get_curves", `{"kind":"pace","sport":"run","durations":"5m, 20m"}`},
		{"get_curves", `{"range":"all","fatigued_after_kj":"1500","durations_s":[60,300]}`},
		{"get_curves", `{"range":"last 42 days","after_kj_per_kg":20}`},
		{"get_records", `{}`},
		{"get_records", `{"sport":"ride","by":["distance","climb"],"distances":["5000",12345]}`},
		{"get_records", `{"range":"2023","by":"duration","durations":"5m, 20min, 1h"}`},
		{"estimate_thresholds", `{}`},
		{"get_curves", `{"models":"true","range":"last 2 years"}`},
		{"estimate_thresholds", `{"days":365,"sport":"bike"}`},
		{"estimate_thresholds", `{"history":true}`},
		{"predict_race", `{}`},
		{"predict_race", `{"race_distance_m":"10000 m","race_time_s":"0:42:10","distances_m":[42195]}`},
		{"predict_race", `{"sport":"ride","durations_s":["40min",3600],"days":365}`},
		{"predict_race", `{"sport":"swim","distances_m":[1500]}`},
	} {
		for _, s := range []*answerstest.FitnessStore{{}, years} {
			res := tooltest.Call(t, table(s), call("Europe/Berlin"), c.name, c.args)
			if len(res.Structured) > 32<<10 {
				t.Errorf("%s %s answers with %d bytes", c.name, c.args, len(res.Structured))
			}
			if !strings.Contains(string(res.Structured), `"local_date":"2024-10-04"`) ||
				!strings.Contains(string(res.Structured), `"time_zone":"Europe/Berlin"`) {
				t.Errorf("%s %s does not say whose days: %.200s", c.name, c.args, res.Structured)
			}
		}
	}
}

func TestBadInputSaysWhatIsRight(t *testing.T) {
	t.Parallel()
	tab := table(answerstest.Years(5, 1, today))
	for _, c := range []struct{ name, args, right string }{
		{"analyze_training_load", `{"ctl_days":7,"atl_days":14}`, "7 and 42"},
		{"analyze_training_load", `{"ctl_days":500}`, "120"},
		{"analyze_training_load", `{"alpha":"mine"}`, "exponential"},
		{"analyze_training_load", `{"sections":["stress"]}`, "intensity"},
		{"analyze_training_load", `{"range":"2024-05-01..2024-04-01"}`, "earlier"},
		{"analyze_training_load", `{"range":"2024","from":"2024-05-01"}`, "one of them"},
		{"analyze_training_load", `{"assumed_daily_load":-5}`, "0"},
		{"analyze_training_load", `{"colour":"red"}`, "range"},
		{"analyze_training_load", `{"planned":[{"load":5}]}`, "date"},
		{"get_training_summary", `{"period":"decade"}`, "year"},
		{"get_training_summary", `{"sections":["by_decade"]}`, "by_month"},
		{"get_training_summary", `{"period":"month","range":"2024"}`, "one of them"},
		{"get_training_summary", `{"date":"2030-01-01"}`, "up to"},
		{"get_curves", `{"kind":"speed"}`, "power"},
		{"get_curves", `{"kind":"distance","durations_s":[60]}`, "distances_m"},
		{"get_curves", `{"kind":"power","distances_m":[1000]}`, "durations_s"},
		{"get_curves", `{"durations_s":[0]}`, "1"},
		{"get_curves", `{"kind":"hr","per_kg":true}`, "power"},
		{"get_curves", `{"kind":"np","fatigued_after_kj":1000}`, "power"},
		{"get_curves", `{"fatigued_after_kj":1000,"fatigued_after_kj_per_kg":20}`, "one of them"},
		{"get_curves", `{"durations":["soon"]}`, "number"},
		{"get_curves", `{"kind":"hr","models":true}`, "power"},
		{"get_records", `{"by":"altitude"}`, "climb"},
		{"get_records", `{"durations_s":[0]}`, "1"},
		{"estimate_thresholds", `{"days":3}`, "14"},
		{"estimate_thresholds", `{"sport":"chess"}`, "cycling"},
		{"predict_race", `{"sport":"yoga"}`, "running, swimming and cycling"},
		{"predict_race", `{"sport":"ride","distances_m":[40000]}`, "durations_s"},
		{"predict_race", `{"durations_s":[3600]}`, "distances_m"},
		{"predict_race", `{"race_distance_m":10000}`, "both"},
		{"predict_race", `{"race_distance_m":10000,"race_time_s":60}`, "h:mm:ss"},
	} {
		p := tooltest.Fails(t, tab, call("Asia/Kolkata"), c.name, c.args)
		if p.Kind != training.KindInvalid || p.Fix == "" || !strings.Contains(p.String(), c.right) {
			t.Errorf("%s %s: %v %s", c.name, c.args, p.Kind, p)
		}
	}
}

func TestACancelledCallEnds(t *testing.T) {
	t.Parallel()
	tab := table(answerstest.Years(5, 1, today))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range tab.Names() {
		if _, err := tab.Call(ctx, name, call("UTC"), json.RawMessage(`{}`)); training.KindOf(err) != training.KindCanceled {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAModelLearnsNoWeightUnlessItIsShared(t *testing.T) {
	t.Parallel()
	s := answerstest.Years(50, 1, today)
	hidden := string(tooltest.Call(t, table(s), call("UTC"), "get_curves", `{"per_kg":true}`).Structured)
	if strings.Contains(hidden, `"power_w_per_kg":[`) || !strings.Contains(hidden, "share") {
		t.Errorf("a model was told: %s", hidden)
	}
	s.Who.Sharing.Weight = true
	if open := string(tooltest.Call(t, table(s), call("UTC"), "get_curves",
		`{"per_kg":true}`).Structured); !strings.Contains(open, `"power_w_per_kg":[`) {
		t.Errorf("a shared weight is not used: %s", open)
	}
}

// TestTypicalAnswersAreShort keeps what is asked most within a screen or two.
func TestTypicalAnswersAreShort(t *testing.T) {
	t.Parallel()
	s := answerstest.Years(1500, 4, today)
	s.Who.Sex, s.Past = training.Female, append(s.Past, training.ThresholdEntry{Key: training.KeyMaxHR, Values: []float64{190}},
		training.ThresholdEntry{Key: training.KeyRestHR, Values: []float64{50}})
	tab := table(s)
	for args, most := range map[string]int{
		`{"sections":["milestones","eddington"]}`: 2000, `{"sections":["bests","weather"]}`: 2000,
		`{"period":"year","sections":["by_month","by_hour"]}`: 2000,
		`{"sections":["trimp"]}`:                              3000, `{"period":"all","sections":["trimp"]}`: 7000,
		`{"sections":["by_week"]}`: 3000, `{"period":"all","sections":["by_day"]}`: 6000,
	} {
		if n := len(tooltest.Call(t, tab, call("UTC"), "get_training_summary", args).Structured); n > most {
			t.Errorf("%s answers with %d bytes", args, n)
		}
	}
	for name, most := range map[string]int{
		"analyze_training_load": 2500, "get_training_summary": 2500, "get_curves": 2500, "get_records": 4500, "estimate_thresholds": 3000,
		"predict_race": 2500,
	} {
		if n := len(tooltest.Call(t, tab, call("UTC"), name, `{}`).Structured); n > most {
			t.Errorf("%s answers with %d bytes", name, n)
		}
	}
}

type service = source.Service

// counting is a connected service that counts by itself.
type counting struct {
	service
	asked *training.Day
	err   error
}

func (counting) Connected() []source.Name { return []source.Name{"igpsport"} }

func (c counting) Service(source.Name) (source.Service, error) { return c, nil }

func (counting) Title(source.Name) string { return "iGPSport" }

func (c counting) MayShow(_ context.Context, name source.Name, who training.Audience) (bool, error) {
	x, err := c.Service(name)
	return err == nil && x.Policy().MayShow(who), nil
}

func (counting) Policy() source.Policy {
	return source.Policy{Audiences: []training.Audience{training.AudienceModel}}
}

func (c counting) Statistics(_ context.Context, day training.Day) (source.Statistics, error) {
	if c.err != nil {
		return source.Statistics{}, c.err
	}
	*c.asked = day
	n := func(x float64) *float64 { return &x }
	return source.Statistics{
		Period: day.String()[:4], Totals: source.StatisticsTotals{Activities: n(138), DistanceKm: n(4340.509), AvgSpeedKmh: n(26.9396)},
		Months: []source.StatisticsMonth{
			{Month: "2024-01", Activities: n(22), DistanceKm: n(572.5), DurationS: n(76515)}, {Month: "2024-02", DistanceKm: n(0)},
		},
		Milestones: []source.Milestone{{DistanceKm: 10, Activities: 135}},
		Bests: []source.StatisticsBest{
			{Metric: "distance_km", Value: 178.20723, ActivityID: "5", Start: "2024-04-25T08:53:11"},
			{Metric: "max_power_w", Value: 851, ActivityID: "6"},
		},
	}, nil
}

// known has one activity, which is kept from assistants.
type known struct{ store.Reader }

func (known) Resolve(_ context.Context, s training.Scope, id string) (training.ActivityID, error) {
	if id == "igpsport:6" && s.Audience == training.AudienceExport {
		return "six", nil
	}
	return "", training.Errorf(training.KindNotFound, "none")
}

type servicesOut struct {
	Totals   struct{ Activities int }
	Services []struct {
		Service, Period string
		Activities      float64
		DistanceKm      float64  `json:"distance_km"`
		AvgSpeedKmh     float64  `json:"avg_speed_kmh"`
		CaloriesKcal    *float64 `json:"calories_kcal"`
		Months          struct {
			Month      []string
			Activities []*float64
			DurationS  []*float64 `json:"duration_s"`
		}
		Milestones []source.Milestone
		Bests      []struct {
			Metric     string
			Value      float64
			ActivityID string `json:"activity_id"`
			StartLocal string `json:"start_local"`
		}
	}
	Missing map[string]string
}

func summaryOf(t *testing.T, c counting, args string) (out servicesOut) {
	t.Helper()
	s := answerstest.Years(40, 1, today)
	table := tools.NewTable(fitnesstools.Rows(fitnesstools.Deps{
		Store: s, Curves: curves.New(s), Known: known{},
		Services: servicevalues.Remote{Services: func(training.AthleteID) servicevalues.Services { return c }},
	})...)
	tooltest.Decode(t, table, call("Europe/Berlin"), "get_training_summary", args, &out)
	return out
}

// TestAServicesStatisticsStandBesideOurs, under its name, when they are asked
// for; a best of a hidden activity does not.
func TestAServicesStatisticsStandBesideOurs(t *testing.T) {
	t.Parallel()
	var asked training.Day
	c := counting{asked: &asked}
	if out := summaryOf(t, c, `{}`); asked != 0 || out.Services != nil {
		t.Errorf("unasked: %+v", out.Services)
	}
	out := summaryOf(t, c, `{"period":"month","services":true}`)
	if len(out.Services) != 1 || asked != today || out.Missing["services"] != "" || out.Totals.Activities == 138 {
		t.Fatalf("%+v, asked of %s", out, asked)
	}
	v := out.Services[0]
	if v.Service != "igpsport" || v.Period != "2024" || v.Activities != 138 || v.DistanceKm != 4340.51 || v.AvgSpeedKmh != 26.94 ||
		v.CaloriesKcal != nil {
		t.Errorf("%+v", v)
	}
	if m := v.Months; len(m.Month) != 2 || *m.Activities[0] != 22 || *m.DurationS[0] != 76515 ||
		m.Activities[1] != nil || m.DurationS[1] != nil {
		t.Errorf("%+v", m)
	}
	if len(v.Milestones) != 1 || len(v.Bests) != 1 || v.Bests[0].Value != 178.21 || v.Bests[0].ActivityID != "igpsport:5" ||
		v.Bests[0].StartLocal != "2024-04-25T08:53:11" {
		t.Errorf("%+v", v)
	}
	if summaryOf(t, c, `{"range":"2023","services":true}`); asked.String() != "2023-12-31" {
		t.Errorf("asked of %s", asked)
	}
	c.err = training.Errorf(training.KindUnavailable, "iGPSport does not answer.")
	out = summaryOf(t, c, `{"services":true}`)
	if out.Services != nil || !strings.Contains(out.Missing["services"], "iGPSport could not be queried: iGPSport does not answer.") {
		t.Errorf("%+v", out)
	}
}
