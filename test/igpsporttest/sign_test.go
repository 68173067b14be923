package igpsporttest_test

import (
	"bytes"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	emu "lapkeep/test/igpsporttest"
)

// second returns the signature computed from the definition of HMAC, by nothing
// of the emulator's.
func second(key []byte, method, target, stamp, nonce, body string) string {
	if len(key) > 64 {
		sum := sha256.Sum256(key)
		key = sum[:]
	}
	inner, outer := bytes.Repeat([]byte{0x36}, 64), bytes.Repeat([]byte{0x5c}, 64)
	for i, b := range key {
		inner[i] ^= b
		outer[i] ^= b
	}
	text := fmt.Sprintf("%s\n%s\n%s\n%s\n%x", method, target, stamp, nonce, sha256.Sum256([]byte(body)))
	first := sha256.Sum256(append(inner, text...))
	last := sha256.Sum256(append(outer, first[:]...))
	return base64.StdEncoding.EncodeToString(last[:])
}

func TestSignatureVectors(t *testing.T) {
	t.Parallel()
	long := make([]byte, 100)
	for i := range long {
		long[i] = byte(255 - i)
	}
	page := analyze + "queryMyActivity?pageNo=1&pageSize=20&reqType=0&sort=1&sortType=1"
	for _, v := range []struct {
		key                                []byte
		method, target, stamp, nonce, body string
		want                               string
	}{
		{nil, "GET", "/x", "1", "n", "", "Rnqq0Ff7YRtjJnqpZ0/g2gkN0/zApxmNz2Io7CsYn+8="},
		{nil, "GET", page, "1700000000", "nonce-1", "", "HtfQAx2Z/rz6Klxe7ipEeF3VX08gA6FCNkzXYaw7COc="},
		{
			nil, "GET", mobile + "v2/User/UserIntervalInfo", "1700000000", "11111111-2222-3333-4444-555555555555", "",
			"PRkszV/3CwRiXjqCX+/wsnzsoS8ERXjkgHgNSejvNMQ=",
		},
		{
			nil, "POST", "/service/auth/account/login", "1767225600", "11111111-2222-3333-4444-555555555555",
			`{"appId":"igpsport-web","username":"rider","password":"secret"}`, "DGBIEjOkRCWciujzFiOuWIa1YpK0vXf4CnDD6RDkLqg=",
		},
		{
			nil, "POST", mobile + "WorkOut/EditCustomWorkOut", "1767225601", "0f8fad5b-d9cb-469f-a165-70867728950e",
			`{"data":{"title":"甜点区 2x20"}}`, "J3KXkOeuKPfC9l6tydbz1AU3MEESjLbymDu4u+z9JM8=",
		},
		{
			nil, "POST", mobile + "WorkOut/CustomWorkOutDel?id=4242", "1767225602", "0f8fad5b-d9cb-469f-a165-70867728950e", "{}",
			"nbS/89xn1Fv0JbaYpbJUESlG5Pnz+7naGQppZMFGX54=",
		},
		{nil, "", "", "", "", "", "p384iUGf2ZTVU+5PhB6UPQJztmGqQy6LV+FXvXXJUHo="},
		{long, "GET", page, "1700000000", "nonce-1", "", "yvRQdTmMa82g9FzFjRShOTQdUgduYQQLhYAVwE6AgcQ="},
	} {
		key := v.key
		if key == nil {
			key = emu.PlainKey()
		}
		got := emu.Signature(key, v.method, v.target, v.stamp, v.nonce, []byte(v.body))
		if again := second(key, v.method, v.target, v.stamp, v.nonce, v.body); got != v.want || again != v.want {
			t.Errorf("%s %s: %s, computed again %s, want %s", v.method, v.target, got, again, v.want)
		}
	}
}

var serverNow = time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC)

// signed sends a request whose headers are right but for what change does.
func (c caller) signed(method, target string, body any, nonce string, change func(h map[string]string)) reply {
	c.t.Helper()
	text := ""
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		text = string(b)
	}
	stamp := strconv.FormatInt(serverNow.Unix(), 10)
	h := map[string]string{
		"X-Access-Key": "AKIDWebClient", "X-Platform": "web", "X-Timestamp": stamp, "X-Nonce": nonce,
		"X-Signature": second(emu.PlainKey(), method, target, stamp, nonce, text),
	}
	if change != nil {
		change(h)
	}
	var headers []string
	for k, v := range h {
		headers = append(headers, k, v)
	}
	return c.call(method, target, body, headers...)
}

