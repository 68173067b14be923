// Package ledger keeps what happened: the change log with its watermarks, the
// journal of writes, approvals and import runs. It knows no activity.
package ledger

import "lapkeep/internal/store/sqlitedb"

// Reader reads the ledger; the store embeds it.
type Reader struct {
	db     *sqlitedb.DB
	latest *latest
}

// NewReader reads the ledger of a database.
func NewReader(db *sqlitedb.DB) Reader { return Reader{db, &latest{}} }

// Writer writes to the ledger within a transaction; the store's embeds it.
type Writer struct{ tx *sqlitedb.Tx }

// NewWriter writes to the ledger in a transaction.
func NewWriter(tx *sqlitedb.Tx) Writer { return Writer{tx} }
