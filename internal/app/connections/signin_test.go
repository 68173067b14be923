package connections_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/test/intervalstest"
)

// sealed: the password is in the vault's file, which is the athlete's alone,
// and in no other file of the home.
func (h *home) sealed(t *testing.T, name string) {
	t.Helper()
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		vault := path == filepath.Join(h.dir, "keys", name+".json")
		if bytes.Contains(data, []byte(canary)) != (vault && name != "keyed") {
			t.Errorf("%s: the password", path)
		}
		ofSettings := path == filepath.Join(h.dir, "keys", "settings", "diary.json")
		if bytes.Contains(data, []byte("ann@example.com")) != (vault && name == "diary" || ofSettings) {
			t.Errorf("%s: the account", path)
		}
		if info, ierr := d.Info(); vault && (ierr != nil || info.Mode().Perm() != 0o600) {
			t.Errorf("%s: %v %v", path, info.Mode(), ierr)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(filepath.Join(h.dir, "keys")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info, err)
	}
}

// disconnect disconnects with a person's consent.
func (h *home) disconnect(t *testing.T, s *connections.Set, name string) error {
	t.Helper()
	w := journal.Write{Face: "cli", Tool: "disconnect_source", Now: h.Now()}
	_, err := s.Disconnect(t.Context(), name, false, w)
	ask, ok := errors.AsType[*journal.NeedsConsent](err)
	if !ok {
		return err
	}
	if _, err := h.journal.Grant(t.Context(), storetest.Export(ann), ask.Preview.Token, h.Now()); err != nil {
		return err
	}
	_, err = s.Disconnect(t.Context(), name, false, w)
	return err
}

// diarist returns a home connected to the diary.
func diarist(t *testing.T) (*home, *invented, *connections.Set) {
	t.Helper()
	h := newHome(t, intervalstest.Options{Empty: true})
	v := newInvented(t, h.Now)
	s := h.set(besides(v))
	if _, err := s.Connect(t.Context(), "diary", answers("diary"), h.Now()); err != nil {
		t.Fatal(err)
	}
	return h, v, s
}

func check(t *testing.T, s *connections.Set) error {
	t.Helper()
	_, err := s.Check(t.Context(), "diary")
	return err
}

// TestAnEndedTokenIsRenewedWithTheKeptPassword, once for all who ask.
func TestAnEndedTokenIsRenewedWithTheKeptPassword(t *testing.T) {
	t.Parallel()
	h, v, s := diarist(t)
	_ = h.Sleep(t.Context(), 2*time.Hour) // the clock moves
	for _, s := range []*connections.Set{s, s, h.set(besides(v))} {
		if err := check(t, s); err != nil {
			t.Fatal(err)
		}
	}
	if _, n := v.counts(); n != 2 {
		t.Errorf("it signed in %d times", n)
	}
	h.sealed(t, "diary")
}

// TestAWrongPasswordIsSentOnce: it is told as such, and nothing is sent until
// the athlete connects anew, by whichever process.
func TestAWrongPasswordIsSentOnce(t *testing.T) {
	t.Parallel()
	h, v, s := diarist(t)
	_ = h.Sleep(t.Context(), 2*time.Hour)
	v.change(func() { v.password = "another" })
	first := check(t, s)
	before, logins := v.counts()
	for _, s := range []*connections.Set{s, h.set(besides(v))} {
		err := check(t, s)
		for _, err := range []error{first, err} {
			if err == nil || !strings.Contains(err.Error(), "did not accept the password") || strings.Contains(err.Error(), canary) ||
				training.KindOf(err) != training.KindForbidden {
				t.Fatalf("%v", err)
			}
		}
	}
	if after, n := v.counts(); after != before || n != logins || logins != 2 {
		t.Errorf("%d requests more, %d sign-ins", after-before, n)
	}
	wrong := answers("diary")
	if _, err := s.Connect(t.Context(), "diary", wrong, h.Now()); err == nil || !strings.Contains(err.Error(), "password") {
		t.Errorf("%v", err)
	}
	right := wrong
	right.Password = source.NewSecret("another")
	if _, err := s.Connect(t.Context(), "diary", right, h.Now()); err != nil {
		t.Fatal(err)
	}
	if err := check(t, h.set(besides(v))); err != nil {
		t.Error(err)
	}
}

// TestAnInventedLockedAccountIsLeftAlone until the lock ends.
func TestAnInventedLockedAccountIsLeftAlone(t *testing.T) {
	t.Parallel()
	h, v, s := diarist(t)
	_ = h.Sleep(t.Context(), 2*time.Hour)
	until := h.Now().Add(30 * time.Minute)
	v.change(func() { v.locked = until })
	for range 3 {
		if err := check(t, s); err == nil || !strings.Contains(err.Error(), "locked the account until 2026-08-20T12:30:00Z") {
			t.Errorf("%v", err)
		}
		s = h.set(besides(v))
	}
	if _, n := v.counts(); n != 2 {
		t.Errorf("it signed in %d times", n)
	}
	_ = h.Sleep(t.Context(), 30*time.Minute)
	if err := check(t, s); err != nil {
		t.Errorf("after the lock: %v", err)
	}
}

