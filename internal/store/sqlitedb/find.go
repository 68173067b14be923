package sqlitedb

import (
	"context"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// FindMark compares a database with its mark and says in sentences what was lost.
func FindMark(ctx context.Context, db *DB, path string) (problems []i18n.Sentence, err error) {
	had, ok, damage := ReadMark(path) // before the database, which others may write to
	is, _, err := One(ctx, db, readState, nil, func(r Row) (m Mark, err error) {
		var digest []byte
		err = r.Scan(&m.Writes, &digest, &m.Seq)
		copy(m.Digest[:], digest)
		return m, err
	})
	if err != nil {
		return nil, err
	}
	switch {
	case damage != nil && training.KindOf(damage) != training.KindCorrupt:
		return nil, damage
	case damage != nil:
		problems = append(problems, "The mark of the last write is damaged, so that a lost log would not be seen.")
	case !ok && is.Writes > 0:
		problems = append(problems, "The mark of the last write is missing, so that a lost log would not be seen.")
	case ok && Lost(had, is):
		problems = append(problems, loss(had.Writes, is.Writes, had.Seq, is.Seq))
	}
	told, err := All(ctx, db, "SELECT writes_had, writes_kept, seq_had, seq_kept FROM losses WHERE settled=0 ORDER BY n", nil,
		func(r Row) (i18n.Sentence, error) {
			var n [4]int64
			err := r.Scan(&n[0], &n[1], &n[2], &n[3])
			return loss(n[0], n[1], n[2], n[3]), err
		})
	return append(problems, told...), err
}

func loss(writesHad, writesKept, seqHad, seqKept int64) i18n.Sentence {
	const why = i18n.Sentence("Its log was lost, or an older database was put in its place.")
	if seqHad > seqKept {
		return i18n.InARow(i18n.Sentencef(
			"Writes that were acknowledged are missing: the last was number %d, the database has %d (of the change log, changes %d to %d).",
			writesHad, writesKept, seqKept+1, seqHad), why)
	}
	return i18n.InARow(i18n.Sentencef(
		"Writes that were acknowledged are missing: the last was number %d, the database has %d.", writesHad, writesKept), why)
}

// Settle notes that what was lost was told and taken back as far as it could be.
func Settle(tx *Tx) error {
	_, err := tx.Exec("UPDATE losses SET settled=1 WHERE settled=0")
	return err
}
