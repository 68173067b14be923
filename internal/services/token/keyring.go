package token

import (
	"errors"
	"time"

	keyring "github.com/zalando/go-keyring"
)

// Keyring holds secrets by name. Get of one that is not there is [ErrNoSecret].
type Keyring interface {
	Get(name string) (string, error)
	Set(name, secret string) error
	Delete(name string) error
}

// ErrNoSecret means that a keyring answers and does not have it.
var ErrNoSecret = errors.New("no such secret in the keyring")

const (
	service = "lapkeep"
	// patience is for a keyring that waits for a person to unlock it, or for
	// ever.
	patience = 3 * time.Second
)

var errNoAnswer = errors.New("the keyring does not answer")

// SystemKeyring returns the operating system's keyring; without one each call
// fails.
func SystemKeyring() Keyring { return system{} }

type system struct{}

func (system) Get(name string) (string, error) {
	return within(patience, func() (string, error) { return keyring.Get(service, name) })
}

func (system) Set(name, secret string) error {
	_, err := within(patience, func() (string, error) { return "", keyring.Set(service, name, secret) })
	return err
}

func (system) Delete(name string) error {
	_, err := within(patience, func() (string, error) { return "", keyring.Delete(service, name) })
	return err
}

// within stops waiting for f after the limit and leaves it to end by itself.
func within(limit time.Duration, f func() (string, error)) (string, error) {
	type result struct {
		secret string
		err    error
	}
	done := make(chan result, 1)
	go func() {
		s, err := f()
		done <- result{s, err}
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r := <-done:
		if errors.Is(r.err, keyring.ErrNotFound) {
			r.err = ErrNoSecret
		}
		return r.secret, r.err
	case <-timer.C:
		return "", errNoAnswer
	}
}
