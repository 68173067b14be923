package igpsporttest_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	emu "lapkeep/test/igpsporttest"
)

func claims(t *testing.T, token string) emu.Doc {
	t.Helper()
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		t.Fatalf("a token of %d parts", len(parts))
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	var d emu.Doc
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestLogin(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		d := c.login(user(c.region), emu.DefaultPassword).data.(emu.Doc)
		if d["token_type"] != "Bearer" || d["expires_in"] != 604800.0 || d["refresh_token"] == "" {
			c.t.Errorf("%v", d)
		}
		v := claims(c.t, d["access_token"].(string))
		if v["iss"] != "http://authserver" || v["exp"].(float64)-v["nbf"].(float64) != 604800 || v["client_id"] != "qiwu.mobile" {
			c.t.Errorf("claims %v", v)
		}
		if _, isText := v["memberid"].(string); isText != (c.region == emu.INTL) {
			c.t.Errorf("memberid is %T", v["memberid"])
		}
		if c.region == emu.INTL && v["memberid"] != c.s.MemberID(emu.INTL) {
			c.t.Errorf("memberid is %v", v["memberid"])
		}
	})
}

func TestFormsOfTheMembersClaim(t *testing.T) {
	t.Parallel()
	for form, want := range map[emu.MemberClaim]any{emu.MemberNumber: 1730042.0, emu.MemberText: "1730042", emu.MemberMissing: nil} {
		c := start(t, emu.Options{Empty: true, MemberClaim: form}, emu.CN)
		if got := claims(t, c.token)["memberid"]; got != want {
			t.Errorf("memberid %v, want %v", got, want)
		}
	}
}

func TestWrongPasswordsLock(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{LockAfter: 3, Empty: true}, func(c caller) {
		for range 2 {
			c.refused(c.login(user(c.region), "no"), 403, 1002, "Password error")
		}
		c.signIn() // the count begins anew
		for range 3 {
			c.refused(c.login(user(c.region), "no"), 403, 1002, "Password error")
		}
		c.refused(c.login(user(c.region), emu.DefaultPassword), 403, 1004, "locked")
		c.data("GET", list, nil) // a token that there is stays good
		c.s.Advance(31 * time.Minute)
		c.signIn()
	})
}

func TestOtherRefusalsOfLogin(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{LoginFails: emu.LoginCodeOnly, LockAfter: -1, Lenient: true, Empty: true}, emu.CN)
	for range 9 {
		c.refused(c.login(emu.DefaultPhone, "no"), 200, 1002, "Password error")
	}
	c.refused(c.login(emu.DefaultEmail, emu.DefaultPassword), 200, 1002, "Password error") // the other region's account
	c.signIn()
	c.violated()
	c.refused(c.call("POST", "/service/auth/account/login", emu.Doc{"appId": "x", "cookie": 1}), 200, 400, "appId")
	c.violated(`"cookie"`)
}

func TestTokensEnd(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{Empty: true, TokenLife: time.Hour}, func(c caller) {
		c.refused(caller{t: c.t, s: c.s, region: c.region}.call("GET", list, nil), 401, 401, "Unauthorized")
		c.refused(caller{t: c.t, s: c.s, region: c.region, token: "a.b.c"}.call("GET", list, nil), 401, 401, "Unauthorized")
		c.s.Advance(59 * time.Minute)
		c.data("GET", list, nil)
		c.s.Advance(time.Minute)
		c.refused(c.call("GET", list, nil), 401, 401, "Unauthorized")
		c.token = c.signIn()
		c.data("GET", list, nil)
		c.s.Revoke()
		c.refused(c.call("GET", list, nil), 401, 401, "Unauthorized")
	})
}

// TestATokenOfTheOtherRegionIsAStrangers: it is taken, and shows another's data.
func TestATokenOfTheOtherRegionIsAStrangers(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Lenient: true}, emu.CN)
	c.region = emu.INTL
	if d := c.object(mobile + "User/UserInfo"); d["nickName"] != "Somebody else" {
		t.Errorf("%v", d["nickName"])
	}
	if d := c.object(list); d["totalRows"] != 1.0 {
		t.Errorf("%v activities", d["totalRows"])
	}
	c.violated("token is of region cn", "token is of region cn")
}

func (c caller) renew(form url.Values) reply {
	return c.send("POST", c.s.URL(c.region)+"/service/auth/connect/token", []byte(form.Encode()), "Content-Type",
		"application/x-www-form-urlencoded")
}

func TestRenewal(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{Empty: true, RefreshGrant: true}, func(c caller) {
		first := c.login(user(c.region), emu.DefaultPassword).data.(emu.Doc)
		form := url.Values{"grant_type": {"refresh_token"}, "refresh_token": {first["refresh_token"].(string)}}
		var d emu.Doc
		if got := c.renew(form); got.status != 200 || json.Unmarshal([]byte(got.text), &d) != nil {
			c.t.Fatalf("%d %s", got.status, got.text)
		}
		c.token = d["access_token"].(string)
		c.data("GET", list, nil)
		if got := c.renew(form); got.status != 400 || got.text != `{"error":"invalid_grant"}` {
			c.t.Errorf("the second time: %d %s", got.status, got.text)
		}
	})
	c := start(t, emu.Options{Empty: true}, emu.CN)
	if got := c.renew(url.Values{"grant_type": {"refresh_token"}}); got.status != 400 || got.text != `{"error":"invalid_client"}` {
		t.Errorf("where no client may: %d %s", got.status, got.text)
	}
}
