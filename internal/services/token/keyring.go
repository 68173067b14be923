package token

import (
	"errors"
	"time"

	keyring "github.com/zalando/go-keyring"
)

// Keyring holds secrets by name. Get returns [ErrNoSecret] if there is none.
type Keyring interface {
	Get(name string) (string, error)
	Set(name, secret string) error
	Delete(name string) error
}

// ErrNoSecret is returned if a keyring works but does not have the secret.
var ErrNoSecret = errors.New("no such secret in the keyring")

const (
	service = "lapkeep"
	// patience limits how long we wait for a keyring that a person must unlock, or
	// that never responds.
	patience = 3 * time.Second
)

var errNoAnswer = errors.New("the keyring does not answer")

// SystemKeyring returns the operating system's keyring; if there is none, each
// call returns an error.
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

// within runs f. After the limit it stops waiting and lets f end by itself.
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
