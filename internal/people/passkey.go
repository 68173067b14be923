package people

import (
	"context"
	"encoding/base64"
	"strings"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// maxPasskeys is how many passkeys a person may have.
const maxPasskeys = 20

// Passkey is a key with which a person signs in. The private half never leaves their device.
type Passkey struct {
	ID         string
	Credential []byte // by which the device knows it
	Person     training.PersonID
	PublicKey  []byte
	// Counter is how often the key was used, as far as the device counts that.
	Counter uint32
	// Eligible says that the device may copy the key to others.
	Eligible   bool
	Made, Used time.Time
}

//nolint:gosec // a query, and no secret
const passkeyColumns = "SELECT k.id, k.credential, k.person, k.public_key, k.counter, k.eligible, k.made_ms, k.used_ms FROM passkeys k"

func readPasskey(r sqlitedb.Row) (k Passkey, err error) {
	var credential string
	var made, used int64
	if err = r.Scan(&k.ID, &credential, &k.Person, &k.PublicKey, &k.Counter, &k.Eligible, &made, &used); err != nil {
		return k, err
	}
	k.Made, k.Used = sqlitedb.Instant(made), sqlitedb.Instant(used)
	k.Credential, err = base64.RawURLEncoding.DecodeString(credential)
	return k, err
}

// Passkeys lists the passkeys of all people, the oldest first.
func (b *Book) Passkeys(ctx context.Context) ([]Passkey, error) {
	return sqlitedb.All(ctx, b.db, passkeyColumns+" ORDER BY k.made_ms, k.id", nil, readPasskey)
}

// Passkey returns the passkey that a device knows by a name, with its person. ok is false if
// there is none.
func (b *Book) Passkey(ctx context.Context, credential []byte) (k Passkey, ok bool, err error) {
	return sqlitedb.One(ctx, b.db, passkeyColumns+" JOIN people p ON p.id=k.person WHERE k.credential=? AND p.ended_ms=0",
		[]any{base64.RawURLEncoding.EncodeToString(credential)}, readPasskey)
}

// AddPasskey stores a new passkey of a person. An attempt adds one key.
func (b *Book) AddPasskey(ctx context.Context, attempt Attempt, k Passkey) error {
	id, err := b.secret(10)
	if err != nil {
		return err
	}
	credential := base64.RawURLEncoding.EncodeToString(k.Credential)
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		if err := b.spend(tx, attempt, k.Person); err != nil {
			return err
		}
		var n, same int
		if _, err := tx.One("SELECT count(*), total(credential=?) FROM passkeys WHERE person=?2 OR credential=?1",
			[]any{credential, k.Person}, &n, &same); err != nil {
			return err
		}
		switch {
		case same > 0:
			return training.Errorf(training.KindConflict, "This passkey is known already.").WithFix("Sign in with it.")
		case n >= maxPasskeys:
			return training.Errorf(training.KindConflict, "There are %d passkeys already.", n).WithFix("Remove one that you do not need.")
		}
		_, err := tx.Exec("INSERT INTO passkeys (id, credential, person, public_key, counter, eligible, made_ms) VALUES (?,?,?,?,?,?,?)",
			strings.ToLower(id), credential, k.Person, k.PublicKey, k.Counter, k.Eligible, sqlitedb.Millis(b.now()))
		return err
	})
}

// RemovePasskey removes a passkey, and ends the sessions that began with it.
func (b *Book) RemovePasskey(ctx context.Context, id string) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		n, err := tx.Exec("DELETE FROM passkeys WHERE id=?", id)
		if err == nil && n == 0 {
			err = training.Errorf(training.KindNotFound, "There is no passkey %q.", id).WithFix("lapkeep login list shows the passkeys.")
		}
		if err == nil {
			_, err = tx.Exec("DELETE FROM secrets WHERE kind=? AND grant_id=?", kindSession, id)
		}
		return err
	})
}

// EnterWithPasskey begins a browser's session for whoever proved to have a passkey. counter is
// what the device counts now: one that does not grow shows that there is a copy of the device.
func (b *Book) EnterWithPasskey(ctx context.Context, attempt Attempt, k Passkey, counter uint32) (session string, err error) {
	return b.enter(ctx, attempt, k.ID, func(tx *sqlitedb.Tx) (training.PersonID, error) {
		n, err := tx.Exec(`UPDATE passkeys SET counter=?2, used_ms=?3 WHERE id=?1 AND (counter<?2 OR counter=0 AND ?2=0)
			AND EXISTS (SELECT 1 FROM people p WHERE p.id=person AND p.ended_ms=0)`, k.ID, counter, sqlitedb.Millis(b.now()))
		if err == nil && n == 0 {
			err = training.Errorf(training.KindForbidden, "This passkey was removed, or a copy of it was used.").
				WithFix("Get a code with lapkeep login code, and remove the passkey if you do not know why.")
		}
		return k.Person, err
	})
}

// Attempt is one attempt of a browser to sign in or to add a passkey. It succeeds at most once.
type Attempt struct {
	ID      string
	Expires time.Time
}

// kindAttempt is the kind of secrets for attempts that succeeded.
const kindAttempt = "attempt"

// NewAttempt returns an attempt that ends after some time.
func (b *Book) NewAttempt(life time.Duration) (Attempt, error) {
	id, err := b.token()
	return Attempt{id, b.now().Add(life)}, err
}

// Stale returns the error for an attempt that succeeded before or is over.
func Stale() error {
	return training.Errorf(training.KindForbidden, "The page was used already, or is too old.").WithFix("Reload it and try again.")
}

// spend records that an attempt succeeded; it returns an error if it did so before or is over.
func (b *Book) spend(tx *sqlitedb.Tx, a Attempt, p training.PersonID) error {
	if err := b.sweep(tx); err != nil {
		return err
	}
	_, used, err := find(tx, kindAttempt, a.ID)
	if err == nil && (used || !b.now().Before(a.Expires)) {
		err = Stale()
	}
	if err != nil {
		return err
	}
	return put(tx, secretRow{hash: hash(kindAttempt, a.ID), kind: kindAttempt, person: p, expires: a.Expires})
}

// enter begins a session of the person that who returns. by is the id of the passkey, if any.
func (b *Book) enter(
	ctx context.Context, a Attempt, by string, who func(tx *sqlitedb.Tx) (training.PersonID, error),
) (session string, err error) {
	if session, err = b.token(); err != nil {
		return "", err
	}
	return session, b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		p, err := who(tx)
		if err != nil {
			return err
		}
		if err := b.spend(tx, a, p); err != nil {
			return err
		}
		return put(tx, secretRow{
			hash: hash(kindSession, session), kind: kindSession, person: p, grant: by, expires: b.now().Add(SessionLife),
		})
	})
}
