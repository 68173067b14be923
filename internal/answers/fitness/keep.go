package fitness

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"lapkeep/internal/store"
	"lapkeep/internal/store/cache"
	"lapkeep/internal/training"
)

// Keeper keeps values between processes. If a value is lost, it is computed again from the store.
type Keeper interface {
	Load(name string) ([]byte, bool)
	Save(name string, data []byte) error
	Remove(name string)
}

// Codec encodes the content of a month. Version must be raised if the meaning of the
// bytes changes.
type Codec[T Content] struct {
	Version int
	Append  func(b []byte, v T) []byte
	// Decode may change or keep b. Nothing else uses b.
	Decode func(b []byte) (T, bool)
}

// Keep makes the cache start from the months that an earlier process stored.
func (c *MonthlyCache[T]) Keep(k Keeper, codec Codec[T]) { c.keeper, c.codec = k, codec }

// worthKeeping is the minimum number of months that must be read at once for the months
// to be stored. Fewer months are quick to read.
const worthKeeping = 12

// mostBehind is the maximum number of activities that may change before the months are stored
// again: until then, each process looks them up and reads their months anew.
const mostBehind = 8

func (k key) name() string {
	return fmt.Sprintf("months of %s for %s to %s", k.kind, k.scope.Athlete, k.scope.Audience)
}

// save stores the months. If it fails, it removes the stored months, since outdated ones
// may hold deleted activities.
func (c *MonthlyCache[T]) save(ctx context.Context, k key, t table[T]) {
	if c.keeper == nil {
		return
	}
	mark, ok := c.mark(ctx, c.seq)
	if !ok {
		c.unkeep(k)
		return
	}
	b := binary.AppendUvarint(nil, uint64(c.codec.Version)) //nolint:gosec // not negative
	b = binary.AppendUvarint(b, uint64(c.seq))              //nolint:gosec // not negative
	b = AppendText(b, mark)
	for m, v := range t {
		b = binary.AppendVarint(b, int64(m))
		b = AppendText(b, c.codec.Append(nil, v))
	}
	if c.keeper.Save(k.name(), b) != nil || c.overtaken(ctx, k, t) {
		c.unkeep(k)
	}
}

// overtaken reports whether the saved months became outdated while they were read and saved.
// Another process that had to remove the file may have looked for it before it was written.
func (c *MonthlyCache[T]) overtaken(ctx context.Context, k key, t table[T]) bool {
	last, err := c.r.LastChange(ctx)
	if err != nil {
		return true
	}
	ids, few, err := c.changedBetween(ctx, k.scope.Athlete, c.seq, last)
	if err != nil || !few {
		return true
	}
	for _, id := range ids {
		for _, v := range t {
			if v.Holds(id) {
				return true
			}
		}
	}
	return false
}

// keepLess saves the tables again without the deleted activities.
func (c *MonthlyCache[T]) keepLess(ctx context.Context) {
	for k := range c.less {
		c.save(ctx, k, c.tables[k])
	}
	clear(c.less)
}

func (c *MonthlyCache[T]) unkeep(k key) {
	if c.keeper != nil {
		c.keeper.Remove(k.name())
	}
}

// mark returns an identifier of a position in the change log. It is different in other
// logs, and in this log after a restore. It does not reveal what changed.
func (c *MonthlyCache[T]) mark(ctx context.Context, seq int64) (string, bool) {
	if seq <= 0 {
		return "", false
	}
	at, err := c.r.Changes(ctx, seq-1, 1)
	if err != nil || len(at) == 0 || at[0].Seq != seq {
		return "", false
	}
	sum := sha256.Sum256(fmt.Append(nil, at[0].Athlete, at[0].Kind, at[0].ID, at[0].At.UnixNano()))
	return string(sum[:]), true
}

// restored returns the stored months that have not changed since. It returns none if none
// are stored or if too many have changed.
func (c *MonthlyCache[T]) restored(ctx context.Context, k key) (table[T], error) {
	if c.keeper == nil {
		return table[T]{}, nil
	}
	data, ok := c.keeper.Load(k.name())
	if !ok {
		return table[T]{}, nil
	}
	t, ids, ok, err := c.current(ctx, k, data)
	if err != nil {
		return nil, err
	}
	if !ok {
		c.unkeep(k)
		return table[T]{}, nil
	}
	gone := false
	for _, id := range ids {
		lost, err := c.forgetOne(ctx, t, k, id)
		if err != nil {
			return nil, err
		}
		gone = gone || lost
	}
	if gone {
		c.save(ctx, k, t)
	}
	c.behind[k] = len(ids) > mostBehind
	return t, nil
}

