package sqlitedb

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// NamingSuffix is the suffix of the naming file's name.
const NamingSuffix = ".names"

// Names maps an athlete's recordings to their activities. A recording that is
// missing here belongs to the activity whose id it determines, if any.
type Names map[training.RecordingID]training.ActivityID

// File is the content of the naming file.
type File struct {
	// After is the number of writes before the transaction that wrote the file. If
	// the database has no more writes than that, the transaction was not committed.
	After int64                        `json:"after"`
	Names map[training.AthleteID]Names `json:"names"`
}

// set records the activity of a recording. An entry is kept even if the activity
// later follows from the recording's id again, because a repair must not join the
// recording to another activity.
func (f *File) set(l link) {
	if f.Has(l.athlete, l.rec, l.act) {
		return
	}
	if f.Names[l.athlete] == nil {
		f.Names[l.athlete] = Names{}
	}
	f.Names[l.athlete][l.rec] = l.act
}

// Has reports whether, according to the file, a recording is part of an activity.
func (f *File) Has(a training.AthleteID, rec training.RecordingID, act training.ActivityID) bool {
	if noted, ok := f.Names[a][rec]; ok {
		return noted == act
	}
	return act == rec.Starts()
}

func (f *File) clone() *File {
	c := &File{After: f.After, Names: make(map[training.AthleteID]Names, len(f.Names))}
	for a, n := range f.Names {
		c.Names[a] = maps.Clone(n)
	}
	return c
}

// ReadNaming reads the file at path; ok is false if there is none.
func ReadNaming(path string) (f *File, ok bool, err error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	f = &File{}
	body := max(0, len(b)-len(sum(nil)))
	if string(b[body:]) != sum(b[:body]) || json.Unmarshal(b[:body], f) != nil {
		return nil, false, training.Errorf(training.KindCorrupt, "The index of activity ids (%s) is damaged.", path).
			WithFix("The next write creates it again.")
	}
	if f.Names == nil {
		f.Names = map[training.AthleteID]Names{}
	}
	return f, true, nil
}

// sum returns the last line of the file, which is its CRC-32.
func sum(body []byte) string { return fmt.Sprintf("\n%08x\n", crc32.ChecksumIEEE(body)) }

// write replaces the whole file. Only the process that holds the write lock may
// call it, because the temporary file always has the same name. That way, killed
// processes leave at most one such file.
func (f *File) write(path string) error {
	body, err := json.Marshal(f)
	if err != nil {
		return err
	}
	next := path + ".next"
	out, err := os.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = out.Write(append(body, sum(body)...))
	if err == nil {
		err = out.Sync()
	}
	if err := errors.Join(err, out.Close()); err != nil {
		return err
	}
	if err := os.Rename(next, path); err != nil {
		return err
	}
	return disk.SyncDir(filepath.Dir(path))
}

// NamingKeeper writes the links made by one process to the file. Only the
// current writer may call its methods.
type NamingKeeper struct {
	Path string

	linked []link
	anew   bool

	file *File // as last read or written; nil if it must be read again
	info os.FileInfo
}

type link struct {
	athlete training.AthleteID
	rec     training.RecordingID
	act     training.ActivityID
}

// Begin drops links left over from a transaction that was rolled back.
func (k *NamingKeeper) Begin() { k.linked, k.anew = nil, false }

// Linked records that the transaction makes a recording part of an activity.
func (k *NamingKeeper) Linked(a training.AthleteID, rec training.RecordingID, act training.ActivityID) {
	k.linked = append(k.linked, link{a, rec, act})
}

// Anew makes the current transaction rewrite the file from the whole database.
func (k *NamingKeeper) Anew() { k.anew = true }

// BeforeCommit writes the file if the transaction made a link that does not follow
// from ids. An older store gets the file with its first write. A damaged file, or
// one of a transaction that was never committed, is rewritten from the database;
// its entries for missing recordings are kept for repairs.
func (k *NamingKeeper) BeforeCommit(tx *Tx) error {
	linked, anew := k.linked, k.anew
	k.Begin()
	var writes int64
	if _, err := tx.One("SELECT n FROM acknowledged", nil, &writes); err != nil {
		return err
	}
	was, err := k.read()
	if err != nil && training.KindOf(err) != training.KindCorrupt {
		return Error(err)
	}
	var next *File
	switch {
	case was == nil:
		next, err = k.inLine(tx, &File{Names: map[training.AthleteID]Names{}})
	case anew || was.After >= writes:
		next, err = k.inLine(tx, was.clone())
	default:
		next, err = was.with(linked), nil
	}
	if err != nil || next == nil {
		return err
	}
	next.After = writes
	k.file = nil
	if err := next.write(k.Path); err != nil {
		return Error(err)
	}
	if k.info, err = os.Stat(k.Path); err == nil {
		k.file = next
	}
	return Error(err)
}

// with returns a copy of the file with the links added, or nil if the file already
// has them all.
func (f *File) with(linked []link) (next *File) {
	for _, l := range linked {
		if next == nil && f.Has(l.athlete, l.rec, l.act) {
			continue
		}
		if next == nil {
			next = f.clone()
		}
		next.set(l)
	}
	return next
}

// inLine updates f with all links that the transaction sees.
func (k *NamingKeeper) inLine(tx *Tx, f *File) (*File, error) {
	err := tx.Each("SELECT athlete, recording, activity FROM links", nil, func(scan func(...any) error) error {
		var l link
		err := scan(&l.athlete, &l.rec, &l.act)
		f.set(l)
		return err
	})
	return f, err
}

// read returns the file's content, or nil if it is missing or damaged. It reads the
// file again if the file has been replaced.
func (k *NamingKeeper) read() (*File, error) {
	info, err := os.Stat(k.Path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if k.file != nil && os.SameFile(info, k.info) && info.ModTime().Equal(k.info.ModTime()) && info.Size() == k.info.Size() {
		return k.file, nil
	}
	f, _, err := ReadNaming(k.Path)
	k.file, k.info = f, info
	return f, err
}
