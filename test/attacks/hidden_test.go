//go:build e2e

package attacks_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"lapkeep/test/attacks/arenatest"
)

// twins returns two homes of which only what is withheld differs: weight,
// private words, and a ride that is hidden.
func twins(t *testing.T) (one, other *arenatest.User, rides []string) {
	t.Helper()
	one, rides = newAthlete(t)
	other = arenatest.NewUser(t)
	arenatest.CopyHome(t, one.Home, other.Home)
	for _, c := range []struct {
		u                     *arenatest.User
		kilos, word, trueName string
	}{{one, "71.37", "alphaword", "Alpha secret ride"}, {other, "64.82", "bravoword", "Bravo secret ride"}} {
		c.u.Must(t, "call", "update_wellness", `{"date":"2026-03-02","values":{"weight_kg":"`+c.kilos+`","comments":"`+c.word+`"}}`)
		c.u.Must(t, "call", "update_athlete_settings", `{"weight_kg":`+c.kilos+`,"effective_from":"2026-03-01"}`)
		c.u.Must(t, "call", "update_activity", `{"id":"`+rides[0]+`","description":"`+c.word+`"}`)
		c.u.Must(t, "call", "add_activity_note", `{"id":"`+rides[0]+`","text":"`+c.word+`"}`)
		c.u.Must(t, "call", "update_event", `{"id":"`+event(t, c.u, "Long ride")+`","description":"`+c.word+`"}`)
		c.u.Must(t, "call", "update_activity", `{"id":"`+rides[1]+`","name":"`+c.trueName+`","tags":["`+c.word+`"],"hidden_from_models":true}`)
	}
	return one, other, rides
}

// event returns the id of an event by its name, as the athlete's own page has
// it.
func event(t *testing.T, u *arenatest.User, name string) string {
	t.Helper()
	out := u.Must(t, "call", "list_events", `{"range":"2027-01-01..2027-01-31"}`)
	m := regexp.MustCompile(`"id":"([^"]+)"[^{}]*"name":"` + name + `"`).FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("no %q in %s", name, out)
	}
	return m[1]
}

// chance matches everything that differs between any two runs: ids of the journal and moments.
var chance = regexp.MustCompile(`\b[a-z0-9]{10}\b|\b[a-z0-9-]{20,}\b|\d\d:\d\d:\d\d(\.\d+)?`)

