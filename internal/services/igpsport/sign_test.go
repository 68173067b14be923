package igpsport

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/igpsporttest"
)

// TestSignaturesAreThoseOfTheService: vectors that were computed with the
// service's own code, under keys of ours.
func TestSignaturesAreThoseOfTheService(t *testing.T) {
	t.Parallel()
	plain, long := igpsporttest.PlainKey(), make([]byte, 100)
	for i := range long {
		long[i] = byte(255 - i)
	}
	const (
		list  = "/service/web-gateway/web-analyze/activity/queryMyActivity?pageNo=1&pageSize=20&reqType=0&sort=1&sortType=1"
		save  = "/service/mobile/api/WorkOut/EditCustomWorkOut"
		id    = "11111111-2222-3333-4444-555555555555"
		other = "0f8fad5b-d9cb-469f-a165-70867728950e"
	)
	for _, v := range []struct {
		key                                    []byte
		method, target, stamp, nonce, body, is string
	}{
		{plain, "GET", "/x", "1", "n", "", "Rnqq0Ff7YRtjJnqpZ0/g2gkN0/zApxmNz2Io7CsYn+8="},
		{plain, "GET", list, "1700000000", "nonce-1", "", "HtfQAx2Z/rz6Klxe7ipEeF3VX08gA6FCNkzXYaw7COc="},
		{plain, "GET", "/service/mobile/api/v2/User/UserIntervalInfo", "1700000000", id, "", "PRkszV/3CwRiXjqCX+/wsnzsoS8ERXjkgHgNSejvNMQ="},
		{
			plain, "POST", "/service/auth/account/login", "1767225600", id,
			`{"appId":"igpsport-web","username":"rider","password":"secret"}`, "DGBIEjOkRCWciujzFiOuWIa1YpK0vXf4CnDD6RDkLqg=",
		},
		{plain, "POST", save, "1767225601", other, `{"data":{"title":"甜点区 2x20"}}`, "J3KXkOeuKPfC9l6tydbz1AU3MEESjLbymDu4u+z9JM8="},
		{
			plain, "POST", "/service/mobile/api/WorkOut/CustomWorkOutDel?id=4242", "1767225602", other, "{}",
			"nbS/89xn1Fv0JbaYpbJUESlG5Pnz+7naGQppZMFGX54=",
		},
		{plain, "", "", "", "", "", "p384iUGf2ZTVU+5PhB6UPQJztmGqQy6LV+FXvXXJUHo="},
		{long, "GET", list, "1700000000", "nonce-1", "", "yvRQdTmMa82g9FzFjRShOTQdUgduYQQLhYAVwE6AgcQ="},
	} {
		if got := signature(v.key, v.method, v.target, v.stamp, v.nonce, []byte(v.body)); got != v.is {
			t.Errorf("%s %s: %s", v.method, v.target, got)
		}
	}
}

// withKey gives a client a key.
func withKey(t *testing.T, text string) func(*client.Options) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return func(o *client.Options) { o.SigningKeyFile = file }
}

func TestWhatIsRefusedUnsignedSaysHowToSign(t *testing.T) {
	t.Parallel()
	for _, status := range []int{401, 403, 500} {
		s := igpsporttest.New(t, igpsporttest.Options{Signing: igpsporttest.SigningRequired, SigningRefusal: status})
		c, _ := signedIn(t, s, igpsporttest.CN)
		_, err := c.Check(t.Context())
		f, ok := source.FailureOf(err)
		if !ok || f.Fault != source.Forbidden || !strings.Contains(err.Error(), "not signed") || !strings.Contains(err.Error(), KeySetting) {
			t.Errorf("%d: %v", status, err)
		}
	}
}

// keysOf returns the forms in which a key for a server is given.
func keysOf(t *testing.T, s *igpsporttest.Server) map[string]string {
	t.Helper()
	private, err := s.PrivateKey()
	if err != nil {
		t.Fatal(err)
	}
	modern, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	key := igpsporttest.PlainKey()
	return map[string]string{
		"hex": hex.EncodeToString(key) + "\n", "base64": base64.StdEncoding.EncodeToString(key),
		"base64url": base64.RawURLEncoding.EncodeToString(key),
		"PKCS1":     string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(private)})),
		"PKCS8":     string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: modern})),
	}
}

