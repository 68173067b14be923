package token

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Refresh returns a new token for an old one, or an error of [source.Unauthorised]
// if the old one is no longer valid. If the service returns no new refresh token,
// the result must contain the old one.
type Refresh func(ctx context.Context, old source.Token) (source.Token, error)

// Keeper provides the token of one connection and keeps it fresh.
type Keeper struct {
	Vault  *Vault
	Source source.Name
	Title  string // the service's display name; empty means Source
	// Address is the address for requests, as in [source.Token].
	Address string
	// Region is the region for requests, as in [source.Token].
	Region string
	// Refresh is nil for keys that do not expire.
	Refresh Refresh
	// ByPassword is set if Refresh signs in with the account's password, which
	// must not be sent again after it was refused.
	ByPassword bool
	// SignIn is the account in the settings, which is used to get a token if none
	// is stored; its password is not stored. If SignIn is empty, the account in the
	// vault is used.
	SignIn source.Credentials
	Now    func() time.Time

	mu     sync.Mutex
	cached source.Token
	stamp  fs.FileInfo // describes the vault's file when it was read
	// unsaved is set if cached is newer than the vault, because saving failed.
	unsaved bool
}

const (
	// margin is how long before its expiry a token is refreshed: more than the
	// slowest request takes.
	margin = 2 * time.Minute
	// lockWait and refreshTime bound how long one caller waits for another.
	lockWait    = 40 * time.Second
	refreshTime = 30 * time.Second
)

// Token returns a fresh token, never one that has been replaced or deleted in the meantime.
func (k *Keeper) Token(ctx context.Context) (source.Token, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.unsaved && (k.cached.Access.Empty() || !sameFile(k.Vault.stamp(k.Source), k.stamp)) {
		if _, err := k.load(); err != nil {
			k.cached = source.Token{}
			return source.Token{}, err
		}
	}
	if !k.unsaved && k.cached.Fresh(k.Now(), margin) {
		return k.cached, nil
	}
	return k.renew(ctx, func(t source.Token) bool { return t.Fresh(k.Now(), margin) })
}

// Renew returns a token other than the refused one.
func (k *Keeper) Renew(ctx context.Context, refused source.Token) (source.Token, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.renew(ctx, func(t source.Token) bool { return t.Access != refused.Access && t.Fresh(k.Now(), 0) })
}

// renew acquires the lock that processes share, checks whether the stored token has become
// valid in the meantime, and refreshes it if not. A refresh is completed even if the caller
// cancels, because the refresh token may already have changed.
func (k *Keeper) renew(ctx context.Context, good func(source.Token) bool) (source.Token, error) {
	if err := os.MkdirAll(k.Vault.Dir, 0o700); err != nil {
		return source.Token{}, training.Errorf(training.KindUnavailable, "The key folder cannot be created: %w", err)
	}
	release, err := disk.Acquire(ctx, filepath.Join(k.Vault.Dir, string(k.Source)+".lock"), lockWait)
	if err != nil {
		if ctx.Err() != nil {
			return source.Token{}, ctx.Err()
		}
		return source.Token{}, source.Fail(source.Failure{Fault: source.Unavailable, Source: k.Source, Err: err},
			"Another process has been refreshing the key for too long.")
	}
	defer func() { _ = release() }() // the lock file is empty
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), refreshTime)
	defer cancel()
	return k.locked(ctx, good)
}

func (k *Keeper) locked(ctx context.Context, good func(source.Token) bool) (source.Token, error) {
	now, err := k.current()
	if err != nil {
		return source.Token{}, err
	}
	if good(now) {
		return now, nil
	}
	if k.Refresh == nil || now.Refresh.Empty() && (now.Password.Empty() || !k.ByPassword) {
		return source.Token{}, k.dead()
	}
	if r, holds := k.Vault.refused(k.Source, k.Now()); holds && r.of(now) {
		return source.Token{}, k.withheld(r, nil)
	}
	fresh, err := k.Refresh(ctx, now)
	f, failed := source.FailureOf(err)
	if until, last := lasting(f); failed && last && k.ByPassword {
		r := newRefusal(now, k.Now(), until)
		if err := k.Vault.refuse(k.Source, r); err != nil {
			return source.Token{}, err
		}
		return source.Token{}, k.withheld(r, err)
	}
	if failed && f.Fault == source.Unauthorised {
		// A process that does not use the lock may have refreshed it in the meantime.
		if other, loadErr := k.load(); loadErr == nil && other.Access != now.Access && good(other) {
			return other, nil
		}
		return source.Token{}, err
	}
	if err != nil {
		return source.Token{}, err
	}
	return k.replace(now, fresh)
}

