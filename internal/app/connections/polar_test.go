package connections_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/polartest"
)

// sleeper is an athlete with an account at the emulated service.
type sleeper struct {
	*account

	at *polartest.Server
}

func newSleeper(t *testing.T, o polartest.Options) *sleeper {
	t.Helper()
	a := newAccount(t, "polar")
	o.Now, o.Callback = a.Now, registered(t, a.home)
	p := &sleeper{a, polartest.New(t, o)}
	a.given.URL, a.given.SignInURL = p.at.DataURL, p.at.AuthURL
	a.again()
	return p
}

// registered returns the address that the athlete registers by the steps that are shown.
func registered(t *testing.T, h *home) string {
	t.Helper()
	need, err := h.set().Needs("polar", "")
	if err != nil || need.Way != connect.ByApp {
		t.Fatalf("%+v %v", need, err)
	}
	words := strings.Fields(strings.Join(need.Steps, " "))
	at := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "http://localhost") })
	if at < 0 {
		t.Fatalf("no step names an address: %q", need.Steps)
	}
	return words[at]
}

func (p *sleeper) connect(secret string, d polartest.Decision) (source.Account, error) {
	return p.s.Connect(p.t.Context(), "polar", connect.Answers{
		Credentials: source.Credentials{User: polartest.DefaultClientID, Password: source.NewSecret(secret)},
		Browse: func(_ context.Context, address string) (string, error) {
			return p.at.Decide(address, d) // and it is pasted, because other tests wait at the port
		},
	}, p.Now())
}

func (p *sleeper) connected() *sleeper {
	p.t.Helper()
	if _, err := p.connect(polartest.DefaultClientSecret, polartest.Decision{}); err != nil {
		p.t.Fatal(err)
	}
	return p
}

// nights returns the days of wellness.
func (p *sleeper) nights() map[string]training.WellnessDay {
	p.t.Helper()
	docs, err := p.db.Documents(p.t.Context(), storetest.Export(ann), document.Wellness, document.Filter{})
	if err != nil {
		p.t.Fatal(err)
	}
	all := map[string]training.WellnessDay{}
	for _, d := range docs {
		if all[d.ID], err = document.Show[training.WellnessDay](d); err != nil {
			p.t.Fatal(err)
		}
	}
	return all
}

// same checks that exactly the service's sessions and nights are here.
func (p *sleeper) same() {
	p.t.Helper()
	here, want := p.nights(), 0
	yes := true
	page, err := p.db.Activities(p.t.Context(), storetest.Export(ann), store.ActivityFilter{})
	placed, worse := p.db.Activities(p.t.Context(), storetest.Export(ann), store.ActivityFilter{HasGPS: &yes})
	if err != nil || worse != nil || len(placed.Rows) == 0 {
		p.t.Fatalf("%v %v, %d have positions", err, worse, len(placed.Rows))
	}
	p.at.Do(func(a *polartest.Athlete) {
		for _, s := range a.Sessions {
			want += bytes.Count(s.File, []byte(`"samples":{"samples"`)) // once in each exercise
			at := slices.IndexFunc(page.Rows, func(r store.ActivityRow) bool { return r.Start.Equal(s.Truth.Start) })
			if at < 0 {
				p.t.Errorf("there is no session at %s", s.Truth.Start)
				continue
			}
			row := page.Rows[at]
			if string(row.Sport) != s.Truth.Sport || row.Sources[0] != "polar" || training.DayOf(s.Start) != row.LocalDay ||
				row.Summary.Values[training.MetricAvgHRBpm] < 60 ||
				slices.ContainsFunc(placed.Rows, func(r store.ActivityRow) bool { return r.ID == row.ID }) != (s.Truth.Positions > 0) {
				p.t.Errorf("%+v, want %+v", row, s.Truth)
			}
		}
		for i, n := range a.Nights {
			d := here[n.Day].Numbers
			if d[training.WellnessHRVRmssdMs].Value != float64(a.Recharges[i].RMSSD) || d[training.WellnessHRVRmssdMs].Source != "polar" ||
				n.Evaluated && (int(d[training.WellnessSleepS].Value+.5) != 27000 || d[training.WellnessSleepDeepS].Value == 0) ||
				n.Scored && d[training.WellnessSleepScore].Value != n.Score {
				p.t.Errorf("%s: %+v, want %+v", n.Day, d, n)
			}
		}
		if len(here) != len(a.Nights) {
			p.t.Errorf("%d nights of %d", len(here), len(a.Nights))
		}
	})
	if len(page.Rows) != want {
		p.t.Errorf("%d activities of %d", len(page.Rows), want)
	}
}

