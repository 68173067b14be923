package client_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/kinds"
)

var _ interface {
	source.Service
	source.ActivityLister
	source.RecordingFetcher
} = (*diary)(nil)

const key = "canary-4711-key"

var noon = time.Date(2026, 9, 20, 12, 0, 0, 0, time.UTC)

// site is the service's side of the diary. What instead says is answered to
// everything.
type site struct {
	rides   []ride
	files   map[string][]byte
	instead http.HandlerFunc
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.instead != nil {
		s.instead(w, r)
		return
	}
	if r.Header.Get("Authorization") != "Bearer "+key {
		status(403, `{"code":1002,"message":"Password error"}`)(w, r)
		return
	}
	m := http.NewServeMux()
	m.HandleFunc("GET /v1/me", status(200, `{"ID":"7","Name":"Ann","TimeZone":"Europe/Berlin"}`))
	m.HandleFunc("GET /v1/rides", s.list)
	m.HandleFunc("GET /v1/rides/{id}/file", s.file)
	m.ServeHTTP(w, r)
}

func (s *site) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	page := slices.DeleteFunc(slices.Clone(s.rides), func(a ride) bool {
		until := q.Get("until")
		return a.Local < q.Get("from") || a.Local > until && a.Local[:10] > until
	})
	count, _ := strconv.Atoi(q.Get("count"))
	_ = json.NewEncoder(w).Encode(page[:min(count, len(page))])
}

func (s *site) file(w http.ResponseWriter, r *http.Request) {
	body, ok := s.files[r.PathValue("id")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if bytes.HasPrefix(body, []byte{0x1f}) {
		w.Header().Set("Content-Disposition", `attachment; filename="../up/ride.fit.gz"`)
	}
	_, _ = w.Write(body)
}

func status(code int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
		fmt.Fprint(w, body)
	}
}

