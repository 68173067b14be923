package token_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/oauth2"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
	"lapkeep/test/stravatest"
)

const canary = "canary-31c0"

// ring is a keyring; broken makes it fail.
type ring struct {
	has    map[string]string
	broken error
}

func (r *ring) Get(name string) (string, error) {
	s, ok := r.has[name]
	if r.broken == nil && !ok {
		return "", token.ErrNoSecret
	}
	return s, r.broken
}

func (r *ring) Set(name, secret string) error {
	if r.broken == nil {
		r.has[name] = secret
	}
	return r.broken
}

func (r *ring) Delete(name string) error {
	_, err := r.Get(name)
	delete(r.has, name)
	return err
}

func newRing() *ring { return &ring{has: map[string]string{}} }

func vault(t *testing.T, k token.Keyring) *token.Vault {
	t.Helper()
	return &token.Vault{Dir: filepath.Join(t.TempDir(), "keys"), Keyring: k, NewID: func() string { return "id1" }}
}

func full() source.Token {
	return source.Token{
		Scheme: source.Bearer, Access: source.NewSecret(canary), Refresh: source.NewSecret(canary + "-r"),
		Expiry: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC), Account: "i7", Scopes: []string{"a", "b"},
	}
}

var compareSecrets = cmp.Comparer(func(a, b source.Secret) bool { return a == b })

func loads(t *testing.T, v *token.Vault, want source.Token) {
	t.Helper()
	got, err := v.Load("tri")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got, compareSecrets); d != "" {
		t.Error(d)
	}
}

func save(t *testing.T, v *token.Vault, want source.Token) {
	t.Helper()
	if err := v.Save("tri", want); err != nil {
		t.Fatal(err)
	}
	loads(t, v, want)
}

