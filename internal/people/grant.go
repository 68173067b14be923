package people

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// The lifetimes of what a program holds.
const (
	authorizeLife = time.Minute
	AccessLife    = time.Hour
	LongestGrant  = 366 * 24 * time.Hour
)

// Grant is what a person let a program do.
type Grant struct {
	ID          string
	Person      training.PersonID
	Client      string // id of the program
	ClientName  string // as the program calls itself
	Resource    string // the server that it may ask
	Permissions []training.Permission
	Athletes    []training.AthleteID
	Made        time.Time
	Expires     time.Time
	Withdrawn   time.Time // zero unless withdrawn
}

const grantColumns = `SELECT g.id, g.person, g.client, g.client_name, g.resource, g.permissions, g.athletes, g.made_ms, g.expires_ms,
	g.withdrawn_ms FROM grants g`

func readGrant(r sqlitedb.Row) (g Grant, err error) {
	var permissions, athletes string
	var made, expires, withdrawn int64
	err = r.Scan(&g.ID, &g.Person, &g.Client, &g.ClientName, &g.Resource, &permissions, &athletes, &made, &expires, &withdrawn)
	if err != nil {
		return g, err
	}
	g.Made, g.Expires, g.Withdrawn = sqlitedb.Instant(made), sqlitedb.Instant(expires), sqlitedb.Instant(withdrawn)
	var why error
	g.Permissions, err = parsed[training.Permission](permissions)
	g.Athletes, why = parsed[training.AthleteID](athletes)
	return g, errors.Join(err, why)
}

// Grants lists the grants in force, the newest first.
func (b *Book) Grants(ctx context.Context) ([]Grant, error) {
	return sqlitedb.All(ctx, b.db, grantColumns+" WHERE withdrawn_ms=0 AND expires_ms>? ORDER BY made_ms DESC, id",
		[]any{sqlitedb.Millis(b.now())}, readGrant)
}

// Withdraw ends a grant at once, with its tokens.
func (b *Book) Withdraw(ctx context.Context, id string) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		n, err := b.withdraw(tx, id)
		if err == nil && n == 0 {
			err = training.Errorf(training.KindNotFound, "There is no grant %q in force.", id).WithFix("lapkeep login list shows the grants.")
		}
		return err
	})
}

// withdraw ends a grant. Its refresh tokens stay until they expire, so that one that is used
// later is known; without the grant they open nothing.
func (b *Book) withdraw(tx *sqlitedb.Tx, id string) (int64, error) {
	return tx.Exec("UPDATE grants SET withdrawn_ms=? WHERE id=? AND withdrawn_ms=0", max(sqlitedb.Millis(b.now()), 1), id)
}

// asked is what an authorization code is bound to.
type asked struct {
	Redirect  string `json:"redirect"`
	Challenge string `json:"challenge"`
}

// Authorize stores what a person agreed to, and returns the code that the program exchanges
// for tokens. The grant never exceeds the person's role and athletes.
func (b *Book) Authorize(ctx context.Context, p Person, g Grant, redirect, challenge string) (code string, err error) {
	most, err := b.most(ctx, p, g.Permissions, g.Athletes)
	if err != nil {
		return "", err
	}
	now := b.now()
	g.Permissions, g.Athletes = most.Permissions, most.Athletes
	if len(g.Permissions) == 0 || len(g.Athletes) == 0 || !g.Expires.After(now) {
		return "", training.Errorf(training.KindInvalid, "A grant needs a permission, an athlete and a duration.").
			WithFix("Choose at least one of each.")
	}
	if longest := now.Add(LongestGrant); g.Expires.After(longest) {
		g.Expires = longest
	}
	if g.ID, err = b.secret(10); err != nil {
		return "", err
	}
	if code, err = b.token(); err != nil {
		return "", err
	}
	g.ID, g.Person, g.Made = strings.ToLower(g.ID), p.ID, now
	body, err := sqlitedb.Body(asked{redirect, challenge})
	if err != nil {
		return "", err
	}
	return code, b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		if err := b.sweep(tx); err != nil {
			return err
		}
		if _, err := tx.Exec(`INSERT INTO grants (id, person, client, client_name, resource, permissions, athletes, made_ms, expires_ms)
			VALUES (?,?,?,?,?,?,?,?,?)`, g.ID, g.Person, g.Client, g.ClientName, g.Resource, texts(g.Permissions), texts(g.Athletes),
			sqlitedb.Millis(g.Made), sqlitedb.Millis(g.Expires)); err != nil {
			return err
		}
		return put(tx, secretRow{
			hash: hash(kindCode, code), kind: kindCode, person: p.ID, grant: g.ID, body: body, expires: now.Add(authorizeLife),
		})
	})
}

