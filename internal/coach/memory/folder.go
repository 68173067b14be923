package memory

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// FolderOf returns the path of an athlete's coach folder, relative to the home.
func FolderOf(a training.AthleteID) string { return path.Join("athletes", string(a), "coach") }

// maxFiles is the maximum number of files that are read in a folder.
const maxFiles = 10_000

// folder is an athlete's coach folder after it was opened. No path in it leads outside.
type folder struct {
	*os.Root
	told []i18n.Sentence
}

// OpenFolder opens an athlete's coach folder for reading. It returns nil if there is
// none. No path in it leads outside.
func OpenFolder(home string, a training.AthleteID) (*os.Root, error) {
	f, err := openFolder(home, a, false)
	if f == nil {
		return nil, err
	}
	return f.Root, err
}

// openFolder opens an athlete's coach folder. If there is none, it creates the folder if
// create is set, and otherwise returns nil.
func openFolder(home string, a training.AthleteID, create bool) (*folder, error) {
	if err := ledger.CheckAthlete(a); err != nil { // the id becomes the name of a folder
		return nil, err
	}
	root, err := os.OpenRoot(home)
	if err != nil {
		return nil, unavailable(home, err)
	}
	defer root.Close()
	if create {
		if err := root.MkdirAll(FolderOf(a), 0o700); err != nil {
			return nil, unavailable(FolderOf(a), err)
		}
	}
	at := ""
	for step := range strings.SplitSeq(FolderOf(a), "/") {
		at = path.Join(at, step)
		info, err := root.Lstat(at)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, unavailable(at, err)
		}
		if !info.IsDir() { // a symbolic link could lead to another athlete's folder
			return nil, training.Errorf(training.KindForbidden, "%s in the home folder is not a folder.", at).
				WithFix("Put a plain folder there: a link is not followed.")
		}
	}
	in, err := root.OpenRoot(FolderOf(a))
	if err != nil {
		return nil, unavailable(FolderOf(a), err)
	}
	return &folder{Root: in}, nil
}

func unavailable(what string, err error) error {
	return training.Errorf(training.KindUnavailable, "The coach's files in %s cannot be used: %w.", what, err).
		WithFix("Check that the folder is yours and can be written.")
}

// found is a file in the folder, or the place where it would be.
type found struct {
	kind TextKind
	id   string
	info fs.FileInfo
	body string
	hash string
	// unread means that the file exists, but is neither read nor overwritten.
	unread bool
}

func hashOf(body string) string {
	sum := sha256.Sum256([]byte(body))
	return hex.EncodeToString(sum[:])
}

// files lists the files of some kinds. It does not read files that have not changed since
// they were last seen.
func (f *folder) files(kinds []TextKind, seen state) (map[string]*found, error) {
	out := map[string]*found{}
	for _, k := range kinds {
		ids, err := f.ids(k)
		if err != nil {
			return nil, err
		}
		infos, err := f.infos(k, ids)
		if err != nil {
			return nil, err
		}
		for i, id := range ids {
			if infos[i] == nil {
				continue
			}
			one := &found{kind: k, id: id, info: infos[i]}
			if err := f.read(one, seen); err != nil {
				return nil, err
			}
			out[k.File(id)] = one
		}
	}
	return out, nil
}

