package app

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"lapkeep/test/stravatest"
)

// stravan is a person with an account at the emulated Strava.
type stravan struct {
	*linked
	at *stravatest.Server
}

func newStravan(t *testing.T, o stravatest.Options) *stravan {
	t.Helper()
	r := &stravan{linked: &linked{person: newPerson(t), begun: time.Now()}}
	o.Now = func() time.Time { return noon.Add(time.Since(r.begun)) }
	r.at = stravatest.New(t, o)
	r.person.secret = stravatest.DefaultClientSecret
	r.environ = append(r.environ, "STRAVA_API_URL="+r.at.APIURL(), "STRAVA_OAUTH_URL="+r.at.WebURL, "LAPKEEP_LOG_LEVEL=debug")
	return r
}

// types runs a command of a person at a terminal.
func (r *stravan) types(t *testing.T, lines string, args ...string) {
	t.Helper()
	r.inTTY = true
	defer func() { r.inTTY = false }()
	r.ok(t, lines, args)
}

// asks calls a tool.
func (r *stravan) asks(t *testing.T, tool, args string, into any, says ...string) {
	t.Helper()
	if err := json.Unmarshal([]byte(r.ok(t, "", []string{"call", tool, args}, says...)), into); err != nil {
		t.Fatal(err)
	}
}

// TestTheConversationOfTheStravaServer works end to end, each call in another
// process: what lacks, the address, what the browser ended at, the activities,
// their count by sport and their TRIMP. No secret is said, logged or in the store.
func TestTheConversationOfTheStravaServer(t *testing.T) {
	t.Parallel()
	r := newStravan(t, stravatest.Options{Activities: 30, Seconds: 120})
	var out struct {
		Sources []struct {
			Connected bool   `json:"connected"`
			Account   string `json:"account_id"`
		} `json:"sources"`
		Ask   *struct{ Address string } `json:"ask"`
		Words []string                  `json:"words"`
	}
	r.asks(t, "connect_source", `{"source":"strava"}`, &out, "no assistant can give it", "lapkeep connect strava --prepare")
	if out.Ask.Address != "" || r.at.Count("") > 0 {
		t.Fatalf("%+v", out)
	}
	r.types(t, fmt.Sprintf("strava\n%d\nn\n", stravatest.DefaultClientID), "connect", "strava", "--prepare")
	r.asks(t, "connect_source", `{"source":"strava"}`, &out, "opens the address in a browser")
	back, err := r.at.Decide(out.Ask.Address, stravatest.Decision{})
	if err != nil {
		t.Fatal(err)
	}
	r.fails(t, "", []string{"call", "connect_source", `{"source":"strava","code":"` + codeIn(t, back) + `"}`}, "A code alone")
	answer, err := json.Marshal(map[string]string{"source": "strava", "answer": back})
	if err != nil {
		t.Fatal(err)
	}
	r.asks(t, "connect_source", string(answer), &out, "Strava is connected", "--assistants")
	if s := out.Sources[0]; !s.Connected || s.Account != fmt.Sprint(stravatest.DefaultAthleteID) {
		t.Errorf("%+v", out)
	}
	r.fails(t, "", []string{"call", "connect_source", string(answer)}, "taken once", "Call connect_source with source strava")
	r.ok(t, "", []string{"call", "sync_now", `{"source":"strava"}`}, `"strava"`)
	r.ok(t, "", []string{"call", "update_athlete_settings", `{"sex":"male","resting_hr_bpm":52,"max_hr_bpm":190}`})
	var list struct {
		Apart struct {
			Total      int              `json:"total"`
			Sports     map[string]int   `json:"sports"`
			Stop       string           `json:"stop_reason"`
			Activities []map[string]any `json:"activities"`
		} `json:"apart"`
	}
	r.asks(t, "list_activities", `{"source":"strava","limit":5}`, &list)
	sum := 0
	for _, n := range list.Apart.Sports {
		sum += n
	}
	if a := list.Apart; a.Total != 30 || sum != 30 || len(a.Sports) < 2 || a.Stop != "limit" || len(a.Activities) != 5 {
		t.Fatalf("%+v", a)
	}
	for _, key := range []string{"kudos", "comments", "name", "sport", "moving_time_s"} {
		if _, ok := list.Apart.Activities[0][key]; !ok {
			t.Errorf("no %s in %v", key, list.Apart.Activities[0])
		}
	}
	id := fmt.Sprint(list.Apart.Activities[0]["id"])
	r.ok(t, "", []string{"call", "get_activity", `{"id":"` + id + `","sections":["summary","notes"]}`}, "get_activity_notes asks Strava", `"kudos"`)
	r.ok(t, "", []string{"call", "get_activity_notes", `{"id":"` + id + `"}`}, `"notes"`)
	r.ok(t, "", []string{"call", "get_training_summary", `{"source":"strava","period":"all","sections":["trimp"]}`},
		`"method":"banister"`, `"from":["average"`, `"resting_hr_bpm":52`)
	r.saysNothing(t, back)
}

// saysNothing: no secret and no code is in anything that was said or logged.
func (r *stravan) saysNothing(t *testing.T, back string) {
	t.Helper()
	for _, secret := range []string{stravatest.DefaultClientSecret, codeIn(t, back)} {
		if strings.Contains(r.said.String(), secret) {
			t.Errorf("%q was said", secret)
		}
	}
}

func codeIn(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil || u.Query().Get("code") == "" {
		t.Fatalf("%q has no code: %v", address, err)
	}
	return u.Query().Get("code")
}
