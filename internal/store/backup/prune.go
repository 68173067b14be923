package backup

import (
	"context"
	"slices"
	"time"

	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// partly names the recordings that lost a part of their columns, their link or
// their activity, and that were read from an original.
const partly = `SELECT r.athlete, r.id, r.original FROM recordings r WHERE r.original<>'' AND (
	NOT EXISTS (SELECT 1 FROM links l JOIN activity_base b ON b.athlete=l.athlete AND b.id=l.activity
		WHERE l.athlete=r.athlete AND l.recording=r.id)
	OR r.rows>0 AND (
		NOT EXISTS (SELECT 1 FROM channel_data d WHERE d.athlete=r.athlete AND d.recording=r.id AND d.channel=200)
		OR EXISTS (WITH RECURSIVE bit(n) AS (SELECT 0 UNION ALL SELECT n+1 FROM bit WHERE n<62)
			SELECT 1 FROM bit WHERE r.channels>>n&1 AND NOT EXISTS
				(SELECT 1 FROM channel_data d WHERE d.athlete=r.athlete AND d.recording=r.id AND d.channel=n))))`

// Prune removes what is only partly there and is made again: recordings that
// lost columns, and whose original is whole, and what is shown of activities
// that are not there. The athlete's own words stay, whatever they name. The
// caller then reads the originals again.
func Prune(ctx context.Context, p Place, pack *originals.Packer, codec *originals.Codec, db *sqlitedb.DB) error {
	lost, err := torn(ctx, codec, db)
	if err != nil {
		return err
	}
	return db.Write(ctx, func(tx *sqlitedb.Tx) error {
		if err := keepAthletes(tx); err != nil {
			return err
		}
		for _, k := range lost {
			if _, err := originals.Of(p.Home, k.athlete, pack).Get(k.original); err != nil {
				continue // the rows are all that there is
			}
			for _, query := range []string{
				"DELETE FROM channel_data WHERE athlete=? AND recording=?", "DELETE FROM links WHERE athlete=? AND recording=?",
				"DELETE FROM recordings WHERE athlete=? AND id=?",
			} {
				if _, err := tx.Exec(query, k.athlete, k.recording); err != nil {
					return err
				}
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
}

// tornRecording is a recording that is not whole, and the hash of its original.
type tornRecording struct{ athlete, recording, original string }

// torn lists the recordings with an original that lost rows, or whose columns
// cannot be decoded.
func torn(ctx context.Context, codec *originals.Codec, db *sqlitedb.DB) ([]tornRecording, error) {
	read := func(r sqlitedb.Row) (k tornRecording, err error) {
		err = r.Scan(&k.athlete, &k.recording, &k.original)
		return k, err
	}
	all, err := sqlitedb.All(ctx, db, partly, nil, read)
	if err != nil {
		return nil, err
	}
	var damaged [][2]string
	_, err = eachColumn(ctx, db, codec, func(athlete, recording string, _ int) {
		damaged = append(damaged, [2]string{athlete, recording})
	})
	if err != nil {
		return nil, err
	}
	for _, d := range slices.Compact(damaged) {
		k, ok, err := sqlitedb.One(ctx, db, "SELECT athlete, id, original FROM recordings WHERE athlete=? AND id=? AND original<>''",
			[]any{d[0], d[1]}, read)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, k)
		}
	}
	return all, nil
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