// hidden returns attacks that ask in some other way for what a read withholds.
func hidden() []arenatest.Attack {
	var out []arenatest.Attack
	for _, c := range []struct {
		name, tries, seen, tool string
		args                    func(rides []string, event string) object
	}{
		{
			"weight by a preview", "`update_wellness` with `clear` and `dry_run`, which shows what would be deleted", "c510560", "update_wellness",
			func([]string, string) object {
				return object{"date": "2026-03-02", "clear": []string{"weight_kg", "comments"}, "dry_run": true}
			},
		},
		{
			"weight by guessing", "`update_wellness` with a guess and `dry_run`, which shows whether anything changes", "c510560", "update_wellness",
			func([]string, string) object {
				return object{"date": "2026-03-02", "values": object{"weight_kg": "71.37"}, "dry_run": true}
			},
		},
		{
			"comments by guessing", "`update_wellness` with a guessed comment and `dry_run`", "c510560", "update_wellness",
			func([]string, string) object {
				return object{"date": "2026-03-02", "values": object{"comments": "alphaword"}, "dry_run": true}
			},
		},
		{
			"weight by correcting it", "`update_wellness`, which shows the previous value", "c510560", "update_wellness",
			func([]string, string) object {
				return object{"date": "2026-03-02", "values": object{"weight_kg": "70", "comments": "mine"}}
			},
		},
		{
			"weight in the settings", "`update_athlete_settings` with `weight_kg` and `dry_run`", arenatest.Held, "update_athlete_settings",
			func([]string, string) object {
				return object{"weight_kg": 71.37, "effective_from": "2026-03-01", "dry_run": true}
			},
		},
		{
			"weight in the settings by clearing it", "`update_athlete_settings` with `clear: weight_kg` and `dry_run`",
			arenatest.Held, "update_athlete_settings",
			func([]string, string) object {
				return object{"clear": []string{"weight_kg"}, "effective_from": "2026-03-01", "dry_run": true}
			},
		},
		{
			"a description by a preview", "`update_activity` with `clear: description` and `dry_run`", arenatest.Held, "update_activity",
			func(rides []string, _ string) object {
				return object{"id": rides[0], "clear": []string{"description"}, "dry_run": true}
			},
		},
		{
			"a description by guessing", "`update_activity` with a guessed description and `dry_run`", arenatest.Held, "update_activity",
			func(rides []string, _ string) object {
				return object{"id": rides[0], "description": "alphaword", "dry_run": true}
			},
		},
		{
			"an event's description", "`get_event` while notes are not shared", "c510560", "get_event",
			func(_ []string, event string) object { return object{"id": event} },
		},
		{
			"an event's description in the list", "`list_events` while notes are not shared", arenatest.Held, "list_events",
			func([]string, string) object { return object{"range": "2027-01-01..2027-01-31"} },
		},
		{
			"an event's description by a preview", "`update_event` with another description and `dry_run`", "c510560", "update_event",
			func(_ []string, event string) object {
				return object{"id": event, "description": "x", "dry_run": true}
			},
		},
		{
			"an event's description by a copy", "`duplicate_events` with `dry_run`", arenatest.Held, "duplicate_events",
			func(_ []string, event string) object {
				return object{"ids": []string{event}, "copies": 1, "dry_run": true}
			},
		},
		{
			"an event's description by deleting", "`delete_events` with `dry_run`", arenatest.Held, "delete_events",
			func(_ []string, event string) object { return object{"ids": []string{event}, "dry_run": true} },
		},
		{
			"notes", "`get_activity_notes`", arenatest.Held, "get_activity_notes",
			func(rides []string, _ string) object { return object{"id": rides[0]} },
		},
		{
			"a hidden ride by its id", "`get_activity` of a ride that is hidden", arenatest.Held, "get_activity",
			func(rides []string, _ string) object { return object{"id": rides[1]} },
		},
		{
			"a hidden ride by a preview", "`update_activity` with `dry_run`", arenatest.Held, "update_activity",
			func(rides []string, _ string) object { return object{"id": rides[1], "name": "x", "dry_run": true} },
		},
		{
			"a hidden ride by deleting", "`delete_activity` with `dry_run`", arenatest.Held, "delete_activity",
			func(rides []string, _ string) object { return object{"id": rides[1], "dry_run": true} },
		},
		{
			"a hidden ride by its tag", "`list_activities` with the text of a hidden ride", arenatest.Held, "list_activities",
			func([]string, string) object { return object{"text": "alpha", "range": "all"} },
		},
		{
			"a hidden ride by search", "`search` for its name", arenatest.Held, "search",
			func([]string, string) object { return object{"query": "Alpha secret ride alphaword"} },
		},
		{
			"a hidden ride as a document", "`fetch` of its id", arenatest.Held, "fetch",
			func(rides []string, _ string) object { return object{"id": rides[1]} },
		},
		{
			"a hidden ride's file", "`export_activity` of its id", arenatest.Held, "export_activity",
			func(rides []string, _ string) object { return object{"id": rides[1], "format": "gpx"} },
		},
		{
			"a hidden ride in a comparison", "`compare_activities` with its id", arenatest.Held, "compare_activities",
			func(rides []string, _ string) object { return object{"ids": []string{rides[0], rides[1]}} },
		},
		{
			"a hidden ride as a completed event", "`update_event` with `done_by` its id and `dry_run`", arenatest.Held, "update_event",
			func(rides []string, event string) object {
				return object{"id": event, "done_by": rides[1], "dry_run": true}
			},
		},
		{
			"weight by power per kg", "`get_curves` with `per_kg`", arenatest.Held, "get_curves",
			func([]string, string) object {
				return object{"range": "2026-03-01..2026-03-31", "per_kg": true}
			},
		},
	} {
		out = append(out, arenatest.Attack{Name: c.name, By: arenatest.Model, Tries: c.tries, Seen: c.seen, Run: func(t *testing.T) {
			one, other, rides := twins(t)
			id := event(t, one, "Long ride")
			said := ""
			for i, u := range []*arenatest.User{one, other} {
				a := serve(t, u).Call(c.tool, c.args(rides, id))
				if a.Line == "" {
					t.Fatal("there is no answer")
				}
				for _, secret := range []string{"71.37", "64.82", "alphaword", "bravoword", "Alpha secret", "Bravo secret"} {
					if strings.Contains(a.Line, secret) && !echoed(c.args(rides, id), secret) {
						t.Errorf("the answer has %s: %.600s", secret, a.Line)
					}
				}
				if line := chance.ReplaceAllString(a.Line, "…"); i == 0 {
					said = line
				} else if line != said {
					t.Errorf("the answer depends on what is withheld:\n%.900s\n%.900s", said, line)
				}
			}
		}})
	}
	return append(append(out, overProtocol()...), arenatest.Attack{
		Name: "numbers of planned workouts", By: arenatest.Model, Seen: "ac3d4695",
		Tries: "`list_events` of rides whose texts are not shared must show the same duration, load and compliance as to the athlete",
		Run:   plannedFigures,
	})
}