// Tokens are what a program gets for a code or a refresh token.
type Tokens struct {
	Access, Refresh string
	Life            time.Duration
	Permissions     []training.Permission
}

// Fault is the reason why a program gets no tokens, with its code in OAuth.
type Fault struct{ Code, What string }

func (f *Fault) Error() string { return f.What }

func invalidGrant(what string) error { return &Fault{"invalid_grant", what} }

// Exchange turns a code into tokens. A code that is used twice was stolen from one of the two
// who used it, so its grant ends.
func (b *Book) Exchange(ctx context.Context, code, client, redirect, verifier, resource string) (Tokens, error) {
	return b.issue(ctx, kindCode, code, client, resource, func(s *secretRow, _ Grant) error {
		bound, err := sqlitedb.Parse[asked](s.body)
		sum := sha256.Sum256([]byte(verifier))
		challenge := base64.RawURLEncoding.EncodeToString(sum[:])
		switch {
		case err != nil:
			return err
		case bound.Redirect != redirect:
			return invalidGrant("The code was sent to another redirect_uri.")
		case len(verifier) < 43 || len(verifier) > 128 || subtle.ConstantTimeCompare([]byte(challenge), []byte(bound.Challenge)) != 1:
			return invalidGrant("The code_verifier does not match the code_challenge.")
		}
		return nil
	})
}

// Refresh turns a refresh token into new tokens. It works once: if it is used again, two
// hold it, and the whole grant ends.
func (b *Book) Refresh(ctx context.Context, refresh, client, resource string) (Tokens, error) {
	return b.issue(ctx, kindRefresh, refresh, client, resource, func(*secretRow, Grant) error { return nil })
}

// issue takes a secret, checks what it is bound to, and makes the next tokens of its grant.
// A code that fails a check may be stolen, so its grant ends; that is kept although no tokens
// are made.
func (b *Book) issue(
	ctx context.Context, kind, text, client, resource string, check func(*secretRow, Grant) error,
) (t Tokens, err error) {
	access, aerr := b.token()
	next, rerr := b.token()
	if err := errors.Join(aerr, rerr); err != nil {
		return t, err
	}
	// A guess costs no write: strangers would otherwise keep the disk busy.
	known, err := b.holds(ctx, kind, text)
	if err != nil {
		return t, err
	}
	if !known {
		return t, invalidGrant("It is not known here, or it has expired.")
	}
	var refused error
	err = b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		now := b.now()
		s, ok, err := find(tx, kind, text)
		if err != nil {
			return err
		}
		if !ok {
			refused = invalidGrant("It is not known here, or it has expired.")
			return nil
		}
		g, err := grantIn(tx, s.grant)
		if err != nil {
			return err
		}
		switch {
		case !s.used.IsZero():
			refused = invalidGrant("It was used before, so the grant has ended. Sign in again.")
			_, err = b.withdraw(tx, s.grant)
			return err
		case !now.Before(s.expires) || !g.Withdrawn.IsZero() || !now.Before(g.Expires):
			refused = invalidGrant("It has expired, or the grant was withdrawn. Sign in again.")
		case g.Client != client:
			refused = invalidGrant("It belongs to another client.")
		case g.Resource != resource:
			refused = &Fault{"invalid_target", "The grant is for another resource."}
		default:
			refused = check(&s, g)
		}
		if refused != nil {
			if kind == kindCode {
				_, err = b.withdraw(tx, s.grant)
			}
			return err
		}
		t = Tokens{Access: access, Refresh: next, Life: min(AccessLife, g.Expires.Sub(now)), Permissions: g.Permissions}
		return errors.Join(
			s.use(tx, now),
			put(tx, secretRow{hash: hash(kindAccess, access), kind: kindAccess, person: g.Person, grant: g.ID, expires: now.Add(t.Life)}),
			put(tx, secretRow{hash: hash(kindRefresh, next), kind: kindRefresh, person: g.Person, grant: g.ID, expires: g.Expires}),
		)
	})
	if err == nil {
		err = refused
	}
	return t, err
}

// holds reports whether a secret is stored.
func (b *Book) holds(ctx context.Context, kind, text string) (bool, error) {
	_, ok, err := sqlitedb.One(ctx, b.db, "SELECT 1 FROM secrets WHERE hash=?", []any{hash(kind, text)},
		func(r sqlitedb.Row) (n int, err error) { return n, r.Scan(&n) })
	return ok, err
}

func grantIn(tx *sqlitedb.Tx, id string) (g Grant, err error) {
	var permissions string
	var expires, withdrawn int64
	_, err = tx.One("SELECT id, person, client, resource, permissions, expires_ms, withdrawn_ms FROM grants WHERE id=?", []any{id},
		&g.ID, &g.Person, &g.Client, &g.Resource, &permissions, &expires, &withdrawn)
	if err != nil {
		return g, err
	}
	g.Expires, g.Withdrawn = sqlitedb.Instant(expires), sqlitedb.Instant(withdrawn)
	g.Permissions, err = parsed[training.Permission](permissions)
	return g, err
}

