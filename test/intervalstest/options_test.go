package intervalstest_test

import (
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/test/intervalstest"
	"lapkeep/test/intervalstest/apitest"
)

func TestLimitOfASecond(t *testing.T) {
	t.Parallel()
	var seconds atomic.Int64
	c := start(t, intervalstest.Options{Empty: true, PerSecond: 2, Now: func() time.Time { return time.Unix(1790000000+seconds.Load(), 0) }})
	got := c.statuses(3, "/athlete/0")
	seconds.Add(1)
	got = append(got, c.statuses(3, "/athlete/0")...)
	if diff := cmp.Diff([]int{200, 200, 429, 200, 200, 429}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestJSONAsPlainText(t *testing.T) {
	t.Parallel()
	for plain, want := range map[bool]string{true: "text/plain;charset=UTF-8", false: "application/json"} {
		c := start(t, intervalstest.Options{Empty: true, PlainText: plain})
		answer, err := http.Get(c.s.BaseURL + "/pace_distances")
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusUnauthorized || answer.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("without a key: %d", answer.StatusCode)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.s.BaseURL+"/pace_distances", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.SetBasicAuth("API_KEY", intervalstest.DefaultKey)
		answer, err = http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if got := answer.Header.Get("Content-Type"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestDeletesMayHaveNoAnswer(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	g := c.list("/athlete/0/gear")[2].(object)
	if status, text := c.raw("DELETE", path("/athlete/0/gear", g["id"]), nil); status != http.StatusNoContent || len(text) != 0 {
		t.Errorf("%d %q", status, text)
	}
}

func TestWhatNoClientCanDo(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{})
	ride := c.recorded("Ride")["id"].(string)
	c.s.Do(func(w *apitest.World) { w.Athletes[0].Activities[ride].Stub = true })
	c.refused("GET", "/activity/"+ride+"/streams", nil, 422, "Strava")
}

// TestLiveClock serves the days before today by the machine's clock.
func TestLiveClock(t *testing.T) {
	t.Parallel()
	c := start(t, intervalstest.Options{Live: true, TimeZone: "UTC", Activities: 1, StubEvery: -1})
	earliest := time.Now().UTC().AddDate(0, 0, -2).Format(time.DateOnly)
	if n := len(c.list("/athlete/0/activities?oldest=" + earliest)); n != 1 {
		t.Errorf("%d activities since %s", n, earliest)
	}
}
