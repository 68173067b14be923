package upkeep

import (
	"fmt"
	"time"

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
	if err != nil || n == 0 {
		return err
	}
	return dropOrphans(tx)
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