func TestAKeyOfTheAthletesSigns(t *testing.T) {
	t.Parallel()
	s := igpsporttest.New(t, igpsporttest.Options{Signing: igpsporttest.SigningRequired})
	nonces := map[string]bool{}
	for name, key := range keysOf(t, s) {
		s.Forget()
		c, in := signedIn(t, s, igpsporttest.CN, withKey(t, key)) // as another process does
		defer s.Inject(igpsporttest.Fault{Operation: "listActivities", Status: 503, Times: 2, Late: true})()
		all := listed(t, c, everyDay())
		if _, err := c.FetchRecording(t.Context(), all[len(all)-1].ID); err != nil || len(all) != 26 || in.n != 1 {
			t.Errorf("%s: %d activities, %v", name, len(all), err)
		}
		for _, r := range s.Requests() {
			signed, nonce := r.Headers.Get("X-Signature") != "", r.Headers.Get("X-Nonce")
			if r.Host == "cn" && r.Operation != "publicKey" && (!signed || nonces[nonce] || len(nonce) != 36) {
				t.Errorf("%s: %s signed %v with %q", name, r.Operation, signed, nonce)
			}
			nonces[nonce] = true
		}
		if n := asked(s, "publicKey"); n > 0 != strings.HasPrefix(name, "PKCS") || n > 2 { // one to sign in, one to read
			t.Errorf("%s: the key was asked for %d times", name, n)
		}
	}
}

func TestTheOtherRegionSignsNothing(t *testing.T) {
	t.Parallel()
	s := igpsporttest.New(t, igpsporttest.Options{})
	c, _ := signedIn(t, s, igpsporttest.INTL, withKey(t, hex.EncodeToString(igpsporttest.PlainKey())))
	if _, err := c.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Requests() {
		if r.Headers.Get("X-Signature") != "" || r.Headers.Get("X-Access-Key") != "" || r.Headers.Get("Origin") == "" {
			t.Errorf("%s: %v", r.Operation, r.Headers)
		}
	}
}

func TestAKeyThatDoesNotSignIsTold(t *testing.T) {
	t.Parallel()
	s := igpsporttest.New(t, igpsporttest.Options{Signing: igpsporttest.SigningRequired})
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct{ key, says string }{
		"another key":         {strings.Repeat("ab", 32), "does not accept the signature"},
		"another private key": {string(pem.EncodeToMemory(&pem.Block{Bytes: x509.MarshalPKCS1PrivateKey(stranger)})), "does not decrypt"},
	} {
		c, _ := signedIn(t, s, igpsporttest.CN, withKey(t, x.key))
		if _, err := c.Check(t.Context()); err == nil || !strings.Contains(err.Error(), x.says) || strings.Contains(err.Error(), x.key) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, key := range map[string]string{
		"words": "the key of my page", "short": "abcd", "PEM": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
	} {
		o := optionsOf(s, igpsporttest.CN)
		withKey(t, key)(&o)
		if _, err := New(o); training.KindOf(err) != training.KindInvalid || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %v", name, err)
		}
		o.SigningKeyFile += "-none"
		if _, err := New(o); training.KindOf(err) != training.KindInvalid || !strings.Contains(err.Error(), KeySetting) {
			t.Errorf("no file: %v", err)
		}
	}
}

// The service may change its key while we run: it is asked for again then.
func TestAChangedKeyIsAskedForAgain(t *testing.T) {
	t.Parallel()
	s := igpsporttest.New(t, igpsporttest.Options{Signing: igpsporttest.SigningRequired})
	c, _ := signedIn(t, s, igpsporttest.CN, withKey(t, keysOf(t, s)["PKCS1"]))
	if _, err := c.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	n := asked(s, "publicKey")
	end := s.Inject(igpsporttest.Fault{Operation: "listActivities", Status: 403, Body: `{"code":403,"message":"signature mismatch"}`})
	if _, err := c.ListActivities(t.Context(), everyDay()); err == nil || !strings.Contains(err.Error(), "clock") {
		t.Errorf("no refusal: %v", err)
	}
	end()
	if _, err := c.Check(t.Context()); err != nil || asked(s, "publicKey") != n+1 {
		t.Errorf("asked %d times, %v", asked(s, "publicKey")-n, err)
	}
}