// TestAnAthleteOfPolar: the first sync brings sessions with samples and positions, and nights;
// a later one what changed there.
func TestAnAthleteOfPolar(t *testing.T) {
	t.Parallel()
	p := newSleeper(t, polartest.Options{})
	who, err := p.connect(polartest.DefaultClientSecret, polartest.Decision{})
	if err != nil || who.ID != strconv.Itoa(polartest.DefaultAthlete) || len(who.Missing) > 0 {
		t.Fatalf("%+v %v", who, err)
	}
	if r := p.sync(); r.Stored != 7 {
		t.Errorf("%+v", r)
	}
	p.same()
	wait(t, p.home, time.Hour)
	if r := p.again(); r == nil || p.sync().Stored != 0 {
		t.Error("what is here is read again")
	}
	p.at.Do(func(a *polartest.Athlete) {
		a.Nights[len(a.Nights)-1].Score, a.Nights[len(a.Nights)-1].Scored = 77, true
		a.Recharges[len(a.Recharges)-2].RMSSD = 99
		a.Sessions = slices.Delete(a.Sessions, 4, 5)
		a.Sessions[2].File = bytes.ReplaceAll(a.Sessions[2].File, []byte(`"calories":312`), []byte(`"calories":999`))
	})
	wait(t, p.home, time.Hour)
	if r := p.sync(); r.Stored != 1 || r.Gone != 1 {
		t.Errorf("%+v", r)
	}
	p.same()
	for _, secret := range []string{polartest.DefaultClientSecret, p.kept("refresh")} {
		p.nowhere(t, "polar", secret, p.logged.String())
	}
}

// TestPolarInAConversation: the address is opened, and where the browser ended up is pasted,
// once.
func TestPolarInAConversation(t *testing.T) {
	t.Parallel()
	p := newSleeper(t, polartest.Options{})
	app := source.Credentials{User: polartest.DefaultClientID, Password: source.NewSecret(polartest.DefaultClientSecret)}
	if err := p.s.Prepare(t.Context(), "polar", connect.Answers{Credentials: app}); err != nil {
		t.Fatal(err)
	}
	out, err := p.s.Ask(t.Context(), "polar", p.Now(), false)
	if err != nil || out.Address == "" || strings.Contains(out.Address, polartest.DefaultClientSecret) {
		t.Fatalf("%+v %v", out, err)
	}
	back, err := p.at.Decide(out.Address, polartest.Decision{})
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []bool{true, false} {
		who, err := p.again().Answer(t.Context(), "polar", back, p.Now(), false)
		if ok := err == nil && who.ID == strconv.Itoa(polartest.DefaultAthlete); ok != want {
			t.Errorf("answer %d: %+v %v", n, who, err)
		}
	}
	p.sync()
	p.same()
}

// kept returns a secret of the vault by a part of its name.
func (p *sleeper) kept(name string) string {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, "keys", "polar.json"))
	_, rest, ok := strings.Cut(string(text), name)
	parts := strings.Split(rest, `"`)
	if err != nil || !ok || len(parts) < 3 || len(parts[2]) < 20 {
		p.t.Fatalf("no %s is kept: %v", name, err)
	}
	return parts[2]
}