// TestAnAccountStaysInItsRegion: nothing is sent to another, whether the
// settings name it or somebody changed the vault's file.
func TestAnAccountStaysInItsRegion(t *testing.T) {
	t.Parallel()
	h, v, s := diarist(t)
	before, _ := v.counts()
	north := h.set(besides(v, func(g map[source.Name]connections.Given) {
		g["diary"] = connections.Given{Credentials: source.Credentials{Region: "north"}}
	}))
	if err := check(t, north); err == nil || !strings.Contains(err.Error(), "belongs to region south and is not used in region north") {
		t.Errorf("%v", err)
	}
	path := filepath.Join(h.dir, "keys", "diary.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(text, []byte(`"region":"south","user":"a`), []byte(`"region":"north","user":"a`), 1)
	if err := os.WriteFile(path, changed, 0o600); err != nil || bytes.Equal(text, changed) {
		t.Fatal(err, string(text))
	}
	if err := check(t, h.set(besides(v))); err == nil || !strings.Contains(err.Error(), "region") {
		t.Errorf("%v", err)
	}
	if after, _ := v.counts(); after != before {
		t.Errorf("%d requests were sent", after-before)
	}
	for _, region := range []string{"", "east"} {
		a := answers("diary")
		a.Region = region
		if _, err := s.Connect(t.Context(), "diary", a, h.Now()); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", region, err)
		}
	}
}

// TestAnAccountOfTheSettings signs in by itself, once, and its password is not
// written down.
func TestAnAccountOfTheSettings(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Empty: true})
	v := newInvented(t, h.Now)
	var logged bytes.Buffer
	set := func(password string) *connections.Set {
		return h.set(besides(v, func(g map[source.Name]connections.Given) {
			g["diary"] = connections.Given{
				Credentials: source.Credentials{User: "ann@example.com", Password: source.NewSecret(password)}, From: "environment DIARY_PASSWORD",
			}
		}), func(o *connections.Options) { o.Log = logTo(&logged) })
	}
	for range 2 {
		if err := check(t, set(canary)); err != nil {
			t.Fatal(err)
		}
	}
	if _, n := v.counts(); n != 1 {
		t.Errorf("it signed in %d times", n)
	}
	h.sealed(t, "nothing")
	if strings.Contains(logged.String(), canary) || logged.Len() == 0 {
		t.Error(logged.String())
	}
	if err := h.disconnect(t, set(canary), "diary"); err == nil || !strings.Contains(err.Error(), "DIARY_PASSWORD") {
		t.Errorf("%v", err)
	}
	if got := h.set(besides(v)).Connected(); len(got) != 0 {
		t.Errorf("without the settings %q is connected", got)
	}
	_ = h.Sleep(t.Context(), 2*time.Hour)
	for range 3 {
		if err := check(t, set("wrong")); err == nil || !strings.Contains(err.Error(), "did not accept the password") {
			t.Errorf("%v", err)
		}
	}
	if _, n := v.counts(); n != 2 {
		t.Errorf("a wrong password was sent %d times", n-1)
	}
	if err := check(t, set(canary)); err != nil {
		t.Errorf("with the right password after a wrong one: %v", err)
	}
	h.sealed(t, "nothing")
}

// TestWhatConnectingTakesIsSaid of each way to sign in.
func TestWhatConnectingTakesIsSaid(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Empty: true})
	s := h.set(besides(newInvented(t, h.Now)))
	for name, want := range map[string]connect.Way{"keyed": connect.ByKey, "diary": connect.ByAccount, "club": connect.ByApp} {
		n, err := s.Needs(name, "")
		if err != nil || n.Way != want || (len(n.Regions) > 0) != (name == "diary") {
			t.Errorf("%+v %v", n, err)
		}
	}
}

