package source_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/kinds"
)

func TestFaultsHaveKindsAndFixes(t *testing.T) {
	t.Parallel()
	later := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	for status, want := range map[int]struct {
		fault source.Fault
		kind  training.Kind
		fix   string
		again bool
	}{
		http.StatusUnauthorized:        {source.Unauthorised, training.KindForbidden, "lapkeep connect tri", false},
		http.StatusForbidden:           {source.Forbidden, training.KindForbidden, "has permission for this", false},
		http.StatusNotFound:            {source.NotFound, training.KindNotFound, "", false},
		http.StatusMethodNotAllowed:    {source.Changed, training.KindUnsupported, "newer version", false},
		http.StatusUnprocessableEntity: {source.Refused, training.KindInvalid, "", false},
		http.StatusPaymentRequired:     {source.Unpaid, training.KindForbidden, "Subscribe on tri", false},
		http.StatusLocked:              {source.LockedOut, training.KindForbidden, "before 2026-05-01T10:00:00Z", true},
		http.StatusTooManyRequests:     {source.RateLimited, training.KindUnavailable, "2026-05-01T10:00:00Z", true},
		http.StatusBadGateway:          {source.Unavailable, training.KindUnavailable, "Try again later", true},
	} {
		fault, ok := source.FaultOfStatus(status)
		if !ok || fault != want.fault || fault.Temporary() != want.again {
			t.Errorf("%d: %v %v", status, fault, ok)
		}
		cause := errors.New("cause")
		err := source.Fail(source.Failure{Fault: fault, Source: "tri", Status: status, RetryAt: later, Err: cause}, "It failed.")
		if training.KindOf(err) != want.kind || !strings.Contains(err.Error(), want.fix) {
			t.Errorf("%d: %v (%v)", status, err, training.KindOf(err))
		}
		got, ok := source.FailureOf(err)
		if !ok || got.Status != status || !got.RetryAt.Equal(later) || !errors.Is(err, cause) {
			t.Errorf("%d: %+v", status, got)
		}
		if log := got.Error(); !strings.Contains(log, "tri: "+fault.String()) || !strings.Contains(log, "cause") {
			t.Errorf("%d logs %q", status, log)
		}
	}
	if _, ok := source.FaultOfStatus(http.StatusNoContent); ok {
		t.Error("204 is no fault")
	}
	if _, ok := source.FailureOf(errors.New("x")); ok {
		t.Error("any error is a failure")
	}
	if err := source.Fail(source.Failure{Fault: source.RateLimited}, "No."); !strings.Contains(err.Error(), "a few minutes") {
		t.Error(err)
	}
}

// TestEveryFaultIsDescribed: what is done about a fault follows from two
// questions, and each has a name, a sentence and a kind of its own.
func TestEveryFaultIsDescribed(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	seen := map[string]source.Fault{}
	for f := source.Unavailable; f <= source.Crowded; f++ {
		err := source.Fail(source.Failure{Fault: f, Source: "tri"}, "")
		said := err.Error()
		for _, word := range []string{said, f.String()} {
			if before, twice := seen[word]; twice || word == "" {
				t.Errorf("%d is described as %q, as %d is", f, word, before)
			}
			seen[word] = f
		}
		if !strings.HasPrefix(said, "tri ") || strings.Contains(said, "%!") || training.KindOf(err) == training.KindInternal {
			t.Errorf("%s: %q, %v", f, said, training.KindOf(err))
		}
		wantTotal := f == source.Unauthorised || f == source.RateLimited || f == source.Inactive || f == source.LockedOut ||
			f == source.ClientRefused || f == source.Crowded
		if wantWaits := f == source.RateLimited || f == source.LockedOut; f.Waits() != wantWaits || f.Total() != wantTotal {
			t.Errorf("%s: waits %v, total %v", f, f.Waits(), f.Total())
		}
		until := source.Until(err, at)
		later, _ := source.FailureOf(until)
		if strings.Contains(until.Error(), "2026-05-01T10:00:00Z") != f.Waits() || later.RetryAt.IsZero() == f.Waits() {
			t.Errorf("%s: until then it says %v", f, until)
		}
	}
	lacking := source.Fail(source.Failure{Fault: source.Unscoped, Source: "tri", Scope: "activity:write"}, "")
	if !strings.Contains(lacking.Error(), "allow activity:write.") {
		t.Error(lacking)
	}
	if plain := errors.New("x"); !errors.Is(source.Until(plain, at), plain) {
		t.Error("another error is changed")
	}
}

