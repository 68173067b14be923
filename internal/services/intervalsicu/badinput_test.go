package intervalsicu

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

// quiet are calls whose answers are not read.
var quiet = []string{
	"delete", "delete folder", "delete gear", "delete item", "delete reminder", "delete settings",
	"delete workout", "readmit", "apply settings", "original", "fit", "gpx", "export", "unsay",
}

// TestEveryCallTellsABadAnswer gives each call answers that are none.
func TestEveryCallTellsABadAnswer(t *testing.T) {
	t.Parallel()
	page := "<!DOCTYPE html><html><body>" + canary + "</body></html>"
	for name, x := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"garbage":   {text("{" + canary + "!"), "changed"},
		"truncated": {text(`[{"id":"i501","name":"` + canary), "unavailable"},
		"a page":    {status(200, page, "Content-Type", "text/html"), "unavailable"},
		"nothing":   {text(""), "unavailable"},
		"a number":  {text("7"), "changed"},
		"401":       {status(401, `{"status":401,"error":"`+canary+`"}`), "unauthorised"},
		"403":       {status(403, `{"status":403,"error":"Access denied"}`), "forbidden"},
		"404":       {status(404, `{"timestamp":"2026-09-20","status":404,"error":"Not Found","path":"/x"}`), "not found"},
		"405":       {status(405, ""), "changed"},
		"415":       {status(415, ""), "refused"},
		"422":       {status(422, ""), "refused"},
		"429":       {status(429, ""), "rate limited"},
		"500":       {status(500, page), "unavailable"},
	} {
		d := newDesk(t)
		for _, o := range operations(t) {
			d.says(o.ID, x.answer)
		}
		for _, call := range slices.Sorted(maps.Keys(allCalls())) {
			if slices.Contains(quiet, call) && slices.Contains([]string{"garbage", "truncated", "a page", "a number", "nothing"}, name) {
				continue
			}
			err := allCalls()[call](t.Context(), t, d.client(t))
			got := fault(err)
			if name == "404" && call == "readmit" {
				continue // there is no mark to take away
			}
			if name == "a number" && (call == "forecast" || strings.HasSuffix(call, "curves")) {
				continue // handed on as it is
			}
			if got != x.want || strings.Contains(fmt.Sprint(err), canary) {
				t.Errorf("%s, %s: %s: %v", name, call, got, err)
			}
		}
	}
}

func TestAnAnswerThatIsTooLongIsRefused(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.says("listGear", func(w http.ResponseWriter, _ *http.Request) {
		blank := []byte(strings.Repeat(" ", 1<<20))
		for range 65 {
			if _, err := w.Write(blank); err != nil {
				return
			}
		}
	})
	if _, err := d.client(t).Gear(t.Context()); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("%v", err)
	}
}

// The service has been seen to call JSON plain text.
func TestJSONIsReadWhateverItsDeclaredType(t *testing.T) {
	t.Parallel()
	d := newDesk(t).says("listGear", status(200, fixtures["listGear"], "Content-Type", "text/plain"))
	if got := must[[]source.Gear](t)(d.client(t).Gear(t.Context())); len(got) != 2 {
		t.Errorf("%+v", got)
	}
}

func TestNullListsAndFieldsAreNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.client(t)
	d.says("listGear", text("null")).says("listFolders",
		text(`[{"id":9,"type":"FOLDER","children":null}]`)).says("listSettings", text(`[{"id":1,"types":null,"hr_zones":null}]`))
	d.says("getActivities",
		text(`[{"id":"i1","icu_athlete_id":null,"tags":null,"gear":null,"stream_types":null,"type":"Ride","start_date_local":"2026-09-20T00:30:00","start_date":"2026-09-19T22:30:00Z"}]`))
	if got := must[[]source.Gear](t)(c.Gear(t.Context())); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	must[[]training.WorkoutFolder](t)(c.Folders(t.Context()))
	must[[]training.SportSettings](t)(c.SportSettings(t.Context()))
	if got := must[[]source.Activity](t)(c.Activities(t.Context(), "i1"))[0]; got.HasFile || got.HasStreams ||
		len(got.Said.Entry.Values) != 0 {
		t.Errorf("%+v", got)
	}
}