func TestSignedCallsAreTaken(t *testing.T) {
	t.Parallel()
	for _, policy := range []emu.Signing{emu.SigningIfPresent, emu.SigningRequired} {
		c := caller{t: t, s: emu.New(t, emu.Options{Signing: policy}), region: emu.CN}
		got := c.signed("POST", "/service/auth/account/login",
			emu.Doc{"appId": "igpsport-web", "username": emu.DefaultPhone, "password": emu.DefaultPassword}, "n1", nil)
		if got.status != 200 || got.code != 0 {
			t.Fatalf("login: %d %s", got.status, got.text)
		}
		c.token = got.data.(emu.Doc)["access_token"].(string)
		if got := c.signed("GET", list, nil, "n2", nil); got.status != 200 || got.code != 0 {
			t.Errorf("list: %d %s", got.status, got.text)
		}
	}
}

func TestRefusedSignatures(t *testing.T) {
	t.Parallel()
	set := func(name, value string) func(map[string]string) {
		return func(h map[string]string) { h[name] = value }
	}
	stamp := func(d time.Duration) func(map[string]string) {
		return func(h map[string]string) {
			at := strconv.FormatInt(serverNow.Add(d).Unix(), 10)
			h["X-Timestamp"], h["X-Signature"] = at, second(emu.PlainKey(), "GET", list, at, h["X-Nonce"], "")
		}
	}
	for name, v := range map[string]struct {
		change func(map[string]string)
		says   string
	}{
		"of something else": {set("X-Signature", second(emu.PlainKey(), "GET", list+"&sortType=1", "1", "n", "")), "mismatch"},
		"of the iOS key":    {set("X-Access-Key", "AKIDiOSApp2"), "unknown access key"},
		"late":              {stamp(-301 * time.Second), "expired"},
		"early":             {stamp(301 * time.Second), "expired"},
		"without a time":    {set("X-Timestamp", ""), "expired"},
		"without a nonce":   {set("X-Nonce", ""), "incomplete"},
		"with a key alone":  {set("X-Signature", ""), "incomplete"},
	} {
		c := start(t, emu.Options{Empty: true}, emu.CN)
		c.refused(c.signed("GET", list, nil, "n1", v.change), 401, 401, "signature")
		if got := c.signed("GET", list, nil, "n2", v.change); !strings.Contains(got.message, v.says) {
			t.Errorf("%s: %q", name, got.message)
		}
		if got := c.signed("GET", list, nil, "n3", stamp(299*time.Second)); got.code != 0 {
			t.Errorf("after %s: %s", name, got.text)
		}
	}
}

func TestANonceCountsOnce(t *testing.T) {
	t.Parallel()
	c := start(t, emu.Options{Empty: true, Lenient: true}, emu.CN)
	if got := c.signed("GET", list, nil, "n1", nil); got.code != 0 {
		t.Fatal(got.text)
	}
	c.refused(c.signed("GET", list, nil, "n1", nil), 500, 500, "")
	c.violated(`nonce "n1"`)
}

func TestUnsignedCalls(t *testing.T) {
	t.Parallel()
	for status, o := range map[int]emu.Options{
		401: {Signing: emu.SigningRequired},
		403: {Signing: emu.SigningRequired, SigningRefusal: 403},
		500: {Signing: emu.SigningRequired, SigningRefusal: 500},
	} {
		c := caller{t: t, s: emu.New(t, o), region: emu.CN}
		c.refused(c.login(emu.DefaultPhone, emu.DefaultPassword), status, float64(status), "signature required")
		c.region = emu.INTL // where nobody signs
		c.token = c.signIn()
		c.data("GET", list, nil)
		if got := c.signed("GET", list, nil, "n", func(h map[string]string) { h["X-Signature"] = "no" }); got.code != 0 {
			t.Errorf("abroad: %s", got.text)
		}
	}
	c := start(t, emu.Options{Signing: emu.SigningOff}, emu.CN)
	if got := c.signed("GET", list, nil, "n", func(h map[string]string) { h["X-Signature"] = "no" }); got.code != 0 {
		t.Errorf("where nobody looks: %s", got.text)
	}
}

// TestHandshake unwraps what is handed out, in both of its alphabets.
func TestHandshake(t *testing.T) {
	t.Parallel()
	c := caller{t: t, s: emu.New(t, emu.Options{Empty: true, Signing: emu.SigningRequired}), region: emu.CN}
	key, err := c.s.PrivateKey()
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
		d := c.object("/service/edge-core/api/public/key")
		wrapped, err := form.DecodeString(d["secret_key"].(string))
		if err != nil || d["accessKey"] != emu.WebKey {
			t.Fatalf("%v: %v", d, err)
		}
		plain, err := rsa.DecryptOAEP(sha256.New(), nil, key, wrapped, nil)
		if err != nil || !bytes.Equal(plain, emu.PlainKey()) || len(wrapped) != 256 {
			t.Errorf("%x of %d bytes: %v", plain, len(wrapped), err)
		}
	}
	c.violated()
}