// TestConsentAtPolar: refused, with too few rights, by a wrong secret, and with one right less,
// which takes away nothing else.
func TestConsentAtPolar(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		secret string
		d      polartest.Decision
		says   string
	}{
		"refused":  {polartest.DefaultClientSecret, polartest.Decision{Refuse: true}, "access was not allowed"},
		"too few":  {polartest.DefaultClientSecret, polartest.Decision{Scopes: []string{"sleep:read"}}, "training_sessions:read"},
		"a secret": {"wrong-secret", polartest.Decision{}, "client ID and secret"},
	} {
		p := newSleeper(t, polartest.Options{})
		_, err := p.connect(x.secret, x.d)
		if err == nil || !strings.Contains(err.Error(), x.says) || strings.Contains(err.Error(), x.secret) || len(p.s.Connected()) > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	p := newSleeper(t, polartest.Options{})
	less := polartest.Decision{Scopes: []string{"training_sessions:read", "nightly_recharge:read"}}
	who, err := p.connect(polartest.DefaultClientSecret, less)
	if err != nil || !slices.Equal(who.Missing, []string{"sleep:read"}) {
		t.Fatalf("%+v %v", who, err)
	}
	if r := p.sync(); r.Stored != 7 || len(p.nights()) != 40 {
		t.Errorf("%+v, %d nights", r, len(p.nights()))
	}
}

// TestPolarThatDoesNotAnswer: each sync says why it ended, and a later one brings all.
func TestPolarThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		with  polartest.Fault
		want  source.Fault
		mends string
	}{
		"a limit":            {polartest.Fault{Operation: "sessions", Status: 429, RetryAfter: "7200"}, source.RateLimited, "12:00:"},
		"maintenance":        {polartest.Fault{Operation: "sleeps", Status: 503, Body: polartest.HTML}, source.Unavailable, "later"},
		"maintenance as 200": {polartest.Fault{Operation: "recharges", Body: polartest.HTML}, source.Unavailable, "web page"},
		"half":               {polartest.Fault{Operation: "sessions", Truncate: true}, source.Unavailable, "cut off"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSleeper(t, polartest.Options{}).connected()
			end := p.at.Inject(x.with)
			_, err := p.s.Sync(t.Context(), "polar", false, nil)
			f, _ := source.FailureOf(err)
			if err == nil || f.Fault != x.want || !strings.Contains(err.Error(), x.mends) || strings.Contains(err.Error(), "<") {
				t.Errorf("%v: %v", f.Fault, err)
			}
			end()
			wait(t, p.home, 11*time.Hour)
			p.again()
			p.sync()
			p.same()
		})
	}
}

// TestAQuarterThatPolarHasUsedUp ends the sync, and later ones go on from there.
func TestAQuarterThatPolarHasUsedUp(t *testing.T) {
	t.Parallel()
	p := newSleeper(t, polartest.Options{Quarter: 170}).connected()
	refused := 0
	for run := 0; ; run++ {
		if run > 10 {
			t.Fatal("it does not end")
		}
		_, err := p.s.Sync(t.Context(), "polar", false, nil)
		if f, _ := source.FailureOf(err); err != nil && f.Fault != source.RateLimited {
			t.Fatal(err)
		}
		if err == nil {
			break
		}
		refused++
		wait(t, p.home, 16*time.Minute)
	}
	if refused == 0 {
		t.Error("the limit was not reached")
	}
	p.same()
}

// TestAnAccessThatPolarsAthleteWithdrew is told, what was read stays, and connecting again
// goes on.
func TestAnAccessThatPolarsAthleteWithdrew(t *testing.T) {
	t.Parallel()
	p := newSleeper(t, polartest.Options{}).connected()
	p.sync()
	p.at.RevokeByAthlete()
	wait(t, p.home, time.Hour)
	_, err := p.s.Sync(t.Context(), "polar", false, nil)
	if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || !strings.Contains(err.Error(), "lapkeep connect polar") {
		t.Errorf("%v", err)
	}
	p.same()
	p.connected()
	wait(t, p.home, time.Hour)
	if r := p.sync(); r.Stored != 0 {
		t.Errorf("%+v", r)
	}
}

