package replica

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"lapkeep/host/engine"
)

var (
	// ErrDamaged says that the log of a home, or an object of it, is not as it was written.
	ErrDamaged = errors.New("what the engine keeps of the home is damaged; restore its second copy into a new cluster")
	// ErrGone says that the home was deleted.
	ErrGone = errors.New("the home was deleted; use another name for a new one")
)

const (
	// patience is how long a write waits for the engine. A new leader needs 4 to 9 s, now and then 14.
	patience = 20 * time.Second
	// attempt is how long one try of it waits.
	attempt = 4 * time.Second
	// again is the pause between tries.
	again = 100 * time.Millisecond
	// pieceSize is the size of an object that holds a part of a file.
	pieceSize = 4 << 20
)

// The kinds of records.
const (
	fence   = 'F' // somebody took the home
	full    = 'S' // a file with every page of the database
	changes = 'C' // a file with the pages that changed
	gone    = 'D' // the home was deleted; nothing follows
)

// A record is kind, epoch of its writer and sequence of the record before it, followed by its sealed body. The body
// of a file is 0 and the file, or 1 and the number of the objects that hold it.
const (
	headSize = 1 + 8 + 8
	inRecord = 0
	inPieces = 1
	// sealing is what a seal adds: nonce and tag. overhead is what a record adds to its file.
	sealing  = 12 + 16
	overhead = headSize + sealing
)

type record struct {
	kind                   byte
	epoch, after, sequence uint64
	body                   []byte
}

// size returns about how many bytes a record's file has.
func (r record) size() int64 {
	if len(r.body) > 1 && r.body[0] == inPieces {
		n, _ := binary.Uvarint(r.body[1:])
		return int64(n) * pieceSize //nolint:gosec // a count
	}
	return int64(len(r.body))
}

// journal writes and reads the log of one home. It is not safe for concurrent use.
type journal struct {
	e        engine.Engine
	home     string
	seal     *sealer
	epoch    uint64
	last     uint64 // the sequence of the last record
	patience time.Duration
}

func head(kind byte, epoch, after uint64) []byte {
	b := append(make([]byte, 0, headSize), kind)
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, epoch), after)
}

// place is what a record's body is bound to.
func (j *journal) place(head []byte) string {
	return fmt.Sprintf("%s/log/%c-%d-%d", j.home, head[0], binary.BigEndian.Uint64(head[1:]), binary.BigEndian.Uint64(head[9:]))
}

// patiently repeats do until the engine answers or the patience ends. What do does must be the same if it is done twice.
func (j *journal) patiently(ctx context.Context, do func(ctx context.Context, repeated bool) error) error {
	ctx, cancel := context.WithTimeout(ctx, j.patience)
	defer cancel()
	for repeated := false; ; repeated = true {
		once, end := context.WithTimeout(ctx, attempt)
		err := do(once, repeated)
		end()
		if !errors.Is(err, engine.ErrUnknown) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(again):
		}
	}
}

// append writes a record after the last one, and waits until a quorum has it.
func (j *journal) append(ctx context.Context, kind byte, body []byte) error {
	h := head(kind, j.epoch, j.last)
	rec := append(h, j.seal.seal(body, j.place(h))...)
	return j.patiently(ctx, func(ctx context.Context, repeated bool) error {
		sequence, err := j.e.Append(ctx, j.home, j.last, rec)
		if repeated && errors.Is(err, engine.ErrStale) { // perhaps an earlier try wrote it
			sequence, err = j.find(ctx, rec, err)
		}
		if err == nil {
			j.last = sequence
		}
		return err
	})
}

// find returns the sequence of the record after the last one if it is rec, else the error.
func (j *journal) find(ctx context.Context, rec []byte, stale error) (uint64, error) {
	last, err := j.e.Last(ctx, j.home)
	if err != nil {
		return 0, errors.Join(engine.ErrUnknown, err)
	}
	entries, err := j.e.Read(ctx, j.home, j.last, last)
	if err != nil {
		return 0, errors.Join(engine.ErrUnknown, err)
	}
	if !bytes.Equal(entries[0].Record, rec) {
		return 0, stale
	}
	return entries[0].Sequence, nil
}

// fence appends the first record of an owner, after whatever was written until now.
func (j *journal) fence(ctx context.Context, kind byte, node string) error {
	for try := 0; ; try++ {
		last, err := j.e.Last(ctx, j.home)
		if err != nil {
			return err
		}
		j.last = last
		const tries = 10 // the owner before may still be writing
		if err = j.append(ctx, kind, []byte(node)); !errors.Is(err, engine.ErrStale) || try == tries {
			return err
		}
	}
}

