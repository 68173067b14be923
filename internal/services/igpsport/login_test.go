package igpsport

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

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
				!strings.Contains(text, "does not accept the password of "+c.User) || strings.Contains(text, "canary") {
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
			if f, _ := source.FailureOf(err); f.Fault != source.Unauthorised || !strings.Contains(err.Error(), "another region") {
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