// One activity in another form does not take the list with it.
func TestAnActivityInAnotherFormIsCountedAndExplained(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.client(t)
	odd := strings.Replace(strings.Replace(ride, `"moving_time":3600`, `"moving_time":{"s":3600}`, 1), "i501", "i502", 1)
	d.says("listActivities", text("["+ride+","+odd+"]")).says("getActivity", text(odd))
	p := must[source.ActivityPage](t)(c.ListActivities(t.Context(), source.ActivityQuery{Days: days(t, "2026-09-19")}))
	if len(p.Activities) != 2 || p.Activities[0].Withheld != "" || p.Activities[1].ID != "i502" ||
		!strings.Contains(p.Activities[1].Withheld, "newer") || p.Activities[1].Said.Entry != nil {
		t.Errorf("%+v", p.Activities)
	}
	if p.Activities[1].Version == p.Activities[0].Version || p.Activities[1].Day != day(t, "2026-09-19") {
		t.Errorf("%+v", p.Activities[1])
	}
	if _, err := c.FetchStreams(t.Context(), "i502"); fault(err) != "changed" {
		t.Errorf("%v", err)
	}
	if err := c.DeleteActivity(t.Context(), "i502"); err != nil {
		t.Errorf("%v", err)
	}
	d.says("listActivities", text(`[{"name":"nobody","moving_time":{}}]`))
	if _, err := c.ListActivities(t.Context(), source.ActivityQuery{Days: days(t, "2026-09-19")}); fault(err) != "changed" {
		t.Errorf("%v", err)
	}
}

func TestACallerThatGivesUpIsNotTheServicesFault(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	gate := make(chan struct{})
	defer close(gate)
	s.Inject(intervalstest.Fault{Operation: "listGear", Gate: gate, Held: cancel})
	_, err := c.Gear(ctx)
	if _, ours := source.FailureOf(err); ours || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	for name, call := range allCalls() {
		if err := call(ctx, t, c); training.KindOf(err) != training.KindCanceled {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheServicesPauseIsKeptToInTheBackgroundAndToldToAPerson(t *testing.T) {
	t.Parallel()
	slept := time.Duration(0)
	s, c := emulated(t, intervalstest.Options{}, func(o *client.Options) {
		o.Clock.Sleep = func(ctx context.Context, d time.Duration) error { slept += d; return ctx.Err() }
	})
	remove := s.Inject(intervalstest.Fault{Operation: "listGear", Status: 429, RetryAfter: "7", Times: 1})
	_, err := c.Gear(t.Context())
	f, _ := source.FailureOf(err)
	if f.Fault != source.RateLimited || !f.RetryAt.Equal(c.now().Add(7*time.Second)) || slept != 0 {
		t.Errorf("%v after %s", err, slept)
	}
	remove()
	s.Inject(intervalstest.Fault{Operation: "listGear", Status: 429, RetryAfter: "7", Times: 2})
	if _, err := c.Gear(source.WithUrgency(t.Context(), source.Background)); err != nil || slept < 14*time.Second {
		t.Errorf("%v after %s", err, slept)
	}
}

func TestFaultsThatPassAreSurvivedByAWholeBackfill(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Activities: 40, Seconds: 60})
	want, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31")})
	s.Inject(intervalstest.Fault{Every: 3, Status: 503})
	s.Inject(intervalstest.Fault{Every: 4, Cut: true})
	got, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31"), Limit: 5})
	if !slices.Equal(ids(want), ids(got)) {
		t.Errorf("%d of %d", len(ids(got)), len(ids(want)))
	}
	for _, a := range want {
		if a.HasFile {
			must[source.File](t)(c.FetchRecording(t.Context(), a.ID))
		}
	}
}

// TestTheKeyIsNowhereButInTheHeader makes every call fail and succeed, and
// looks for the key in all that comes out.
func TestTheKeyIsNowhereButInTheHeader(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s, c := emulated(t, intervalstest.Options{Lenient: true}, func(o *client.Options) { o.Log = log })
	for name, call := range allCalls() {
		fmt.Fprintln(&out, name, call(t.Context(), t, c))
	}
	fmt.Fprintf(&out, "%+v", must[source.Account](t)(c.Check(t.Context())))
	if len(s.Requests()) < 20 || !strings.Contains(out.String(), "/wellness") {
		t.Fatal("nothing was logged")
	}
	if strings.Contains(out.String(), intervalstest.DefaultKey) {
		t.Error("the key comes out")
	}
}

func TestNoMoreThanThePaceTheAuthorAsksFor(t *testing.T) {
	t.Parallel()
	now := noon
	d := newDesk(t)
	c := d.client(t, func(o *client.Options) {
		o.Clock = client.Clock{
			Now:   func() time.Time { return now },
			Sleep: func(_ context.Context, d time.Duration) error { now = now.Add(d); return nil },
		}
	})
	for range 60 {
		must[[]source.Gear](t)(c.Gear(t.Context()))
	}
	if took := now.Sub(noon); took < 9*time.Second {
		t.Errorf("60 requests in %s", took)
	}
}
