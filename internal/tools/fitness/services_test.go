package fitness_test

import (
	"context"
	"strings"
	"testing"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/services/source"
	"lapkeep/internal/tools"
	fitnesstools "lapkeep/internal/tools/fitness"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/internal/training"
)

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
type known struct{}

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
		Services: serviced.LiveDesk{Services: func(training.AthleteID) serviced.Services { return c }},
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
	if out.Services != nil || !strings.Contains(out.Missing["services"], "iGPSport was not heard: iGPSport does not answer.") {
		t.Errorf("%+v", out)
	}
}
