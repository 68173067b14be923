package igpsporttest_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	emu "lapkeep/test/igpsporttest"
)

const (
	intervalInfo = mobile + "v2/User/UserIntervalInfo"
	userInfo     = mobile + "User/UserInfo"
)

func TestParametersAndUser(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		d, u := c.object(intervalInfo), c.object(userInfo)
		member := d["member"].(emu.Doc)
		if member["ftp"] != 250.0 || member["lthr"] != 168.0 || u["ftp"] != 250.0 || u["weight"] != 71.0 || u["height"] != 178.0 {
			c.t.Errorf("%v, %v", member, u)
		}
		if _, ok := member["weight"]; ok != (c.region == emu.CN) {
			c.t.Errorf("a weight among the parameters: %v", ok)
		}
		if (u["phone"] == nil) == (c.region == emu.CN) || (u["email"] == nil) == (c.region == emu.INTL) {
			c.t.Errorf("phone %v, email %v", u["phone"], u["email"])
		}
		power := c.docs(d["power"])
		if len(power) != 7 || power[6]["end"] != 2500.0 || power[0]["start"] != 0.0 || len(c.docs(d["heartRate"])) != 5 {
			c.t.Errorf("zones %v", power)
		}
		if u["strMemberId"] != c.s.MemberID(c.region) || fmt.Sprintf("%.0f", u["memberId"]) != u["strMemberId"] || u["rideNum"] != 26.0 {
			c.t.Errorf("%v", u)
		}
	})
}

func TestParametersAreWritten(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		d := c.object(intervalInfo)
		had := d["member"].(emu.Doc)["weight"]
		d["member"].(emu.Doc)["ftp"], d["member"].(emu.Doc)["weight"] = 265, 60
		c.data("POST", mobile+"User/UpdatePersonalIntervalInfo", d)
		m := c.object(intervalInfo)["member"].(emu.Doc)
		if m["ftp"] != 265.0 || m["weight"] != had || c.object(userInfo)["ftp"] != 265.0 {
			c.t.Errorf("%v", m)
		}
		detail := c.object(fmt.Sprintf("%squeryActivityDetail/%.0f", analyze, c.page(1, "")[1]["rideId"]))
		if len(c.docs(detail["hrZoom"])) != 5 {
			c.t.Error("the zones are gone")
		}
		c.data("POST", mobile+"User/UpdatePersonalUserInfo", emu.Doc{
			"areaId": 1, "birthDate": "1990-01-01", "gender": 2, "height": 170, "nickName": "N", "weight": 62.0,
		})
		u := c.object(userInfo)
		got := emu.Doc{"cityId": u["cityId"], "sex": u["sex"], "weight": u["weight"], "nickName": u["nickName"]}
		if !maps.Equal(got, emu.Doc{"cityId": 1.0, "sex": 2.0, "weight": 62.0, "nickName": "N"}) {
			c.t.Errorf("%v", got)
		}
	})
}

func TestWritesThatLoseAreViolations(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Lenient: true, Empty: true}, emu.CN)
	d := c.object(intervalInfo)
	delete(d, "power")
	c.data("POST", mobile+"User/UpdatePersonalIntervalInfo", d)
	c.data("POST", mobile+"User/UpdatePersonalUserInfo", emu.Doc{
		"birthDate": "1990-01-01", "gender": 2, "height": 170, "nickName": "N", "weight": 62.0,
	})
	c.violated(`"power" is missing`, `"areaId" is missing`)
	c.refused(c.call("POST", mobile+"User/UpdatePersonalIntervalInfo", emu.Doc{}), 200, 400, "member")
}

func statisticsPath(region emu.Region, kind int, day string) string {
	const base = "/service/sportg/sporth/memberRecordPlus/getMemberDataStatistics"
	if region == emu.CN {
		return fmt.Sprintf("%sV4?distanceUnit=0&time=%s&type=%d&bigSportType=-1", base, day, kind)
	}
	return fmt.Sprintf("%s?DistanceUnit=0&Time=%s&Type=%d", base, day, kind)
}

func TestStatisticsAddUp(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{}, func(c caller) {
		d := c.object(statisticsPath(c.region, 2, "2026-09-21"))
		total := d["statisticsData"].(emu.Doc)
		metres, count := 0.0, 0.0
		for n := 1; n <= 2; n++ {
			for _, row := range c.page(n, "") {
				metres += row["rideDistance"].(float64)
			}
		}
		if total["totalCount"] != 26.0 || total["totalDistance"].(float64) < metres-1 || total["totalDistance"].(float64) > metres+1 {
			c.t.Errorf("%v of %v m", total, metres)
		}
		axis := c.docs(d["axis"])
		for _, month := range axis {
			if n, ok := month["totalCount"].(float64); ok {
				count += n
				metres -= 1000 * month["value"].(float64)
			}
		}
		if len(axis) != 12 || count != 26 || metres > 20 || metres < -20 || axis[8]["time"] != "2026/09" || axis[11]["totalCount"] != nil {
			c.t.Errorf("%v m are in no month: %v", metres, axis)
		}
		if m := c.docs(d["milestoneList"]); m[0]["distance"] != "5" || m[0]["count"].(float64) < 5 {
			c.t.Errorf("%v", m)
		}
		best := map[string]emu.Doc{}
		for _, b := range c.docs(d["personalBestList"]) {
			best[b["keyName"].(string)] = b
		}
		if v, ok := best["MaxMaxPower"]["keyValue"].(string); !ok || v < "200" || len(best) != 7 || best["MaxTime"]["activityId"] != nil {
			c.t.Errorf("%v", best)
		}
	})
}

func TestOtherStatistics(t *testing.T) {
	t.Parallel()
	each(t, emu.Options{Lenient: true}, func(c caller) {
		if d := c.object(statisticsPath(c.region, 2, "2024-05-05")); d["statisticsData"].(emu.Doc)["totalCount"] != 0.0 {
			c.t.Errorf("%v", d)
		}
		d := c.object(statisticsPath(c.region, 3, "2024-05-05"))
		if d["statisticsData"].(emu.Doc)["totalCount"] != 26.0 || len(c.docs(d["axis"])) != 0 {
			c.t.Errorf("%v", d)
		}
		c.violated()
		c.refused(c.call("GET", statisticsPath(c.region, 2, "today"), nil), 200, 400, "")
		c.violated(`is "today"`)
	})
}

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