type lister struct {
	source.Service
	source.ActivityLister
}

type library struct {
	source.Service
	source.ActivityLister
	source.WorkoutWriter
	source.RosterReader
}

func TestWhatAServiceCanDoIsWhatItImplements(t *testing.T) {
	t.Parallel()
	a := kinds.AbilitiesOf(lister{})
	if !slices.Equal(a.Reads, []string{"activities"}) || len(a.Takes) > 0 || a.Coaches {
		t.Errorf("%+v", a)
	}
	a = kinds.AbilitiesOf(library{})
	if !slices.Equal(a.Reads, []string{"activities"}) || !slices.Equal(a.Takes, []string{"workouts"}) || !a.Coaches {
		t.Errorf("%+v", a)
	}
}

// TestPlace: what may not stay for ever among others lies apart, or nowhere.
func TestPlace(t *testing.T) {
	t.Parallel()
	const week = 7 * 24 * time.Hour
	for want, all := range map[source.Place][]source.Policy{
		source.Nowhere: {{}, {Joined: true}, {Retention: source.Forever}, {Retention: -week}},
		source.Limited: {{Retention: week}, {Retention: week, Joined: true}},
		source.Kept:    {{Retention: source.Forever, Joined: true}},
	} {
		for _, p := range all {
			if got := p.Place(); got != want || (p.MayStay("tri") == nil) != (want == source.Kept) {
				t.Errorf("%+v lies %d, want %d", p, got, want)
			}
		}
	}
}

// TestWhoeverAgreedSees: the table of both switches, of texts and of audiences.
func TestWhoeverAgreedSees(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	now, old := source.Agreed{At: at, Text: "2"}, source.Agreed{At: at, Text: "1"}
	all := []training.Audience{training.AudienceModel, training.AudiencePage, training.AudienceExport}
	asks := source.Policy{Retention: time.Hour, Audiences: all, Acknowledge: "a", AcknowledgeAssistants: "b", TextVersion: "2"}
	closed, free, kept := asks, asks, asks
	closed.Audiences = all[1:]
	free.Acknowledge, free.AcknowledgeAssistants = "", ""
	kept.Retention, kept.Joined = source.Forever, true
	for name, tt := range map[string]struct {
		p           source.Policy
		g           source.Agreement
		fetch       bool
		model, page bool
		export      bool
	}{
		"nothing":             {p: asks},
		"the second alone":    {p: asks, g: source.Agreement{Assistants: now}},
		"the first":           {p: asks, g: source.Agreement{Own: now}, fetch: true, page: true},
		"both":                {p: asks, g: source.Agreement{Own: now, Assistants: now}, fetch: true, page: true, model: true},
		"an old text":         {p: asks, g: source.Agreement{Own: old, Assistants: old}},
		"the second is old":   {p: asks, g: source.Agreement{Own: now, Assistants: old}, fetch: true, page: true},
		"closed by the terms": {p: closed, g: source.Agreement{Own: now, Assistants: now}, fetch: true, page: true},
		"nothing is asked":    {p: free, fetch: true, page: true, model: true},
		"kept":                {p: kept, g: source.Agreement{Own: now, Assistants: now}, fetch: true, page: true, model: true, export: true},
	} {
		got := [4]bool{tt.p.MayFetch(tt.g), tt.p.Opens(tt.g, all[0]), tt.p.Opens(tt.g, all[1]), tt.p.Opens(tt.g, all[2])}
		if want := [4]bool{tt.fetch, tt.model, tt.page, tt.export}; got != want {
			t.Errorf("%s: fetch, model, page, export are %v, want %v", name, got, want)
		}
	}
}