// replace stores a token in place of the one from which it was renewed.
func (k *Keeper) replace(old, fresh source.Token) (source.Token, error) {
	if fresh.Account == "" {
		fresh.Account = old.Account
	}
	fresh.Address, fresh.Region, fresh.User, fresh.Password = old.Address, old.Region, old.User, old.Password
	fresh.Application = old.Application
	if !k.SignIn.Password.Empty() {
		fresh.Password = source.Secret{} // the password is in the settings
	}
	k.cached, k.unsaved = fresh, true
	return k.save()
}

// current returns the newest token, which it saves again if an earlier save failed.
func (k *Keeper) current() (source.Token, error) {
	if k.unsaved {
		return k.save()
	}
	return k.load()
}

func (k *Keeper) load() (source.Token, error) {
	stamp := k.Vault.stamp(k.Source) // read first, so that a change is noticed
	t, err := k.Vault.Load(k.Source)
	if !k.SignIn.Password.Empty() {
		t, err = k.ofSettings(t, err)
	}
	switch {
	case err == nil && t.Address != k.Address:
		return source.Token{}, k.elsewhere(t.Address)
	case err == nil && t.Region != k.Region:
		return source.Token{}, k.otherRegion(t.Region)
	case err == nil:
		k.cached, k.stamp = t, stamp
	case training.KindOf(err) == training.KindNotFound:
		// The error must not look like a service's response that a thing does not exist.
		err = source.Fail(source.Failure{Fault: source.Unauthorised, Source: k.Source, Title: k.Title, Err: err},
			"%s is not connected.", k.title())
	}
	return t, err
}

// title returns the service's name as shown in sentences.
func (k *Keeper) title() string { return cmp.Or(k.Title, string(k.Source)) }

// elsewhere returns the error for a token that was issued for another address.
func (k *Keeper) elsewhere(given string) error {
	const own = "the service's own address"
	e := training.Errorf(training.KindForbidden, "The key for %s was given for %s and is not sent to %s.", k.title(),
		shownOr(given, own), shownOr(k.Address, own)).
		WithFix("Remove that address from the settings, or run `lapkeep connect %s` and type the key for it.", k.Source)
	e.Err = &source.Failure{Fault: source.Unauthorised, Source: k.Source}
	return e
}

// ofSettings returns the token of the account in the settings: the stored one if it belongs
// to that account, or a new one whose Access is empty.
func (k *Keeper) ofSettings(t source.Token, err error) (source.Token, error) {
	switch {
	case err != nil && slices.Contains([]training.Kind{training.KindNotFound, training.KindCorrupt}, training.KindOf(err)),
		err == nil && (t.User != k.SignIn.User || t.Region != k.Region || t.Address != k.Address):
		t, err = source.Token{Address: k.Address, Region: k.Region, User: k.SignIn.User}, nil
	}
	t.Password = k.SignIn.Password
	return t, err
}

// shownOr returns a string from a file or setting in a form that sentences can quote, or the
// given text if it is empty.
func shownOr(text string, none i18n.Word) any {
	if shown := textclean.Line(text, textclean.NameRunes); shown != "" {
		return shown
	}
	return none
}

// otherRegion returns the error for a token that was issued in another region.
func (k *Keeper) otherRegion(given string) error {
	e := training.Errorf(training.KindForbidden, "The account on %s belongs to region %s and is not used in region %s.", k.title(),
		shownOr(given, "no region"), shownOr(k.Region, "no region")).
		WithFix("Remove that region from the settings, or run `lapkeep connect %s` with an account in that region.", k.Source)
	e.Err = &source.Failure{Fault: source.Unauthorised, Source: k.Source}
	return e
}

