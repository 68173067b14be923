package token

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Waiting is what a person prepared for a consent, and the one that is waited
// for now. The vault keeps it beside the tokens, where they are secret.
type Waiting struct {
	// Asked is empty while none is waited for.
	Asked

	// App is the id and the secret of the athlete's app.
	App source.Credentials
	// Address is where requests went when it was prepared, as in [source.Token].
	Address string
	// Rights are those that are asked for.
	Rights []string
	// Until is when the answer comes too late.
	Until time.Time
}

// awaiting is under which it is kept: no service is called so.
func awaiting(n source.Name) source.Name { return n + ".asked" }

// Await keeps what is waited for, in place of what was before.
func (v *Vault) Await(n source.Name, w Waiting) error {
	return v.Save(awaiting(n), source.Token{
		Access: w.App.Password, User: w.App.User, Refresh: w.State, Password: w.Verifier, Address: w.Address, Scopes: w.Rights, Expiry: w.Until,
	})
}

// Awaited is what is waited for; training.KindNotFound if nothing is.
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
	return training.Errorf(training.KindNotFound, "No answer is waited for: an address comes first, and its answer is taken once.")
}

// Claim gives what a text answers, for the first who has the answer: of two
// processes that have it at once one gets it. What does not answer it takes
// nothing away.
func (v *Vault) Claim(ctx context.Context, n source.Name, now time.Time, text string) (w Waiting, err error) {
	if w, err = v.answered(n, now, text); err != nil {
		return w, err
	}
	release, err := disk.Acquire(ctx, filepath.Join(v.Dir, string(awaiting(n))+".lock"), lockWait)
	if err != nil {
		return w, err
	}
	defer func() { _ = release() }() // the lock file holds nothing
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
		return w, training.Errorf(training.KindConflict, "The answer comes too late: the address was given for %d minutes.",
			int(AnswerTime.Minutes()))
	}
	return w, nil
}

// AnswerTime is how long a person may take who copies the answer.
const AnswerTime = 15 * time.Minute

// StopWaiting forgets what was prepared. That there is nothing is fine.
func (v *Vault) StopWaiting(n source.Name) error { return v.Delete(awaiting(n)) }
