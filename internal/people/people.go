// Package people keeps the people who use a home from elsewhere: who they are, which athletes
// agreed to them, what they let programs do (grants), and what was asked through each grant.
//
// It knows nothing of HTTP. A secret leaves it once, when it is made; the store holds its hash.
package people

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Book reads and writes what a home keeps of people.
type Book struct {
	db     *sqlitedb.DB
	now    func() time.Time
	random io.Reader
}

// New returns the book in a database. random makes ids and secrets.
func New(db *sqlitedb.DB, now func() time.Time, random io.Reader) *Book {
	return &Book{db, now, random}
}

// Person is somebody who signs in.
type Person struct {
	ID    training.PersonID
	Name  string
	Role  training.Role
	Made  time.Time
	Ended time.Time // zero unless the person was withdrawn
}

// Agreement says that an athlete's data may be used by a person until a time.
type Agreement struct {
	Person  training.PersonID
	Athlete training.AthleteID
	Until   time.Time
}

const personColumns = "SELECT id, name, role, made_ms, ended_ms FROM people"

func readPerson(r sqlitedb.Row) (p Person, err error) {
	var made, ended int64
	err = r.Scan(&p.ID, &p.Name, &p.Role, &made, &ended)
	p.Made, p.Ended = sqlitedb.Instant(made), sqlitedb.Instant(ended)
	return p, err
}

// People lists the people who have not been withdrawn, the oldest first.
func (b *Book) People(ctx context.Context) ([]Person, error) {
	return sqlitedb.All(ctx, b.db, personColumns+" WHERE ended_ms=0 ORDER BY made_ms, id", nil, readPerson)
}

// Names returns the names of all people, also of those who were withdrawn.
func (b *Book) Names(ctx context.Context) (map[training.PersonID]string, error) {
	all, err := sqlitedb.All(ctx, b.db, personColumns, nil, readPerson)
	names := make(map[training.PersonID]string, len(all))
	for _, p := range all {
		names[p.ID] = p.Name
	}
	return names, err
}

// Person returns the person with the given id or name, ignoring the case of names.
func (b *Book) Person(ctx context.Context, name string) (Person, error) {
	all, err := b.People(ctx)
	if err != nil {
		return Person{}, err
	}
	var names []string
	for _, p := range all {
		if string(p.ID) == name || strings.EqualFold(p.Name, strings.TrimSpace(name)) {
			return p, nil
		}
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return Person{}, training.Errorf(training.KindNotFound, "Nobody can sign in to this home.").WithFix("Run lapkeep login setup.")
	}
	return Person{}, training.Errorf(training.KindNotFound, "There is no person %q.", name).
		WithFix("The people are %s.", strings.Join(names, ", "))
}

// Add adds a person with the athletes who agreed to them. An owner needs no agreements.
func (b *Book) Add(ctx context.Context, name string, role training.Role, athletes []training.AthleteID, until time.Time) (Person, error) {
	p := Person{Name: strings.TrimSpace(name), Role: role, Made: b.now()}
	if p.Name == "" || len(p.Name) > 80 {
		return p, training.Errorf(training.KindInvalid, "The name of a person has 1 to 80 characters.").WithFix("Give a name, such as Ann.")
	}
	if len(role.Permissions()) == 0 {
		return p, training.Errorf(training.KindInvalid, "%q is not a role.", string(role)).WithFix("Use owner, athlete, coach or viewer.")
	}
	if role != training.RoleOwner && len(athletes) == 0 {
		return p, training.Errorf(training.KindInvalid, "%s has no athlete to ask about.", p.Name).
			WithFix("Name the athletes who agreed with --of.")
	}
	all, err := b.People(ctx)
	if err != nil {
		return p, err
	}
	if slices.ContainsFunc(all, func(q Person) bool { return strings.EqualFold(q.Name, p.Name) }) {
		return p, training.Errorf(training.KindConflict, "There is already a person called %s.", p.Name).WithFix("Use another name.")
	}
	id, err := b.secret(10)
	if err != nil {
		return p, err
	}
	p.ID = training.PersonID(strings.ToLower(id))
	return p, b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		if _, err := tx.Exec("INSERT INTO people (id, name, role, made_ms) VALUES (?,?,?,?)",
			p.ID, p.Name, p.Role, sqlitedb.Millis(p.Made)); err != nil {
			return err
		}
		for _, a := range athletes {
			if err := agree(tx, Agreement{Person: p.ID, Athlete: a, Until: until}); err != nil {
				return err
			}
		}
		return nil
	})
}

// Agree lets a person use an athlete's data until a time, or without end if until is zero.
func (b *Book) Agree(ctx context.Context, a Agreement) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error { return agree(tx, a) })
}

func agree(tx *sqlitedb.Tx, a Agreement) error {
	_, err := tx.Exec(`INSERT INTO agreements (person, athlete, expires_ms) VALUES (?,?,?)
		ON CONFLICT DO UPDATE SET expires_ms=excluded.expires_ms`, a.Person, a.Athlete, sqlitedb.Millis(a.Until))
	return err
}

