package igpsport

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

func TestFilesComeFromWhereTheyLie(t *testing.T) {
	t.Parallel()
	for _, form := range []igpsporttest.DownloadForm{igpsporttest.DownloadText, igpsporttest.DownloadObject, igpsporttest.DownloadNull} {
		both(t, igpsporttest.Options{Activities: 8, Download: form}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
			c, _ := signedIn(t, s, r)
			fresh, _ := signedIn(t, s, r)
			for _, a := range listed(t, c, everyDay()) {
				want := ids(s, r)[a.ID].FIT()
				for _, from := range []*Client{c, fresh} { // one that listed it, and one that did not
					if f, err := from.FetchRecording(t.Context(), a.ID); err != nil || f.Name != a.ID+".fit" || !bytes.Equal(f.Body, want) {
						t.Errorf("%s: %q, %d bytes, %v", a.ID, f.Name, len(f.Body), err)
					}
				}
			}
			for _, asked := range s.Requests() {
				if asked.Host == "files" && (asked.Auth != "" || asked.Headers.Get("Origin") != "" || asked.Headers.Get("Referer") != "") {
					t.Errorf("the file host got %s %v", asked.Auth, asked.Headers)
				}
			}
		})
	}
}

// Of what the list says nothing needs to be asked.
func TestTheListSpareCallsForFiles(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{Activities: 20}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		for _, a := range listed(t, c, everyDay()) {
			if _, err := c.FetchRecording(t.Context(), a.ID); err != nil {
				t.Fatal(err)
			}
		}
		if n := asked(s, "downloadURL") + asked(s, "activityDetail"); n != 10 {
			t.Errorf("%d calls beside the list, for the ten of which it says nothing", n)
		}
	})
}

func TestWhatIsWrongWithAFile(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		fault igpsporttest.Fault
		kind  training.Kind
		says  string
	}{
		"40 MB":            {igpsporttest.Fault{Size: 40 << 20}, training.KindTooLarge, "more than 32 MiB"},
		"40 MB, unsaid":    {igpsporttest.Fault{Size: 40 << 20, Unsized: true}, training.KindTooLarge, "more than 32 MiB"},
		"a page":           {igpsporttest.Fault{Body: igpsporttest.HTML}, training.KindCorrupt, "not a FIT file"},
		"short":            {igpsporttest.Fault{Body: "x.FIT"}, training.KindCorrupt, "not a FIT file"},
		"nothing":          {igpsporttest.Fault{Empty: true}, training.KindCorrupt, "not a FIT file"},
		"refused":          {igpsporttest.Fault{Status: 403}, training.KindForbidden, "file host of iGPSport did not provide"},
		"not trusted":      {igpsporttest.Fault{Status: 401}, training.KindForbidden, "file host of iGPSport did not provide"},
		"gone":             {igpsporttest.Fault{Status: 404}, training.KindNotFound, "did not find what was requested"},
		"too fast":         {igpsporttest.Fault{Status: 429, RetryAfter: "60"}, training.KindUnavailable, "2026-09-20T22:31:00Z"},
		"down":             {igpsporttest.Fault{Status: 503}, training.KindUnavailable, "does not answer"},
		"broken off":       {igpsporttest.Fault{Cut: true}, training.KindUnavailable, "does not answer"},
		"led to elsewhere": {igpsporttest.Fault{Location: "elsewhere"}, training.KindForbidden, "not one of the configured hosts"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
				f := x.fault
				f.Operation = "file"
				if f.Location != "" {
					f.Location = s.ElsewhereURL + "/x.fit"
				}
				c, _ := signedIn(t, s, r)
				all := listed(t, c, everyDay())
				end := s.Inject(f)
				_, err := c.FetchRecording(t.Context(), all[0].ID)
				if training.KindOf(err) != x.kind || !strings.Contains(err.Error(), x.says) || strings.Contains(err.Error(), "the key") {
					t.Errorf("%v: %v", training.KindOf(err), err)
				}
				if f, ok := source.FailureOf(err); ok && f.Fault == source.Unauthorised {
					t.Error("the file host is taken for the service")
				}
				end()
				if _, err := c.FetchRecording(t.Context(), all[1].ID); err != nil {
					t.Errorf("the next one: %v", err)
				}
				for _, a := range s.Requests() {
					if a.Host == "elsewhere" {
						t.Error("the redirect was followed")
					}
				}
			})
		})
	}
}

