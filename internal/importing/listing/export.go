package listing

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"io"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/training"
)

// Form describes how to recognise and read the exports of one service.
type Form interface {
	// Top reports whether a readable entry identifies an export of the service. It returns
	// the folder that contains the whole export, which is empty or ends in a slash.
	Top(e *Entry) (folder string, ok bool)
	// Emit yields the items of an export. It returns when a yield returns false.
	Emit(x *Export)
}

// Large is a form of exports that may be very large and must be read completely
// to find out what they contain.
type Large interface {
	Form
	IsLarge()
}

// Single is a form of exports that may be one file, which the athlete may name alone.
type Single interface {
	Form
	IsSingle()
}

// Export is one export in a listing.
type Export struct {
	// Mark is the entry that identifies the export.
	Mark Entry

	ctx    context.Context
	top    string
	yield  func(Item) bool
	told   Streamed
	parts  map[string]Entry // by path below the top, in lower case
	used   map[string]bool
	reason func(name string) string
	about  func(Item) Item
	sift   func(head []byte) string
	number func(name string) int64
	last   func()
	over   bool
}

// Yield yields an item. It returns false if the walk is over.
func (x *Export) Yield(it Item) bool {
	x.over = x.over || !x.yield(it)
	return !x.over
}

// Context returns the context of the walk.
func (x *Export) Context() context.Context { return x.ctx }

// Use returns a part and marks it as used. name is its path below the top, in any case.
func (x *Export) Use(name string) (Entry, bool) {
	key := keyOf(name)
	e, ok := x.parts[key]
	if ok {
		x.used[key] = true
	}
	return e, ok
}

// Part returns an unused part by its path below the top, without marking it as used.
func (x *Export) Part(name string) (Entry, bool) {
	e, ok := x.parts[keyOf(name)]
	return e, ok && !x.used[keyOf(name)]
}

// Parts yields the names of all unused parts, in lower case and in order.
func (x *Export) Parts() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, key := range slices.Sorted(maps.Keys(x.parts)) {
			if !x.used[key] && !yield(key) {
				return
			}
		}
	}
}

// Files yields the readable unused parts that is accepts, by their names. Those in folders below
// the top count only if deep is set.
func (x *Export) Files(deep bool, is func(e *Entry) bool) iter.Seq2[string, Entry] {
	return func(yield func(string, Entry) bool) {
		for name := range x.Parts() {
			e, ok := x.Part(name)
			if ok && e.Readable() && (deep || !strings.Contains(name, "/")) && is(&e) && !yield(name, e) {
				return
			}
		}
	}
}

// Table reads a part completely, unless it is too large for a table.
func (x *Export) Table(e *Entry) ([]byte, error) {
	const most = 64 << 20
	switch {
	case e.Err != nil:
		return nil, e.Err
	case e.Size > most:
		return nil, TooLarge(most)
	}
	return e.File.Read(x.ctx)
}

// Streamed is called with the progress, in bytes, while a large file is read.
type Streamed func(name string, read, size int64)

// streamedBytes is the minimum size in bytes of a file whose reading reports progress.
const streamedBytes = 16 << 20

// Stream opens a part that may be too large for a table, to read it piece by piece.
func (x *Export) Stream(e *Entry) (io.ReadCloser, error) {
	if e.Err != nil {
		return nil, e.Err
	}
	r, err := e.File.Stream(x.ctx)
	if err != nil {
		return nil, err
	}
	s := &stream{ReadCloser: r, ctx: x.ctx, name: path.Base(e.Rel), size: e.Size}
	if e.Size > streamedBytes {
		s.told = x.told
	}
	return s, nil
}

// stream is an open part that can be read until the walk is cancelled.
type stream struct {
	io.ReadCloser

	ctx  context.Context //nolint:containedctx // that of the walk
	name string
	size int64
	read int64
	told Streamed // may be nil
}

func (s *stream) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.ReadCloser.Read(p)
	if s.read += int64(n); s.told != nil {
		s.told(s.name, s.read, s.size)
	}
	return n, err
}

// Refuse leaves the mark unopened for the given reason, because it turned out
// not to identify an export.
func (x *Export) Refuse(reason string) {
	e := x.Mark
	e.Skip = reason
	x.parts[keyOf(x.markName())] = e
	x.Return()
}

// Return makes the mark an unused part, for exports that any of their parts can identify.
func (x *Export) Return() { x.used[keyOf(x.markName())] = false }

func (x *Export) markName() string { return strings.TrimPrefix(x.Mark.Rel, x.top) }

// Shown returns the path that is shown for a name below the top.
func (x *Export) Shown(name string) string {
	return x.Mark.Shown[:max(0, len(x.Mark.Shown)-len(x.markName()))] + name
}

// Leave sets a function that returns the reason why an unused part is not
// opened, given its name, or "" for a file that does not belong to the export.
func (x *Export) Leave(reason func(name string) string) { x.reason = reason }

// About sets a function that is applied to every item made from unused parts,
// including members of archives.
func (x *Export) About(f func(Item) Item) { x.about = f }

// Sift sets a function that returns the reason why a file is not read, given its first
// [HeadBytes], or "" if it is read. It is also applied to the members of archives.
func (x *Export) Sift(f func(head []byte) string) { x.sift = f }

// Number sets a function that orders unused parts, and members of archives, by
// a number in their names; see [Entry].
func (x *Export) Number(f func(name string) int64) { x.number = f }

// Last sets a function that is called after the unused parts and the rest of
// the whole listing have been yielded. It may yield more items.
func (x *Export) Last(f func()) { x.last = f }