// Disagree ends an agreement at once, also for grants that name the athlete.
func (b *Book) Disagree(ctx context.Context, p training.PersonID, a training.AthleteID) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec("DELETE FROM agreements WHERE person=? AND athlete=?", p, a)
		return err
	})
}

// Agreements lists the agreements that have not ended, by athlete.
func (b *Book) Agreements(ctx context.Context) ([]Agreement, error) {
	all, err := sqlitedb.All(ctx, b.db, "SELECT person, athlete, expires_ms FROM agreements ORDER BY athlete, person", nil, readAgreement)
	return b.current(all), err
}

func readAgreement(r sqlitedb.Row) (a Agreement, err error) {
	var until int64
	err = r.Scan(&a.Person, &a.Athlete, &until)
	a.Until = sqlitedb.Instant(until)
	return a, err
}

func (b *Book) current(all []Agreement) []Agreement {
	now := b.now()
	return slices.DeleteFunc(all, func(a Agreement) bool { return !a.Until.IsZero() && !now.Before(a.Until) })
}

// Athletes returns the athletes that a person may ask about, by id.
func (b *Book) Athletes(ctx context.Context, p Person) ([]training.AthleteID, error) {
	if p.Role == training.RoleOwner {
		return sqlitedb.All(ctx, b.db, "SELECT athlete FROM athletes ORDER BY athlete", nil, sqlitedb.Scalar[training.AthleteID])
	}
	all, err := sqlitedb.All(ctx, b.db, "SELECT person, athlete, expires_ms FROM agreements WHERE person=? ORDER BY athlete",
		[]any{p.ID}, readAgreement)
	var out []training.AthleteID
	for _, a := range b.current(all) {
		out = append(out, a.Athlete)
	}
	return out, err
}

// End withdraws a person, with all grants, codes and sessions.
func (b *Book) End(ctx context.Context, p training.PersonID) error {
	now := sqlitedb.Millis(b.now())
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		for _, q := range []string{
			"UPDATE people SET ended_ms=?2 WHERE id=?1 AND ended_ms=0",
			"UPDATE grants SET withdrawn_ms=?2 WHERE person=?1 AND withdrawn_ms=0",
		} {
			if _, err := tx.Exec(q, p, now); err != nil {
				return err
			}
		}
		for _, table := range []string{"agreements", "secrets", "passkeys", "subjects"} {
			if _, err := tx.Exec("DELETE FROM "+table+" WHERE person=?", p); err != nil {
				return err
			}
		}
		return nil
	})
}

// Client is a program that was registered by hand.
type Client struct {
	ID, Name  string
	Redirects []string
}

// AddClient registers a program that cannot publish a description of itself.
func (b *Book) AddClient(ctx context.Context, name string, redirects []string) (Client, error) {
	id, err := b.secret(16)
	if err != nil {
		return Client{}, err
	}
	c := Client{ID: "lapkeep-" + strings.ToLower(id), Name: name, Redirects: redirects}
	text, err := sqlitedb.Body(redirects)
	if err != nil {
		return Client{}, err
	}
	return c, b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec("INSERT INTO clients (id, name, redirects, made_ms) VALUES (?,?,?,?)", c.ID, c.Name, text, sqlitedb.Millis(b.now()))
		return err
	})
}

// Clients lists the registered programs.
func (b *Book) Clients(ctx context.Context) ([]Client, error) {
	const all = "SELECT id, name, redirects FROM clients ORDER BY made_ms, id"
	return sqlitedb.All(ctx, b.db, all, nil, func(r sqlitedb.Row) (c Client, err error) {
		var text string
		if err = r.Scan(&c.ID, &c.Name, &text); err == nil {
			c.Redirects, err = sqlitedb.List(text)
		}
		return c, err
	})
}

// secret returns unguessable text of letters and digits that cannot be confused when they are read.
func (b *Book) secret(length int) (string, error) {
	const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789" // 32, so that each byte gives one evenly
	raw := make([]byte, length)
	if _, err := io.ReadFull(b.random, raw); err != nil {
		return "", training.Errorf(training.KindUnavailable, "The system gave no random bytes: %w.", err).WithFix("Try again.")
	}
	for i := range raw {
		raw[i] = letters[raw[i]%32]
	}
	return string(raw), nil
}

// token returns a secret of 256 random bits for programs.
func (b *Book) token() (string, error) {
	raw := make([]byte, 32)
	if _, err := io.ReadFull(b.random, raw); err != nil {
		return "", training.Errorf(training.KindUnavailable, "The system gave no random bytes: %w.", err).WithFix("Try again.")
	}
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

// hash returns the form in which a secret is stored. Secrets have at least 80 random bits,
// so a plain hash cannot be reversed.
func hash(kind, text string) string {
	sum := sha256.Sum256([]byte(kind + "\x00" + text))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

func texts[T ~string](all []T) string {
	b, _ := json.Marshal(all) // texts can always be encoded
	return string(b)
}

func parsed[T ~string](text string) ([]T, error) { return sqlitedb.Parse[[]T](text) }