// An address in the list may be out of date.
func TestAnAddressThatIsOutOfDateIsAskedForAgain(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		all := listed(t, c, everyDay())
		for _, f := range []igpsporttest.Fault{{Status: 403}, {Body: igpsporttest.HTML}, {Location: s.ElsewhereURL}} {
			f.Operation, f.Times = "file", 1
			s.Inject(f)
			if _, err := c.FetchRecording(t.Context(), all[0].ID); err != nil {
				t.Errorf("%+v: %v", f, err)
			}
		}
	})
}

func TestAnActivityThatIsNotThereHasNoFile(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{Activities: 3}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		if _, err := c.FetchRecording(t.Context(), "99"); training.KindOf(err) != training.KindNotFound {
			t.Errorf("%v", err)
		}
	})
}

// The service names the address: one that is not of its file host is not asked,
// this machine least of all.
func TestAddressesOfOthersAreNotAsked(t *testing.T) {
	t.Parallel()
	var sent []string
	o := optionsOf(igpsporttest.New(t, igpsporttest.Options{}), igpsporttest.CN)
	o.BaseURL = ""
	o.Base = roundTrip(func(host string) { sent = append(sent, host) })
	api, err := client.New(API(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{
		"http://igp-zh.oss-cn-hangzhou.aliyuncs.com/a.fit", "https://aliyuncs.com.example/a.fit", "https://evilaliyuncs.com/a.fit",
		"https://127.0.0.1/a.fit", "http://localhost:8080/a.fit", "http://[::1]/a.fit", "https://prod.zh.igpsport.com/a.fit", "file:///etc/passwd",
		"https://igp-zh.aliyuncs.com:8443/a.fit", "https://a:b@igp-zh.aliyuncs.com/a.fit", "//igp-zh.aliyuncs.com/a", "", "%", "https://aliyuncs.com/a",
	} {
		if _, err := api.Fetch(t.Context(), address, "a.fit"); training.KindOf(err) != training.KindForbidden ||
			!strings.Contains(err.Error(), "not on its own file hosts") {
			t.Errorf("%q: %v", address, err)
		}
	}
	if len(sent) > 0 {
		t.Errorf("asked %v", sent)
	}
	// In a test nothing leaves this machine; that the chain says so, and not the
	// rule above, shows that this one would be asked.
	_, err = api.Fetch(t.Context(), "https://IGP-zh.oss-cn-hangzhou.aliyuncs.com/a.fit?x=1", "a.fit")
	if err == nil || !strings.Contains(err.Error(), "this machine only") {
		t.Errorf("%v", err)
	}
}

func TestSigningIn(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		token, err := Login(t.Context(), optionsOf(s, r), credentials(r))
		if err != nil {
			t.Fatal(err)
		}
		member := map[igpsporttest.Region]string{igpsporttest.CN: "1730042", igpsporttest.INTL: "908817"}[r]
		end := time.Date(2026, 9, 27, 22, 30, 0, 0, time.UTC)
		if token.Account != member || token.Region != string(r) || !token.Expiry.Equal(end) || token.User != credentials(r).User ||
			token.Scheme != source.Bearer || token.Password.Reveal() != igpsporttest.DefaultPassword {
			t.Errorf("%+v, account %s, until %s", token, token.Account, token.Expiry)
		}
		c, in := signedIn(t, s, r)
		who, err := c.Check(t.Context())
		name := map[igpsporttest.Region]string{igpsporttest.CN: "骑行者", igpsporttest.INTL: "Rider"}[r]
		zone := map[igpsporttest.Region]string{igpsporttest.CN: "Asia/Shanghai"}[r]
		if err != nil || who.ID != member || who.Name != name || who.TimeZone != zone || who.Scopes != nil {
			t.Errorf("%+v, %v", who, err)
		}
		if len(listed(t, c, everyDay())) != 26 || in.n != 1 {
			t.Errorf("signed in %d times", in.n)
		}
	})
}