// rest returns the parts that the walk yields as ordinary files.
func (x *Export) rest() (left []Entry) {
	for key := range x.Parts() {
		e := x.parts[key]
		if x.reason != nil && e.Skip == "" {
			e.Skip = x.reason(key)
		}
		if x.about != nil {
			e.About = x.about
		}
		if x.sift != nil {
			e.Sift = x.sift
		}
		if x.number != nil {
			e.Number, e.Numbers = x.number(e.Rel), x.number
		}
		left = append(left, e)
	}
	return left
}

func keyOf(name string) string { return strings.ToLower(strings.ReplaceAll(name, `\`, "/")) }

// Exports yields the items of all exports in a listing and returns the other entries.
// If an export is inside the folder of another, it comes first. last yields the final
// items of the exports, and must be called after the other entries have been yielded.
// ok and the result of last are false if the walk is over. told may be nil.
func Exports(
	ctx context.Context, forms []Form, all []Entry, yield func(Item) bool, told Streamed,
) (rest []Entry, last func() bool, ok bool) {
	var open []*Export
	for _, m := range marks(forms, all) {
		at := slices.IndexFunc(all, func(e Entry) bool { return e.Rel == m.rel })
		if at < 0 {
			continue // it was used by another export
		}
		x := &Export{Mark: all[at], ctx: ctx, top: m.top, yield: yield, told: told, used: map[string]bool{}}
		x.parts, all = split(all, m.top)
		x.used[keyOf(x.markName())] = true
		if m.form.Emit(x); x.over {
			return nil, nil, false
		}
		all = append(all, x.rest()...)
		if x.last != nil {
			open = append(open, x)
		}
	}
	return all, func() bool {
		for _, x := range open {
			if x.last(); x.over {
				return false
			}
		}
		return true
	}, true
}

// mark is the location of an export.
type mark struct {
	form     Form
	rel, top string
}

// marks finds the exports in a listing, deepest first.
func marks(forms []Form, all []Entry) (found []mark) {
	for i := range all {
		if !all[i].Readable() {
			continue
		}
		for _, f := range forms {
			top, ok := f.Top(&all[i])
			if !ok {
				continue
			}
			known := slices.ContainsFunc(found, func(m mark) bool { return m.form == f && m.top == top })
			if !known { // several parts can identify the same export
				found = append(found, mark{f, all[i].Rel, top})
			}
			break
		}
	}
	slices.SortStableFunc(found, func(a, b mark) int { return strings.Count(b.top, "/") - strings.Count(a.top, "/") })
	return found
}

// split splits a listing into the entries below a folder and all others.
func split(all []Entry, top string) (parts map[string]Entry, others []Entry) {
	parts = map[string]Entry{}
	for _, e := range all {
		below, ok := strings.CutPrefix(e.Rel, top)
		key := keyOf(below)
		if _, twice := parts[key]; !ok || twice {
			others = append(others, e)
			continue
		}
		parts[key] = e
	}
	return parts, others
}

// TooLarge returns the error for a file that is larger than limit bytes.
func TooLarge(limit int64) error {
	return training.Errorf(training.KindTooLarge, "The file is larger than %d MiB.", max(1, limit>>20)).
		WithFix("Recordings are smaller; check what the file is.")
}

// Entry is one file in a listing of a folder or an archive.
type Entry struct {
	Shown string // path shown to people
	Rel   string // path relative to the top of the listing, with slashes
	Size  int64
	Mod   time.Time
	Skip  string // reason not to open the file
	Err   error
	Named bool // the athlete named the file, so it is read regardless of its name
	// Lies and Folder have the same meaning as in [Item].
	Lies, Folder string
	File         Content
	// About is applied to every item that is made from the entry.
	About func(Item) Item
	// Sift returns the reason why a file is not read, given its first bytes.
	Sift func(head []byte) string
	// Number orders the files of an export by time: larger numbers are later, and 0 means unknown.
	// Numbers returns the number of a member, given its name. It is nil if the order is by file time.
	Number  int64
	Numbers func(name string) int64
}

// HeadBytes is the number of bytes at the start of a file that identify it.
const HeadBytes = 128

// Content gives access to the bytes of a file.
type Content interface {
	// Head returns up to n bytes from the start.
	Head(n int) ([]byte, error)
	// Read reads the whole file, within the limits of the walk.
	Read(ctx context.Context) ([]byte, error)
	// Stream opens the file to read it piece by piece, regardless of its size.
	Stream(ctx context.Context) (io.ReadCloser, error)
}

// Readable reports whether an entry may be opened.
func (e *Entry) Readable() bool { return e.Skip == "" && e.Err == nil && e.File != nil }

// Item returns an item for the entry.
func (e *Entry) Item() Item {
	it := Item{Path: e.Shown, Lies: e.Lies, Folder: e.Folder, Size: e.Size, ModTime: e.Mod, Skip: e.Skip, Err: e.Err}
	if e.Readable() {
		it.read = e.File.Read
	}
	if e.About != nil {
		it = e.About(it)
	}
	return it
}

// Compare orders the entries of a listing, newest first. Entries without a time
// come last, and entries with equal times are ordered by name.
func Compare(a, b *Entry) int {
	return cmp.Or(cmp.Compare(b.Number, a.Number), b.Mod.Compare(a.Mod), cmp.Compare(a.Rel, b.Rel))
}

// GearID returns the local id for gear that a service identifies by key.
func GearID(source, key string) string {
	sum := sha256.Sum256([]byte(source + "/" + key))
	return "g" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:9]
}