// plannedFigures asks for workouts of one sport as a model with the rights that
// there are by default, and as the athlete. Two of them were done.
func plannedFigures(t *testing.T) {
	u := arenatest.NewUser(t)
	u.Import(t, map[string][]byte{"a.tcx": arenatest.Ride(arenatest.Day(1), 180), "b.tcx": arenatest.Ride(arenatest.Day(2), 210)})
	u.Must(t, "call", "update_athlete_settings", `{"sport":"cycling","ftp_w":250,"effective_from":"2026-01-01"}`)
	s, why := u.ServeAsking(t, func(string) bool { return true })
	if s == nil {
		t.Fatal(why)
	}
	var events []object
	for day, text := range map[string]string{
		"2026-03-02": "- 5m 60%", "2026-03-03": "- 15m 75%", "2027-01-10": "- 3h 75%", "2027-01-12": "5x\n- 5m 110%\n- 5m 50%",
	} {
		events = append(events, object{"date": day, "name": text, "category": "workout", "sport": "ride", "description": text})
	}
	if a := s.Call("create_events", object{"events": events}); a.Error {
		t.Fatal(a.Text)
	}
	const days = "2026-03-01..2027-01-31"
	model := figures(t, s.Call("list_events", object{"range": days}).Data)
	owner := figures(t, []byte(u.Must(t, "call", "list_events", `{"range":"`+days+`"}`)))
	if len(owner) != len(events) {
		t.Fatalf("the athlete is told %q", owner)
	}
	for name, want := range owner {
		if model[name] != want {
			t.Errorf("%s: a model is told %s, the athlete %s", name, model[name], want)
		}
	}
}

// figures returns the numbers of planned workouts by name.
func figures(t *testing.T, answer []byte) map[string]string {
	t.Helper()
	var list struct {
		Events []struct {
			Name       string
			Planned    map[string]any
			Compliance any
		}
	}
	if err := json.Unmarshal(answer, &list); err != nil {
		t.Fatalf("%v: %.300s", err, answer)
	}
	out := map[string]string{}
	for _, e := range list.Events {
		out[e.Name] = fmt.Sprint(e.Planned["duration_s"], e.Planned["load"], e.Compliance)
	}
	return out
}

// echoed reports whether a word is one that the model itself wrote.
func echoed(args object, word string) bool { return strings.Contains(fmt.Sprint(args), word) }

// overProtocol returns attacks beside the tools.
func overProtocol() []arenatest.Attack {
	var out []arenatest.Attack
	for _, c := range []struct {
		name, tries, method string
		params              func(rides []string) object
	}{
		{"a hidden ride by completion", "`completion/complete` of the activity template", "completion/complete", func(rides []string) object {
			return object{
				"ref":      object{"type": "ref/resource", "uri": "lapkeep://activity/{id}"},
				"argument": object{"name": "id", "value": rides[1][:2]},
			}
		}},
		{"a hidden ride as a resource", "`resources/read` of its address", "resources/read", func(rides []string) object {
			return object{"uri": "lapkeep://activity/" + rides[1]}
		}},
		{"weight in the profile", "`resources/read` of the profile", "resources/read", func([]string) object {
			return object{"uri": "lapkeep://athlete/profile"}
		}},
		{"comments in a prompt", "`prompts/get` of the recovery check", "prompts/get", func([]string) object {
			return object{"name": "recovery_check"}
		}},
	} {
		out = append(out, arenatest.Attack{Name: c.name, By: arenatest.Model, Tries: c.tries, Seen: arenatest.Held, Run: func(t *testing.T) {
			one, other, rides := twins(t)
			said := chance.ReplaceAllString(serve(t, one).Request(c.method, c.params(rides)), "…")
			if again := chance.ReplaceAllString(serve(t, other).Request(c.method, c.params(rides)), "…"); again != said || again == "" {
				t.Errorf("the answer depends on what is withheld:\n%.900s\n%.900s", said, again)
			}
		}})
	}
	return out
}

func TestHidden(t *testing.T) { arenatest.Run(t, hidden()) }
