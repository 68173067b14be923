package upkeep

import (
	"context"
	"fmt"
	"time"

	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// prune removes rows whose parents were lost, and recordings that lost a part
// of their columns or their activity, so that they are made again from their
// originals.
func prune(tx *sqlitedb.Tx) error {
	if err := keepAthletes(tx); err != nil {
		return err
	}
	const partly = `SELECT r.athlete, r.id FROM recordings r WHERE r.rows>0 AND r.original<>'' AND (
		NOT EXISTS (SELECT 1 FROM channel_data d WHERE d.athlete=r.athlete AND d.recording=r.id AND d.channel=200)
		OR EXISTS (WITH RECURSIVE bit(n) AS (SELECT 0 UNION ALL SELECT n+1 FROM bit WHERE n<62)
			SELECT 1 FROM bit WHERE r.channels>>n&1 AND NOT EXISTS
				(SELECT 1 FROM channel_data d WHERE d.athlete=r.athlete AND d.recording=r.id AND d.channel=n)))`
	// What hangs on them goes with them.
	if _, err := tx.Exec("DELETE FROM recordings WHERE (athlete, id) IN (" + partly + ")"); err != nil {
		return err
	}
	if err := dropOrphans(tx); err != nil {
		return err
	}
	n, err := tx.Exec(`DELETE FROM recordings AS r WHERE r.original<>'' AND NOT EXISTS
		(SELECT 1 FROM links l WHERE l.athlete=r.athlete AND l.recording=r.id)`)
	if err == nil && n > 0 {
		err = dropOrphans(tx)
	}
	if err != nil {
		return err
	}
	return redirect(tx)
}

// redirect lets the id that a recording alone would have lead to its activity
// again, unless one that has recordings is called so.
func redirect(tx *sqlitedb.Tx) error {
	_, err := tx.Exec(`INSERT OR IGNORE INTO redirects (athlete, old, id)
		SELECT l.athlete, substr(l.recording, 2, ?1), l.activity FROM links l
		WHERE NOT EXISTS (SELECT 1 FROM links o WHERE o.athlete=l.athlete AND o.activity=substr(l.recording, 2, ?1))`,
		training.ActivityIDLength)
	return err
}

// claimOriginals makes anew the rows of originals that were lost while their
// recordings were not. Those without a file are for Verify to tell.
func claimOriginals(ctx context.Context, p Place, db *sqlitedb.DB) error {
	lost, err := sqlitedb.All(ctx, db, `SELECT DISTINCT r.athlete, r.original FROM recordings r WHERE r.original<>''
		AND NOT EXISTS (SELECT 1 FROM originals o WHERE o.athlete=r.athlete AND o.hash=r.original)`, nil, readPair)
	if err != nil || len(lost) == 0 {
		return err
	}
	return db.Write(ctx, func(tx *sqlitedb.Tx) error {
		for _, o := range lost {
			bytes, sum, err := originals.Of(p.Home, o[0], nil).Packed(o[1])
			if err != nil {
				continue
			}
			if _, err := tx.Exec("INSERT INTO originals (athlete, hash, bytes, packed) VALUES (?,?,?,?)", o[0], o[1], bytes, sum); err != nil {
				return err
			}
		}
		return nil
	})
}

// keepAthletes makes anew the athletes who were lost while things of theirs were not.
func keepAthletes(tx *sqlitedb.Tx) error {
	var lost []training.AthleteID
	err := tx.Each(`SELECT athlete FROM recordings UNION SELECT athlete FROM activity_base UNION SELECT athlete FROM documents
		EXCEPT SELECT athlete FROM athletes`, nil, func(scan func(...any) error) error {
		var id training.AthleteID
		err := scan(&id)
		lost = append(lost, id)
		return err
	})
	for _, id := range lost {
		if err != nil {
			return err
		}
		text, bodyErr := sqlitedb.Body(training.Athlete{ID: id, WeekStart: time.Monday, Units: training.MetricUnits})
		if bodyErr != nil {
			return bodyErr
		}
		_, err = tx.Exec("INSERT INTO athletes VALUES (?,?)", id, text)
	}
	return err
}

// reference is a foreign key: its table, the condition that names the parent.
type reference struct{ table, parent, on string }

// dropOrphans removes what names a parent that is not there, until nothing does.
func dropOrphans(tx *sqlitedb.Tx) error {
	all, err := references(tx)
	if err != nil {
		return err
	}
	all = append(all, reference{"activities", "activity_base", "p.athlete=c.athlete AND p.id=c.id"},
		reference{"redirects", "activity_base", "p.athlete=c.athlete AND p.id=c.id"},
		reference{"load_rows", "activity_base", "p.athlete=c.athlete AND p.id=c.activity"})
	for dropped := int64(1); dropped > 0; {
		dropped = 0
		for _, r := range all {
			n, err := tx.Exec(fmt.Sprintf("DELETE FROM %s AS c WHERE NOT EXISTS (SELECT 1 FROM %s p WHERE %s)", r.table, r.parent, r.on))
			if err != nil {
				return err
			}
			dropped += n
		}
	}
	return nil
}

func references(tx *sqlitedb.Tx) (all []reference, err error) {
	err = tx.Each(`SELECT t.name, f."table", group_concat('p.' || coalesce(f."to", 'athlete') || '=c.' || f."from", ' AND ')
		FROM pragma_table_list t, pragma_foreign_key_list(t.name) f WHERE t.schema='main' AND t.type='table' GROUP BY t.name, f.id`, nil,
		func(scan func(...any) error) error {
			var r reference
			err := scan(&r.table, &r.parent, &r.on)
			all = append(all, r)
			return err
		})
	return all, err
}
