package people

import (
	"context"
	"time"

	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// LogLife is how long the access log keeps its lines.
const LogLife = 400 * 24 * time.Hour

// Line is a line of the access log: the calls of one tool about an athlete through one grant
// on one day (UTC). Without an athlete, they were about nobody whom the grant covers.
type Line struct {
	Athlete    training.AthleteID
	Day        training.Day
	Person     string // the name
	ClientName string
	Grant      string
	Tool       string
	Calls      int
	Refused    int // of the calls
	Last       time.Time
}

// Record adds a call about athletes to the access log.
func (b *Book) Record(ctx context.Context, a *training.Access, athletes []training.AthleteID, tool string, refused bool) error {
	now := b.now()
	n := 0
	if refused {
		n = 1
	}
	if len(athletes) == 0 {
		athletes = []training.AthleteID{""}
	}
	return b.db.Write(ctx, func(tx *sqlitedb.Tx) error {
		for _, id := range athletes {
			if _, err := tx.Exec(`INSERT INTO access_log (athlete, day, grant_id, tool, calls, refused, last_ms) VALUES (?,?,?,?,1,?,?)
				ON CONFLICT DO UPDATE SET calls=calls+1, refused=refused+excluded.refused, last_ms=max(last_ms, excluded.last_ms)`,
				id, training.DayOf(now.UTC()), a.Grant, tool, n, sqlitedb.Millis(now)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Log returns the latest lines about an athlete, newest first.
func (b *Book) Log(ctx context.Context, athlete training.AthleteID, limit int) ([]Line, error) {
	return sqlitedb.All(ctx, b.db, `SELECT l.athlete, l.day, p.name, g.client_name, l.grant_id, l.tool, l.calls, l.refused, l.last_ms
		FROM access_log l JOIN grants g ON g.id=l.grant_id JOIN people p ON p.id=g.person
		WHERE l.athlete=? ORDER BY l.day DESC, l.last_ms DESC, l.tool LIMIT ?`, []any{athlete, limit}, func(r sqlitedb.Row) (l Line, err error) {
		var last int64
		err = r.Scan(&l.Athlete, &l.Day, &l.Person, &l.ClientName, &l.Grant, &l.Tool, &l.Calls, &l.Refused, &last)
		l.Last = sqlitedb.Instant(last)
		return l, err
	})
}
