package intervalstest_test

import (
	"context"
	"io"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
)

func (c caller) statuses(n int, path string) []int {
	c.t.Helper()
	var all []int
	for range n {
		status, _ := c.raw(http.MethodGet, path, nil)
		all = append(all, status)
	}
	return all
}

func TestFaultsMeetTheRequestsTheyName(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		fault intervalstest.Fault
		want  []int
	}{
		"each":              {intervalstest.Fault{Status: 503}, []int{503, 503, 503, 503, 503, 503}},
		"every third":       {intervalstest.Fault{Status: 500, Every: 3}, []int{200, 200, 500, 200, 200, 500}},
		"after two, once":   {intervalstest.Fault{Status: 429, After: 2, Times: 1}, []int{200, 200, 429, 200, 200, 200}},
		"another operation": {intervalstest.Fault{Status: 500, Operation: "listEvents"}, []int{200, 200, 200, 200, 200, 200}},
		"this operation":    {intervalstest.Fault{Status: 401, Operation: "getAthlete", Times: 2}, []int{401, 401, 200, 200, 200, 200}},
		"another method":    {intervalstest.Fault{Status: 403, Method: "PUT"}, []int{200, 200, 200, 200, 200, 200}},
	} {
		c := start(t, intervalstest.Options{Empty: true})
		end := c.s.Inject(tc.fault)
		if diff := cmp.Diff(tc.want, c.statuses(6, "/athlete/0")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		end()
		if got := c.statuses(1, "/athlete/0"); got[0] != 200 {
			t.Errorf("%s: %v after its end", name, got)
		}
		var logged []int
		for _, r := range c.s.Requests()[:6] {
			logged = append(logged, r.Status)
		}
		if diff := cmp.Diff(tc.want, logged); diff != "" {
			t.Errorf("%s in the log (-want +got):\n%s", name, diff)
		}
	}
}

func TestTooManyRequestsMaySayWhen(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	c.s.Inject(intervalstest.Fault{Status: 429, RetryAfter: "7", Times: 1})
	c.s.Inject(intervalstest.Fault{Status: 429, Times: 1})
	for _, want := range []string{"7", ""} {
		answer, err := http.Get(c.s.BaseURL + "/athlete/0")
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != 429 || answer.Header.Get("Retry-After") != want {
			t.Errorf("%d after %q, want 429 after %q", answer.StatusCode, answer.Header.Get("Retry-After"), want)
		}
	}
}

func TestCutConnections(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	c.s.Inject(intervalstest.Fault{Cut: true, Times: 1})
	c.s.Inject(intervalstest.Fault{Cut: true, Times: 1, Body: `[{"id":"i1","na`})
	if answer, err := http.Get(c.s.BaseURL + "/athlete/0"); err == nil {
		_ = answer.Body.Close()
		t.Error("a connection that is cut before the answer gave one")
	}
	answer, err := http.Get(c.s.BaseURL + "/athlete/0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if text, err := io.ReadAll(answer.Body); err == nil || len(text) == 0 {
		t.Errorf("an answer that is cut within read as %q, %v", text, err)
	}
}

func TestLateFaultsHideWhatWasDone(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	c.s.Inject(intervalstest.Fault{Status: 502, Late: true, Method: "POST", Times: 1})
	note := object{"category": "NOTE", "name": "A", "start_date_local": "2026-09-22T00:00:00"}
	c.refused("POST", "/athlete/0/events", note, 502, "Bad Gateway")
	if n := len(c.list("/athlete/0/events")); n != 1 {
		t.Errorf("%d events after an answer that was lost, want the one", n)
	}
	c.s.Inject(intervalstest.Fault{Status: 502, Method: "POST", Times: 1})
	c.refused("POST", "/athlete/0/events", note, 502, "Bad Gateway")
	if n := len(c.list("/athlete/0/events")); n != 1 {
		t.Errorf("%d events after a request that was never run, want still one", n)
	}
}

func TestGateHoldsRequests(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	gate, held := make(chan struct{}), make(chan struct{}, 1)
	c.s.Inject(intervalstest.Fault{Gate: gate, Times: 1, Held: func() { held <- struct{}{} }})
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.s.BaseURL+"/athlete/0", nil)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		answer, err := http.DefaultClient.Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		done <- err
	}()
	<-held
	cancel()
	if err := <-done; err == nil {
		t.Error("a request passed the closed gate")
	}
	c.s.Inject(intervalstest.Fault{Gate: gate, Times: 1})
	close(gate)
	if got := c.statuses(1, "/athlete/0"); got[0] != 200 {
		t.Errorf("through the open gate: %v", got)
	}
}

func TestInvalidJSON(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true})
	c.s.Inject(intervalstest.Fault{Body: "<html>Bad gateway</html>"})
	if status, text := c.raw("GET", "/athlete/0", nil); status != 200 || string(text) != "<html>Bad gateway</html>" {
		t.Errorf("%d %s", status, text)
	}
}

func TestViolationsAreTold(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Empty: true, Lenient: true})
	c.raw("GET", "/athlete/0/wellness?days=3", nil)
	c.raw("POST", "/athlete/0/events", object{
		"category": "NOTE", "name": "A", "start_date_local": "2026-09-22T00:00:00",
		"event_type": "Ride",
	})
	c.raw("PUT", "/athlete/0/wellness/2026-09-20", object{"restingHR": "fifty"})
	c.raw("GET", "/athlete/0/power-curves", nil)
	want := []string{
		`request listWellnessRecords: listWellnessRecords has no query parameter "days"`,
		`request createEvent: EventEx has no field "event_type"`,
		`request updateWellness: Wellness.restingHR is fifty, not int`,
		`request listAthletePowerCurves: Required parameter 'type' is not present.`,
	}
	if diff := cmp.Diff(want, c.s.Violations()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
