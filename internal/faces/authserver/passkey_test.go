package authserver_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"lapkeep/internal/faces/authserver"
	"lapkeep/internal/faces/guard"
	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

// These are the flags of what a device signs (WebAuthn, 6.1).
const (
	present  = 0x01
	verified = 0x04
	eligible = 0x08
	attested = 0x40
)

// device makes passkeys and signs with them, as WebAuthn says, independent of the library that
// checks it.
type device struct {
	key     *ecdsa.PrivateKey
	id      []byte
	holder  string // as base64
	counter uint32

	// These are what a browser and device that lie would change.
	origin, site, kind string
	flags              byte
	cross              bool
}

func newDevice(t *testing.T) *device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	return &device{key: key, id: id, origin: base, site: "lapkeep.example", flags: present | verified}
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// said returns what the browser says of a page.
func (d *device) said(kind, challenge string) []byte {
	if d.kind != "" {
		kind = d.kind
	}
	b, _ := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": d.origin, "crossOrigin": d.cross})
	return b
}

func (d *device) data(flags byte) []byte {
	site := sha256.Sum256([]byte(d.site))
	return binary.BigEndian.AppendUint32(append(site[:], flags), d.counter)
}

type asking struct {
	Challenge string `json:"challenge"`
	RPID      string `json:"rpId"`
	RP        struct{ ID string }
	User      struct{ ID string }
	Verify    string `json:"userVerification"`
	Selection struct {
		Verify   string `json:"userVerification"`
		Resident string `json:"residentKey"`
	} `json:"authenticatorSelection"`
	Exclude []struct{ ID string } `json:"excludeCredentials"`
}

// create answers a page that asks for a new passkey.
func (d *device) create(o asking) string {
	d.holder = o.User.ID
	data := d.data(d.flags | attested)
	data = append(data, make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(d.id)))
	data = append(data, d.id...)
	point, _ := d.key.PublicKey.Bytes()
	data = append(data, 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32)
	data = append(append(data, point[1:33]...), 0x22, 0x58, 32)
	data = append(data, point[33:]...)
	object := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"), byte(len(data)))
	return d.answer(map[string]any{
		"clientDataJSON": b64(d.said("webauthn.create", o.Challenge)), "attestationObject": b64(append(object, data...)),
	})
}

// sign answers a page on which somebody signs in.
func (d *device) sign(o asking) string {
	d.counter++
	data, said := d.data(d.flags), d.said("webauthn.get", o.Challenge)
	hash := sha256.Sum256(said)
	sum := sha256.Sum256(append(bytes.Clone(data), hash[:]...))
	signature, _ := ecdsa.SignASN1(rand.Reader, d.key, sum[:])
	return d.answer(map[string]any{
		"clientDataJSON": b64(said), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": d.holder,
	})
}

func (d *device) answer(response map[string]any) string {
	b, _ := json.Marshal(map[string]any{
		"id": b64(d.id), "rawId": b64(d.id), "type": "public-key", "clientExtensionResults": map[string]any{}, "response": response,
	})
	return string(b)
}

// window is a browser that keeps its cookies.
type window struct {
	*world
	cookies map[string]string
}

func (x *world) window() *window { return &window{x, map[string]string{}} }

const (
	sessionCookie = "__Host-lapkeep_login"
	tryCookie     = sessionCookie + "_try"
)

