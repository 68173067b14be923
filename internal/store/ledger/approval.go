package ledger

import (
	"context"
	"encoding/json"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Approval is a person's answer that is awaited or was given.
type Approval struct {
	ID        string
	Athlete   training.AthleteID
	Digest    string // of tool, arguments and the targets' versions
	Preview   json.RawMessage
	CreatedAt time.Time
	ExpiresAt time.Time
	// GrantedAt and UsedAt are zero until it happened.
	GrantedAt, UsedAt time.Time
}

// clockSteps is by how much clocks are put back in the course of things.
const clockSteps = time.Minute

// Expired reports whether the approval counts no more. One that is still to be
// made is of a clock that was ahead, and would count for as long as that was.
func (a Approval) Expired(now time.Time) bool {
	return !now.Before(a.ExpiresAt) || a.CreatedAt.After(now.Add(clockSteps))
}

const approvalColumns = "SELECT athlete, id, digest, preview, created_ms, expires_ms, granted_ms, used_ms FROM approvals WHERE athlete=?"

// Approval reads one approval by its id.
func (l Reader) Approval(ctx context.Context, s training.Scope, id string) (Approval, error) {
	if err := CheckScope(s); err != nil {
		return Approval{}, err
	}
	ap, ok, err := sqlitedb.One(ctx, l.db, approvalColumns+" AND id=?", []any{s.Athlete, id}, readApproval)
	if err == nil && !ok {
		err = noApproval(id)
	}
	return ap, err
}

// Approvals lists every approval, the newest first.
func (l Reader) Approvals(ctx context.Context, s training.Scope) ([]Approval, error) {
	if err := CheckScope(s); err != nil {
		return nil, err
	}
	return sqlitedb.All(ctx, l.db, approvalColumns+" ORDER BY created_ms DESC, id", []any{s.Athlete}, readApproval)
}

func noApproval(id string) error {
	return training.Errorf(training.KindNotFound, "There is no approval %q.", id).
		WithFix("Ask for the write again to get a new preview.")
}

func readApproval(r sqlitedb.Row) (Approval, error) {
	var ap Approval
	var preview string
	var created, expires, granted, used int64
	err := r.Scan(&ap.Athlete, &ap.ID, &ap.Digest, &preview, &created, &expires, &granted, &used)
	if preview != "" {
		ap.Preview = json.RawMessage(preview)
	}
	ap.CreatedAt, ap.ExpiresAt, ap.GrantedAt, ap.UsedAt = sqlitedb.Instant(created), sqlitedb.Instant(expires),
		sqlitedb.Instant(granted), sqlitedb.Instant(used)
	return ap, err
}

// PutApproval writes an approval over the one with its id.
func (l Writer) PutApproval(ap Approval) error {
	_, err := l.tx.Exec(`INSERT INTO approvals (athlete, id, digest, preview, created_ms, expires_ms, granted_ms, used_ms)
		VALUES (?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET digest=excluded.digest, preview=excluded.preview, created_ms=excluded.created_ms,
		expires_ms=excluded.expires_ms, granted_ms=excluded.granted_ms, used_ms=excluded.used_ms`,
		ap.Athlete, ap.ID, ap.Digest, string(ap.Preview), sqlitedb.Millis(ap.CreatedAt), sqlitedb.Millis(ap.ExpiresAt),
		sqlitedb.Millis(ap.GrantedAt), sqlitedb.Millis(ap.UsedAt))
	return err
}

// UseApproval spends an approval that was granted, has not expired and was
// not used before; of two who try at once one gets it.
func (l Writer) UseApproval(a training.AthleteID, id string, now time.Time) error {
	var created, expires, granted, used int64
	ok, err := l.tx.One("SELECT created_ms, expires_ms, granted_ms, used_ms FROM approvals WHERE athlete=? AND id=?",
		[]any{a, id}, &created, &expires, &granted, &used)
	again := func(what string, args ...any) error {
		return training.Errorf(training.KindNeedsConsent, what, args...).WithFix("Ask for the write again to get a new preview.")
	}
	switch {
	case err != nil:
		return err
	case !ok:
		return noApproval(id)
	case used != 0:
		return again("The approval %s was used already.", id)
	case granted == 0:
		return again("The approval %s was not granted yet.", id)
	case Approval{CreatedAt: sqlitedb.Instant(created), ExpiresAt: sqlitedb.Instant(expires)}.Expired(now):
		return again("The approval %s has expired.", id)
	}
	_, err = l.tx.Exec("UPDATE approvals SET used_ms=? WHERE athlete=? AND id=?", max(sqlitedb.Millis(now), 1), a, id)
	return err
}
