// Package ledger keeps what happened: the change log with its watermarks, the
// journal of writes, approvals and import runs. It knows no activity.
//
// # Connection
//
// It keeps what a connection to a service needs to go on
// where it stopped, in any process and after any end of one: who holds the
// right to work (leases), how far a reading came (cursors), how many requests
// the service still takes (quotas), and what became of each thing that was
// seen there (items).
//
// It knows no service and decides nothing: when to read, and how much, is its
// callers' business. It holds no secret.
//
// # Layer
//
// It is the rule by which the layers of an activity become what is
// shown: which recording gives which channel to which audience, who may see
// the activity at all, and how the athlete's own words replace what ingest
// found. It is pure and knows no database.
//
// # Outbox
//
// It keeps what the athlete's writes mean for services: rows that
// are written in the same transaction as the write, and what became of each.
//
// It knows no service and sends nothing; what the rows mean is the business of
// package writes/outbox. It holds no secret.
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