// infos describes files of a kind; nil means that there is none. It opens their folder
// only once, which takes a third of the time if there are thousands.
func (f *folder) infos(k TextKind, ids []string) ([]fs.FileInfo, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	name, _ := k.folder()
	in, err := f.OpenRoot(name)
	if err != nil {
		return nil, unavailable(name, err)
	}
	defer in.Close() // nothing is written
	out := make([]fs.FileInfo, len(ids))
	for i, id := range ids {
		out[i], err = in.Lstat(path.Base(k.File(id)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, unavailable(k.File(id), err)
		}
	}
	return out, nil
}

func (f *folder) ids(k TextKind) (ids []string, err error) {
	if ids := k.named(); ids != nil {
		return ids, nil
	}
	name, ending := k.folder()
	info, err := f.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.IsDir() {
		f.told = append(f.told, i18n.Sentencef("%s is not a folder: links are not followed.", name))
		return nil, nil
	}
	if err != nil {
		return nil, unavailable(name, err)
	}
	dir, err := f.Open(name)
	if err != nil {
		return nil, unavailable(name, err)
	}
	defer dir.Close() // nothing was written
	names, err := dir.Readdirnames(maxFiles)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, unavailable(name, err)
	}
	if len(names) == maxFiles {
		f.told = append(f.told, i18n.Sentencef("%s has more than %d files; the rest are ignored.", name, maxFiles))
	}
	for _, n := range names {
		id, ours := strings.CutSuffix(n, ending)
		switch {
		case !ours || strings.HasPrefix(n, "."): // not a text, or an editor's temporary file
		case k.CheckID(id) != nil:
			f.told = append(f.told, i18n.Sentencef("%s is ignored because of its name: %s", path.Join(name, n), i18n.OfError(k.CheckID(id))))
		default:
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// read reads a file, unless the file has not changed since it was last seen.
func (f *folder) read(one *found, seen state) error {
	name := one.kind.File(one.id)
	if s := seen.Files[name]; s.same(one.info) {
		one.hash = s.SHA256
		return nil
	}
	data, err := disk.ReadIn(f.Root, name, MaxBytes)
	switch {
	case errors.Is(err, disk.ErrNotRegular):
		f.told = append(f.told, i18n.Sentencef("%s is not a regular file and is not read: links are not followed.", name))
	case errors.Is(err, disk.ErrTooLarge):
		f.told = append(f.told, i18n.Sentencef("%s is larger than 1 MiB and was not read.", name))
	case err != nil:
		return unavailable(name, err)
	case CheckText(one.kind, string(data)) != nil:
		f.told = append(f.told, i18n.Sentencef("%s is not read: %s", name, i18n.OfError(CheckText(one.kind, string(data)))))
	default:
		one.body, one.hash = string(data), hashOf(string(data))
		return nil
	}
	one.unread = true
	return nil
}

// errMoved means that a file changed while it was being replaced.
var errMoved = errors.New("it was changed meanwhile")

// write replaces a file, unless it changed since it was last read, and returns
// the info of the new file.
func (f *folder) write(name, body string, was *found) (fs.FileInfo, error) {
	if dir := path.Dir(name); dir != "." {
		if err := f.MkdirAll(dir, 0o700); err != nil {
			return nil, unavailable(name, err)
		}
	}
	err := disk.WriteIn(f.Root, name, []byte(body), 0o600, func() error { return f.unmoved(name, was) })
	if err != nil {
		return nil, unavailable(name, err)
	}
	return f.Lstat(name)
}

// unmoved returns [errMoved] if a file changed since it was last read.
func (f *folder) unmoved(name string, was *found) error {
	info, err := f.Lstat(name)
	switch {
	case was == nil && errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case was == nil || !os.SameFile(was.info, info) || info.Size() != was.info.Size() || !info.ModTime().Equal(was.info.ModTime()):
		return errMoved
	}
	return nil
}

// coarse is longer than the resolution of file times: two edits that are further apart in
// time always have different file times.
const coarse = 2 * time.Second

// stateName is the name of the file that records what was last written to each
// file. Without it, if a file and a text differ, both count as changed.
const stateName = ".files.json"

// maxState is the maximum size of that file, which takes about 200 bytes per text.
const maxState = 16 << 20

type state struct {
	Files map[string]kept `json:"files"`
}

// kept describes a file at the time when it last equalled its stored text.
type kept struct {
	SHA256     string `json:"sha256"`
	Size       int64  `json:"size"`
	ModifiedNS int64  `json:"modified_ns"`
	// Settled means that any later change would have a different time.
	Settled bool `json:"settled,omitempty"`
}

// same reports whether a file is certainly unchanged.
func (k kept) same(info fs.FileInfo) bool {
	return k.Settled && info.Mode().IsRegular() && info.Size() == k.Size && info.ModTime().UnixNano() == k.ModifiedNS
}

// note returns what to do with a file that equals its text and what was last seen. Once it has
// settled and this is recorded, it is not read again until it changes.
func (k kept) note(info fs.FileInfo, now time.Time) step {
	if !k.same(info) && settled(info, now) {
		return remember
	}
	return still
}

func (s state) remember(name, hash string, info fs.FileInfo, now time.Time) {
	s.Files[name] = kept{
		SHA256: hash, Size: info.Size(), ModifiedNS: info.ModTime().UnixNano(), Settled: settled(info, now),
	}
}

// settled reports whether a file was last changed so long ago that another change would show in
// its time.
func settled(info fs.FileInfo, now time.Time) bool { return now.Sub(info.ModTime()) > coarse }

// state reads the stored state of the files. If it is unreadable, it counts as missing.
func (f *folder) state() (state, error) {
	s := state{Files: map[string]kept{}}
	data, err := disk.ReadIn(f.Root, stateName, maxState)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, disk.ErrNotRegular) || errors.Is(err, disk.ErrTooLarge) {
		return s, nil
	}
	if err != nil {
		return s, unavailable(stateName, err)
	}
	if json.Unmarshal(data, &s) != nil || s.Files == nil {
		s.Files = map[string]kept{}
	}
	return s, nil
}

// Seen keeps the states of athletes' folders until they are written anew, because each call
// that needs a text compares all files. Its zero value is empty and ready to use.
type Seen struct {
	mu sync.Mutex
	of map[training.AthleteID]seenState
}

type seenState struct {
	info fs.FileInfo
	state
}

// mostSeen is the maximum number of athletes whose states are kept.
const mostSeen = 8

// state returns the stored state of a folder, which is shared and must not be changed. A state is
// always written as a new file, so one that is the same file is unchanged.
func (s *Seen) state(a training.AthleteID, f *folder) (state, error) {
	if s == nil {
		return f.state()
	}
	info, err := f.Lstat(stateName)
	if err != nil {
		return f.state()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	was, ok := s.of[a]
	if ok && os.SameFile(was.info, info) && was.info.Size() == info.Size() && was.info.ModTime().Equal(info.ModTime()) {
		return was.state, nil
	}
	read, err := f.state()
	if err != nil {
		return read, err
	}
	if s.of == nil || len(s.of) >= mostSeen {
		s.of = map[training.AthleteID]seenState{}
	}
	s.of[a] = seenState{info, read}
	return read, nil
}

func (f *folder) keep(s state) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := disk.WriteIn(f.Root, stateName, data, 0o600, func() error { return nil }); err != nil {
		return unavailable(stateName, err)
	}
	return nil
}
