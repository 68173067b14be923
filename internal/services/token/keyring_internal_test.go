package token

import (
	"errors"
	"testing"
	"time"

	keyring "github.com/zalando/go-keyring"
)

func TestTheKeyringHasALimit(t *testing.T) {
	t.Parallel()
	never := make(chan struct{})
	defer close(never)
	if _, err := within(time.Millisecond, func() (string, error) { <-never; return "late", nil }); !errors.Is(err, errNoAnswer) {
		t.Error(err)
	}
	if s, err := within(time.Minute, func() (string, error) { return "s", nil }); s != "s" || err != nil {
		t.Error(s, err)
	}
	if _, err := within(time.Minute, func() (string, error) { return "", keyring.ErrNotFound }); !errors.Is(err, ErrNoSecret) {
		t.Error(err)
	}
}

// TestTheSystemsKeyring runs on this machine's, in memory.
func TestTheSystemsKeyring(t *testing.T) {
	t.Parallel()
	keyring.MockInit()
	k := SystemKeyring()
	if _, err := k.Get("a"); !errors.Is(err, ErrNoSecret) {
		t.Error(err)
	}
	if err := k.Set("a", "s"); err != nil {
		t.Fatal(err)
	}
	if s, err := k.Get("a"); s != "s" || err != nil {
		t.Error(s, err)
	}
	if err := k.Delete("a"); err != nil {
		t.Error(err)
	}
	if err := k.Delete("a"); !errors.Is(err, ErrNoSecret) {
		t.Error(err)
	}
}