// TestAgreeingInABrowser: what another page sends to the address at which the
// browser is waited for changes nothing; the address can be pasted; a token
// that ended is renewed by the kept app.
func TestAgreeingInABrowser(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Empty: true})
	v := newInvented(t, h.Now)
	s := h.set(besides(v))
	a := answers("club")
	a.Browse = func(ctx context.Context, address string) (string, error) {
		u, err := url.Parse(address)
		if err != nil {
			return "", err
		}
		back := u.Query().Get("redirect_uri")
		if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/callback$`).MatchString(back) || u.Query().Get("scope") != "read,write" {
			t.Errorf("%s", address)
		}
		for _, stray := range []string{"?code=stolen&state=guess", "?code=stolen", "x?code=stolen&state=" + u.Query().Get("state")} {
			resp, err := http.Get(back + stray)
			if err != nil || resp.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %v %v", stray, resp, err)
			}
			_ = resp.Body.Close()
		}
		_, _ = visitWithout(ctx, address) // the service gives the code, and the browser does not reach us
		return back + "?state=" + u.Query().Get("state") + "&code=the-code", nil
	}
	if _, err := s.Connect(t.Context(), "club", a, h.Now()); err != nil {
		t.Fatal(err)
	}
	h.sealed(t, "club")
	_ = h.Sleep(t.Context(), 2*time.Hour)
	if _, err := h.set(besides(v)).Check(t.Context(), "club"); err != nil {
		t.Errorf("renewed: %v", err)
	}
	for _, pasted := range []string{"http://127.0.0.1/callback?code=the-code&state=guess", "yes"} {
		a.Browse = func(context.Context, string) (string, error) { return pasted, nil }
		if _, err := s.Connect(t.Context(), "club", a, h.Now()); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", pasted, err)
		}
	}
	a.Browse = func(_ context.Context, address string) (string, error) {
		u, err := url.Parse(address)
		return "http://127.0.0.1/callback?error=access_denied&state=" + u.Query().Get("state"), err
	}
	if _, err := s.Connect(t.Context(), "club", a, h.Now()); training.KindOf(err) != training.KindForbidden {
		t.Errorf("%v", err)
	}
}

// visitWithout returns a browser that is not let to this machine.
func visitWithout(ctx context.Context, address string) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	c := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := c.Do(r)
	if err == nil {
		err = resp.Body.Close()
	}
	return "", err
}

// TestAKeyringHoldsPasswords: the file then names the account masked alone.
func TestAKeyringHoldsPasswords(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Empty: true})
	v := newInvented(t, h.Now)
	ring := memory{}
	s := h.set(besides(v), func(o *connections.Options) { o.Vault.Keyring = ring })
	if _, err := s.Connect(t.Context(), "diary", answers("diary"), h.Now()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(h.dir, "keys", "diary.json"))
	if err != nil || bytes.Contains(text, []byte(canary)) || !bytes.Contains(text, []byte("a…@e….com")) || len(ring) != 1 {
		t.Errorf("%s %v %d", text, err, len(ring))
	}
}

// TestAFormerConfigFileIsTakenOverIfAsked: it is offered while nothing is
// connected, read once somebody says yes, and stays as it is.
func TestAFormerConfigFileIsTakenOverIfAsked(t *testing.T) {
	t.Parallel()
	h := newHome(t, intervalstest.Options{Empty: true})
	v := newInvented(t, h.Now)
	user := t.TempDir()
	path := filepath.Join(user, ".diary-mcp", "config.json")
	set := func(given connections.Given) *connections.Set {
		return h.set(besides(v, func(g map[source.Name]connections.Given) { g["diary"] = given }),
			func(o *connections.Options) { o.UserHome = user })
	}
	needs := func(given connections.Given) connect.Need {
		n, err := set(given).Needs("diary", "")
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := needs(connections.Given{}); n.Former != "" {
		t.Errorf("%q is not there", n.Former)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	for text, ok := range map[string]bool{
		`{"password":"` + canary + `",`: false, `["` + canary + `"]`: false,
		`{"username":"ann@example.com","password":"` + canary + `","region":"south","ftp":"240","lthr":7}`: true,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		n := needs(connections.Given{})
		if n.Former != path || n.Given.User != "" || !n.Given.Password.Empty() {
			t.Errorf("read without a yes: %+v", n)
		}
		taken, err := n.TakeOver()
		if (err == nil) != ok || err != nil && strings.Contains(err.Error(), canary) {
			t.Errorf("%s: %v", text, err)
		}
		want := connect.Threshold{Text: "240", From: path}
		if ok && (taken.Given.Credentials != answers("diary").Credentials ||
			taken.FTPW != want || taken.LTHRBpm.Text != "" || taken.From != path) {
			t.Errorf("%+v", taken)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != text {
			t.Errorf("the file is %s, %v", after, err)
		}
	}
	other := needs(connections.Given{Credentials: source.Credentials{User: "bob", Region: "north"}})
	if taken, err := other.TakeOver(); err == nil && (!taken.Given.Password.Empty() || taken.Given.Region != "north") {
		t.Errorf("another's password: %+v", taken)
	}
	if _, err := set(connections.Given{}).Connect(t.Context(), "diary", answers("diary"), h.Now()); err != nil {
		t.Fatal(err)
	}
	if n := needs(connections.Given{}); n.Former != "" {
		t.Error("it is offered again")
	}
}

// memory is a keyring.
type memory map[string]string

func (m memory) Get(name string) (string, error) {
	if s, ok := m[name]; ok {
		return s, nil
	}
	return "", token.ErrNoSecret
}

func (m memory) Set(name, secret string) error { m[name] = secret; return nil }

func (m memory) Delete(name string) error { delete(m, name); return nil }
