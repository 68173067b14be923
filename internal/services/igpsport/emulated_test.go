package igpsport

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

var regionsUnderTest = []igpsporttest.Region{igpsporttest.CN, igpsporttest.INTL}

// both runs a test against each region of a service of its own.
func both(t *testing.T, o igpsporttest.Options, f func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region)) {
	t.Helper()
	for _, r := range regionsUnderTest {
		t.Run(string(r), func(t *testing.T) {
			t.Parallel()
			f(t, igpsporttest.New(t, o), r)
		})
	}
}

// optionsOf returns the options of a client with the server's clock.
func optionsOf(s *igpsporttest.Server, r igpsporttest.Region) client.Options {
	return client.Options{
		BaseURL: s.URL(r), Region: string(r), UserAgent: "lapkeep/test", Random: rand.Reader,
		Clock: client.Clock{
			Now:   func() time.Time { return time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC) },
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		},
	}
}

func credentials(r igpsporttest.Region) source.Credentials {
	c := source.Credentials{Region: string(r), User: igpsporttest.DefaultEmail, Password: source.NewSecret(igpsporttest.DefaultPassword)}
	if r == igpsporttest.CN {
		c.User = igpsporttest.DefaultPhone
	}
	return c
}

// signIns gives tokens by signing in, as what keeps them does, and counts.
type signIns struct {
	o     client.Options
	c     source.Credentials
	token source.Token
	n     int
}

func (s *signIns) Token(ctx context.Context) (source.Token, error) {
	if s.token.Access.Empty() {
		return s.Renew(ctx, s.token)
	}
	return s.token, nil
}

func (s *signIns) Renew(ctx context.Context, _ source.Token) (source.Token, error) {
	s.n++
	var err error
	s.token, err = Login(ctx, s.o, s.c)
	return s.token, err
}

// signedIn returns a client of an account. Its tokens count how often they
// signed in.
func signedIn(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region, change ...func(*client.Options)) (*Client, *signIns) {
	t.Helper()
	o := optionsOf(s, r)
	for _, f := range change {
		f(&o)
	}
	tokens := &signIns{o: o, c: credentials(r)}
	o.Tokens = tokens
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c, tokens
}

func everyDay() source.ActivityQuery {
	return source.ActivityQuery{Days: training.DayRange{From: training.NewDay(1990, 1, 1), To: training.NewDay(2026, 9, 22)}}
}

// listed returns all activities of a query, page by page.
func listed(t *testing.T, c *Client, q source.ActivityQuery) (all []source.Activity) {
	t.Helper()
	for range 1000 {
		p, err := c.ListActivities(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p.Activities...)
		if q.After = p.Next; q.After == "" {
			return all
		}
	}
	t.Fatal("the list does not end")
	return nil
}

// asked counts the calls of an operation.
func asked(s *igpsporttest.Server, op string) (n int) {
	for _, r := range s.Requests() {
		if r.Operation == op {
			n++
		}
	}
	return n
}

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
		"cut off":       {igpsporttest.Fault{Truncate: true}, source.Unavailable, "cut off"},
		"connection":    {igpsporttest.Fault{Cut: true}, source.Unavailable, "does not answer"},
		"half":          {igpsporttest.Fault{Cut: true, Body: `{"code":0,`}, source.Unavailable, "does not answer"},
		"nothing":       {igpsporttest.Fault{Empty: true}, source.Unavailable, "cut off"},
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

// What the client can do.
var (
	_ source.Service             = (*Client)(nil)
	_ source.ActivityLister      = (*Client)(nil)
	_ source.ActivityReader      = (*Client)(nil)
	_ source.RecordingFetcher    = (*Client)(nil)
	_ source.ProfileReader       = (*Client)(nil)
	_ source.SportSettingsReader = (*Client)(nil)
)

func TestTheAthleteAndTheirThresholds(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		p, err := c.Profile(t.Context())
		if err != nil || p.WeightKg != 71 || p.HeightCm != 178 || p.RestHRBpm != 48 || p.BirthYear() != 1988 || p.ID == "" || p.Sex != "" ||
			(p.TimeZone == "Asia/Shanghai") != (r == igpsporttest.CN) {
			t.Errorf("%+v, %v", p, err)
		}
		all, err := c.SportSettings(t.Context())
		if err != nil || len(all) != 2 {
			t.Fatalf("%+v, %v", all, err)
		}
		ride, run := all[0], all[1]
		if ride.FTPW != 250 || ride.LTHRBpm != 168 || ride.MaxHRBpm != 188 || !slices.Equal(ride.Sports, training.Cycling.Plain().Alone()) ||
			!slices.Equal(ride.PowerZonesPct, []float64{55, 75, 90, 105, 120, 150, 999}) ||
			!slices.Equal(ride.HRZonesBpm, []float64{136, 150, 158, 168, 188}) {
			t.Errorf("%+v", ride)
		}
		if run.LTHRBpm != 168 || run.MaxHRBpm != 188 || run.FTPW != 0 || !slices.Equal(run.Sports, training.Running.Plain().Alone()) {
			t.Errorf("%+v", run)
		}
	})
}

func TestWhatWasNeverEnteredIsNotSaid(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{NoThresholds: true}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		all, err := c.SportSettings(t.Context())
		if err != nil || len(all) != 1 || all[0].FTPW != 0 || all[0].LTHRBpm != 0 || all[0].PowerZonesPct != nil || all[0].HRZonesBpm != nil {
			t.Errorf("%+v, %v", all, err)
		}
	})
}

