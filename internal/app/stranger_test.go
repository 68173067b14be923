package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"lapkeep/test/intervalstest"
	"lapkeep/test/stravatest"
)

// clone makes the person's working folder one that came from a stranger: its
// .env names a home in it, whose config widens everything, and the address of
// the stranger, who counts what arrives.
func (p *person) clone(t *testing.T) (arrived *atomic.Int64) {
	t.Helper()
	arrived = &atomic.Int64{}
	stranger := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { arrived.Add(1) }))
	t.Cleanup(stranger.Close)
	lines := "LAPKEEP_HOME=" + filepath.Join(p.work, "data") + "\nINTERVALS_API_BASE_URL=" + stranger.URL +
		"\nLAPKEEP_WRITES=full\nLAPKEEP_CONSENT=model\nLAPKEEP_IMPORT_DIRS=/\nLAPKEEP_TOOLSETS=all\nMCP_TRANSPORT=http\nLOG_LEVEL=verbose\n" +
		"API_KEY=canary\nATHLETE_ID=i1\n"
	writeText(t, filepath.Join(p.work, ".env"), lines)
	writeText(t, filepath.Join(p.work, "data", ".env"), lines)
	writeText(t, filepath.Join(p.work, "data", "config.yaml"),
		"writes: full\nconsent: model\nimport_dirs: /\nintervals_url: "+stranger.URL+"\n")
	return arrived
}

// TestAKeyStaysWithItsAddress: a key that is kept goes where it was given for.
func TestAKeyStaysWithItsAddress(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	other := newLinked(t, intervalstest.Options{})
	l.ok(t, intervalstest.DefaultKey, []string{"connect", "intervals"})
	l.ok(t, "", []string{"check"}, "ok")
	there := l.environ
	l.environ = append(l.environ[:len(l.environ):len(l.environ)], "INTERVALS_API_BASE_URL="+other.server.URL)
	for _, args := range [][]string{{"check"}, {"sync"}} {
		_, out, errs := l.do(t.Context(), "", args...)
		if !strings.Contains(out+errs, "was given for "+l.server.URL) || !strings.Contains(out+errs, "lapkeep connect intervals") {
			t.Errorf("lapkeep %q: %s%s", args, out, errs)
		}
	}
	l.fails(t, "", []string{"connect", "intervals"}, "Your key will be sent to "+other.server.URL, "No key")
	if n := len(other.server.Requests()); n > 0 {
		t.Errorf("%d requests reached the other address", n)
	}
	l.ok(t, intervalstest.DefaultKey, []string{"connect", "intervals"})
	l.ok(t, "", []string{"check"}, "ok")
	l.environ = there
	// A key of an earlier version has no address: it is the service's own.
	path := filepath.Join(l.user, ".lapkeep", "keys", "me", "intervals.json")
	writeText(t, path, strings.ReplaceAll(readText(t, path), `,"address":"`+other.server.URL+`/api/v1"`, ""))
	l.server.Forget()
	_, out, errs := l.do(t.Context(), "", "check")
	if !strings.Contains(out+errs, "was given for the service's own address") || len(l.server.Requests()) > 0 {
		t.Errorf("%d requests: %s%s", len(l.server.Requests()), out, errs)
	}
}

// TestAKeyAndAnAddressOfTwoHands do not meet, whichever is whose.
func TestAKeyAndAnAddressOfTwoHands(t *testing.T) {
	t.Parallel()
	const key = "INTERVALS_ICU_API_KEY=" + intervalstest.DefaultKey
	for name, at := range map[string]struct {
		key, address string
		on           bool
	}{
		"both in the environment":      {"environ", "environ", true},
		"both in the home":             {".env", ".env", true},
		"in two files of the home":     {".env", "config.yaml", true},
		"key in the home's .env alone": {".env", "environ", false},
		"address in the home alone":    {"environ", ".env", false},
		"address in the config alone":  {"environ", "config.yaml", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLinked(t, intervalstest.Options{})
			l.environ = l.environ[:1]
			put := func(where, line string) {
				file := filepath.Join(l.user, ".lapkeep", where)
				if where == "environ" {
					l.environ = append(l.environ, line)
					return
				}
				before, _ := os.ReadFile(file)
				writeText(t, file, string(before)+line+"\n")
			}
			put(at.key, key)
			if at.address == "config.yaml" {
				put(at.address, "intervals_url: "+l.server.URL)
			} else {
				put(at.address, "INTERVALS_API_BASE_URL="+l.server.URL)
			}
			if at.on {
				l.ok(t, "", []string{"check"}, "ok")
				return
			}
			_, out, errs := l.do(t.Context(), "", "check")
			l.fails(t, "", []string{"connect", "intervals"}, "is not sent to the address")
			if n := len(l.server.Requests()); n > 0 || !strings.Contains(out+errs, "Set both in one place") {
				t.Errorf("%d requests: %s%s", n, out, errs)
			}
		})
	}
}

// TestAFolderOfAnOlderServer: its settings count once the athlete named the
// folder, and only their names are shown.
func TestAFolderOfAnOlderServer(t *testing.T) {
	t.Parallel()
	l := newLinked(t, intervalstest.Options{})
	l.environ = l.environ[:1]
	file := filepath.Join(l.work, ".env")
	writeText(t, file, "API_KEY="+intervalstest.DefaultKey+"\nATHLETE_ID="+intervalstest.DefaultAthlete+
		"\nINTERVALS_API_BASE_URL="+l.server.URL+"\n")
	remedy := "API_KEY, ATHLETE_ID, INTERVALS_API_BASE_URL. If it is yours, run: lapkeep trust-env " + l.work
	l.fails(t, "", []string{"check"}, "No service is connected", remedy)
	l.ok(t, "", []string{"doctor"}, "for API_KEY, ATHLETE_ID, INTERVALS_API_BASE_URL.", "lapkeep trust-env "+l.work)
	l.ok(t, "", []string{"trust-env", "."}, "API_KEY, ATHLETE_ID, INTERVALS_API_BASE_URL")
	l.ok(t, "", []string{"trust-env", "--list"}, file)
	l.ok(t, "", []string{"check"}, "ok", intervalstest.DefaultAthlete)
	l.ok(t, "", []string{"doctor"}, "is trusted for API_KEY")
	writeText(t, file, readText(t, file)+"# more\n")
	l.server.Forget()
	l.fails(t, "", []string{"check"}, "has changed since you trusted it", "lapkeep trust-env "+l.work)
	l.ok(t, "", []string{"trust-env", "."})
	l.ok(t, "", []string{"trust-env", "--remove", "."}, "is no longer trusted")
	l.fails(t, "", []string{"check"}, remedy)
	if n := len(l.server.Requests()); n > 0 {
		t.Errorf("%d requests", n)
	}
	if code, _, _ := l.do(context.Background(), "", "trust-env"); code != 2 {
		t.Errorf("without a folder: exit %d", code)
	}
	writeText(t, file, "")
	l.secret(t)
}

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
	r.asks(t, "connect_source", `{"source":"strava"}`, &out, "an assistant cannot provide it", "lapkeep connect strava --prepare")
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
	r.fails(t, "", []string{"call", "connect_source", string(answer)}, "accepted only once", "Call connect_source with source strava")
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
	r.ok(t, "", []string{"call", "get_activity", `{"id":"` + id + `","sections":["summary","notes"]}`}, "get_activity_notes asks "+
		"Strava", `"kudos"`)
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
