// Package people keeps the people who use a home from elsewhere: who they are, which athletes
// agreed to them, what they let programs do (grants), and what was asked through each grant. A
// server of many homes has one such book beside the homes, in which each home is an athlete.
//
// It knows nothing of HTTP. A secret leaves it once, when it is made; the store holds its hash.
package people

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	_ "embed"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Book reads and writes what a home keeps of people.
type Book struct {
	db     *sqlitedb.DB
	now    func() time.Time
	random io.Reader
	// athletes returns those of the named athletes who exist, or all if none are named.
	athletes func(ctx context.Context, named []training.AthleteID) ([]training.AthleteID, error)
}

// New returns the book in the database of a home. random makes ids and secrets.
func New(db *sqlitedb.DB, now func() time.Time, random io.Reader) *Book {
	return &Book{db, now, random, func(ctx context.Context, named []training.AthleteID) ([]training.AthleteID, error) {
		all, err := sqlitedb.All(ctx, db, "SELECT athlete FROM athletes ORDER BY athlete", nil, sqlitedb.Scalar[training.AthleteID])
		return slices.DeleteFunc(all, func(a training.AthleteID) bool { return named != nil && !slices.Contains(named, a) }), err
	}}
}

// FileName is the name of the book of many homes, in the folder of the homes.
const FileName = "people.db"

//go:embed schema.sql
var schema string

// Open opens the book of many homes in a file, and creates it if it is missing. Homes returns those
// of the named homes that exist, or all if none are named. The book must be closed.
func Open(
	ctx context.Context, path string, now func() time.Time, random io.Reader,
	homes func(named []training.AthleteID) ([]training.AthleteID, error),
) (*Book, error) {
	db, err := sqlitedb.Open(ctx, path, sqlitedb.Options{Steps: []string{schema}, Now: now()})
	if err != nil {
		return nil, err
	}
	return &Book{db, now, random, func(_ context.Context, named []training.AthleteID) ([]training.AthleteID, error) {
		return homes(named)
	}}, nil
}

// Close closes a book that [Open] opened.
func (b *Book) Close() error { return b.db.Close() }

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
	// Role is what the person is to the athlete; empty means the person's own role.
	Role  training.Role
	Until time.Time
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
	if err := checkRole(role); err != nil {
		return p, err
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

func checkRole(role training.Role) error {
	if len(role.Permissions()) == 0 {
		return training.Errorf(training.KindInvalid, "%q is not a role.", string(role)).WithFix("Use owner, athlete, coach or viewer.")
	}
	return nil
}

// Agree lets a person use an athlete's data until a time, or without end if until is zero. It
// replaces an earlier agreement of the two.
func (b *Book) Agree(ctx context.Context, a Agreement) error {
	if a.Role == training.RoleOwner {
		return training.Errorf(training.KindInvalid, "An owner needs no agreement of an athlete.").WithFix("Use athlete, coach or viewer.")
	}
	if a.Role != "" {
		if err := checkRole(a.Role); err != nil {
			return err
		}
	}
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error { return agree(tx, a) })
}

func agree(tx *sqlitedb.Tx, a Agreement) error {
	_, err := tx.Exec(`INSERT INTO agreements (person, athlete, expires_ms, role) VALUES (?,?,?,?)
		ON CONFLICT DO UPDATE SET expires_ms=excluded.expires_ms, role=excluded.role`, a.Person, a.Athlete, sqlitedb.Millis(a.Until), a.Role)
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
	all, err := sqlitedb.All(ctx, b.db, agreementColumns+" ORDER BY athlete, person", nil, readAgreement)
	return b.current(all), err
}

const agreementColumns = "SELECT person, athlete, expires_ms, role FROM agreements"

func readAgreement(r sqlitedb.Row) (a Agreement, err error) {
	var until int64
	err = r.Scan(&a.Person, &a.Athlete, &until, &a.Role)
	a.Until = sqlitedb.Instant(until)
	return a, err
}

func (b *Book) current(all []Agreement) []Agreement {
	now := b.now()
	return slices.DeleteFunc(all, func(a Agreement) bool { return !a.Until.IsZero() && !now.Before(a.Until) })
}

// Athletes returns the athletes that a person may ask about, by id.
func (b *Book) Athletes(ctx context.Context, p Person) ([]training.AthleteID, error) {
	all, err := b.Roles(ctx, p)
	return slices.Sorted(maps.Keys(all)), err
}

// Roles returns what a person is to each athlete that they may ask about.
func (b *Book) Roles(ctx context.Context, p Person) (map[training.AthleteID]training.Role, error) {
	return b.roles(ctx, p, nil)
}

// roles does the same as Roles for these athletes alone, or for all if there are none.
func (b *Book) roles(ctx context.Context, p Person, of []training.AthleteID) (map[training.AthleteID]training.Role, error) {
	out := map[training.AthleteID]training.Role{}
	if p.Role == training.RoleOwner {
		all, err := b.athletes(ctx, of)
		for _, a := range all {
			out[a] = p.Role
		}
		return out, err
	}
	all, err := sqlitedb.All(ctx, b.db, agreementColumns+" WHERE person=?", []any{p.ID}, readAgreement)
	for _, a := range b.current(all) {
		if of == nil || slices.Contains(of, a.Athlete) {
			out[a.Athlete] = cmp.Or(a.Role, p.Role)
		}
	}
	return out, err
}

// Forget ends all agreements and access about an athlete, for a new one of the same name.
func (b *Book) Forget(ctx context.Context, a training.AthleteID) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		if _, err := tx.Exec("DELETE FROM agreements WHERE athlete=?", a); err != nil {
			return err
		}
		if _, err := tx.Exec("DELETE FROM access_log WHERE athlete=?", a); err != nil {
			return err
		}
		_, err := tx.Exec(`UPDATE grants SET athletes=(SELECT json_group_array(e.value) FROM json_each(grants.athletes) e WHERE e.value<>?1)
			WHERE EXISTS (SELECT 1 FROM json_each(grants.athletes) e WHERE e.value=?1)`, a)
		return err
	})
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