func TestAWrongPasswordIsToldAsSuch(t *testing.T) {
	t.Parallel()
	for _, form := range []igpsporttest.LoginFailure{igpsporttest.LoginForbidden, igpsporttest.LoginCodeOnly} {
		both(t, igpsporttest.Options{LoginFails: form}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
			c := credentials(r)
			c.Password = source.NewSecret("canary-wrong")
			_, err := Login(t.Context(), optionsOf(s, r), c)
			f, ok := source.FailureOf(err)
			text := fmt.Sprintf("%v %+v", err, err)
			if !ok || f.Fault != source.Unauthorised || training.KindOf(err) != training.KindForbidden ||
				!strings.Contains(text, "does not accept the password for "+c.User) || strings.Contains(text, "canary") {
				t.Errorf("%s", text)
			}
			if n := asked(s, "login"); n != 1 {
				t.Errorf("%d tries", n)
			}
			for range 5 {
				_, err = Login(t.Context(), optionsOf(s, r), c)
			}
			if f, _ := source.FailureOf(err); f.Fault != source.LockedOut || !strings.Contains(err.Error(), "has locked the account") {
				t.Errorf("locked: %v", err)
			}
		})
	}
}

func TestATokenOfTheOtherRegionIsNotSent(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, in := signedIn(t, s, r)
		for _, other := range []string{"", "intl", "cn"} {
			if other == string(r) {
				continue
			}
			in.token = source.Token{Access: source.NewSecret("canary"), Region: other}
			_, err := c.Check(t.Context())
			if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || !strings.Contains(err.Error(), "a region") {
				t.Errorf("%q: %v", other, err)
			}
		}
		if len(s.Requests()) > 0 {
			t.Errorf("%d requests", len(s.Requests()))
		}
	})
}

// A token that does not say whose it is opens as much as any other.
func TestATokenWithoutAMemberIsNotRenewedForThat(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{MemberClaim: igpsporttest.MemberMissing}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, in := signedIn(t, s, r)
		for range 3 {
			if who, err := c.Check(t.Context()); err != nil || who.ID == "" {
				t.Fatal(who, err)
			}
		}
		if in.n != 1 || in.token.Account != "" {
			t.Errorf("signed in %d times as %q", in.n, in.token.Account)
		}
	})
}

func TestARevokedTokenIsRenewedOnce(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, in := signedIn(t, s, r)
		if _, err := c.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Revoke()
		if _, err := c.Check(t.Context()); err != nil || in.n != 2 {
			t.Errorf("signed in %d times: %v", in.n, err)
		}
	})
}

func TestRegionsAndAddresses(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"", "https://prod.zh.igpsport.com", "https://Prod.en.igpsport.com/"} {
		if got, err := API().Address(base); got != "" || err != nil {
			t.Errorf("%q is %q, %v", base, got, err)
		}
	}
	o := optionsOf(igpsporttest.New(t, igpsporttest.Options{}), igpsporttest.CN)
	o.BaseURL = "https://prod.en.igpsport.com"
	if _, err := New(o); training.KindOf(err) != training.KindInvalid || !strings.Contains(err.Error(), "intl") {
		t.Errorf("%v", err)
	}
	o.Region = "us"
	if _, err := New(o); training.KindOf(err) != training.KindInvalid || !strings.Contains(err.Error(), "cn") {
		t.Errorf("%v", err)
	}
	for _, c := range []source.Credentials{
		{}, {Region: "cn"}, {Region: "us", User: "a", Password: source.NewSecret("b")}, {Region: "intl", User: "a"},
	} {
		if _, err := Login(t.Context(), o, c); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
