package people

import (
	"context"
	"strings"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// The lifetimes of what a person signs in with.
const (
	CodeLife    = 10 * time.Minute    // of a one-time code
	SessionLife = 30 * 24 * time.Hour // of a signed-in browser
)

// The kinds of secrets.
const (
	kindSignIn  = "sign-in"
	kindSession = "session"
	kindCode    = "code"
	kindAccess  = "access"
	kindRefresh = "refresh"
)

// secretRow is a row of the secrets.
type secretRow struct {
	hash, kind string
	person     training.PersonID
	grant      string
	body       string
	expires    time.Time
	used       time.Time
}

func put(tx *sqlitedb.Tx, s secretRow) error {
	_, err := tx.Exec("INSERT INTO secrets (hash, kind, person, grant_id, body, expires_ms) VALUES (?,?,?,?,?,?)",
		s.hash, s.kind, s.person, s.grant, s.body, sqlitedb.Millis(s.expires))
	return err
}

// find reads the row of a secret in a transaction.
func find(tx *sqlitedb.Tx, kind, text string) (s secretRow, ok bool, err error) {
	s = secretRow{hash: hash(kind, text), kind: kind}
	var expires, used int64
	ok, err = tx.One("SELECT person, grant_id, body, expires_ms, used_ms FROM secrets WHERE hash=? AND kind=?", []any{s.hash, kind},
		&s.person, &s.grant, &s.body, &expires, &used)
	s.expires, s.used = sqlitedb.Instant(expires), sqlitedb.Instant(used)
	return s, ok, err
}

// use marks a secret as used.
func (s *secretRow) use(tx *sqlitedb.Tx, now time.Time) error {
	_, err := tx.Exec("UPDATE secrets SET used_ms=? WHERE hash=?", max(sqlitedb.Millis(now), 1), s.hash)
	return err
}

func (s *secretRow) fresh(now time.Time) bool { return s.used.IsZero() && now.Before(s.expires) }

// SignInCode makes a one-time code for a person, in groups that can be typed, and ends
// earlier ones.
func (b *Book) SignInCode(ctx context.Context, p Person) (string, error) {
	text, err := b.secret(16)
	if err != nil {
		return "", err
	}
	err = b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		if err := b.sweep(tx); err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM secrets WHERE kind=? AND person=?", kindSignIn, p.ID); err != nil {
			return err
		}
		return put(tx, secretRow{hash: hash(kindSignIn, text), kind: kindSignIn, person: p.ID, expires: b.now().Add(CodeLife)})
	})
	return text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:], err
}

// sweep deletes what has ended. A used refresh token stays as long as its grant, because its
// second use shows that it was stolen.
func (b *Book) sweep(tx *sqlitedb.Tx) error {
	now := sqlitedb.Millis(b.now())
	if _, err := tx.Exec("DELETE FROM secrets WHERE expires_ms<?", now); err != nil {
		return err
	}
	_, err := tx.Exec("DELETE FROM access_log WHERE last_ms<?", now-LogLife.Milliseconds())
	return err
}

// SignIn turns a one-time code into the secret of a browser's session.
func (b *Book) SignIn(ctx context.Context, code string) (session string, err error) {
	code = strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
	if session, err = b.token(); err != nil {
		return "", err
	}
	refused := training.Errorf(training.KindForbidden, "The code is wrong, or it was used or has expired.").
		WithFix("Get a new one with lapkeep login code.")
	return session, b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		now := b.now()
		s, ok, err := find(tx, kindSignIn, code)
		if err != nil {
			return err
		}
		if !ok || !s.fresh(now) {
			return refused
		}
		if err := s.use(tx, now); err != nil {
			return err
		}
		return put(tx, secretRow{hash: hash(kindSession, session), kind: kindSession, person: s.person, expires: now.Add(SessionLife)})
	})
}

// Session returns the person of a browser's session. ok is false if it has ended.
func (b *Book) Session(ctx context.Context, session string) (p Person, ok bool, err error) {
	return sqlitedb.One(ctx, b.db, `SELECT p.id, p.name, p.role, p.made_ms, p.ended_ms FROM secrets s JOIN people p ON p.id=s.person
		WHERE s.hash=? AND s.kind=? AND s.expires_ms>? AND p.ended_ms=0`,
		[]any{hash(kindSession, session), kindSession, sqlitedb.Millis(b.now())}, readPerson)
}

// SignOutAll ends the sessions of all browsers of a person, and codes that were not used yet.
func (b *Book) SignOutAll(ctx context.Context, p training.PersonID) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec("DELETE FROM secrets WHERE person=? AND kind IN (?,?)", p, kindSession, kindSignIn)
		return err
	})
}

// SignOut ends a browser's session.
func (b *Book) SignOut(ctx context.Context, session string) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec("DELETE FROM secrets WHERE hash=?", hash(kindSession, session))
		return err
	})
}
