package token_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/services/source"
	"lapkeep/internal/services/token"
	"lapkeep/internal/training"
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
	if text := file(t, v); !strings.Contains(text, canary) || v.Where("tri") != "file" {
		t.Errorf("kept %s", text)
	}
	if info, err := os.Stat(v.Dir); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	save(t, v, source.Token{Scheme: source.Basic, Access: source.NewSecret("k")})
	for range 2 {
		if err := v.Delete("tri"); err != nil || v.Where("tri") != "" {
			t.Errorf("deleted: %v, %s", err, v.Where("tri"))
		}
	}
}

func TestInTheKeyring(t *testing.T) {
	t.Parallel()
	r := newRing()
	v := vault(t, r)
	save(t, v, full())
	if text := file(t, v); strings.Contains(text, canary) || v.Where("tri") != "keyring" || len(r.has) != 1 {
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
	if v.Where("tri") != "file" {
		t.Error("it must be in the file")
	}
	r.broken = nil
	save(t, v, full())
	if v.Where("tri") != "keyring" || strings.Contains(file(t, v), canary) {
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