func (b *window) open(t *testing.T, method, path string, form url.Values) (*http.Response, string) {
	t.Helper()
	var all []string
	for name, value := range b.cookies {
		all = append(all, name+"="+value)
	}
	res, text := b.send(t, method, path, form, "Cookie", strings.Join(all, "; "))
	for _, c := range res.Cookies() {
		if !c.HttpOnly || !c.Secure || c.Path != "/" {
			t.Errorf("the cookie is %v", c)
		}
		if b.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return res, text
}

func (b *window) known(t *testing.T) bool {
	t.Helper()
	_, text := b.open(t, http.MethodGet, "/login", nil)
	return strings.Contains(text, "You are signed in as")
}

// signedIn signs a person in with a code.
func (b *window) signedIn(t *testing.T, p people.Person) *window {
	t.Helper()
	code, err := b.book.SignInCode(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	b.open(t, http.MethodPost, "/login/code", url.Values{"code": {code}})
	if !b.known(t) {
		t.Fatal("the code does not sign in")
	}
	return b
}

var options = regexp.MustCompile(`data-options="([^"]+)"`)

// asks returns what the page asks for, and its form's token. ok is false if it asks nothing.
func (b *window) asks(t *testing.T) (o asking, token string, ok bool) {
	t.Helper()
	res, text := b.open(t, http.MethodGet, "/login", nil)
	found := options.FindStringSubmatch(text)
	if script := strings.Contains(res.Header.Get("Content-Security-Policy"), "script-src 'self';"); script != (found != nil) {
		t.Errorf("a page with a passkey %v runs a script %v", found != nil, script)
	}
	if found == nil {
		return o, "", false
	}
	if err := json.Unmarshal([]byte(html.UnescapeString(found[1])), &o); err != nil {
		t.Fatal(err)
	}
	if f := tokenField.FindStringSubmatch(text); f != nil {
		token = f[1]
	}
	return o, token, true
}

func (b *window) add(t *testing.T, d *device) (status int, text string) {
	t.Helper()
	o, token, _ := b.asks(t)
	res, text := b.open(t, http.MethodPost, "/login/passkey/add", url.Values{guard.TokenField: {token}, "answer": {d.create(o)}})
	return res.StatusCode, text
}

func (b *window) enter(t *testing.T, answer string) (status int, text string) {
	t.Helper()
	res, text := b.open(t, http.MethodPost, "/login/passkey", url.Values{"answer": {answer}})
	if (res.StatusCode == http.StatusSeeOther) != (b.cookies[sessionCookie] != "") {
		t.Errorf("%d with the cookies %v", res.StatusCode, b.cookies)
	}
	return res.StatusCode, text
}

// registered returns a device with a passkey of a person.
func (x *world) registered(t *testing.T, p people.Person) *device {
	t.Helper()
	d := newDevice(t)
	if status, text := x.window().signedIn(t, p).add(t, d); status != http.StatusSeeOther {
		t.Fatalf("%d %s", status, text)
	}
	return d
}

// TestAPersonSignsInWithAPasskey: the page asks for one only after there is one, and a program's
// request is not forgotten on the way.
func TestAPersonSignsInWithAPasskey(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	if _, _, ok := x.window().asks(t); ok {
		t.Error("a passkey is asked for, and there is none")
	}
	in := x.window().signedIn(t, x.coach)
	o, _, _ := in.asks(t)
	if o.RP.ID != "lapkeep.example" || o.Selection.Verify != "required" || o.Selection.Resident != "required" || len(o.Exclude) != 0 {
		t.Errorf("a new passkey is asked for with %+v", o)
	}
	d := x.registered(t, x.coach)
	if o, _, _ := in.asks(t); len(o.Exclude) != 1 || o.Exclude[0].ID != b64(d.id) {
		t.Errorf("a device would make a second passkey: %+v", o)
	}
	b := x.window()
	o, _, ok := b.asks(t)
	if !ok || o.RPID != "lapkeep.example" || o.Verify != "required" {
		t.Fatalf("the page asks for %+v", o)
	}
	q := request().Encode()
	res, text := b.open(t, http.MethodPost, "/login/passkey", url.Values{"answer": {d.sign(o)}, "query": {q}})
	if to := res.Header.Get("Location"); res.StatusCode != http.StatusSeeOther || to != "/login/authorize?"+q {
		t.Errorf("%d %s %s", res.StatusCode, to, text)
	}
	if _, text := b.open(t, http.MethodGet, "/login", nil); !strings.Contains(text, "You are signed in as Carl") ||
		!strings.Contains(text, "last used on 2026-06-01") {
		t.Errorf("the page says %s", text)
	}
	all, err := x.book.Passkeys(t.Context())
	if err != nil || len(all) != 1 || all[0].Counter != 1 || all[0].Person != x.coach.ID {
		t.Errorf("the passkeys are %+v %v", all, err)
	}
}

// TestNobodyElseSignsInWithAPasskey: what a browser or a device could lie about.
func TestNobodyElseSignsInWithAPasskey(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	mine, others := x.registered(t, x.owner), x.registered(t, x.coach)
	for name, lie := range map[string]func(d *device, o *asking){
		"another site":           func(d *device, _ *asking) { d.site = "evil.example" },
		"another origin":         func(d *device, _ *asking) { d.origin = "https://evil.example" },
		"another port":           func(d *device, _ *asking) { d.origin = base + ":8443" },
		"without TLS":            func(d *device, _ *asking) { d.origin = "http://lapkeep.example" },
		"within another page":    func(d *device, _ *asking) { d.cross = true },
		"nobody was verified":    func(d *device, _ *asking) { d.flags = present },
		"nobody was there":       func(d *device, _ *asking) { d.flags = verified },
		"it became copyable":     func(d *device, _ *asking) { d.flags |= eligible },
		"a new passkey":          func(d *device, _ *asking) { d.kind = "webauthn.create" },
		"another challenge":      func(_ *device, o *asking) { o.Challenge = b64(make([]byte, 32)) },
		"no challenge":           func(_ *device, o *asking) { o.Challenge = "" },
		"another person":         func(d *device, _ *asking) { d.holder = others.holder },
		"no person":              func(d *device, _ *asking) { d.holder = "" },
		"another passkey's name": func(d *device, _ *asking) { d.id = others.id },
		"an unknown passkey":     func(d *device, _ *asking) { d.id = []byte("unknown") },
		"another key":            func(d *device, _ *asking) { d.key = others.key },
		"an older counter":       func(d *device, _ *asking) { d.counter = 1<<32 - 1 }, // the next is 0
	} {
		b, liar := x.window(), *mine
		o, _, _ := b.asks(t)
		liar.counter = 100
		lie(&liar, &o)
		if name == "an older counter" {
			if err := x.book.RemovePasskey(t.Context(), "none"); training.KindOf(err) != training.KindNotFound {
				t.Error(err)
			}
			mine.counter++
			first := x.window()
			asked, _, _ := first.asks(t)
			if status, text := first.enter(t, mine.sign(asked)); status != http.StatusSeeOther {
				t.Fatalf("%d %s", status, text)
			}
		}
		if status, text := b.enter(t, liar.sign(o)); status != http.StatusUnauthorized || !strings.Contains(text, `role="alert"`) {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	for _, garbage := range []string{"", "{}", "null", "[]", "x", newDevice(t).create(asking{}), strings.Repeat("{", 1000), `{"id":"` + b64(mine.id) + `"}`} {
		b := x.window()
		b.asks(t)
		if status, _ := b.enter(t, garbage); status != http.StatusUnauthorized {
			t.Errorf("%q gets %d", garbage, status)
		}
	}
	b := x.window()
	o, _, _ := b.asks(t)
	if status, text := b.enter(t, mine.sign(o)); status != http.StatusSeeOther {
		t.Errorf("the person does not sign in: %d %s", status, text)
	}
}

// TestAChallengeIsOfOneBrowserOnce: what was signed is of no use later, elsewhere, or again.
func TestAChallengeIsOfOneBrowserOnce(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	d := x.registered(t, x.owner)
	refused := func(what string, b *window, answer string) {
		t.Helper()
		if status, _ := b.enter(t, answer); status != http.StatusUnauthorized {
			t.Errorf("%s gets %d", what, status)
		}
	}
	b := x.window()
	o, _, _ := b.asks(t)
	other := x.window()
	other.asks(t)
	refused("another browser", other, d.sign(o))
	refused("a browser without a page", x.window(), d.sign(o))
	kept := b.cookies[tryCookie]
	for _, forged := range []string{
		"", ".", "...", strings.Replace(kept, ".", "x.", 1), kept + "x", strings.Join(strings.Split(kept, ".")[:3], "."),
		strings.Replace(kept, ".1", ".9", 1),
	} {
		refused("a forged cookie "+forged, &window{x, map[string]string{tryCookie: forged}}, d.sign(o))
	}
	answer := d.sign(o)
	if status, text := b.enter(t, answer); status != http.StatusSeeOther {
		t.Fatalf("%d %s", status, text)
	}
	again := &window{x, map[string]string{tryCookie: kept}}
	refused("a replay", again, answer)
	again.cookies[tryCookie] = kept
	refused("a second answer to one challenge", again, d.sign(o))
	late := x.window()
	o, _, _ = late.asks(t)
	x.clock.Add(601)
	refused("a late answer", late, d.sign(o))
}

// TestOnlyThePersonAddsAPasskey: it is of the one who is signed in, on this page, once.
func TestOnlyThePersonAddsAPasskey(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	none := func(what string, status int) {
		t.Helper()
		if all, err := x.book.Passkeys(t.Context()); err != nil || len(all) != 0 || status < 400 || status >= 500 {
			t.Errorf("%s: %d %v %v", what, status, all, err)
		}
	}
	for name, lie := range map[string]func(d *device){
		"another site":        func(d *device) { d.site = "evil.example" },
		"another origin":      func(d *device) { d.origin = "https://evil.example" },
		"nobody was verified": func(d *device) { d.flags = present },
		"a sign-in":           func(d *device) { d.kind = "webauthn.get" },
	} {
		d := newDevice(t)
		lie(d)
		status, _ := x.window().signedIn(t, x.owner).add(t, d)
		none(name, status)
	}
	mine, other := x.window().signedIn(t, x.owner), x.window().signedIn(t, x.coach)
	o, token, _ := mine.asks(t)
	post := func(b *window, token, answer string) int {
		res, _ := b.open(t, http.MethodPost, "/login/passkey/add", url.Values{guard.TokenField: {token}, "answer": {answer}})
		return res.StatusCode
	}
	d := newDevice(t)
	_, theirs, _ := other.asks(t)
	none("another person's page", post(other, theirs, d.create(o)))
	other.cookies[tryCookie] = mine.cookies[tryCookie]
	none("another person with the cookie of the page", post(other, theirs, d.create(o)))
	none("a page of another site", post(mine, "", d.create(o)))
	none("nobody", post(x.window(), token, d.create(o)))
	none("garbage", post(mine, token, "{}"))
	late := x.window().signedIn(t, x.owner)
	x.clock.Add(601)
	kept := late.cookies[tryCookie]
	o, token, _ = late.asks(t)
	fresh := late.cookies[tryCookie]
	late.cookies[tryCookie] = kept
	none("a page that is too old", post(late, token, d.create(o)))
	late.cookies[tryCookie] = fresh
	if status := post(late, token, d.create(o)); status != http.StatusSeeOther {
		t.Fatalf("the person gets %d", status)
	}
	late.cookies[tryCookie] = fresh
	if status := post(late, token, newDevice(t).create(o)); status != http.StatusUnauthorized {
		t.Errorf("a page adds two passkeys: %d", status)
	}
	if status, _ := x.window().signedIn(t, x.coach).add(t, d); status != http.StatusBadRequest {
		t.Errorf("a passkey gets a second person: %d", status)
	}
	for range 19 {
		if status, text := late.add(t, newDevice(t)); status != http.StatusSeeOther {
			t.Fatalf("%d %s", status, text)
		}
	}
	if status, _ := late.add(t, newDevice(t)); status != http.StatusBadRequest {
		t.Errorf("there is no end of passkeys: %d", status)
	}
}

// TestARemovedPasskeyOpensNothing, nor does what it opened; and only its person removes it.
func TestARemovedPasskeyOpensNothing(t *testing.T) {
	t.Parallel()
	x := newWorld(t)
	d := x.registered(t, x.owner)
	in := x.window()
	o, _, _ := in.asks(t)
	if status, text := in.enter(t, d.sign(o)); status != http.StatusSeeOther {
		t.Fatalf("%d %s", status, text)
	}
	all, err := x.book.Passkeys(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	remove := func(b *window) int {
		_, token, _ := b.asks(t)
		res, _ := b.open(t, http.MethodPost, "/login/passkey/remove", url.Values{guard.TokenField: {token}, "passkey": {all[0].ID}})
		return res.StatusCode
	}
	if status := remove(x.window().signedIn(t, x.coach)); status != http.StatusNotFound {
		t.Errorf("another person removes it: %d", status)
	}
	waits := x.window()
	o, _, _ = waits.asks(t)
	byCode := x.window().signedIn(t, x.owner)
	if status := remove(byCode); status != http.StatusSeeOther {
		t.Errorf("the person gets %d", status)
	}
	if status, _ := waits.enter(t, d.sign(o)); status != http.StatusUnauthorized {
		t.Errorf("it still opens: %d", status)
	}
	if in.known(t) || !byCode.known(t) {
		t.Error("its session lives on, or another one ended")
	}
	gone := x.registered(t, x.coach)
	o, _, _ = waits.asks(t)
	if err := x.book.End(t.Context(), x.coach.ID); err != nil {
		t.Fatal(err)
	}
	if status, _ := waits.enter(t, gone.sign(o)); status != http.StatusUnauthorized {
		t.Errorf("somebody who was withdrawn gets %d", status)
	}
}

// TestPasskeysNeedAName: browsers refuse them at an address of numbers, so none is offered there.
func TestPasskeysNeedAName(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"http://127.0.0.1:8642": false, "https://[::1]:8642": false, "http://localhost:8642": true, "https://lapkeep.example": true,
	} {
		s := authserver.New(authserver.Options{Base: address})
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/login/passkey", http.NoBody)
		if s.IsDoor(r) != want {
			t.Errorf("%s offers passkeys: %v", address, !want)
		}
	}
}
