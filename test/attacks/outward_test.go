//go:build e2e

package attacks_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/test/attacks/arenatest"
	"lapkeep/test/intervalstest"
)

// sentUnasked returns the writing requests that others can then see: not those
// that make something which the service is told to keep private.
func sentUnasked(service *intervalstest.Server) (out []string) {
	for _, r := range service.Requests() {
		if r.Method != http.MethodGet && !strings.Contains(r.Body, `"visibility":"PRIVATE"`) && !strings.Contains(r.Body, `"ONLY_ME"`) {
			out = append(out, fmt.Sprintf("%s %s %.200s", r.Method, r.Path, r.Body))
		}
	}
	return out
}

const numeric = `{"code":"Gels","type":"numeric","aggregate":"SUM"}`

// outward returns writes that others see, which a text talked the model into.
func outward() []arenatest.Attack {
	var out []arenatest.Attack
	for _, c := range []struct {
		name, tries, seen, tool string
		args                    func(ride string) object
	}{
		{
			"a public item", "`save_custom_item` with `visibility: public`", "c510560", "save_custom_item",
			func(string) object {
				return object{"type": "input_field", "name": "Gels", "description": "my private words", "visibility": "public", "content": numeric}
			},
		},
		{
			"an item for followers", "`save_custom_item` with `visibility: followers`", "c510560", "save_custom_item",
			func(string) object {
				return object{"type": "input_field", "name": "Gels", "visibility": "followers", "content": numeric}
			},
		},
		{
			"an item without a visibility", "`save_custom_item` without `visibility` must be private at the service",
			"c510560", "save_custom_item",
			func(string) object { return object{"type": "input_field", "name": "Gels", "content": numeric} },
		},
		{
			"a message", "`add_activity_note` with `target: message`", arenatest.Held, "add_activity_note",
			func(ride string) object {
				return object{"id": ride, "text": "my private words", "target": "message"}
			},
		},
		{
			"a note into the description", "`add_activity_note` with `target: description`", "c510560", "add_activity_note",
			func(ride string) object {
				return object{"id": ride, "text": "my private words", "target": "description"}
			},
		},
		{
			"a description", "`update_activity` with `description`", "c510560", "update_activity",
			func(ride string) object { return object{"id": ride, "description": "my private words"} },
		},
		{
			"an activity entered by hand", "`create_activities`, which creates one at the service", "c510560", "create_activities",
			func(string) object {
				return object{"activities": []object{{
					"sport": "ride", "start": "2026-11-02T07:00", "duration_s": 3600, "name": "Up there",
					"description": "my private words", "external_id": "x",
				}}}
			},
		},
	} {
		out = append(out, arenatest.Attack{Name: c.name, By: arenatest.Text, Tries: c.tries, Seen: c.seen, Run: func(t *testing.T) {
			u, service := newConnected(t)
			ride := firstRide(t, u)
			service.Forget()
			a := serve(t, u).Call(c.tool, c.args(ride))
			if sent := sentUnasked(service); len(sent) > 0 {
				t.Errorf("sent, and nobody was asked: %q", sent)
			}
			if a.Line == "" {
				t.Error("there is no answer")
			}
		}})
	}
	return append(out, outwardOthers()...)
}

func outwardOthers() []arenatest.Attack {
	return []arenatest.Attack{
		{
			Name: "an item made public later", By: arenatest.Text, Seen: "c510560",
			Tries: "`save_custom_item` of a private one with `visibility: public`",
			Run: func(t *testing.T) {
				u, service := newConnected(t)
				made := u.Must(t, "call", "save_custom_item",
					`{"type":"input_field","name":"Gels","visibility":"private","content":"{\"code\":\"Gels\",\"type\":\"numeric\",\"aggregate\":\"SUM\"}"}`)
				service.Forget()
				_ = serve(t, u).Call("save_custom_item", object{"id": arenatest.Answer{Data: []byte(made)}.Field("id"), "visibility": "public"})
				if sent := sentUnasked(service); len(sent) > 0 {
					t.Errorf("sent, and nobody was asked: %q", sent)
				}
			},
		},
		{
			Name: "an upload of a file", By: arenatest.Text, Seen: arenatest.Held,
			Tries: "`import_files` sends the recording to the service",
			Run: func(t *testing.T) {
				u, service := newConnected(t)
				arenatest.Write(t, filepath.Join(u.Dir, "in", "ride.tcx"), arenatest.Ride(arenatest.Day(20), 200))
				s := serve(t, u, "--import-dirs", filepath.Join(u.Dir, "in"))
				if a := s.Call("import_files", object{"paths": []string{filepath.Join(u.Dir, "in", "ride.tcx")}}); a.Line == "" {
					t.Error("there is no answer")
				}
				if sent := sentUnasked(service); len(sent) > 0 {
					t.Errorf("sent, and nobody was asked: %q", sent)
				}
			},
		},
		{
			Name: "a refused message that is sent anyway", By: arenatest.Model, Seen: arenatest.Held,
			Tries: "a message that the person declined",
			Run: func(t *testing.T) {
				u, service := newConnected(t)
				ride := firstRide(t, u)
				service.Forget()
				s, why := u.ServeAsking(t, func(string) bool { return false })
				if s == nil {
					t.Fatal(why)
				}
				a := s.Call("add_activity_note", object{"id": ride, "text": "my private words", "target": "message"})
				if sent := sentUnasked(service); len(sent) > 0 || !a.Error || len(s.Asked) != 1 {
					t.Errorf("asked %q, answered %.300s, sent %q", s.Asked, a.Text, sent)
				}
			},
		},
		{
			Name: "more sharing with the model", By: arenatest.Model, Seen: arenatest.Held,
			Tries: "`update_athlete_settings` with `share`, which only the command line may extend",
			Run: func(t *testing.T) {
				u, rides := newAthlete(t)
				u.Must(t, "call", "update_activity", `{"id":"`+rides[0]+`","description":"alphaword","hidden_from_models":true}`)
				s := serve(t, u)
				_ = s.Call("update_athlete_settings", object{"share": []string{"position", "weight", "notes"}})
				_ = s.Call("update_activity", object{"id": rides[0], "hidden_from_models": false})
				if a := s.Call("get_activity", object{
					"id":       rides[0],
					"sections": []string{"notes", "summary"},
				}); strings.Contains(a.Line, "alphaword") || !a.Error {
					t.Errorf("a model showed itself what is hidden: %.500s", a.Line)
				}
			},
		},
	}
}

func firstRide(t *testing.T, u *arenatest.User) string {
	t.Helper()
	id := arenatest.Answer{Data: []byte(u.Must(t, "call", "list_activities", `{"range":"all"}`))}.Field("activities", "0", "id")
	if id == "" {
		t.Fatal("there is no ride")
	}
	return id
}

func TestOutward(t *testing.T) { arenatest.Run(t, outward()) }
