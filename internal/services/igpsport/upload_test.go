package igpsport

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
	"lapkeep/test/rawfit"
)

// recorded is a ride that the emulator has not, and when it began.
func recorded() (source.File, source.Upload) {
	ride := rawfit.SteadyRide()
	return source.File{Name: "ride.fit", Body: ride.Bytes}, source.Upload{Start: rawfit.Start()}
}

// TestAFileBecomesOneActivity, whatever form the list has: sent again, it is
// there already and nothing is sent.
func TestAFileBecomesOneActivity(t *testing.T) {
	t.Parallel()
	for _, dates := range []igpsporttest.Dates{igpsporttest.DatesDotted, igpsporttest.DatesWithTime} {
		both(t, igpsporttest.Options{Activities: 3, Dates: dates}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
			c, _ := signedIn(t, s, r)
			f, said := recorded()
			made, fresh, err := c.Upload(t.Context(), f, said)
			if err != nil || !fresh || len(made) != 1 || ids(s, r)[made[0]] == nil {
				t.Fatalf("%v %v %v", made, fresh, err)
			}
			other, _ := signedIn(t, s, r) // one that knows nothing of it
			again, fresh, err := other.Upload(t.Context(), f, said)
			if err != nil || fresh || !slices.Equal(made, again) || asked(s, "signedURL") != 1 || asked(s, "uploaded") != 1 {
				t.Errorf("again: %v %v %v, put %d times", again, fresh, err, asked(s, "putFile"))
			}
			if got, err := c.FetchRecording(t.Context(), made[0]); err != nil || string(got.Body) != string(f.Body) {
				t.Errorf("it came back as %d bytes: %v", len(got.Body), err)
			}
			for _, q := range s.Requests() {
				if q.Operation == "putFile" && (q.Auth != "" || q.Headers.Get("Content-Type") != "" || q.Headers.Get("Origin") != "") {
					t.Errorf("the file host got %s %v", q.Auth, q.Headers)
				}
			}
		})
	}
}

// TestAClockOfAnotherZoneIsNoOtherRide: where starts are apart by a zone, the
// file decides.
func TestAClockOfAnotherZoneIsNoOtherRide(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		f, said := recorded()
		made, _, err := c.Upload(t.Context(), f, said)
		if err != nil {
			t.Fatal(err)
		}
		said.Start = said.Start.Add(2 * time.Hour)
		if again, fresh, err := c.Upload(t.Context(), f, said); err != nil || fresh || !slices.Equal(made, again) {
			t.Errorf("the same file: %v %v %v", again, fresh, err)
		}
		f.Body = append(slices.Clone(f.Body), 0)
		s.Inject(igpsporttest.Fault{Operation: "uploaded", Status: 500})
		if again, _, err := c.Upload(t.Context(), f, said); err == nil {
			t.Errorf("another file two hours later is taken for %v", again)
		}
	})
}

// success is an answer that does nothing.
const success = `{"code":0,"message":"success","data":null}`

// TestWhatDoesNotAppear is taken, and its id is not known; what appears late is waited for.
func TestWhatDoesNotAppear(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		fault igpsporttest.Fault
		known bool
		looks int
	}{
		"never":          {igpsporttest.Fault{Operation: "uploaded", Body: success}, false, 5},
		"late":           {igpsporttest.Fault{Operation: "listActivities", After: 1, Times: 2, Body: `{"code":0,"data":{"rows":[]}}`}, true, 4},
		"cannot be told": {igpsporttest.Fault{Operation: "listActivities", After: 1, Status: 403}, false, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
				c, _ := signedIn(t, s, r)
				s.Inject(x.fault)
				f, said := recorded()
				made, fresh, err := c.Upload(t.Context(), f, said)
				if err != nil || !fresh || (len(made) == 1) != x.known || asked(s, "listActivities") != x.looks || asked(s, "uploaded") != 1 {
					t.Errorf("%v %v %v after %d looks", made, fresh, err, asked(s, "listActivities"))
				}
			})
		})
	}
}