// A token can open somebody else's account without anybody noticing, as one of
// the other region does.
func TestAnotherAthleteThanTheOneConnectedIsNotRead(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r, func(o *client.Options) { o.Athlete = "77" })
		_, err := c.ListActivities(t.Context(), everyDay())
		if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || !strings.Contains(err.Error(), "77 is connected") {
			t.Errorf("%v", err)
		}
		if _, err := c.Profile(t.Context()); err == nil {
			t.Error("the profile is read")
		}
	})
}

// Some accounts are refused who they are; their parameters say it.
func TestAnAccountThatIsRefusedItsName(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		defer s.Inject(igpsporttest.Fault{Operation: "userInfo", Status: 403})()
		c, _ := signedIn(t, s, r)
		who, err := c.Check(t.Context())
		if err != nil || who.ID == "" || who.Others != nil {
			t.Errorf("%+v, %v", who, err)
		}
		if n := len(listed(t, c, everyDay())); n != 26 {
			t.Errorf("%d activities", n)
		}
		weight := map[igpsporttest.Region]float64{igpsporttest.CN: 71}[r]
		if p, err := c.Profile(t.Context()); err != nil || p.ID != who.ID || p.WeightKg != weight {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

// every returns all segments of a list, page by page.
func every(t *testing.T, c *Client, own bool) (all []source.Segment, note string) {
	t.Helper()
	q := source.SegmentQuery{Own: own, Limit: 7}
	for range 100 {
		p, err := c.Segments(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		all, note = append(all, p.Segments...), p.Note.String()
		if q.After = p.Next; q.After == "" {
			return all, note
		}
	}
	t.Fatal("the list does not end")
	return nil, ""
}

// TestSegmentsArePagedThrough, in China by what they are, abroad in the one list
// that there is.
func TestSegmentsArePagedThrough(t *testing.T) {
	t.Parallel()
	for _, past := range []igpsporttest.PastEnd{igpsporttest.PastEndEmpty, igpsporttest.PastEndRepeats} {
		both(t, igpsporttest.Options{PastEnd: past}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
			c, _ := signedIn(t, s, r)
			starred, note := every(t, c, false)
			own, _ := every(t, c, true)
			ids := map[string]bool{}
			for _, x := range starred {
				ids[x.ID] = true
			}
			wantOwn := map[igpsporttest.Region]int{igpsporttest.CN: 2, igpsporttest.INTL: 23}[r]
			if len(starred) != 23 || len(ids) != 23 || len(own) != wantOwn || (note == "") != (r == igpsporttest.CN) {
				t.Errorf("%d, %d different, %d own, %q", len(starred), len(ids), len(own), note)
			}
			if x := starred[1]; *x.DistanceKm != 1.35 || *x.OwnBestS != 367 || *x.BestMaleS != 307 ||
				*x.AvgGradePct < 3.19 || *x.AvgGradePct > 3.21 {
				t.Errorf("%+v", x)
			}
			if x := starred[8]; x.OwnBestS != nil || x.BestMaleS != nil {
				t.Errorf("nobody rode it: %+v", x)
			}
		})
	}
}

// TestOneSegment: what China says of it, and what is told abroad.
func TestOneSegment(t *testing.T) {
	t.Parallel()
	s := igpsporttest.New(t, igpsporttest.Options{})
	c, _ := signedIn(t, s, igpsporttest.CN)
	d, err := c.Segment(t.Context(), "5100")
	if err != nil || len(d.Own) != 3 || len(d.Fastest) != 5 || d.Place != "浙江 杭州" || *d.ElevationGainM != 37 || d.Own[0].TimeS != 360 ||
		d.Own[0].ActivityID == "" || d.Own[0].Start == "" || *d.Athletes != 30 {
		t.Errorf("%+v %v", d, err)
	}
	if d, err = c.Segment(t.Context(), "5108"); err != nil || len(d.Own) > 0 || len(d.Fastest) > 0 {
		t.Errorf("nobody rode it: %+v %v", d, err)
	}
	var rows []source.RankedEffort
	q := source.RankingQuery{ID: "5100", Year: true, Limit: 10}
	for range 10 {
		p, err := c.SegmentRanking(t.Context(), q)
		if err != nil || p.Total != 33 || p.Own == nil || p.Own.Rank != 8 || !p.Own.Mine {
			t.Fatalf("%+v %v", p, err)
		}
		rows = append(rows, p.Rows...)
		if q.After = p.Next; q.After == "" {
			break
		}
	}
	if len(rows) != 33 || !rows[7].Mine || rows[6].Mine || rows[5].Gender != "female" || rows[3].Gender != "" || rows[0].Day == nil {
		t.Errorf("%d: %+v", len(rows), rows)
	}
	if _, err := c.Segment(t.Context(), "4242"); training.KindOf(err) != training.KindNotFound {
		t.Errorf("none: %v", err)
	}
	abroad, _ := signedIn(t, s, igpsporttest.INTL)
	_, detail := abroad.Segment(t.Context(), "5100")
	_, ranking := abroad.SegmentRanking(t.Context(), source.RankingQuery{ID: "5100"})
	for _, err := range []error{detail, ranking} {
		if training.KindOf(err) != training.KindUnsupported || !strings.Contains(err.Error(), "iGPSport (international) lists segments") {
			t.Errorf("%v", err)
		}
	}
	_, id := c.Segment(t.Context(), "../5100")
	_, rank := c.SegmentRanking(t.Context(), source.RankingQuery{ID: "5100&x=1"})
	_, after := c.Segments(t.Context(), source.SegmentQuery{After: "2:20"})
	_, afterRank := c.SegmentRanking(t.Context(), source.RankingQuery{ID: "5100", After: "1:0:0"})
	for _, err := range []error{id, rank, after, afterRank} {
		if training.KindOf(err) != training.KindInvalid {
			t.Errorf("%v", err)
		}
	}
}