func open(t *testing.T, s *site, secret string) *diary {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	d, err := newDiary(client.Options{
		BaseURL: server.URL, Tokens: token.Static("diary", source.Token{Access: source.NewSecret(secret)}),
		Clock: client.Clock{
			Now:   func() time.Time { return noon },
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func everyDay() training.DayRange {
	return training.DayRange{From: training.NewDay(2026, 1, 1), To: training.NewDay(2026, 12, 31)}
}

// TestAServiceIsOnePackageOfItsOwnWords: what a service that lists takes beside
// this package fits on a page.
func TestAServiceIsOnePackageOfItsOwnWords(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("diary_test.go")
	if n := bytes.Count(text, []byte("\n")); err != nil || n > 80 {
		t.Errorf("%d lines, %v", n, err)
	}
}

func TestEveryRideIsListedPageByPage(t *testing.T) {
	t.Parallel()
	s := &site{}
	begun := noon
	for i := range 23 {
		if i%5 > 0 { // five begin at once
			begun = noon.Add(-time.Duration(i/5) * 30 * time.Hour)
		}
		s.rides = append(s.rides, ride{ID: fmt.Sprint(i), Local: begun.Format("2006-01-02T15:04:05"), Begun: begun, Seconds: 60, Meters: 500})
	}
	d := open(t, s, key)
	for _, limit := range []int{1, 2, 3, 7, 0} {
		seen := map[string]bool{}
		q := source.ActivityQuery{Days: everyDay(), Limit: limit}
		for pages := 0; ; pages++ {
			p, err := d.ListActivities(t.Context(), q)
			if err != nil || pages > 50 {
				t.Fatalf("%d a page, %d pages: %v", limit, pages, err)
			}
			for _, a := range p.Activities {
				seen[a.ID] = true
			}
			if q.After = p.Next; q.After == "" {
				break
			}
		}
		if len(seen) != len(s.rides) {
			t.Errorf("%d a page: %d rides", limit, len(seen))
		}
	}
	q := source.ActivityQuery{Days: everyDay(), After: "yesterday"}
	if _, err := d.ListActivities(t.Context(), q); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
}

func TestAFileComesUnpackedAndNamed(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, "FIT")
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s := &site{files: map[string][]byte{"1": []byte("FIT"), "2": packed.Bytes(), "3": {}, "4": packed.Bytes()[:12]}}
	d := open(t, s, key)
	for id, want := range map[string]string{"1": "1.fit", "2": "ride.fit"} {
		if f, err := d.FetchRecording(t.Context(), id); err != nil || f.Name != want || string(f.Body) != "FIT" {
			t.Errorf("%s: %+v, %v", id, f, err)
		}
	}
	for id, want := range map[string]source.Fault{
		"3": source.NotFound, "4": source.Unavailable, "5": source.NotFound,
		"../me": source.NotFound,
	} {
		_, err := d.FetchRecording(t.Context(), id)
		if f, ok := source.FailureOf(err); !ok || f.Fault != want {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestFailuresAreToldApart(t *testing.T) {
	t.Parallel()
	const page = "<!DOCTYPE html><html>" + key
	for name, x := range map[string]struct {
		instead http.HandlerFunc
		want    source.Fault
		says    string
	}{
		"password": {status(403, `{"code":1002,"message":"Password error"}`), source.Unauthorised, "does not accept the key"},
		"key":      {status(401, ""), source.Unauthorised, "does not accept the key"},
		"rights":   {status(403, `{"message":"Not yours"}`), source.Forbidden, "does not allow"},
		"none":     {status(404, ""), source.NotFound, "did not find what was requested"},
		"pace":     {status(429, "", "Retry-After", "90"), source.RateLimited, "no more requests"},
		"down":     {status(503, page), source.Unavailable, "does not answer"},
		"words":    {status(422, `{"message":"until is\u0007 no day"}`), source.Refused, "It says: until is no day"},
		"error":    {status(400, `{"error":"no"}`), source.Refused, "It says: no"},
		"silence":  {status(400, ""), source.Refused, "without a reason"},
		"garbage":  {status(200, "{"+key+"!"), source.Changed, "does not know"},
		"a number": {status(200, "7"), source.Changed, "does not know"},
		"cut":      {status(200, `[{"ID":"1","Title":"`+key), source.Unavailable, "cut off"},
		"nothing":  {status(200, ""), source.Unavailable, "cut off"},
		"a page":   {status(200, page), source.Unavailable, "a web page"},
	} {
		d := open(t, &site{instead: x.instead}, key)
		_, err := d.ListActivities(t.Context(), source.ActivityQuery{Days: everyDay()})
		f, _ := source.FailureOf(err)
		if f.Fault != x.want || f.Source != "diary" || !strings.Contains(fmt.Sprint(err), x.says) || strings.Contains(fmt.Sprint(err), key) {
			t.Errorf("%s: %v", name, err)
		}
		if wait := f.RetryAt.Sub(noon); name == "pace" && wait != 90*time.Second {
			t.Errorf("to be tried again after %s", wait)
		}
	}
	if _, err := open(t, &site{}, "another").Check(t.Context()); training.KindOf(err) != training.KindForbidden {
		t.Errorf("%v", err)
	}
	if who, err := open(t, &site{}, key).Check(t.Context()); err != nil || who.ID != "7" || who.Name != "Ann" {
		t.Errorf("%+v, %v", who, err)
	}
}

func TestAddressesHaveOneForm(t *testing.T) {
	t.Parallel()
	forms := map[string]string{"": "", "https://Diary.example/v1/": "", "http://diary.example": "http://diary.example/v1"}
	for _, base := range slices.Sorted(maps.Keys(forms)) {
		if got, err := diaryAPI().Address(base); err != nil || got != forms[base] {
			t.Errorf("%q is %q, %v", base, got, err)
		}
	}
	for _, bad := range []string{"diary.example", "ftp://diary.example", "https://a:" + key + "@diary.example", "https://diary.example/?a=b"} {
		if _, err := newDiary(client.Options{BaseURL: bad}); err == nil || strings.Contains(err.Error(), key) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestTheDiaryIsAService: what it can do follows from what it implements.
func TestTheDiaryIsAService(t *testing.T) {
	t.Parallel()
	d, err := newDiary(client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var s source.Service = d
	if a := kinds.AbilitiesOf(s); s.Name() != "diary" || !s.Policy().Joined || !slices.Equal(a.Reads, []string{"activities"}) ||
		len(a.Takes) > 0 {
		t.Errorf("%s %+v %+v", s.Name(), s.Policy(), a)
	}
}

// wrapped returns a client of a service that has regions, envelopes, signatures
// and file hosts, whose answer is what instead says.
func wrapped(t *testing.T, instead http.HandlerFunc, change ...func(*client.API)) *client.Client {
	t.Helper()
	server := httptest.NewServer(instead)
	t.Cleanup(server.Close)
	a := client.API{
		Name: "diary", Title: "The Diary", URL: "https://diary.example", Enveloped: true, MaxFile: 1 << 10,
		Regions: map[string]string{"east": "https://east.example", "west": server.URL},
	}
	for _, f := range change {
		f(&a)
	}
	c, err := client.New(a, client.Options{Region: "west", Clock: client.Clock{
		Now: noon.UTC, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var opName = client.Get("name", "/name")

func TestAnswersComeOutOfTheirEnvelopes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"code":0,"message":"ok","data":"Ann"}`: "Ann", `{"code":"0","data":"Ann"}`: "Ann", `{"code":0,"data":null}`: "",
	} {
		got, err := client.Ask[string](t.Context(), wrapped(t, status(200, text)), client.Request{Op: opName})
		if err != nil || got != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	for text, want := range map[string]struct {
		fault source.Fault
		says  string
	}{
		`{"code":0}`:                           {source.Unavailable, "cut off"},
		`{"code":null,"data":"x"}`:             {source.Changed, "does not know"},
		`{"code":"none","data":"x"}`:           {source.Changed, "does not know"},
		`"Ann"`:                                {source.Changed, "does not know"},
		`{"code":404,"message":"no"}`:          {source.NotFound, "rejected the request with code 404"},
		`{"code":5000,"message":"not\tyours"}`: {source.Refused, "It says: not yours"},
		`{"code":-1,"message":null}`:           {source.Refused, "without a reason"},
		`{"code":401}`:                         {source.Unauthorised, "code 401"},
		`{"code":0,"data":"x"`:                 {source.Unavailable, "cut off"},
		`<html>`:                               {source.Unavailable, "a web page"},
	} {
		_, err := client.Ask[string](t.Context(), wrapped(t, status(200, text)), client.Request{Op: opName})
		if f, _ := source.FailureOf(err); f.Fault != want.fault || !strings.Contains(fmt.Sprint(err), want.says) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestCodesReachTheService: a service that knows what its code means says it.
func TestCodesReachTheService(t *testing.T) {
	t.Parallel()
	for _, code := range []int{200, 403} {
		var got client.Message
		c := wrapped(t, status(code, `{"code":1002,"message":"Password error"}`), func(a *client.API) {
			a.Explain = func(_ source.Failure, said client.Message) error {
				got = said
				return training.Errorf(training.KindForbidden, "That is not the password.")
			}
		})
		err := c.Do(t.Context(), client.Request{Op: opName})
		if fmt.Sprint(err) != "That is not the password." || !reflect.DeepEqual(got, client.Message{Code: 1002, Reason: "Password error"}) {
			t.Errorf("%d: %+v, %v", code, got, err)
		}
	}
}

// TestEachTryIsSignedByItself, in its final form and with its body.
func TestEachTryIsSignedByItself(t *testing.T) {
	t.Parallel()
	var seen []string
	c := wrapped(t, func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Header.Get("X-Try")+" "+r.Header.Get("X-Web"))
		status(503, "")(w, r)
	}, func(a *client.API) {
		n := 0
		a.Header = http.Header{"X-Web": {"of the page"}}
		a.Sign = func(r *http.Request) error {
			n++
			r.Header.Set("X-Try", fmt.Sprint(n, " ", r.URL.RequestURI()))
			if n > 3 {
				return training.Errorf(training.KindInvalid, "No more words.")
			}
			return nil
		}
	})
	err := c.Do(t.Context(), client.Request{Op: opName, Query: map[string][]string{"a": {"b c"}}})
	if fmt.Sprint(err) != "No more words." || strings.Join(seen, ",") !=
		"1 /name?a=b+c of the page,2 /name?a=b+c of the page,3 /name?a=b+c of the page" {
		t.Errorf("%q, %v", seen, err)
	}
}

func TestRegionsHaveAddresses(t *testing.T) {
	t.Parallel()
	a := client.API{Title: "The Diary", URL: "https://diary.example", Path: "/v1", Regions: map[string]string{"east": "https://east.example"}}
	for base, want := range map[string]string{
		"": "", "https://East.example": "", "https://diary.example/v1": "", "https://west.example": "https://west.example/v1",
	} {
		if got, err := a.Address(base); err != nil || got != want {
			t.Errorf("%q is %q, %v", base, got, err)
		}
	}
}

// TestFilesOfThisMachine: while the service is on it, its files may be; nothing
// goes there of what opens the service.
func TestFilesOfThisMachine(t *testing.T) {
	t.Parallel()
	files := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header.Values("Authorization"))+len(r.Header.Values("X-Web")) > 0 {
			t.Errorf("it got %v", r.Header)
		}
		fmt.Fprint(w, strings.Repeat("x", len(r.URL.Path)))
	}))
	t.Cleanup(files.Close)
	c := wrapped(t, status(200, ""), func(a *client.API) { a.Header = http.Header{"X-Web": {"x"}} })
	if f, err := c.Fetch(t.Context(), files.URL+"/ride", "ride.fit"); err != nil || f.Name != "ride.fit" || len(f.Body) != 5 {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := c.Fetch(t.Context(), files.URL+"/"+strings.Repeat("y", 1100), "ride.fit"); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("%v", err)
	}
	if _, err := c.Fetch(t.Context(), "https://files.example/ride", "ride.fit"); training.KindOf(err) != training.KindForbidden {
		t.Errorf("%v", err)
	}
}