// TestTwoProcessesRenewPolarsTokenOnce: the refresh token ends at its use, so a second renewal
// with it would end the connection.
func TestTwoProcessesRenewPolarsTokenOnce(t *testing.T) {
	t.Parallel()
	p := newSleeper(t, polartest.Options{}).connected()
	for round := range 3 {
		wait(t, p.home, 13*time.Hour)
		p.at.Forget()
		var both sync.WaitGroup
		for range 4 {
			s := p.again()
			both.Go(func() {
				if _, err := s.Check(t.Context(), "polar"); err != nil {
					t.Errorf("round %d: %v", round, err)
				}
			})
		}
		both.Wait()
		n := 0
		for _, r := range p.at.Requests() {
			if r.Operation == "token" {
				n++
			}
		}
		if n != 1 {
			t.Errorf("round %d: the token was renewed %d times", round, n)
		}
	}
}

// TestPolarIsReadOnceThoughKilled: the process ends at three requests, and in the end
// everything is here once.
func TestPolarIsReadOnceThoughKilled(t *testing.T) {
	t.Parallel()
	p := newSleeper(t, polartest.Options{Nights: 20})
	p.connected()
	p.killed(5, 30, 60)
	p.same()
}

// TestDisconnectingPolar deletes its sessions and nights for good, with their files, and nothing
// that the athlete has from elsewhere or wrote. Connecting again brings them back.
func TestDisconnectingPolar(t *testing.T) {
	t.Parallel()
	p := newSleeper(t, polartest.Options{}).connected()
	p.sync()
	page, err := p.db.Activities(t.Context(), storetest.Export(ann), store.ActivityFilter{})
	if err != nil || len(p.originals()) == 0 {
		t.Fatal(err, p.originals())
	}
	storetest.Write(t, p.db, func(tx *store.Tx) error {
		_, err := tx.PutOwn(ann, document.Wellness, "2026-08-19", document.Own{Fields: []byte(`{"numbers":{"weight_kg":{"value":61}}}`)})
		if err == nil {
			err = storetest.AddRide(tx, ann, "mine", p.Now().AddDate(0, 0, -400), store.EveryAudience)
		}
		return err
	})
	w := journal.Write{Audience: training.AudienceExport, Face: "cli", Tool: "disconnect_source", Now: p.Now()}
	if _, err := p.s.Disconnect(t.Context(), "polar", true, w); training.KindOf(err) != training.KindForbidden {
		t.Errorf("it may be kept: %v", err)
	}
	if err := p.disconnect(t, p.s, "polar"); err != nil {
		t.Fatal(err)
	}
	left, files := p.nights(), p.originals()
	if n := p.count(t); n != 1 || len(left) != 1 || len(left["2026-08-19"].Numbers) != 1 || len(p.s.Connected()) > 0 || len(files) > 0 {
		t.Errorf("%d activities, %+v, files %q", n, left, files)
	}
	for _, text := range storetest.Texts(t, filepath.Join(p.dir)) {
		if strings.Contains(text, polartest.DefaultClientSecret) || strings.Contains(text, page.Rows[0].Start.UTC().Format("2006-01-02T15:04")) {
			t.Errorf("still there: %s", text)
		}
	}
	if report, err := p.db.Verify(t.Context()); err != nil || !report.OK() || report.Originals != 0 {
		t.Errorf("%+v %v", report, err)
	}
	if err := os.Remove(filepath.Join(p.dir, "keys", "polar.json")); err == nil {
		t.Error("the tokens are still there")
	}
	p.connected()
	wait(t, p.home, time.Hour)
	if r := p.sync(); r.Stored != 7 || len(p.nights()) != 40 {
		t.Errorf("connecting again: %+v, %d nights", r, len(p.nights()))
	}
}

// originals lists the kept files.
func (p *sleeper) originals() (all []string) {
	p.t.Helper()
	all, err := filepath.Glob(filepath.Join(p.dir, "athletes", "*", "originals", "*", "*"))
	if err != nil {
		p.t.Fatal(err)
	}
	return all
}