func TestPolicy(t *testing.T) {
	t.Parallel()
	fetched := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	week := source.Policy{Retention: 7 * 24 * time.Hour, Audiences: []training.Audience{training.AudiencePage}}
	open := source.Policy{Retention: source.Forever, Audiences: []training.Audience{training.AudienceModel, training.AudiencePage}}
	for name, tt := range map[string]struct {
		policy  source.Policy
		after   time.Duration
		expired bool
		model   bool
	}{
		"zero allows nothing": {source.Policy{}, 0, true, false},
		"within a week":       {week, 7*24*time.Hour - 1, false, false},
		"a week":              {week, 7 * 24 * time.Hour, true, false},
		"of a clock ahead":    {week, -time.Hour, true, false},
		"for ever":            {open, 1 << 62, false, true},
	} {
		if got := tt.policy.Expired(fetched, fetched.Add(tt.after)); got != tt.expired {
			t.Errorf("%s: expired %v", name, got)
		}
		if got := tt.policy.MayShow(training.AudienceModel); got != tt.model {
			t.Errorf("%s: shown to models %v", name, got)
		}
	}
	if got := source.Name("intervals").Ref("i55"); got != "intervals:i55" {
		t.Error(got)
	}
}

func TestAccountsAreMasked(t *testing.T) {
	t.Parallel()
	for user, want := range map[string]string{
		"ann@example.com": "a…@e….com", "13800000000": "138****0000", "+8613800000000": "+86****0000", "1234567": "123****7",
		"li_na": "l…", "李娜": "李…", "@": "…@…", "a@localhost": "a…@l…", "": "",
	} {
		if got := source.Masked(user); got != want {
			t.Errorf("%q is shown as %q, not %q", user, got, want)
		}
	}
	for name, want := range map[string]string{"Ann": "Ann", "ann@example.com": "a…@e….com", "13800000000": "138****0000", "2026": "2026"} {
		if got := source.MaskedIn(name); got != want {
			t.Errorf("%q is shown as %q, not %q", name, got, want)
		}
	}
}

const canary = "canary-5f2e"

func TestSecretsDoNotPrint(t *testing.T) {
	t.Parallel()
	token := source.Token{Scheme: source.Bearer, Access: source.NewSecret(canary), Refresh: source.NewSecret(canary)}
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		fmt.Fprintf(&out, verb+verb+verb, token, &token, token.Access)
		fmt.Fprintf(&out, verb+verb, struct{ inner source.Secret }{token.Access}, &struct{ inner source.Token }{token})
	}
	log := slog.New(slog.NewJSONHandler(&out, nil))
	log.Info("x", "token", token, "access", token.Access)
	slog.New(slog.NewTextHandler(&out, nil)).Info("x", "token", token, "access", token.Access)
	body, err := json.Marshal(token)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(body)
	if s := out.String(); strings.Contains(s, canary) || strings.Contains(s, fmt.Sprintf("%x", canary)) || !strings.Contains(s, "[secret]") {
		t.Errorf("printed: %s", s)
	}
	if token.Access != source.NewSecret(canary) || source.NewSecret("") != (source.Secret{}) || (source.Secret{}).Reveal() != "" {
		t.Error("secrets of the same text differ")
	}
	if token.Access.Reveal() != canary {
		t.Error("it is not there")
	}
}

func TestTokensGoStale(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	key := source.NewSecret("k")
	for name, tt := range map[string]struct {
		token source.Token
		want  bool
	}{
		"none":       {source.Token{}, false},
		"a key":      {source.Token{Access: key}, true},
		"for long":   {source.Token{Access: key, Expiry: now.Add(time.Hour)}, true},
		"not enough": {source.Token{Access: key, Expiry: now.Add(time.Minute)}, false},
		"gone":       {source.Token{Access: key, Expiry: now.Add(-time.Minute)}, false},
	} {
		if got := tt.token.Fresh(now, 5*time.Minute); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestUrgency(t *testing.T) {
	t.Parallel()
	if source.UrgencyOf(t.Context()) != source.Interactive ||
		source.UrgencyOf(source.WithUrgency(t.Context(), source.Background)) != source.Background {
		t.Error("the mark is lost")
	}
}