// Revoke ends the grant of a token that its client no longer needs. An unknown token is no
// error, as RFC 7009 requires.
func (b *Book) Revoke(ctx context.Context, text, client string) error {
	refresh, err := b.holds(ctx, kindRefresh, text)
	access, aerr := b.holds(ctx, kindAccess, text)
	if err = errors.Join(err, aerr); err != nil || !refresh && !access {
		return err
	}
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		for _, kind := range []string{kindRefresh, kindAccess} {
			var grant string
			ok, err := tx.One("SELECT s.grant_id FROM secrets s JOIN grants g ON g.id=s.grant_id WHERE s.hash=? AND g.client=?",
				[]any{hash(kind, text), client}, &grant)
			if err != nil {
				return err
			}
			if ok {
				_, err = b.withdraw(tx, grant)
				return err
			}
		}
		return nil
	})
}

// Access returns what the holder of an access token may do at a resource, or nil if the token
// opens nothing there. It is read for each request, so that whatever is withdrawn ends at once.
func (b *Book) Access(ctx context.Context, text, resource string) (*training.Access, error) {
	return b.access(ctx, `s.expires_ms FROM secrets s JOIN grants g ON g.id=s.grant_id JOIN people p ON p.id=g.person
		WHERE s.expires_ms>?1 AND s.hash=?2 AND s.kind=?3 AND g.resource=?4`, hash(kindAccess, text), kindAccess, resource)
}

// Holds reports whether a grant still allows what an access says, about the same athletes. A
// provider's token may say less than the grant of its program.
func (b *Book) Holds(ctx context.Context, a *training.Access) (bool, error) {
	is, err := b.access(ctx, "g.expires_ms FROM grants g JOIN people p ON p.id=g.person WHERE g.id=?2", a.Grant)
	return is != nil && is.Person == a.Person && is.Role == a.Role && maps.Equal(is.Roles, a.Roles) && within(a.Permissions, is.Permissions) &&
		within(a.Athletes, is.Athletes) && within(is.Athletes, a.Athletes), err
}

// access returns what a grant in force allows now, or nil. The query ends with when that ends,
// and which grant it is; its first argument is the time.
func (b *Book) access(ctx context.Context, of string, args ...any) (*training.Access, error) {
	type row struct {
		Grant
		p       Person
		expires time.Time
	}
	r, ok, err := sqlitedb.One(ctx, b.db, "SELECT p.role, g.id, g.person, g.permissions, g.athletes, "+of+
		" AND g.expires_ms>?1 AND g.withdrawn_ms=0 AND p.ended_ms=0", append([]any{sqlitedb.Millis(b.now())}, args...),
		func(rows sqlitedb.Row) (r row, err error) {
			var permissions, athletes string
			var expires int64
			if err = rows.Scan(&r.p.Role, &r.ID, &r.Person, &permissions, &athletes, &expires); err != nil {
				return r, err
			}
			r.expires = sqlitedb.Instant(expires)
			var why error
			r.Permissions, err = parsed[training.Permission](permissions)
			r.Athletes, why = parsed[training.AthleteID](athletes)
			return r, errors.Join(err, why)
		})
	if err != nil || !ok {
		return nil, err
	}
	r.p.ID = r.Person
	a, err := b.most(ctx, r.p, r.Permissions, r.Athletes)
	if err != nil {
		return nil, err
	}
	a.Grant, a.Until = r.ID, r.expires
	return a, nil
}

// most returns what a person can let a program do now, of what it asks for.
func (b *Book) most(
	ctx context.Context, p Person, permissions []training.Permission, athletes []training.AthleteID,
) (*training.Access, error) {
	a := &training.Access{Person: p.ID, Role: p.Role, Roles: map[training.AthleteID]training.Role{}}
	roles, err := b.roles(ctx, p, append([]training.AthleteID{}, athletes...)) // none is not all
	if err != nil {
		return nil, err
	}
	may := p.Role.Permissions() // who asks about nobody is told so, and not that a permission is missing
	for _, x := range athletes {
		role, ok := roles[x]
		if !ok {
			continue
		}
		if len(a.Athletes) == 0 {
			may = nil
		}
		may = append(may, role.Permissions()...)
		if a.Athletes = append(a.Athletes, x); role != p.Role {
			a.Roles[x] = role
		}
	}
	a.Permissions = slices.DeleteFunc(training.Permissions(), func(x training.Permission) bool {
		return !slices.Contains(may, x) || !slices.Contains(permissions, x)
	})
	return a, nil
}
