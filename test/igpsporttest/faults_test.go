package igpsporttest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	emu "lapkeep/test/igpsporttest"
)

func TestFaultsMeetTheRequestsTheyName(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		fault emu.Fault
		want  []int
	}{
		"each":              {emu.Fault{Status: 503}, []int{503, 503, 503, 503}},
		"every second":      {emu.Fault{Status: 500, Every: 2}, []int{200, 500, 200, 500}},
		"after one, once":   {emu.Fault{Status: 429, After: 1, Times: 1}, []int{200, 429, 200, 200}},
		"another operation": {emu.Fault{Status: 500, Operation: "userInfo"}, []int{200, 200, 200, 200}},
		"this operation":    {emu.Fault{Status: 403, Operation: "listActivities", Times: 2}, []int{403, 403, 200, 200}},
		"another region":    {emu.Fault{Status: 500, Region: emu.INTL}, []int{200, 200, 200, 200}},
	} {
		c := start(t, emu.Options{Empty: true}, emu.CN)
		end := c.s.Inject(tc.fault)
		var got []int
		for range 4 {
			got = append(got, c.call("GET", list, nil).status)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if end(); c.call("GET", list, nil).status != 200 {
			t.Errorf("%s: it does not end", name)
		}
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{}, emu.CN)
	once := func(f emu.Fault) reply {
		defer c.s.Inject(f)()
		return c.call("GET", list, nil)
	}
	got := once(emu.Fault{Body: emu.HTML})
	if got.status != 200 || !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") || got.code != -1 {
		t.Errorf("HTML: %d %s", got.status, got.text)
	}
	if got := once(emu.Fault{Truncate: true}); got.status != 200 || json.Valid([]byte(got.text)) || len(got.text) < 1000 {
		t.Errorf("truncated: %d, %d bytes", got.status, len(got.text))
	}
	if got := once(emu.Fault{Empty: true}); got.status != 200 || got.text != "" {
		t.Errorf("empty: %d %s", got.status, got.text)
	}
	if got := once(emu.Fault{Status: 403, Code: 1002}); got.status != 403 || got.code != 1002 {
		t.Errorf("%d %s", got.status, got.text)
	}
	for _, after := range []string{"7", ""} {
		if got := once(emu.Fault{Status: 429, RetryAfter: after}); got.status != 429 || got.header.Get("Retry-After") != after {
			t.Errorf("429 after %q: %d %v", after, got.status, got.header)
		}
	}
	if got := once(emu.Fault{Location: c.s.ElsewhereURL + "/x"}); got.status != 302 || got.header.Get("Location") != c.s.ElsewhereURL+"/x" {
		t.Errorf("%d %v", got.status, got.header)
	}
}

func TestFaultsOfTheFileHost(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{}, emu.CN)
	url := c.download(c.page(1, "")[1]["rideId"])
	once := func(f emu.Fault) reply {
		f.Operation = "file"
		defer c.s.Inject(f)()
		return c.send("GET", url, nil)
	}
	big := once(emu.Fault{Size: 40 << 20})
	if len(big.text) != 40<<20 || big.text[8:12] != ".FIT" || strings.Count(big.text, ".FIT") != 1 || big.header.Get("Content-Length") == "" {
		t.Errorf("%d bytes that begin %q", len(big.text), big.text[:12])
	}
	if got := once(emu.Fault{Size: 1 << 20, Unsized: true}); len(got.text) != 1<<20 || got.header.Get("Content-Length") != "" {
		t.Errorf("unsized: %d bytes, %v", len(got.text), got.header)
	}
	for name, f := range map[string]emu.Fault{"no FIT": {Body: "no FIT"}, "403": {Status: 403}, "empty": {Empty: true}} {
		if got := once(f); len(got.text) > 100 || (f.Status != 0) != (got.status == 403) {
			t.Errorf("%s: %d %q", name, got.status, got.text)
		}
	}
	if got := once(emu.Fault{Location: c.s.ElsewhereURL + "/x.fit"}); got.status != 302 {
		t.Errorf("%d", got.status)
	}
	if got := c.send("GET", c.s.ElsewhereURL+"/x.fit", nil); got.text[8:12] != ".FIT" {
		t.Error("elsewhere is no file")
	}
	c.violated()
}

func TestConnectionsBreak(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{}, emu.CN)
	for _, body := range []string{"", `{"code":0,"da`} {
		remove := c.s.Inject(emu.Fault{Cut: true, Body: body})
		answer, err := http.Get(c.s.URL(emu.CN) + list)
		if err == nil {
			var d emu.Doc
			err = json.NewDecoder(answer.Body).Decode(&d)
			_ = answer.Body.Close()
		}
		if err == nil {
			t.Errorf("%q came whole", body)
		}
		remove()
	}
}

// TestALateFaultHasItsEffect: the client cannot know that the workout was made.
func TestALateFaultHasItsEffect(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Empty: true}, emu.CN)
	c.s.Inject(emu.Fault{Operation: "saveWorkout", Status: 502, Late: true, Times: 1})
	c.s.Inject(emu.Fault{Operation: "saveWorkout", Status: 502, Times: 1})
	for range 2 {
		if got := c.call("POST", save, changed(t)); got.status != 502 {
			t.Errorf("%d", got.status)
		}
	}
	if d := c.object(custom); d["total"] != 1.0 {
		t.Errorf("%v workouts", d["total"])
	}
}

func TestSlowAnswersWaitAtTheGate(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Empty: true}, emu.CN)
	gate, held := make(chan struct{}), make(chan struct{})
	c.s.Inject(emu.Fault{Gate: gate, Held: func() { close(held) }, Times: 1})
	done := make(chan int)
	go func() { done <- c.call("GET", list, nil).status }()
	<-held
	c.data("GET", userInfo, nil) // others do not wait
	select {
	case <-done:
		t.Error("it went through the gate")
	default:
	}
	close(gate)
	if status := <-done; status != 200 {
		t.Errorf("%d", status)
	}
	c.s.Inject(emu.Fault{Delay: time.Millisecond})
	c.data("GET", list, nil)
}

func TestTooManyCallsInASecond(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Empty: true, PerSecond: 3}, emu.CN)
	c.data("GET", list, nil)
	c.data("GET", list, nil)
	c.refused(c.call("GET", list, nil), 429, 429, "")
	c.s.Advance(time.Second)
	c.data("GET", list, nil)
}

func TestManyClientsAtOnce(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Empty: true}, emu.CN)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if got := c.call("POST", save, changed(t)); got.code != 0 {
				t.Errorf("%d %s", got.status, got.text)
			}
			c.call("GET", list, nil)
			c.s.State()
		})
	}
	all.Wait()
	if d := c.object(custom); d["total"] != 20.0 {
		t.Errorf("%v workouts", d["total"])
	}
}
