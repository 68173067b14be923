package upkeep

import (
	"context"
	"time"

	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// remade are the recordings that lost a part of their columns, their link or
// their activity, and that were read from an original.
const remade = `SELECT r.athlete, r.id, r.original FROM recordings r WHERE r.original<>'' AND (
	NOT EXISTS (SELECT 1 FROM links l JOIN activity_base b ON b.athlete=l.athlete AND b.id=l.activity
		WHERE l.athlete=r.athlete AND l.recording=r.id)
	OR r.rows>0 AND (
		NOT EXISTS (SELECT 1 FROM channel_data d WHERE d.athlete=r.athlete AND d.recording=r.id AND d.channel=200)
		OR EXISTS (WITH RECURSIVE bit(n) AS (SELECT 0 UNION ALL SELECT n+1 FROM bit WHERE n<62)
			SELECT 1 FROM bit WHERE r.channels>>n&1 AND NOT EXISTS
				(SELECT 1 FROM channel_data d WHERE d.athlete=r.athlete AND d.recording=r.id AND d.channel=n))))`

// prune makes a salvaged database fit to have its originals read again: what
// is made from an original that is whole, or from other rows, and is only
// partly there, is removed. The athlete's own words stay, whatever they name.
func prune(ctx context.Context, p Place, pack *originals.Packer, db *sqlitedb.DB) error {
	lost, err := sqlitedb.All(ctx, db, remade, nil, func(r sqlitedb.Row) (k [3]string, err error) {
		err = r.Scan(&k[0], &k[1], &k[2])
		return k, err
	})
	if err != nil {
		return err
	}
	err = db.Write(ctx, func(tx *sqlitedb.Tx) error {
		if err := keepAthletes(tx); err != nil {
			return err
		}
		for _, k := range lost {
			if _, err := originals.Of(p.Home, k[0], pack).Get(k[2]); err != nil {
				continue // the rows are all that there is
			}
			if _, err := tx.Exec("DELETE FROM recordings WHERE athlete=? AND id=?", k[0], k[1]); err != nil {
				return err
			}
		}
		const recording = "NOT EXISTS (SELECT 1 FROM recordings r WHERE r.athlete=c.athlete AND r.id=c.recording)"
		const activity = "NOT EXISTS (SELECT 1 FROM activity_base b WHERE b.athlete=c.athlete AND b.id=c."
		for table, lacks := range map[string]string{
			"channel_data": recording, "links": recording, "activities": activity + "id)", "load_rows": activity + "activity)",
		} {
			if _, err := tx.Exec("DELETE FROM " + table + " AS c WHERE " + lacks); err != nil {
				return err
			}
		}
		return redirect(tx)
	})
	if err != nil {
		return err
	}
	return claimOriginals(ctx, p, db)
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
		UNION SELECT athlete FROM thresholds UNION SELECT athlete FROM said UNION SELECT athlete FROM gear
		UNION SELECT athlete FROM originals UNION SELECT athlete FROM outbox EXCEPT SELECT athlete FROM athletes`,
		nil, func(scan func(...any) error) error {
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