func file(t *testing.T, v *token.Vault) string {
	t.Helper()
	path := filepath.Join(v.Dir, "tri.json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	return string(data)
}

func TestInAFile(t *testing.T) {
	t.Parallel()
	v := vault(t, nil)
	if _, err := v.Load("tri"); training.KindOf(err) != training.KindNotFound || !strings.Contains(err.Error(), "lapkeep connect tri") {
		t.Error(err)
	}
	save(t, v, full())
	if text := file(t, v); !strings.Contains(text, canary) || v.About("tri").Where != "file" {
		t.Errorf("kept %s", text)
	}
	if info, err := os.Stat(v.Dir); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	save(t, v, source.Token{Scheme: source.Basic, Access: source.NewSecret("k")})
	for range 2 {
		if err := v.Delete("tri"); err != nil || v.About("tri").Where != "" {
			t.Errorf("deleted: %v, %s", err, v.About("tri").Where)
		}
	}
}

func TestInTheKeyring(t *testing.T) {
	t.Parallel()
	r := newRing()
	v := vault(t, r)
	save(t, v, full())
	if text := file(t, v); strings.Contains(text, canary) || v.About("tri").Where != "keyring" || len(r.has) != 1 {
		t.Errorf("kept %s", text)
	}
	save(t, v, source.Token{Scheme: source.Bearer, Access: source.NewSecret("new")})
	if len(r.has) != 1 {
		t.Errorf("the keyring has %d", len(r.has))
	}
	if err := v.Delete("tri"); err != nil || len(r.has) != 0 {
		t.Errorf("%v, %d left", err, len(r.has))
	}
}

func TestAKeyringThatFails(t *testing.T) {
	t.Parallel()
	r := newRing()
	v := vault(t, r)
	r.broken = errors.New("no bus")
	save(t, v, full())
	if v.About("tri").Where != "file" {
		t.Error("it must be in the file")
	}
	r.broken = nil
	save(t, v, full())
	if v.About("tri").Where != "keyring" || strings.Contains(file(t, v), canary) {
		t.Error("it goes into the keyring as soon as there is one")
	}
	for _, tt := range []struct {
		name  string
		spoil func()
		kind  training.Kind
	}{
		{"locked", func() { r.broken = errors.New("locked") }, training.KindUnavailable},
		{"emptied", func() { r.broken, r.has = nil, map[string]string{} }, training.KindNotFound},
		{"overwritten", func() { r.has["id1"] = canary }, training.KindNotFound},
		{"switched off", func() { v.Keyring = nil }, training.KindUnavailable},
	} {
		tt.spoil()
		if _, err := v.Load("tri"); training.KindOf(err) != tt.kind || err == nil || strings.Contains(err.Error(), canary) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	save(t, v, full())
}

func TestADamagedFile(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "{", `{"access":"` + canary + `"`, "{}", `{"secrets":{}}`, `{"expiry":"` + canary + `"}`, `[]`} {
		v := vault(t, nil)
		if err := errors.Join(os.MkdirAll(v.Dir, 0o700), os.WriteFile(filepath.Join(v.Dir, "tri.json"), []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
		_, err := v.Load("tri")
		if err == nil || training.KindOf(err) != training.KindCorrupt || strings.Contains(err.Error(), canary) {
			t.Errorf("%q: %v", text, err)
		}
		save(t, v, full())
	}
}

func TestNowhereToSave(t *testing.T) {
	t.Parallel()
	v := vault(t, nil)
	if err := os.WriteFile(v.Dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := v.Save("tri", full()); err == nil || training.KindOf(err) != training.KindUnavailable {
		t.Error(err)
	}
}

// childTurns is how often a child of these tests has its token renewed.
const childTurns = "LAPKEEP_TEST_TOKEN_TURNS"

// application returns an application whose refresh tokens work once.
func application(web string) *token.OAuth {
	return &token.OAuth{
		Source: "tri", Plain: true, Now: time.Now,
		Config: oauth2.Config{
			ClientID: strconv.Itoa(stravatest.DefaultClientID), ClientSecret: stravatest.DefaultClientSecret,
			Endpoint: oauth2.Endpoint{TokenURL: web + "/oauth/token", AuthStyle: oauth2.AuthStyleInParams},
		},
		HTTP: client.NewTransport(client.TransportOptions{
			Source: "tri", Hosts: []string{strings.TrimPrefix(web, "http://")}, Clock: client.Clock{Now: time.Now},
		}).HTTP(),
	}
}

func ofApplication(dir, web string) *token.Keeper {
	return &token.Keeper{Vault: &token.Vault{Dir: dir}, Source: "tri", Refresh: application(web).Refresh, Now: time.Now}
}

// turn has the token renewed again and again, whatever its age, and says so
// after each time.
func turn(dir, web string, turns int) {
	k := ofApplication(dir, web)
	fmt.Println("ready")
	for range turns {
		now, err := k.Token(context.Background())
		if err == nil {
			_, err = k.Renew(context.Background(), now)
		}
		fmt.Println(err)
		if err != nil {
			return
		}
	}
}

// turner returns a process that renews a token.
func turner(t *testing.T, dir, web string, turns int) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(os.Environ(), childDir+"="+dir, childURL+"="+web, childTurns+"="+strconv.Itoa(turns))
	out, err := cmd.StdoutPipe()
	if err := errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "ready" {
		t.Fatalf("%q %v", lines.Text(), lines.Err())
	}
	return cmd, lines
}

// renewable returns a service that gives another refresh token each time, and a
// vault with the first one.
func renewable(t *testing.T) (*stravatest.Server, *token.Vault) {
	t.Helper()
	s := stravatest.New(t, stravatest.Options{Rotation: stravatest.RotateAlways, Live: true, Empty: true})
	v := vault(t, nil)
	granted(t, s, v)
	return s, v
}

// granted connects anew.
func granted(t *testing.T, s *stravatest.Server, v *token.Vault) {
	t.Helper()
	g := s.Grant()
	if err := v.Save("tri", source.Token{
		Scheme: source.Bearer, Access: source.NewSecret(g.Access), Refresh: source.NewSecret(g.Refresh), Expiry: g.ExpiresAt,
	}); err != nil {
		t.Fatal(err)
	}
}

// times returns a count of the environment, or a few.
func times(few int) int {
	if n, err := strconv.Atoi(os.Getenv("LAPKEEP_KILLS")); err == nil && n > 0 {
		return n
	}
	return few
}

// TestTwoProcessesLoseNoRefreshToken: each works once, and none is sent twice.
// With LAPKEEP_KILLS=200 they are renewed a thousand times.
func TestTwoProcessesLoseNoRefreshToken(t *testing.T) {
	t.Parallel()
	s, v := renewable(t)
	each := times(10) * 5 / 2
	var all []*bufio.Scanner
	for range 2 {
		_, lines := turner(t, v.Dir, s.WebURL, each)
		all = append(all, lines)
	}
	for _, lines := range all {
		for range each {
			if !lines.Scan() || lines.Text() != "<nil>" {
				t.Fatalf("%q %v", lines.Text(), lines.Err())
			}
		}
	}
	for _, r := range s.Requests() {
		if r.Status != 200 {
			t.Errorf("%+v", r)
		}
	}
	if got := s.Count("token"); got != 2*each {
		t.Errorf("renewed %d times of %d", got, 2*each)
	}
	if _, err := ofApplication(v.Dir, s.WebURL).Renew(t.Context(), source.Token{Access: must(t, v).Access}); err != nil {
		t.Errorf("the last one was lost: %v", err)
	}
}

func must(t *testing.T, v *token.Vault) source.Token {
	t.Helper()
	got, err := v.Load("tri")
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestKilledWhileRenewing: at worst the athlete is told once to connect again.
// What is kept can be read, and a connection made anew works. LAPKEEP_KILLS is
// how often.
func TestKilledWhileRenewing(t *testing.T) {
	t.Parallel()
	s, v := renewable(t)
	again, kills := 0, times(6)
	for range kills {
		cmd, lines := turner(t, v.Dir, s.WebURL, 1<<20)
		if !lines.Scan() { // it is renewing
			t.Fatal("it ended by itself")
		}
		time.AfterFunc(time.Duration(rand.IntN(8000))*time.Microsecond, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait() // it is killed
		kept := must(t, v)
		_, err := ofApplication(v.Dir, s.WebURL).Renew(t.Context(), kept)
		if err == nil {
			continue
		}
		again++
		f, _ := source.FailureOf(err)
		if f.Fault != source.Unauthorised || !strings.Contains(err.Error(), "lapkeep connect tri") {
			t.Fatalf("%v", err)
		}
		granted(t, s, v)
	}
	t.Logf("killed %d times, connected again %d times", kills, again)
}
