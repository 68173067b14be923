package connections_test

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
	"lapkeep/test/stravatest"
)

// prepare enters what the athlete types at a terminal.
func (r *rider) prepare() {
	r.t.Helper()
	a := r.said(stravatest.Decision{})
	a.Browse = nil
	if err := r.s.Prepare(r.t.Context(), "strava", a); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rider) asked() servicevalues.Asked {
	r.t.Helper()
	out, err := r.s.Ask(r.t.Context(), "strava", r.at.Now(), false)
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

// answer answers from another process than the one that asked.
func (r *rider) answer(text string) (source.Account, error) {
	return r.again().Answer(r.t.Context(), "strava", text, r.at.Now(), false)
}

// TestConnectingInAConversation: what must be typed is typed once, then the
// address is opened and its answer pasted, and nothing secret is in either.
func TestConnectingInAConversation(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{})
	if out := r.asked(); out.Address != "" || len(out.Lacks) != 2 || out.Prepare.String() != "lapkeep connect strava --prepare" {
		t.Fatalf("before anything was typed: %+v", out)
	}
	r.prepare()
	if got := r.s.Connected(); len(got) > 0 || r.at.Count("") > 0 {
		t.Fatalf("%q is connected", got)
	}
	if out, err := r.s.Ask(t.Context(), "strava", r.at.Now(), true); err != nil || out.Address != "" || len(out.Lacks) > 0 {
		t.Fatalf("a dry run: %+v %v", out, err)
	}
	first, out := r.asked(), r.asked()
	u, err := url.Parse(out.Address)
	if err != nil || first.Address == out.Address || u.Query().Get("redirect_uri") != "http://localhost/callback" ||
		strings.Contains(out.Address, stravatest.DefaultClientSecret) || strings.Join(out.Rights, ",") != u.Query().Get("scope") {
		t.Fatalf("%+v %v", out, err)
	}
	back, err := r.at.Decide(out.Address, stravatest.Decision{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.again().Answer(t.Context(), "strava", back, r.at.Now(), true); err != nil || len(r.s.Connected()) > 0 {
		t.Fatalf("a dry run: %v", err)
	}
	who, err := r.answer(" <" + back + "> ")
	if err != nil || who.ID != strconv.Itoa(stravatest.DefaultAthleteID) {
		t.Fatalf("%+v %v", who, err)
	}
	if _, err := r.s.Sync(t.Context(), "strava", false, nil); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(r.dir, "keys", "*.asked.json")); err != nil || len(left) > 0 {
		t.Errorf("it still waits: %q %v", left, err)
	}
	r.nowhere(t, "strava", stravatest.DefaultClientSecret, "")
	if again := r.asked(); again.Address == "" {
		t.Errorf("by the app that is connected: %+v", again)
	}
}

// TestAnswersThatAreNone: each says what mends it there, and repeats nothing of it.
func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	const again = "Call connect_source with source strava for a new address"
	for name, x := range map[string]struct {
		o      stravatest.Options
		d      stravatest.Decision
		answer func(r *rider, back string) string
		says   string
		mends  string
		// keeps is that the right answer is still taken after it.
		keeps bool
	}{
		"a foreign state": {
			answer: func(*rider, string) string { return "http://localhost/callback?state=guessed-state&code=stolen" },
			says:   "belongs to an earlier sign-in, not to the last one", mends: "were given, agree there", keeps: true,
		},
		"of the address before": {
			answer: func(r *rider, back string) string { r.asked(); return back },
			says:   "belongs to an earlier sign-in, not to the last one", mends: "were given, agree there",
		},
		"a code alone": {
			answer: func(_ *rider, back string) string { return codeOf(back) },
			says:   "A code alone does not prove", mends: "including state and code", keeps: true,
		},
		"words": {
			answer: func(*rider, string) string { return "it worked!" },
			says:   "not the address", mends: "the full address", keeps: true,
		},
		"far too long": {
			answer: func(*rider, string) string { return strings.Repeat("x", 5000) },
			says:   "too long to be", mends: "only the address", keeps: true,
		},
		"a damaged query": {
			answer: func(*rider, string) string { return "?state=%zz" },
			says:   "not the address", mends: "the full address", keeps: true,
		},
		"refused": {d: stravatest.Decision{Refuse: true}, says: "access was not allowed", mends: again},
		"a script": {
			answer: func(_ *rider, back string) string { return "?error=<script>alert(1)</script>&state=" + stateOf(back) },
			says:   "not allowed", mends: again,
		},
		"no code": {answer: func(_ *rider, back string) string { return "?state=" + stateOf(back) }, says: "not allowed", mends: again},
		"another code": {
			answer: func(_ *rider, back string) string { return "?code=other-code-1&state=" + stateOf(back) },
			says:   "already been used, or has expired", mends: again,
		},
		"too late": {
			answer: func(r *rider, back string) string { r.at.Advance(token.AnswerTime); return back },
			says:   "too late", mends: again,
		},
		"too few rights": {
			d: stravatest.Decision{Scopes: []string{"read"}}, says: "without the permission",
			mends: "leave activity:read ticked",
		},
		"an inactive app": {o: stravatest.Options{Inactive: true}, says: "is not active", mends: "Then call connect_source again"},
		"a crowded app":   {o: stravatest.Options{AthleteLimit: 1}, says: "another athlete", mends: "the athlete's own"},
		"a service's end": {
			answer: func(r *rider, back string) string { r.given.SignInURL = "http://127.0.0.1:9"; return back },
			says:   "a different address", mends: again,
		},
		"the wrong secret": {says: "client ID and secret", mends: "lapkeep connect strava --prepare"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRider(t, x.o)
			if name == "a crowded app" {
				r.at.GrantTo(stravatest.DefaultClientID, stravatest.SecondAthleteID)
			}
			if r.prepare(); name == "the wrong secret" {
				a := r.said(stravatest.Decision{})
				a.Password = source.NewSecret("mistyped-secret")
				if err := r.s.Prepare(t.Context(), "strava", a); err != nil {
					t.Fatal(err)
				}
			}
			back, err := r.at.Decide(r.asked().Address, x.d)
			if err != nil {
				t.Fatal(err)
			}
			text := back
			if x.answer != nil {
				text = x.answer(r, back)
			}
			_, err = r.answer(text)
			said := fmt.Sprint(err)
			for _, no := range []string{"<script", "stolen", "mistyped", codeOf(back), stateOf(back)} {
				if no != "" && strings.Contains(said, no) {
					t.Errorf("it repeats %q: %s", no, said)
				}
			}
			if err == nil || !strings.Contains(said, x.says) || !strings.Contains(said, x.mends) || training.KindOf(err) == training.KindInternal {
				t.Errorf("%v", err)
			}
			if len(r.s.Connected()) > 0 {
				t.Error("it is connected")
			}
			if _, err = r.answer(back); (err == nil) != x.keeps {
				t.Errorf("the right answer after it: %v", err)
			}
		})
	}
}

func codeOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Query().Get("code")
}

// TestAnAnswerIsTakenOnce, by one of many who have it.
func TestAnAnswerIsTakenOnce(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{})
	r.prepare()
	back, err := r.at.Decide(r.asked().Address, stravatest.Decision{})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	errs := make([]error, 5)
	for i := range errs {
		s := r.again()
		all.Go(func() { _, errs[i] = s.Answer(t.Context(), "strava", back, r.at.Now(), false) })
	}
	all.Wait()
	taken := 0
	for _, err := range errs {
		if err == nil {
			taken++
		} else if !strings.Contains(err.Error(), "accepted only once") {
			t.Error(err)
		}
	}
	if taken != 1 || r.at.Count("token") != 1 {
		t.Errorf("%d took it, and the service was asked %d times", taken, r.at.Count("token"))
	}
}

// TestAnotherAccountIsNotTakenOver in a conversation either.
func TestAnotherAccountIsNotTakenOver(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{AthleteLimit: 5})
	r.connected()
	back, err := r.at.Decide(r.asked().Address, stravatest.Decision{Athlete: stravatest.SecondAthleteID})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = r.answer(back); training.KindOf(err) != training.KindConflict || !strings.Contains(err.Error(), "disconnect_source") {
		t.Errorf("%v", err)
	}
	if who, err := r.s.Check(t.Context(), "strava"); err != nil || who.ID != strconv.Itoa(stravatest.DefaultAthleteID) {
		t.Errorf("%+v %v", who, err)
	}
}

// TestPreparingKeepsTheTermsApart: without the athlete's words there is no
// address, assistants stay out until a second text is agreed to, and
// disconnecting forgets all of it.
func TestPreparingKeepsTheTermsApart(t *testing.T) {
	t.Parallel()
	r := newRider(t, stravatest.Options{})
	need, err := r.s.Needs("strava", "")
	if err != nil {
		t.Fatal(err)
	}
	if err := r.s.Assistants(t.Context(), "strava", need.Assistants.Version); training.KindOf(err) != training.KindNotFound {
		t.Errorf("%v", err)
	}
	a := r.said(stravatest.Decision{})
	a.Agreed = ""
	if err := r.s.Prepare(t.Context(), "strava", a); training.KindOf(err) != training.KindForbidden {
		t.Errorf("%v", err)
	}
	r.prepare()
	if err := r.s.Assistants(t.Context(), "strava", need.Assistants.Version); err != nil {
		t.Errorf("%v", err)
	}
	if open, err := r.s.MayShow(t.Context(), "strava", training.AudienceModel); err != nil || !open {
		t.Errorf("%v %v", open, err)
	}
	if err := r.disconnect(t, r.s, "strava"); err != nil {
		t.Fatal(err)
	}
	if out := r.asked(); len(out.Lacks) != 2 {
		t.Errorf("%+v", out)
	}
	for _, name := range []string{"intervals", "nothing"} {
		if err := r.s.Prepare(t.Context(), name, connect.Answers{}); err == nil || !strings.Contains(err.Error(), "intervals") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := r.s.Answer(t.Context(), name, "x", r.at.Now(), false); err == nil || !strings.Contains(err.Error(), "intervals") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestACodeAloneIsTakenWhereItIsBound to what was asked (PKCE).
func TestACodeAloneIsTakenWhereItIsBound(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Empty: true})
	s := h.set(besides(newInvented(t, h.Now)))
	a := answers("club")
	a.Browse = nil
	if err := s.Prepare(t.Context(), "club", a); err != nil {
		t.Fatal(err)
	}
	out, err := s.Ask(t.Context(), "club", h.Now(), false)
	if err != nil || out.Address == "" {
		t.Fatalf("%+v %v", out, err)
	}
	if _, err := visitWithout(t.Context(), out.Address); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Answer(t.Context(), "club", "the-code", h.Now().Add(time.Minute), false); err != nil {
		t.Error(err)
	}
}
