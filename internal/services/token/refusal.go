package token

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// refusal is that a service did not take what a token is renewed with. It is
// kept, since trying again and again locks accounts, and goes with the next
// token that is saved.
type refusal struct {
	At time.Time `json:"at"`
	// Until is when a lock of the account ends; zero is when the athlete signs
	// in again.
	Until time.Time `json:"until,omitzero"`
	// Of tells what was refused from what is sent later. It is too short to say
	// what either is.
	Of string `json:"of,omitempty"`
}

func newRefusal(t source.Token, now, until time.Time) refusal {
	r := refusal{At: now.UTC(), Until: until}
	r.Of = r.mark(t)
	return r
}

// of reports whether a token has what was refused.
func (r refusal) of(t source.Token) bool { return r.Of == r.mark(t) }

// mark is of the password that was refused, or of the account that is locked,
// whatever its password.
func (r refusal) mark(t source.Token) string {
	password := t.Password.Reveal()
	if !r.Until.IsZero() {
		password = ""
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%s\x00%s", r.At.UnixNano(), t.Region, t.User, password))
	return hex.EncodeToString(sum[:2])
}

func (v *Vault) refusalPath(n source.Name) string {
	return filepath.Join(v.Dir, string(n)+".refused.json")
}

// refused is the refusal that holds at a moment.
func (v *Vault) refused(n source.Name, now time.Time) (r refusal, holds bool) {
	data, err := disk.ReadRegular(v.refusalPath(n), longestFile)
	if err != nil || json.Unmarshal(data, &r) != nil {
		return r, false
	}
	return r, r.Until.IsZero() || now.Before(r.Until)
}

// refuse keeps a refusal.
func (v *Vault) refuse(n source.Name, r refusal) error {
	data, err := json.Marshal(r)
	if err == nil {
		err = disk.WriteAtomic(v.refusalPath(n), data, 0o600)
	}
	if err != nil {
		return training.Errorf(training.KindUnavailable, "That %s refused to sign in could not be kept: %w.", n, err).
			WithFix("See that %s can be written.", v.Dir)
	}
	return nil
}

// forgive forgets a refusal.
func (v *Vault) forgive(n source.Name) error { return removed(os.Remove(v.refusalPath(n))) }

// lasting reports whether the account itself was refused, and until when.
func lasting(f source.Failure) (until time.Time, ok bool) {
	switch f.Fault {
	case source.Unavailable, source.RateLimited, source.NotFound, source.Changed, source.Forbidden, source.Refused:
		return time.Time{}, false // it may be the request, or the service
	default:
		return f.RetryAt, true
	}
}

// withheld says that nothing is sent, and for how long.
func (k *Keeper) withheld(r refusal, cause error) error {
	f := source.Failure{Fault: source.Unauthorised, Source: k.Source, Title: k.Title, RetryAt: r.Until, Err: cause}
	e := training.Errorf(training.KindForbidden, "%s did not accept the password of the account.", k.title()).
		WithFix("Run `lapkeep connect %s` and type it anew; until then it is not sent again, so that the account is not locked.", k.Source)
	if !k.SignIn.Password.Empty() {
		e = e.WithFix("Correct it where it is set; until then it is not sent again, so that the account is not locked.")
	}
	if !r.Until.IsZero() {
		e = training.Errorf(training.KindForbidden, "%s has locked the account until %s.", k.title(), r.Until.UTC().Format(time.RFC3339)).
			WithFix("Wait until then: nothing is sent there before. If the password is another by now, run `lapkeep connect %s`.", k.Source)
	}
	e.Err = &f
	return e
}
