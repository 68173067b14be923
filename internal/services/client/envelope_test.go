package client_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// wrapped is a client of a service that has regions, envelopes, signatures and
// file hosts, whose answer is what instead says.
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
		`{"code":0}`:                           {source.Unavailable, "broke off"},
		`{"code":null,"data":"x"}`:             {source.Changed, "does not know"},
		`{"code":"none","data":"x"}`:           {source.Changed, "does not know"},
		`"Ann"`:                                {source.Changed, "does not know"},
		`{"code":404,"message":"no"}`:          {source.NotFound, "refuses the request with code 404"},
		`{"code":5000,"message":"not\tyours"}`: {source.Refused, "It says: not yours"},
		`{"code":-1,"message":null}`:           {source.Refused, "gives no reason"},
		`{"code":401}`:                         {source.Unauthorised, "code 401"},
		`{"code":0,"data":"x"`:                 {source.Unavailable, "broke off"},
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
		var got client.Said
		c := wrapped(t, status(code, `{"code":1002,"message":"Password error"}`), func(a *client.API) {
			a.Explain = func(_ source.Failure, said client.Said) error {
				got = said
				return training.Errorf(training.KindForbidden, "That is not the password.")
			}
		})
		err := c.Do(t.Context(), client.Request{Op: opName})
		if fmt.Sprint(err) != "That is not the password." || !reflect.DeepEqual(got, client.Said{Code: 1002, Reason: "Password error"}) {
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
