package activity_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/training"
)

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
		answerstest.ByHand:      {"source": "file", "feels_like_c": -3.0}, // though nothing was recorded
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

// TestWeatherIsNotInTheDefaultAnswer: it is told to who asks for it.
func TestWeatherIsNotInTheDefaultAnswer(t *testing.T) {
	t.Parallel()
	s := answerstest.NewActivityStore()
	s.Skies = map[training.ActivityID]training.Values{answerstest.Ride: {training.MetricFeelsLikeC: 9}}
	d, err := activity.Describe(t.Context(), s, answerstest.ActivityModel, activity.DetailQuery{ID: string(answerstest.Ride)})
	if err != nil || d.Weather != nil || d.Missing["weather"] != "" {
		t.Errorf("%v %v %v", d.Weather, d.Missing, err)
	}
}

// TestAComparisonHasTheWeather of those of which a service says any.
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
