// Package disk extends the standard library's file functions with atomic writes, locks,
// caches, and reading of regular files only. It contains no training logic.
//
// # Athome
//
// [Commands] adds the folder with the data to the commands in a text for a person.
//
// # Atomicfile
//
// [WriteAtomic] writes files that are either complete or absent: it writes to a temporary
// name, syncs, renames the file and syncs the folder.
//
// # Cachefile
//
// [Dir] keeps values that can be recomputed, so that later processes can use them: the
// folder may be deleted at any time, and a damaged or half-written file is treated as
// missing.
//
// # Lock
//
// A lock between processes is a file next to what it protects. The operating system
// releases it when its holder dies.
//
// # Ownpages
//
// [Release] returns the memory of the pages of the program's own file. At startup, a large
// program uses many parts of its code once, and the system also maps the pages around
// each part that is used. Pages that are needed again are read from the system's cache.
//
// # Regularfile
//
// [OpenRegular] and its relatives open only regular files. They refuse links, devices,
// sockets, and named pipes, where a read would wait for a writer.
package disk

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"lapkeep/internal/platform/textclean"
)

// These are the causes of errors for files that are refused.
var (
	// ErrNotRegular means that the path is not a regular file, or became
	// something else while it was being opened.
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("larger than the limit")
)

// OpenRegular opens a file below root for reading. Folders on the path may be
// links that stay below root; the file itself may not be a link.
func OpenRegular(root *os.Root, name string) (*os.File, error) { return open(root, name) }

// OpenFolder opens a folder below root for listing. If the name is not a folder, opening
// it does not block, but listing it fails.
func OpenFolder(root *os.Root, name string) (*os.File, error) {
	return root.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
}

// ReadRegular returns the content of the file at path, which has at most limit
// bytes. Folders on the path may be links.
func ReadRegular(path string, limit int64) ([]byte, error) { return read(anywhere{}, path, limit) }

// ReadIn does the same as [ReadRegular] below root, like [OpenRegular].
func ReadIn(root *os.Root, name string, limit int64) ([]byte, error) { return read(root, name, limit) }

// place looks up names in an [os.Root] or anywhere.
type place interface {
	Lstat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

type anywhere struct{}

func (anywhere) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }

func (anywhere) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// open opens a file without blocking. It returns an error if the file was replaced
// after it was checked.
func open(in place, name string) (*os.File, error) {
	before, err := in.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	f, err := in.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !os.SameFile(before, opened) {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrNotRegular}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func read(in place, name string, limit int64) ([]byte, error) {
	f, err := open(in, name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read, so there is nothing to lose
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		return nil, &fs.PathError{Op: "read", Path: name, Err: ErrTooLarge}
	}
	return data, err
}

// reading matches the commands that work on a home. The demo creates its own home,
// and commands that list clients or trust a folder need no home.
var reading = textclean.LazyRegexp(
	`\blapkeep (approve|undo|import|sync|connect|disconnect|check|verify|restore|doctor|duplicates|call|key|login|privacy|backup|export|` +
		`watch|serve|setup|set|settings|today|tools|activities|activity|load|curve|week|records|wellness|plan|workout|memory|calendar|` +
		`dashboard|athletes|homes|roster|goals|gear|segments|report|note|picture|` +
		`mcp (?:config|install|remove))\b`)

const program = "lapkeep"

// Commands adds flag (" --home X") to each command in text that does not contain one. An
// empty flag changes nothing: every command finds that home by itself.
func Commands(text, flag string) string {
	if flag == "" || !strings.Contains(text, program+" ") {
		return text
	}
	at := reading.Get().FindAllStringIndex(text, -1)
	var b strings.Builder
	last := 0
	for i, m := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		if strings.Contains(text[m[0]:end], flag) {
			continue
		}
		b.WriteString(text[last:m[0]+len(program)] + flag)
		last = m[0] + len(program)
	}
	return b.String() + text[last:]
}

// TempPrefix is the prefix of the name of a file that is being written. If such a file is
// left over from a crash, it can be deleted, because its write was never acknowledged.
const TempPrefix = ".tmp-"

// WriteAtomic writes data to path with the given permissions. It returns once
// the file and its name are on disk.
func WriteAtomic(path string, data []byte, perm fs.FileMode) error {
	if err := Replace(path, data, perm); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// Replace does the same as [WriteAtomic] without syncing the folder, for
// callers that write many files and then sync each folder once.
func Replace(path string, data []byte, perm fs.FileMode) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), TempPrefix+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(data)
	if err == nil && runtime.GOOS != "windows" {
		err = f.Chmod(perm)
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	return os.Rename(f.Name(), path)
}

// WriteIn does the same as [WriteAtomic] below root, for one writer at a time: it
// removes a temporary file left by another writer. Just before the rename it calls
// ready, and stops if ready returns an error.
func WriteIn(root *os.Root, name string, data []byte, perm fs.FileMode, ready func() error) (err error) {
	temp := filepath.Join(filepath.Dir(name), TempPrefix+filepath.Base(name))
	if err := root.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, root.Remove(temp))
		}
	}()
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = ready()
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(name), err)
	}
	if err = root.Rename(temp, name); err != nil {
		return err
	}
	return synced(func() (*os.File, error) { return root.Open(filepath.Dir(name)) })
}

