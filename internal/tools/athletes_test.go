package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// pair are two athletes, the caller's own and Ann.
type pair struct{}

func (pair) Turn(_ context.Context, c *tools.Call, name string) (*tools.Call, error) {
	turned := *c
	switch name {
	case "":
		return c, nil
	case "ann", "Ann Other":
		turned.Scope.Athlete = "ann"
		return &turned, nil
	}
	return nil, training.Errorf(training.KindNotFound, "There is no athlete %q here.", name)
}

func mine() *tools.Call {
	c := call()
	c.Scope.Athlete = "me"
	return c
}

func TestCallsNameTheirAthlete(t *testing.T) {
	t.Parallel()
	table := tools.NewTable(echo()).WithAthletes(pair{})
	for args, want := range map[string]string{
		``:                                    "me",
		`{}`:                                  "me",
		`null`:                                "me",
		`{"athlete":null}`:                    "me",
		`{"athlete":""}`:                      "me",
		`{"limit":3,"athlete":"ann"}`:         "ann",
		`{"athlete_id":"Ann Other"}`:          "ann",
		`{"athleteId":"ann"}`:                 "ann",
		`{"athlete":"ann","Athlete":"ann"}`:   "ann",
		`{"\u0061thlete":"ann"}`:              "ann",
		`{"athlete":"bob"}`:                   "",
		`{"athlete":7}`:                       "",
		`{"athlete":["ann"]}`:                 "",
		`{"athlete":"ann","athlete_id":"me"}`: "",
		`{"athlete":"ann"} {}`:                "",
		`["athlete"]`:                         "",
		`{"no_athlete":"ann"}`:                "",
	} {
		res, err := table.Call(t.Context(), "list_rides", mine(), json.RawMessage(args))
		if want == "" {
			if err == nil || tools.Describe(err).Kind == training.KindInternal {
				t.Errorf("%s: %s %v", args, res.Structured, err)
			}
			continue
		}
		var got struct{ Athlete, Args string }
		if err != nil || json.Unmarshal(res.Structured, &got) != nil || got.Athlete != want || res.Text != string(res.Structured) {
			t.Errorf("%s: %s %v", args, res.Structured, err)
		}
		if strings.Contains(got.Args, "thlete") {
			t.Errorf("%s: the tool saw %s", args, got.Args) // an approval is bound to the athlete apart
		}
	}
	alone, err := tools.NewTable(echo()).Call(t.Context(), "list_rides", mine(), json.RawMessage(`{"limit":3}`))
	if err != nil || strings.Contains(alone.Text, "athlete") {
		t.Errorf("a table about one says whose it is: %s %v", alone.Text, err)
	}
	if _, err := tools.NewTable(echo()).Call(t.Context(), "list_rides", mine(),
		json.RawMessage(`{"athlete":"ann"}`)); training.KindOf(err) != training.KindInvalid {
		t.Errorf("a table about one takes an athlete: %v", err)
	}
}

func TestTheListingHasTheAthlete(t *testing.T) {
	t.Parallel()
	plain := tools.NewTable(echo())
	l, before := plain.WithAthletes(pair{}).List()[0], plain.List()[0]
	if !strings.Contains(string(l.InputSchema), `"athlete":{"type":"string","description":"id or name"}`) || !tools.Shared("athlete") {
		t.Errorf("%s", l.InputSchema)
	}
	if after := plain.List()[0]; string(after.InputSchema) != string(before.InputSchema) {
		t.Error("athletes changed the rows that others share")
	}
}

func TestQuestionsSayWhomTheyAreAbout(t *testing.T) {
	t.Parallel()
	asks := answer("delete_ride", func(context.Context, *tools.Call) (rideOut, error) {
		return rideOut{}, &journal.NeedsConsent{Preview: journal.Preview{Summary: "Delete it.", Token: "t"}}
	})
	_, err := tools.NewTable(asks).WithAthletes(pair{}).Call(t.Context(), "delete_ride", mine(), json.RawMessage(`{"athlete":"ann"}`))
	if got := tools.Describe(err).Sentence; !strings.HasSuffix(got, "For the athlete ann: Delete it.") {
		t.Errorf("it asks %q", got)
	}
}