// read returns the records after a sequence up to the last one, which is this owner's fence.
func (j *journal) read(ctx context.Context, after uint64) ([]record, error) {
	entries, err := j.e.Read(ctx, j.home, after, j.last)
	if err != nil {
		return nil, err
	}
	records := make([]record, len(entries))
	for i, e := range entries {
		if len(e.Record) < headSize {
			return nil, fmt.Errorf("%w: record %d of home %s is too short", ErrDamaged, e.Sequence, j.home)
		}
		r := record{
			kind: e.Record[0], epoch: binary.BigEndian.Uint64(e.Record[1:]), after: binary.BigEndian.Uint64(e.Record[9:]),
			sequence: e.Sequence,
		}
		if i > 0 && r.after != records[i-1].sequence {
			return nil, fmt.Errorf("%w: records of home %s between %d and %d are missing", ErrDamaged, j.home, r.after, r.sequence)
		}
		if r.body, err = j.seal.open(e.Record[headSize:], j.place(e.Record)); err != nil {
			return nil, err
		}
		records[i] = r
	}
	return records, nil
}

// piece returns the name of an object with a part of the file of the record after a sequence.
func (j *journal) piece(epoch, after uint64, n int) string {
	return fmt.Sprintf("%s/file/%d-%d-%d", j.home, epoch, after, n)
}

// put stores an object.
func (j *journal) put(ctx context.Context, name string, sealed []byte) error {
	return j.patiently(ctx, func(ctx context.Context, _ bool) error {
		err := j.e.Put(ctx, name, sealed)
		if errors.Is(err, engine.ErrStale) { // an earlier try was still writing
			err = errors.Join(engine.ErrUnknown, err)
		}
		return err
	})
}

// appendFile writes a file: into a record if it fits, else into objects that a record counts.
func (j *journal) appendFile(ctx context.Context, kind byte, r io.Reader) (size int64, err error) {
	body := make([]byte, 1, 64<<10)
	body, err = readUpTo(r, body, engine.MaxRecord-overhead+1)
	if err != nil {
		return 0, err
	}
	if len(body) <= engine.MaxRecord-overhead {
		return int64(len(body) - 1), j.append(ctx, kind, body) // body[0] is inRecord
	}
	part := body[1:]
	for n := 0; ; n++ {
		if part, err = readUpTo(r, part, pieceSize); err != nil {
			return size, err
		}
		if len(part) == 0 {
			return size, j.append(ctx, kind, binary.AppendUvarint([]byte{inPieces}, uint64(n)))
		}
		name := j.piece(j.epoch, j.last, n)
		if err := j.put(ctx, name, j.seal.seal(part, name)); err != nil {
			return size, err
		}
		size += int64(len(part))
		part = part[:0]
	}
}

// readUpTo appends to b what r has until b has most bytes or r ends.
func readUpTo(r io.Reader, b []byte, most int) ([]byte, error) {
	var buf bytes.Buffer
	buf.Grow(len(b))
	buf.Write(b)
	_, err := io.CopyN(&buf, r, int64(most-len(b)))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return buf.Bytes(), err
}

// file returns what a record's file holds. It reads the objects one at a time.
func (j *journal) file(ctx context.Context, r record) (io.Reader, error) {
	if len(r.body) > 0 && r.body[0] == inRecord {
		return bytes.NewReader(r.body[1:]), nil
	}
	if len(r.body) > 1 && r.body[0] == inPieces {
		if n, size := binary.Uvarint(r.body[1:]); size > 0 {
			return &pieces{ctx: ctx, j: j, r: r, left: n}, nil
		}
	}
	return nil, fmt.Errorf("%w: record %d of home %s has an unknown form; is this program older than the one that wrote it?",
		ErrDamaged, r.sequence, j.home)
}

// pieces reads a file from its objects.
type pieces struct {
	ctx  context.Context //nolint:containedctx // of the restore that reads it
	j    *journal
	r    record
	next int
	left uint64
	rest []byte
}

// Read implements io.Reader.
func (p *pieces) Read(b []byte) (int, error) {
	for len(p.rest) == 0 {
		if p.left == 0 {
			return 0, io.EOF
		}
		name := p.j.piece(p.r.epoch, p.r.after, p.next)
		sealed, err := p.j.e.Get(p.ctx, name)
		if errors.Is(err, engine.ErrMissing) {
			return 0, fmt.Errorf("%w: the object %s is missing: %w", ErrDamaged, name, err)
		}
		if err == nil {
			p.rest, err = p.j.seal.open(sealed, name)
		}
		if err != nil {
			return 0, err
		}
		p.next, p.left = p.next+1, p.left-1
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}