// current returns the stored months and the activities that have changed since.
// ok is false if the months are from another log or version, damaged, or too old.
func (c *MonthlyCache[T]) current(ctx context.Context, k key, data []byte) (t table[T], ids []training.ActivityID, ok bool, err error) {
	t, seq, mark, ok := c.decode(data)
	if !ok || seq > c.seq {
		return nil, nil, false, nil
	}
	if now, ok := c.mark(ctx, seq); !ok || now != mark {
		return nil, nil, false, nil
	}
	ids, ok, err = c.changedBetween(ctx, k.scope.Athlete, seq, c.seq)
	return t, ids, ok, err
}

func (c *MonthlyCache[T]) decode(b []byte) (t table[T], seq int64, mark string, ok bool) {
	r := Unpack(b)
	if r.Uint() != uint64(c.codec.Version) { //nolint:gosec // not negative
		return nil, 0, "", false
	}
	seq, mark, t = int64(r.Uint()), string(r.Text()), table[T]{} //nolint:gosec // as appended
	for r.More() {
		m := MonthlyMonth(r.Int())
		if t[m], ok = c.codec.Decode(r.Text()); !ok {
			return nil, 0, "", false
		}
	}
	return t, seq, mark, r.OK()
}

// changedBetween lists the athlete's activities that changed after one position
// in the log up to another. few is false if there are too many to look up.
func (c *MonthlyCache[T]) changedBetween(
	ctx context.Context, a training.AthleteID, after, upTo int64,
) (ids []training.ActivityID, few bool, err error) {
	for ch, err := range cache.Since(ctx, c.r, after, upTo) {
		if err != nil {
			return nil, false, err
		}
		id := training.ActivityID(ch.ID)
		if ch.Athlete == a && (ch.Kind == store.ChangeActivity || ch.Kind == store.ChangeDerived) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		if len(ids) > patchLimit {
			return nil, false, nil
		}
	}
	return ids, true, nil
}

// Renew reads a month in full and replaces the cached content, unless another
// call has already done so. lacking reports whether content is incomplete.
func (c *MonthlyCache[T]) Renew(ctx context.Context, s training.Scope, kind string, m MonthlyMonth, lacking func(T) bool) (T, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.tables[key{s, kind}]
	if v, ok := t[m]; ok && !lacking(v) {
		return v, nil
	}
	got, err := c.read(ctx, s, kind, m, m)
	if err == nil && t != nil {
		t[m] = got[m]
	}
	return got[m], err
}

// AppendText appends a string, or any bytes, preceded by its length.
func AppendText[T string | []byte](b []byte, s T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// Packed reads the varints and strings that a [Codec] appended. After the first error,
// all values are zero.
type Packed struct {
	b   []byte
	bad bool
}

// Unpack returns a Packed that reads b.
func Unpack(b []byte) *Packed { return &Packed{b: b} }

// More reports whether there are more bytes.
func (r *Packed) More() bool { return len(r.b) > 0 }

// OK reports whether there was no error.
func (r *Packed) OK() bool { return !r.bad }

// Fail marks the content as invalid.
func (r *Packed) Fail() { r.b, r.bad = nil, true }

// Uint reads an unsigned varint.
func (r *Packed) Uint() uint64 {
	v, n := binary.Uvarint(r.b)
	return past(r, v, n)
}

// Int reads a signed varint of 32 bits.
func (r *Packed) Int() int32 {
	v, n := binary.Varint(r.b)
	if v < math.MinInt32 || v > math.MaxInt32 {
		n = 0
	}
	return int32(past(r, v, n)) //nolint:gosec // as asked
}

func past[T uint64 | int64](r *Packed, v T, n int) T {
	if n <= 0 {
		r.Fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// Float reads a number of 8 bytes.
func (r *Packed) Float() float64 {
	const size = 8
	if len(r.b) < size {
		r.Fail()
		return 0
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(r.b))
	r.b = r.b[size:]
	return x
}

// Count reads a number of items, each of at least leastBytes bytes.
func (r *Packed) Count(leastBytes int) int {
	n := r.Uint()
	if n > uint64(len(r.b)/leastBytes) { //nolint:gosec // not negative
		r.Fail()
		return 0
	}
	return int(n) //nolint:gosec // at most len(b)
}

// Text reads bytes written by [AppendText]; the result shares memory with the input.
func (r *Packed) Text() []byte {
	n := r.Count(1)
	s := r.b[:n:n]
	r.b = r.b[n:]
	return s
}
