package sqlitedb

import (
	"crypto/sha256"
	"encoding/binary"
	"log/slog"
	"time"
)

// MarkKeeper counts the writes of one process in the database and beside it.
// Its methods are called by the writer whose turn it is.
type MarkKeeper struct {
	Path string // of the mark
	Now  func() time.Time
	Log  *slog.Logger

	next Mark
}

const readState = "SELECT n, digest, (SELECT coalesce(max(seq), 0) FROM changes) FROM acknowledged"

// BeforeCommit counts the transaction. If the database is behind its mark, it
// notes what is missing, so that this is told although the mark goes on.
func (k *MarkKeeper) BeforeCommit(tx *Tx) error {
	var was Mark
	var digest []byte
	if _, err := tx.One(readState, nil, &was.Writes, &digest, &was.Seq); err != nil {
		return err
	}
	copy(was.Digest[:], digest)
	had, ok, _ := ReadMark(k.Path) // a damaged one is made anew
	if !ok && was.Writes == 0 {
		k.keep(was) // or who is killed in the first write would leave a store that misses its mark
	}
	if ok && Lost(had, was) {
		_, err := tx.Exec("INSERT INTO losses (at_ms, writes_had, writes_kept, seq_had, seq_kept) VALUES (?,?,?,?,?)",
			Millis(k.Now()), had.Writes, was.Writes, had.Seq, was.Seq)
		if err != nil {
			return err
		}
		k.Log.Error("the store has lost writes that it had acknowledged; run lapkeep verify", "had", had.Writes, "kept", was.Writes)
	}
	k.next = was.after(max(was.Writes, had.Writes)+1, k.Now())
	_, err := tx.Exec("UPDATE acknowledged SET n=?, digest=?", k.next.Writes, k.next.Digest[:])
	return err
}

// after is the state that follows with so many writes.
func (m Mark) after(writes int64, now time.Time) Mark {
	b := binary.BigEndian.AppendUint64(m.Digest[:], uint64(writes)) //nolint:gosec // a count
	b = binary.BigEndian.AppendUint64(b, uint64(now.UnixNano()))    //nolint:gosec // any bits
	b = binary.BigEndian.AppendUint64(b, uint64(m.Seq))             //nolint:gosec // a count
	sum := sha256.Sum256(b)
	return Mark{Writes: writes, Seq: m.Seq, Digest: [16]byte(sum[:16])}
}

// AfterCommit writes the mark. A mark that cannot be written finds less; what
// was committed is kept all the same. One of a later write of another process
// stays.
func (k *MarkKeeper) AfterCommit() {
	if had, ok, _ := ReadMark(k.Path); ok && had.Writes > k.next.Writes {
		return
	}
	k.keep(k.next)
}

func (k *MarkKeeper) keep(m Mark) {
	if err := m.write(k.Path); err != nil {
		k.Log.Warn("the mark of the last write cannot be kept", "error", err)
	}
}

// Lost reports whether a database in a state is behind its mark.
func Lost(had, is Mark) bool {
	return had.Writes > is.Writes || had.Writes == is.Writes && had.Digest != is.Digest
}
