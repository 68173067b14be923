package hevytest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/test/hevytest"
)

// ask returns the status, the media type and the body of an answer.
func ask(t *testing.T, s *hevytest.Server, key, path string) (status int, kind, body string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("api-key", key)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header.Get("Content-Type"), string(text)
}

// TestWhatIsRefused and in which form.
func TestWhatIsRefused(t *testing.T) {
	t.Parallel()
	s := hevytest.New(t, hevytest.Options{})
	for path, want := range map[string]int{
		"/v1/workouts?pageSize=10": 200, "/v1/workouts?pageSize=11": 400, "/v1/workouts?page=0": 400, "/v1/workouts?page=x": 400,
		"/v1/workouts?page=3&pageSize=10": 200, "/v1/workouts?page=4&pageSize=10": 404, "/v1/exercise_templates?pageSize=100": 200,
		"/v1/exercise_templates?pageSize=101": 400, "/v1/workouts/nothing": 404, "/v1/workouts/events?since=yesterday": 400,
	} {
		if got, _, body := ask(t, s, hevytest.DefaultKey, path); got != want {
			t.Errorf("%s: %d %s, want %d", path, got, body, want)
		}
	}
	status, kind, body := ask(t, s, "wrong", "/v1/workouts")
	if status != 401 || !strings.HasPrefix(kind, "text/html") || body != "InvalidApiKey" {
		t.Errorf("%d %s %s", status, kind, body)
	}
	for _, r := range s.Requests() {
		if r.Headers.Get("api-key") != "" {
			t.Fatal("the journal has the key")
		}
	}
	lenient := hevytest.New(t, hevytest.Options{Lenient: true})
	if status, _, _ := ask(t, lenient, hevytest.DefaultKey, "/v1/routines"); status != 404 || len(lenient.Violations()) != 1 {
		t.Errorf("%d %q", status, lenient.Violations())
	}
}

// TestEventsTellWhatTheListDoesNot: edits and deletions, newest first.
func TestEventsTellWhatTheListDoesNot(t *testing.T) {
	t.Parallel()
	s := hevytest.New(t, hevytest.Options{})
	all := s.Workouts()
	since := s.Now()
	s.Advance(time.Minute)
	s.Edit(all[7].ID, func(w *hevytest.Workout) { w.Title = "Edited" })
	s.Advance(time.Minute)
	s.Delete(all[3].ID)
	_, _, body := ask(t, s, hevytest.DefaultKey, "/v1/workouts/events?pageSize=10&since="+since.Format(time.RFC3339))
	var got struct {
		Events []struct {
			Type, ID string
			Workout  struct{ ID, Title string }
		}
	}
	if err := json.Unmarshal([]byte(body), &got); err != nil || len(got.Events) != 2 || got.Events[0].Type != "deleted" ||
		got.Events[0].ID != all[3].ID || got.Events[1].Workout.Title != "Edited" {
		t.Errorf("%s %v", body, err)
	}
	place := func(w hevytest.Workout) bool { return w.ID == all[7].ID }
	if at := slices.IndexFunc(s.Workouts(), place); at != 6 {
		t.Errorf("an edit moved it to %d", at)
	}
}

// TestMissingNumbersAreNull and the first superset is 0.
func TestMissingNumbersAreNull(t *testing.T) {
	t.Parallel()
	s := hevytest.New(t, hevytest.Options{Workouts: 1})
	_, _, body := ask(t, s, hevytest.DefaultKey, "/v1/workouts")
	for _, want := range []string{`"rpe":null`, `"distance_meters":null`, `"supersets_id":0`, `"supersets_id":null`, `"custom_metric":null`} {
		if !strings.Contains(body, want) {
			t.Errorf("there is no %s: %s", want, body)
		}
	}
}