func TestWordsOfRequestsAreRandomIDs(t *testing.T) {
	t.Parallel()
	got, err := uuid(bytes.NewReader(bytes.Repeat([]byte{0xff}, 16)))
	if err != nil || got != "ffffffff-ffff-4fff-bfff-ffffffffffff" {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := uuid(bytes.NewReader(nil)); err == nil {
		t.Error("an id of nothing")
	}
}

// TestStatisticsOfAYear: both regions answer, each by names of its own.
func TestStatisticsOfAYear(t *testing.T) {
	t.Parallel()
	both(t, igpsporttest.Options{}, func(t *testing.T, s *igpsporttest.Server, r igpsporttest.Region) {
		c, _ := signedIn(t, s, r)
		got, err := c.Statistics(t.Context(), training.NewDay(2026, 9, 20))
		if err != nil || got.Period != "2026" || *got.Totals.Activities != 26 || len(got.Months) != 12 || got.Months[0].Activities != nil ||
			*got.Months[8].Activities < 15 || len(got.Milestones) != 4 || len(got.Bests) != 7 {
			t.Errorf("%+v %v", got, err)
		}
		for _, b := range got.Bests {
			if b.Start == "" || (b.ActivityID == "") != (b.Metric == "duration_s") {
				t.Errorf("%+v", b)
			}
		}
		if got, err = c.Statistics(t.Context(), training.NewDay(2020, 1, 1)); err != nil || *got.Totals.Activities != 0 {
			t.Errorf("%+v %v", got, err)
		}
	})
}

func near(got *float64, want float64, decimals int) bool {
	return got != nil && math.Round(*got*math.Pow10(decimals))/math.Pow10(decimals) == want
}

// TestStatistics checks the values of igpsport-mcp's tests, in our units: hours
// are seconds.
func TestStatistics(t *testing.T) {
	t.Parallel()
	const said = `{
		"statisticsData":{"avgSpeed":7.4832234,"totalDistance":4340509,"totalTimerTime":580032,"totalCount":138,"totalPwrTSS":"9613.5"},
		"axis":[{"time":"2026/01","totalCount":22,"totalTimerTime":76515,"value":572.5},{"time":"2026/07","value":0.0}],
		"milestoneList":[{"count":135,"distance":"10"}],
		"personalBestList":[
			{"activityId":12345,"keyName":"MaxDistance","keyValue":"178207.23","keyTime":"2026-04-25 08:53:11"},
			{"activityId":null,"keyName":"MaxAvgSpeed","keyValue":"8.685"},{"keyName":"MaxMaxPower","keyValue":"851"},
			{"keyName":"MaxTime","keyValue":"36000"},{"keyName":"MaxClimbinSpeed","keyValue":"1850.5"},
			{"keyName":"MaxLuck","keyValue":"7"},{"keyName":"MaxAvgPower","keyValue":""}]}`
	var w Statistics
	if err := json.Unmarshal([]byte(said), &w); err != nil {
		t.Fatal(err)
	}
	s := w.Read("2026")
	tot := s.Totals
	if !near(tot.Activities, 138, 0) || !near(tot.DistanceKm, 4340.51, 2) || !near(tot.DurationS, 580032, 0) ||
		!near(tot.AvgSpeedKmh, 26.94, 2) || !near(tot.TSS, 9613.5, 1) || tot.ElevationGainM != nil || tot.CaloriesKcal != nil {
		t.Errorf("totals: %+v", tot)
	}
	if h := *tot.DurationS / 3600; math.Round(h*100) != 16112 {
		t.Errorf("%g h", h)
	}
	m := s.Months
	if len(m) != 2 || m[0].Month != "2026-01" || !near(m[0].Activities, 22, 0) || !near(m[0].DistanceKm, 572.5, 1) ||
		!near(m[0].DurationS, 21.25*3600, -2) || m[1].Activities != nil || m[1].DurationS != nil || !near(m[1].DistanceKm, 0, 0) {
		t.Errorf("months: %+v", m)
	}
	if d := cmp.Diff([]source.Milestone{{DistanceKm: 10, Activities: 135}}, s.Milestones); d != "" {
		t.Error(d)
	}
	want := []source.StatisticsBest{
		{Metric: "distance_km", Value: 178.20723, ActivityID: "12345", Start: "2026-04-25T08:53:11"},
		{Metric: "avg_speed_kmh", Value: 31.266},
		{Metric: "max_power_w", Value: 851},
		{Metric: "duration_s", Value: 36000},
		{Metric: "elevation_gain_m", Value: 1850.5},
		{Metric: "MaxLuck", Value: 7},
	}
	close := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9*math.Max(1, math.Abs(a)) })
	if d := cmp.Diff(want, s.Bests, close); d != "" {
		t.Error(d)
	}
}
