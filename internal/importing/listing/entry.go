package listing

import (
	"cmp"
	"context"
	"io"
	"time"
)

// Entry is one file of a listing, of a folder or of an archive.
type Entry struct {
	Shown string // as people name it
	Rel   string // from the top of the listing, with slashes
	Size  int64
	Mod   time.Time
	Skip  string // why it is not opened
	Err   error
	Named bool // by hand, so that it is read whatever it is called
	// Lies and Folder are as in [Item].
	Lies, Folder string
	File         Content
	// About has every item that comes of the entry pass by an export's reader.
	About func(Item) Item
	// Sift is asked, by the beginning of a file, why it is not read.
	Sift func(head []byte) string
	// Number tells how late the file was made among those of one export: more
	// is later, 0 is not known. Numbers gives that of a file below by its name,
	// nil where times tell.
	Number  int64
	Numbers func(name string) int64
}

// HeadBytes is how much of a file tells what it is.
const HeadBytes = 128

// Content is where the bytes of a file come from.
type Content interface {
	// Head reads up to n bytes of the beginning.
	Head(n int) ([]byte, error)
	// Read reads everything, within the limits of the walk.
	Read(ctx context.Context) ([]byte, error)
	// Stream reads it piece by piece, however large it is.
	Stream(ctx context.Context) (io.ReadCloser, error)
}

// Readable says that an entry may be opened.
func (e *Entry) Readable() bool { return e.Skip == "" && e.Err == nil && e.File != nil }

// Item is the entry as an item.
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

// Compare orders a listing, the newest first; what has no time comes last,
// and names decide between equal times.
func Compare(a, b *Entry) int {
	return cmp.Or(cmp.Compare(b.Number, a.Number), b.Mod.Compare(a.Mod), cmp.Compare(a.Rel, b.Rel))
}
