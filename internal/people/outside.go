package people

import (
	"context"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Provider is a program elsewhere that knows the people of this home.
type Provider struct {
	Issuer string // address by which it calls itself
	// Client is the id of Lapkeep at the provider. People sign in there if it is set.
	Client string
	// Tokens says that programs get their access tokens there, and none here.
	Tokens bool
}

// Provider returns where people sign in instead of here, or nil.
func (b *Book) Provider(ctx context.Context) (*Provider, error) {
	p, ok, err := sqlitedb.One(ctx, b.db, "SELECT issuer, client, tokens FROM providers LIMIT 1", nil,
		func(r sqlitedb.Row) (p Provider, err error) { return p, r.Scan(&p.Issuer, &p.Client, &p.Tokens) })
	if err != nil || !ok {
		return nil, err
	}
	return &p, nil
}

// SetProvider replaces the provider; nil means that there is none. Who signed in otherwise
// signs in again, because it is no longer known whether the new provider would let them.
func (b *Book) SetProvider(ctx context.Context, p *Provider) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		if _, err := tx.Exec("DELETE FROM providers"); err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM secrets WHERE kind=?", kindSession); err != nil || p == nil {
			return err
		}
		_, err := tx.Exec("INSERT INTO providers (issuer, client, tokens) VALUES (?,?,?)", p.Issuer, p.Client, p.Tokens)
		return err
	})
}

// outsideClient begins the ids of programs that have their tokens from a provider.
const outsideClient = "outside:"

// Link says who a person is at a provider. A program of theirs that was withdrawn may come again.
func (b *Book) Link(ctx context.Context, p Person, issuer, subject string) error {
	if subject == "" || len(subject) > 255 {
		return training.Errorf(training.KindInvalid, "A subject has 1 to 255 characters.").
			WithFix("Copy it from the page that the person sees after signing in.")
	}
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		var other string
		if _, err := tx.One("SELECT person FROM subjects WHERE issuer=? AND subject=?", []any{issuer, subject}, &other); err != nil {
			return err
		}
		if other != "" && other != string(p.ID) {
			return training.Errorf(training.KindConflict, "Somebody else has this subject.").
				WithFix("lapkeep login list shows who; withdraw that person first.")
		}
		if _, err := tx.Exec("DELETE FROM subjects WHERE issuer=? AND person=?", issuer, p.ID); err != nil {
			return err
		}
		if _, err := tx.Exec("UPDATE grants SET expires_ms=withdrawn_ms WHERE person=? AND withdrawn_ms>0 AND client LIKE ?",
			p.ID, outsideClient+"%"); err != nil {
			return err
		}
		_, err := tx.Exec("INSERT INTO subjects (issuer, subject, person) VALUES (?,?,?)", issuer, subject, p.ID)
		return err
	})
}

// Subjects returns who people are at a provider, by person.
func (b *Book) Subjects(ctx context.Context, issuer string) (map[training.PersonID]string, error) {
	type row struct {
		person  training.PersonID
		subject string
	}
	all, err := sqlitedb.All(ctx, b.db, "SELECT person, subject FROM subjects WHERE issuer=?", []any{issuer},
		func(r sqlitedb.Row) (x row, err error) { return x, r.Scan(&x.person, &x.subject) })
	out := map[training.PersonID]string{}
	for _, x := range all {
		out[x.person] = x.subject
	}
	return out, err
}

const ofSubject = " FROM subjects s JOIN people p ON p.id=s.person WHERE s.issuer=? AND s.subject=? AND p.ended_ms=0"

// EnterAs begins a browser's session for whoever has signed in at a provider.
func (b *Book) EnterAs(ctx context.Context, attempt Attempt, issuer, subject string) (session string, err error) {
	return b.enter(ctx, attempt, "", func(tx *sqlitedb.Tx) (p training.PersonID, err error) {
		ok, err := tx.One("SELECT p.id"+ofSubject, []any{issuer, subject}, &p)
		if err == nil && !ok {
			err = training.Errorf(training.KindForbidden, "Nobody here has the subject %s of %s.", subject, issuer).
				WithFix("The person who runs this Lapkeep can change that: lapkeep login link NAME %s", subject)
		}
		return p, err
	})
}

// Outside is what a valid access token of a provider says.
type Outside struct {
	Issuer, Subject string
	Client          string // id of the program at the provider
	Permissions     []training.Permission
	Until           time.Time
}

// Outside returns what the holder of a provider's access token may do at a resource, or nil. The
// program then has a grant like any other, which is listed and can be withdrawn. Roles and
// athletes are those of this home, whatever the token says.
func (b *Book) Outside(ctx context.Context, o Outside, resource string) (*training.Access, error) {
	p, ok, err := sqlitedb.One(ctx, b.db, "SELECT p.id, p.name, p.role, p.made_ms, p.ended_ms"+ofSubject,
		[]any{o.Issuer, o.Subject}, readPerson)
	if err != nil || !ok {
		return nil, err
	}
	own, err := b.Athletes(ctx, p)
	if err != nil {
		return nil, err
	}
	a, err := b.most(ctx, p, o.Permissions, own)
	if err != nil {
		return nil, err
	}
	a.Until = o.Until
	g, err := b.outsideGrant(ctx, p, o, a, resource)
	if err != nil || g == nil {
		return nil, err
	}
	a.Grant = g.ID
	return a, nil
}

// outsideGrant returns the grant of a program with a provider's token, which it makes or extends
// if needed, or nil if the grant was withdrawn.
func (b *Book) outsideGrant(ctx context.Context, p Person, o Outside, a *training.Access, resource string) (*Grant, error) {
	now := b.now()
	client := outsideClient + o.Client
	const query = grantColumns + " WHERE g.person=? AND g.client=? AND g.resource=? AND g.expires_ms>? ORDER BY g.withdrawn_ms DESC LIMIT 1"
	g, ok, err := sqlitedb.One(ctx, b.db, query, []any{p.ID, client, resource, sqlitedb.Millis(now)}, readGrant)
	switch {
	case err != nil:
		return nil, err
	case !g.Withdrawn.IsZero():
		return nil, nil
	case ok && within(a.Permissions, g.Permissions) && within(a.Athletes, g.Athletes) && g.Expires.Sub(now) > LongestGrant/2:
		return &g, nil
	}
	if !ok {
		id, err := b.secret(10)
		if err != nil {
			return nil, err
		}
		g = Grant{ID: strings.ToLower(id)}
	}
	err = b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec(`INSERT INTO grants (id, person, client, client_name, resource, permissions, athletes, made_ms, expires_ms)
			VALUES (?,?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET permissions=excluded.permissions, athletes=excluded.athletes,
			expires_ms=excluded.expires_ms WHERE withdrawn_ms=0`, g.ID, p.ID, client, o.Client, resource,
			texts(union(g.Permissions, a.Permissions)), texts(union(g.Athletes, a.Athletes)), sqlitedb.Millis(now),
			sqlitedb.Millis(now.Add(LongestGrant)))
		return err
	})
	return &g, err
}

func within[T comparable](all, in []T) bool {
	return !slices.ContainsFunc(all, func(x T) bool { return !slices.Contains(in, x) })
}

func union[T comparable](a, b []T) []T {
	out := slices.Clone(a)
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}
