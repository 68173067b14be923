package outwardtest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// planned has the athlete plan some events, each of another name and day, and
// gives their ids.
func (a *athlete) planned(t *testing.T, from, n int) (ids []string) {
	t.Helper()
	var events []string
	for i := range n {
		events = append(events,
			fmt.Sprintf(`{"date":"2026-09-%02d","category":"workout","sport":"run","name":"Session %02d of 25","description":"- %dm Z2"}`,
				from+i, from+i, 30+from+i))
	}
	code, w := a.try(t, "create_events", `{"events":[`+strings.Join(events, ",")+`]}`)
	if code != 0 || len(w.Events) != n {
		t.Fatalf("%d events: %s", n, w.text+tail(w.logged))
	}
	for _, e := range w.Events {
		ids = append(ids, e.ID)
	}
	return ids
}

// TestConsentShowsAll: who is asked about 25 things reads all 25 by name and
// day, and where they go, whatever way the question comes by.
func TestConsentShowsAll(t *testing.T) {
	t.Parallel()
	a := newAthlete(t)
	ids := append(a.planned(t, 1, 13), a.planned(t, 14, 12)...)
	a.settled(t)
	list, err := json.Marshal(ids)
	if err != nil {
		t.Fatal(err)
	}
	args := `{"ids":` + string(list) + `}`
	all := func(face, text string) {
		t.Helper()
		for i := 1; i <= 25; i++ {
			name, day := fmt.Sprintf("Session %02d of 25", i), fmt.Sprintf("2026-09-%02d", i)
			if n := strings.Count(text, name); n != 1 || !strings.Contains(text, day) {
				t.Errorf("%s: %q stands there %d times: %s", face, name, n, text)
				return
			}
		}
		if !strings.Contains(text, "Delete 25 events.") || !strings.Contains(text, "Intervals.icu") && !strings.Contains(text, "intervals") {
			t.Errorf("%s: %s", face, text)
		}
	}
	var code string
	for _, era := range eras() {
		done, text := a.serve(t, era, "").does(t, "delete_events", args)
		if m := toApprove.FindStringSubmatch(text); done || m == nil {
			t.Fatalf("%s: it did not ask: %s", era, text)
		} else {
			code = m[1]
		}
		all(era+", a client that cannot ask", text)
		all(era+", a form", a.form(t, era, "delete_events", args))
	}
	_, _, errs := a.do(t.Context(), "", "call", "delete_events", args)
	all("lapkeep call", errs)
	_, _, errs = a.run(t.Context(), "no\n", true, "approve", code)
	all("lapkeep approve", errs)
}

// form gives the text of the form in which a client asks about a call, and declines.
func (a *athlete) form(t *testing.T, era, tool, args string) (message string) {
	t.Helper()
	who := a.serveWith(t, era, func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		message = r.Params.Message
		return &mcp.ElicitResult{Action: "decline"}, nil
	})
	if done, text := who.does(t, tool, args); done {
		t.Errorf("declined, it was done: %s", text)
	}
	return message
}

// TestAnAssistantsUndoAsks where it goes to the service or takes away what was
// entered as done; one that only the store knows of does not.
func TestAnAssistantsUndoAsks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ what, tool, args, about string }{
		{
			"at the service", "create_events",
			`{"events":[{"date":"2026-09-03","category":"workout","sport":"run","name":"Taken back"}]}`, "Taken back",
		},
		{
			"entered", "create_activities",
			`{"activities":[{"sport":"run","start":"2026-08-19T07:00","duration_s":1800,"name":"Entered"}]}`, "Entered",
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			a := newAthlete(t)
			era := eras()[1]
			agrees := a.serve(t, era, "accept")
			if done, text := agrees.does(t, c.tool, c.args); !done {
				t.Fatal(text)
			}
			a.settled(t)
			asked := agrees.asked
			if done, text := a.serve(t, era, "").does(t, "undo", `{}`); done || !toApprove.MatchString(text) || !strings.Contains(text, c.about) {
				t.Errorf("nobody was asked: %s", text)
			}
			if text := a.form(t, era, "undo", `{}`); !strings.Contains(text, c.about) {
				t.Errorf("the form says %q", text)
			}
			if done, text := agrees.does(t, "undo", `{}`); !done || agrees.asked != asked+1 {
				t.Errorf("agreed to, it was not done: %s", text)
			}
		})
	}
}
