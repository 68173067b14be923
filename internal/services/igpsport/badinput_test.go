package igpsport

import (
	"crypto/tls"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

type roundTrip func(host string)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) {
	f(r.URL.Host)
	return nil, http.ErrServerClosed
}

// TestBadAnswersAreTold: each is told as what it is, and what comes after it works.
func TestBadAnswersAreTold(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		fault igpsporttest.Fault
		want  source.Fault
		says  string
	}{
		"a page":        {igpsporttest.Fault{Body: igpsporttest.HTML}, source.Unavailable, "a web page"},
		"cut off":       {igpsporttest.Fault{Truncate: true}, source.Unavailable, "broke off"},
		"connection":    {igpsporttest.Fault{Cut: true}, source.Unavailable, "does not answer"},
		"half":          {igpsporttest.Fault{Cut: true, Body: `{"code":0,`}, source.Unavailable, "does not answer"},
		"nothing":       {igpsporttest.Fault{Empty: true}, source.Unavailable, "broke off"},
		"no envelope":   {igpsporttest.Fault{Body: `[{"rideId":1}]`}, source.Changed, "does not know"},
		"no code":       {igpsporttest.Fault{Body: `{"data":[]}`}, source.Changed, "does not know"},
		"another form":  {igpsporttest.Fault{Body: `{"code":0,"data":"x"}`}, source.Changed, "does not know"},
		"a code":        {igpsporttest.Fault{Body: `{"code":77,"message":"参数\u0007错误"}`}, source.Refused, "It says: 参数错误"},
		"a code in 401": {igpsporttest.Fault{Body: `{"code":"401","message":"Unauthorized"}`}, source.Unauthorised, "does not accept the sign-in"},
		"too fast":      {igpsporttest.Fault{Status: 429, RetryAfter: "90"}, source.RateLimited, "22:31:30"},
		"too fast, 200": {igpsporttest.Fault{Body: `{"code":429,"message":"slow down"}`}, source.RateLimited, "22:30:05"},
		"down":          {igpsporttest.Fault{Status: 503}, source.Unavailable, "does not answer"},
		"forbidden":     {igpsporttest.Fault{Status: 403}, source.Forbidden, "does not allow this"},
		"led elsewhere": {igpsporttest.Fault{Location: "elsewhere"}, 0, "not one of the configured hosts"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
				c, _ := signedIn(t, s, r)
				f := x.fault
				if f.Operation = "listActivities"; f.Location != "" {
					f.Location = s.ElsewhereURL
				}
				end := s.Inject(f)
				_, err := c.ListActivities(t.Context(), everyDay())
				if got, _ := source.FailureOf(err); got.Fault != x.want || err == nil || !strings.Contains(err.Error(), x.says) {
					t.Errorf("%v", err)
				}
				end()
				if all := listed(t, c, everyDay()); len(all) != 3 {
					t.Errorf("%d afterwards", len(all))
				}
			})
		})
	}
}

func TestWhatFailsForAMomentIsTriedAgain(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		s.Inject(igpsporttest.Fault{Operation: "listActivities", Status: 502, Times: 2})
		s.Inject(igpsporttest.Fault{Operation: "file", Cut: true, Times: 1})
		all := listed(t, c, everyDay())
		if _, err := c.FetchRecording(t.Context(), all[0].ID); err != nil || len(all) != 3 {
			t.Errorf("%d, %v", len(all), err)
		}
	})
}

// TestNobodyIsTrustedWithoutACertificate: a password is not sent to one that
// cannot be checked.
func TestNobodyIsTrustedWithoutACertificate(t *testing.T) {
	t.Parallel()
	asked := false
	stranger := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	stranger.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	stranger.Config.ErrorLog = log.New(io.Discard, "", 0)
	stranger.StartTLS()
	t.Cleanup(stranger.Close)
	o := optionsOf(igpsporttest.New(t, igpsporttest.Options{}), igpsporttest.CN)
	o.BaseURL = stranger.URL
	_, err := Login(t.Context(), o, credentials(igpsporttest.CN))
	if training.KindOf(err) != training.KindUnavailable || !strings.Contains(err.Error(), "certificate") || asked {
		t.Errorf("%v", err)
	}
}