// SyncDir makes the names in a folder durable. Windows does this by itself.
func SyncDir(dir string) error {
	return synced(func() (*os.File, error) { return os.Open(dir) })
}

func synced(open func() (*os.File, error)) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := open()
	if err != nil {
		return err
	}
	err = d.Sync()
	if closed := d.Close(); err == nil {
		err = closed
	}
	return err
}

// IsTemp reports whether name is a temporary name of [Replace].
func IsTemp(name string) bool { return strings.HasPrefix(name, TempPrefix) }

// Dir is a folder of values, created when the first one is saved.
type Dir struct{ path string }

// CacheIn returns the cache in the folder at path.
func CacheIn(path string) Dir { return Dir{path} }

// suffix is the extension of a value's file.
const suffix = ".cache"

// checkBytes is the length of the checksum before a value.
const checkBytes = 4

// Load reads a value; ok is false if there is no such value, or if it is damaged.
func (d Dir) Load(name string) ([]byte, bool) {
	b, err := os.ReadFile(d.file(name))
	if err != nil || !whole(b) {
		return nil, false
	}
	return b[checkBytes:], true
}

func whole(b []byte) bool {
	return len(b) >= checkBytes && binary.LittleEndian.Uint32(b) == crc32.ChecksumIEEE(b[checkBytes:])
}

// Save replaces the value with the given name. It does not wait for the disk. If a crash
// cuts a value short, the value counts as damaged and thus as missing.
func (d Dir) Save(name string, data []byte) (err error) {
	if err := os.MkdirAll(d.path, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(d.path, TempPrefix+"*") // os.CreateTemp makes it readable by the owner only
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(data)))
	if err == nil {
		_, err = f.Write(data)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), d.file(name))
}

// Remove removes a value. A value that another process adds in the meantime may remain.
func (d Dir) Remove(name string) { _ = os.Remove(d.file(name)) }

// Empty reports whether the folder is empty or missing.
func (d Dir) Empty() bool {
	entries, err := os.ReadDir(d.path)
	return err != nil || len(entries) == 0
}

// Damaged counts the values that cannot be loaded because they are damaged.
func (d Dir) Damaged() (n int) {
	entries, _ := os.ReadDir(d.path) // without a folder, nothing is damaged
	for _, e := range entries {
		if b, err := os.ReadFile(filepath.Join(d.path, e.Name())); strings.HasSuffix(e.Name(), suffix) && (err != nil || !whole(b)) {
			n++
		}
	}
	return n
}

// Clear removes the folder with everything in it, including half-written files
// of crashed processes.
func (d Dir) Clear() error { return os.RemoveAll(d.path) }

// file returns the path for a name. It contains a hash of the name, because names
// reveal athletes and kinds of data.
func (d Dir) file(name string) string {
	sum := sha256.Sum256([]byte(name))
	return filepath.Join(d.path, hex.EncodeToString(sum[:12])+suffix)
}

// ErrHeld is the cause of the error that is returned if another process holds the lock for too long.
var ErrHeld = errors.New("another process holds the lock")

// Try acquires the lock at path if it is free, and otherwise returns [ErrHeld]
// at once. The returned function releases it and must be called once.
func Try(path string) (release func() error, err error) {
	l := at(path)
	ok, err := l.TryLock()
	switch {
	case err != nil:
		err = fmt.Errorf("lock %s: %w", path, err)
	case !ok:
		err = fmt.Errorf("lock %s: %w", path, ErrHeld)
	default:
		return l.Close, nil
	}
	return nil, errors.Join(err, l.Close())
}

func at(path string) *flock.Flock {
	return flock.New(path, flock.SetPermissions(0o600), flock.SetFlag(os.O_CREATE|os.O_RDWR))
}

// Share acquires a shared lock at path: other processes can hold one at the same time,
// and [Acquire] waits until all of them are released. Share waits for at most wait.
func Share(ctx context.Context, path string, wait time.Duration) (release func() error, err error) {
	return acquire(ctx, path, wait, (*flock.Flock).TryRLockContext)
}

const retryEvery = 20 * time.Millisecond

// Acquire acquires the lock at path, waiting for at most wait. The returned function
// releases it and must be called once.
func Acquire(ctx context.Context, path string, wait time.Duration) (release func() error, err error) {
	return acquire(ctx, path, wait, (*flock.Flock).TryLockContext)
}

func acquire(
	ctx context.Context, path string, wait time.Duration, try func(*flock.Flock, context.Context, time.Duration) (bool, error),
) (release func() error, err error) {
	l := at(path)
	waiting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	ok, err := try(l, waiting, retryEvery)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.Is(err, context.DeadlineExceeded) || err == nil && !ok:
		err = fmt.Errorf("lock %s: %w", path, ErrHeld)
	case err != nil:
		err = fmt.Errorf("lock %s: %w", path, err)
	default:
		return l.Close, nil
	}
	return nil, errors.Join(err, l.Close())
}