// save stores the cached token before it is used.
func (k *Keeper) save() (source.Token, error) {
	kept := k.cached
	if !k.SignIn.Password.Empty() {
		kept.Password = source.Secret{} // the password is in the settings and stays there
	}
	if err := k.Vault.Save(k.Source, kept); err != nil {
		return source.Token{}, err
	}
	k.unsaved, k.stamp = false, k.Vault.stamp(k.Source)
	return k.cached, nil
}

func (k *Keeper) dead() error {
	return source.Fail(source.Failure{Fault: source.Unauthorised, Source: k.Source, Title: k.Title},
		"%s no longer accepts the key.", k.title())
}

// Waiting is a prepared consent, with the pending request for it if there is one.
// The vault stores it next to the tokens, where it is kept secret.
type Waiting struct {
	// Asked is empty if no request is pending.
	Asked

	// App holds the id and the secret of the athlete's app.
	App source.Credentials
	// Address is the address for requests at the time of preparation, as in [source.Token].
	Address string
	// Rights lists the requested rights.
	Rights []string
	// Until is the time after which an answer is too late.
	Until time.Time
}

// awaiting returns the name for storing a pending consent, which is not the name of
// a service.
func awaiting(n source.Name) source.Name { return n + ".asked" }

// Await stores a pending consent, replacing a former one.
func (v *Vault) Await(n source.Name, w Waiting) error {
	return v.Save(awaiting(n), source.Token{
		Access: w.App.Password, User: w.App.User, Refresh: w.State, Password: w.Verifier, Address: w.Address, Scopes: w.Rights, Expiry: w.Until,
	})
}

// Awaited returns the pending consent, or an error of training.KindNotFound if there is
// none.
func (v *Vault) Awaited(n source.Name) (w Waiting, err error) {
	if _, err := os.Stat(v.path(awaiting(n))); err != nil {
		return w, unasked()
	}
	t, err := v.Load(awaiting(n))
	if err != nil {
		return w, err
	}
	return Waiting{
		Asked: Asked{t.Refresh, t.Password}, App: source.Credentials{User: t.User, Password: t.Access},
		Address: t.Address, Rights: t.Scopes, Until: t.Expiry,
	}, nil
}

func unasked() error {
	return training.Errorf(training.KindNotFound, "No answer is expected: get an address first, and its answer is accepted only once.")
}

// Claim returns the pending consent to which a string is the answer, but only once: if two
// processes have the answer, only one gets the consent. A string that is not the answer
// leaves the consent pending.
func (v *Vault) Claim(ctx context.Context, n source.Name, now time.Time, text string) (w Waiting, err error) {
	if w, err = v.answered(n, now, text); err != nil {
		return w, err
	}
	release, err := disk.Acquire(ctx, filepath.Join(v.Dir, string(awaiting(n))+".lock"), lockWait)
	if err != nil {
		return w, err
	}
	defer func() { _ = release() }() // the lock file is empty
	if w, err = v.answered(n, now, text); err != nil {
		return w, err
	}
	used := w
	used.Asked = Asked{}
	return w, v.Await(n, used)
}

func (v *Vault) answered(n source.Name, now time.Time, text string) (w Waiting, err error) {
	w, err = v.Awaited(n)
	switch {
	case err != nil:
		return w, err
	case w.State.Empty():
		return w, unasked()
	}
	if err := w.Answers(text); err != nil {
		return w, err
	}
	if !now.Before(w.Until) {
		return w, training.Errorf(training.KindConflict, "The answer is too late: the address was valid for %d minutes.",
			int(AnswerTime.Minutes()))
	}
	return w, nil
}

// AnswerTime is how long a person may take to copy the answer.
const AnswerTime = 15 * time.Minute

// StopWaiting deletes a pending consent. It is not an error if there is none.
func (v *Vault) StopWaiting(n source.Name) error { return v.Delete(awaiting(n)) }
