package ledger

import (
	"context"
	"encoding/json"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// ConnectionBook keeps connections; each of its writes is durable when it returns.
type ConnectionBook struct {
	db    *sqlitedb.DB
	alive *alive
}

// NewConnection keeps them in a database, with the locks of living holders in a folder
// that is made when it is needed.
func NewConnection(db *sqlitedb.DB, locks string) ConnectionBook {
	return ConnectionBook{db, &alive{dir: locks, held: map[Lease]func() error{}}}
}

// ConnectionKey names one athlete's connection to one service.
type ConnectionKey struct {
	Athlete training.AthleteID
	Source  string
}

func (k ConnectionKey) args(more ...any) []any { return append([]any{k.Athlete, k.Source}, more...) }

// Cursor reads what SetCursor kept under a name into v; ok is false if there
// is nothing.
func (b ConnectionBook) Cursor(ctx context.Context, k ConnectionKey, name string, v any) (ok bool, err error) {
	text, ok, err := sqlitedb.One(ctx, b.db, "SELECT body FROM cursors WHERE athlete=? AND source=? AND name=?",
		k.args(name), sqlitedb.Scalar[string])
	if err != nil || !ok {
		return false, err
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return false, sqlitedb.Damaged(err)
	}
	return true, nil
}

// Kept holds the value that SetCursor kept of one service.
type Kept struct {
	Source string
	Body   json.RawMessage
}

// Cursors gives what SetCursor kept under a name of each service of an
// athlete, by its name.
func (b ConnectionBook) Cursors(ctx context.Context, a training.AthleteID, name string) ([]Kept, error) {
	return sqlitedb.All(ctx, b.db, "SELECT source, body FROM cursors WHERE athlete=? AND name=? ORDER BY source", []any{a, name},
		func(r sqlitedb.Row) (k Kept, err error) {
			var text string
			err = r.Scan(&k.Source, &text)
			k.Body = json.RawMessage(text)
			return k, err
		})
}

// SetCursor keeps v, as JSON, under a name.
func (b ConnectionBook) SetCursor(ctx context.Context, k ConnectionKey, name string, v any) error {
	text, err := sqlitedb.Body(v)
	if err != nil {
		return err
	}
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		_, err := tx.Exec(`INSERT INTO cursors (athlete, source, name, body) VALUES (?,?,?,?)
			ON CONFLICT DO UPDATE SET body=excluded.body`, k.args(name, text)...)
		return err
	})
}

// Forget drops everything about a connection, when it is disconnected.
func (b ConnectionBook) Forget(ctx context.Context, k ConnectionKey) error {
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		for _, sql := range []string{
			"DELETE FROM cursors WHERE athlete=? AND source=?",
			"DELETE FROM quotas WHERE athlete=? AND source=?",
			"DELETE FROM remote_items WHERE athlete=? AND source=?",
		} {
			if _, err := tx.Exec(sql, k.args()...); err != nil {
				return err
			}
		}
		return nil
	})
}
