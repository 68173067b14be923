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

// NamingSuffix ends the name of the file.
const NamingSuffix = ".names"

// Names are the activities of an athlete's recordings. A recording that is not
// among them is of the activity that it starts, as far as it is known at all.
type Names map[training.RecordingID]training.ActivityID

// File is what the file holds.
type File struct {
	// After is the count of writes upon which it was written: one of a
	// transaction that was not committed is as far as the database, or further.
	After int64                        `json:"after"`
	Names map[training.AthleteID]Names `json:"names"`
}

// set notes the activity of a recording. One that was noted stays so when its
// activity follows from its id again: it is not to be joined to any other then.
func (f *File) set(l link) {
	if f.Has(l.athlete, l.rec, l.act) {
		return
	}
	if f.Names[l.athlete] == nil {
		f.Names[l.athlete] = Names{}
	}
	f.Names[l.athlete][l.rec] = l.act
}

// Has reports whether the file has a recording as one of an activity.
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

// ReadNaming is the file at a path; ok is false if there is none.
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
		return nil, false, training.Errorf(training.KindCorrupt, "The list of what activities are called (%s) is damaged.", path).
			WithFix("The next write makes it anew.")
	}
	if f.Names == nil {
		f.Names = map[training.AthleteID]Names{}
	}
	return f, true, nil
}

// sum is the last line of the file.
func sum(body []byte) string { return fmt.Sprintf("\n%08x\n", crc32.ChecksumIEEE(body)) }

// write puts the file in place of the one before, whole. Only who has the
// store's turn to write does so: the name of the next file is always the same,
// so that a kill leaves one at most.
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