// TestBrokenUploads: each of the steps fails as itself, and what may have been
// taken is found when it is sent again.
func TestBrokenUploads(t *testing.T) {
	t.Parallel()
	type fault = igpsporttest.Fault
	const away = "leads to another place"
	const elsewhere = `{"code":0,"data":{"ossId":"a","signedUrl":"https://example.com/a"}}`
	for name, x := range map[string]struct {
		fault igpsporttest.Fault
		kind  training.Kind
		says  string
	}{
		"list down":          {fault{Operation: "listActivities", Status: 503}, training.KindUnavailable, "does not answer"},
		"address is HTML":    {fault{Operation: "signedURL", Body: igpsporttest.HTML}, training.KindUnavailable, "iGPSport"},
		"no address":         {fault{Operation: "signedURL", Body: `{"code":0,"data":{"ossId":"a"}}`}, training.KindUnsupported, "form that this version does not know"},
		"address elsewhere":  {fault{Operation: "signedURL", Body: elsewhere}, training.KindForbidden, "none of its file hosts"},
		"address refused":    {fault{Operation: "signedURL", Body: `{"code":500,"message":"no"}`}, training.KindInvalid, "no"},
		"host refuses":       {fault{Operation: "putFile", Status: 403}, training.KindForbidden, "file host of iGPSport does not take"},
		"host down":          {fault{Operation: "putFile", Status: 503}, training.KindUnavailable, "does not answer"},
		"host leads away":    {fault{Operation: "putFile", Location: "elsewhere"}, training.KindUnsupported, away},
		"host leads on":      {fault{Operation: "putFile", Location: "elsewhere", Status: 307}, training.KindUnsupported, away},
		"not taken":          {fault{Operation: "uploaded", Body: `{"code":500,"message":"File error"}`}, training.KindInvalid, "File error"},
		"taken, no answer":   {fault{Operation: "uploaded", Late: true, Cut: true}, training.KindUnavailable, "does not answer"},
		"taken, half answer": {fault{Operation: "uploaded", Late: true, Status: 502}, training.KindUnavailable, "does not answer"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
				f := x.fault
				if f.Location != "" {
					f.Location = s.ElsewhereURL + "/x.fit"
				}
				c, _ := signedIn(t, s, r)
				file, said := recorded()
				before := len(ids(s, r))
				end := s.Inject(f)
				if made, _, err := c.Upload(t.Context(), file, said); training.KindOf(err) != x.kind || !strings.Contains(err.Error(), x.says) {
					t.Errorf("%v, %v: %v", made, training.KindOf(err), err)
				}
				if n := asked(s, "uploaded"); n > 1 {
					t.Errorf("it was sent %d times", n)
				}
				end()
				made, fresh, err := c.Upload(t.Context(), file, said)
				if err != nil || len(made) != 1 || fresh == f.Late || len(ids(s, r)) != before+1 {
					t.Errorf("sent again: %v %v %v", made, fresh, err)
				}
				for _, q := range s.Requests() {
					if q.Host == "elsewhere" {
						t.Error("the redirect was followed")
					}
				}
			})
		})
	}
}

func TestFilesThatAreNotSent(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{Activities: 1}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		f, said := recorded()
		large := append(slices.Clone(f.Body), make([]byte, API().MaxFile)...)
		for _, x := range []struct {
			body []byte
			kind training.Kind
			says string
		}{
			{[]byte("<?xml version=\"1.0\"?><gpx/>"), training.KindUnsupported, "takes FIT files"},
			{nil, training.KindUnsupported, "takes FIT files"},
			{large, training.KindTooLarge, "more than 32 MiB"},
		} {
			if _, _, err := c.Upload(t.Context(), source.File{Name: "x", Body: x.body}, said); training.KindOf(err) != x.kind ||
				!strings.Contains(err.Error(), x.says) {
				t.Errorf("%d bytes: %v", len(x.body), err)
			}
		}
		if n := asked(s, "putFile") + asked(s, "uploaded"); n > 0 {
			t.Errorf("%d were sent", n)
		}
	})
}

// TestFilesAreStoredAtFileHostsAlone: the service names the address.
func TestFilesAreStoredAtFileHostsAlone(t *testing.T) {
	t.Parallel()
	var sent []string
	o := optionsOf(igpsporttest.New(t, igpsporttest.Options{}), igpsporttest.CN)
	o.BaseURL, o.Base = "", roundTrip(func(host string) { sent = append(sent, host) })
	api, err := client.New(API(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{
		"http://igp.oss.aliyuncs.com/a.fit", "https://127.0.0.1/a", "https://prod.zh.igpsport.com/a", "https://a:b@x.aliyuncs.com/a", "",
	} {
		if err := api.Store(t.Context(), address, []byte("x")); training.KindOf(err) != training.KindForbidden || len(sent) > 0 {
			t.Errorf("%q: %v, asked %v", address, err, sent)
		}
	}
}
