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
	// Top reports whether a readable entry identifies an export of the service,
	// and returns the folder that contains the whole export: "" or with a slash
	// at the end.
	Top(e *Entry) (folder string, ok bool)
	// Emit yields the export. It returns once yielding returns false.
	Emit(x *Export)
}

// Large is a form whose exports may be very large and must be read completely
// to know what they contain.
type Large interface {
	Form
	IsLarge()
}

// Export is one export in a listing.
type Export struct {
	// Mark is the entry that identifies it.
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

// Yield yields an item; it returns false if the walk is over.
func (x *Export) Yield(it Item) bool {
	x.over = x.over || !x.yield(it)
	return !x.over
}

// Context returns the context of the walk.
func (x *Export) Context() context.Context { return x.ctx }

// Use returns a part by its path below the top, in any case, and marks it used.
func (x *Export) Use(name string) (Entry, bool) {
	key := keyOf(name)
	e, ok := x.parts[key]
	if ok {
		x.used[key] = true
	}
	return e, ok
}

// Part returns a part by its path below the top without using it.
func (x *Export) Part(name string) (Entry, bool) {
	e, ok := x.parts[keyOf(name)]
	return e, ok && !x.used[keyOf(name)]
}

// Parts yields the names of all unused parts, in order, in lower case.
func (x *Export) Parts() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, key := range slices.Sorted(maps.Keys(x.parts)) {
			if !x.used[key] && !yield(key) {
				return
			}
		}
	}
}

// Table reads a whole part, if it is not too large for a table.
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

// Streamed receives the progress of reading a large file, in bytes.
type Streamed func(name string, read, size int64)

// streamedBytes is the size from which on the reading of a file is reported.
const streamedBytes = 16 << 20

// Stream reads a part piece by piece, because it may be larger than a table.
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

// stream is a part that can be read until the walk is cancelled.
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

// Refuse leaves the mark unopened for a reason, because it does not identify an
// export after all.
func (x *Export) Refuse(reason string) {
	e := x.Mark
	e.Skip = reason
	x.parts[keyOf(x.markName())] = e
	x.Return()
}

// Return makes the mark an unused part like the others, for exports that any of
// their parts may identify.
func (x *Export) Return() { x.used[keyOf(x.markName())] = false }

func (x *Export) markName() string { return strings.TrimPrefix(x.Mark.Rel, x.top) }

// Shown returns the displayed path of a name below the top.
func (x *Export) Shown(name string) string {
	return x.Mark.Shown[:max(0, len(x.Mark.Shown)-len(x.markName()))] + name
}

// Leave sets the function that returns the reason not to open an unused part
// with a name; empty for an unrelated file.
func (x *Export) Leave(reason func(name string) string) { x.reason = reason }

// About sets a function that is applied to every item from the unused parts,
// including archives among them.
func (x *Export) About(f func(Item) Item) { x.about = f }

// Sift sets the function that returns the reason not to read a file, given its
// first [HeadBytes]; "" means to read it. It also applies to files in archives
// among the parts.
func (x *Export) Sift(f func(head []byte) string) { x.sift = f }

// Number sets the function that orders unused files, and the members of
// archives among them, by a number in their names; see [Entry].
func (x *Export) Number(f func(name string) int64) { x.number = f }

// Last registers a function to call after the unused parts, and the rest of the
// whole listing, have been yielded. It may yield more.
func (x *Export) Last(f func()) { x.last = f }

// rest returns the parts that go back to the walk.
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

// Exports yields the items of the exports in a listing and returns the
// remaining entries; an export inside another's folder comes first. last yields
// the exports' final items after the rest was yielded. ok, and the result of
// last, are false once the walk is over. told may be nil.
func Exports(
	ctx context.Context, forms []Form, all []Entry, yield func(Item) bool, told Streamed,
) (rest []Entry, last func() bool, ok bool) {
	var open []*Export
	for _, m := range marks(forms, all) {
		at := slices.IndexFunc(all, func(e Entry) bool { return e.Rel == m.rel })
		if at < 0 {
			continue // another export used it
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

// mark is the position of an export.
type mark struct {
	form     Form
	rel, top string
}

// marks finds the exports of a listing, the deepest first.
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
			if !known { // several parts may identify the same export
				found = append(found, mark{f, all[i].Rel, top})
			}
			break
		}
	}
	slices.SortStableFunc(found, func(a, b mark) int { return strings.Count(b.top, "/") - strings.Count(a.top, "/") })
	return found
}

// split splits a listing into the entries below a folder and the others.
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

// TooLarge returns the error for a file of more than limit bytes.
func TooLarge(limit int64) error {
	return training.Errorf(training.KindTooLarge, "The file is larger than %d MiB.", max(1, limit>>20)).
		WithFix("Recordings are smaller; check what the file is.")
}

// Entry is one file in a listing of a folder or an archive.
type Entry struct {
	Shown string // the path shown to people
	Rel   string // path from the top of the listing, with slashes
	Size  int64
	Mod   time.Time
	Skip  string // the reason not to open it
	Err   error
	Named bool // the athlete named it, so it is read whatever its name is
	// Lies and Folder are as in [Item].
	Lies, Folder string
	File         Content
	// About is applied to every item made from the entry.
	About func(Item) Item
	// Sift returns the reason not to read a file, given its first bytes.
	Sift func(head []byte) string
	// Number orders the files of an export by time: a larger one is later, and
	// 0 is unknown. Numbers returns the number of a member by its name; it is
	// nil if file times are used.
	Number  int64
	Numbers func(name string) int64
}

// HeadBytes is the number of first bytes that identify a file.
const HeadBytes = 128

// Content provides the bytes of a file.
type Content interface {
	// Head reads up to n first bytes.
	Head(n int) ([]byte, error)
	// Read reads the whole file, within the limits of the walk.
	Read(ctx context.Context) ([]byte, error)
	// Stream reads the file piece by piece, however large it is.
	Stream(ctx context.Context) (io.ReadCloser, error)
}

// Readable reports whether an entry may be opened.
func (e *Entry) Readable() bool { return e.Skip == "" && e.Err == nil && e.File != nil }

// Item returns the entry as an item.
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

// Compare orders the entries of a listing, newest first. Those without a time
// come last, and names decide between equal times.
func Compare(a, b *Entry) int {
	return cmp.Or(cmp.Compare(b.Number, a.Number), b.Mod.Compare(a.Mod), cmp.Compare(a.Rel, b.Rel))
}

// GearID returns the local id of gear that a service identifies by key.
func GearID(source, key string) string {
	sum := sha256.Sum256([]byte(source + "/" + key))
	return "g" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:]))[:9]
}
