package store

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// splitFile is in a home that was split into one home for each athlete. From then on, the
// home can only be read, whatever process has it open.
const splitFile = "split.json"

// Split says where the athletes of a home are now.
type Split struct {
	Root   string    `json:"root"`
	At     time.Time `json:"at"`
	Backup string    `json:"backup"`
	// Done means that every athlete has their home; otherwise the split was interrupted.
	Done bool `json:"done,omitempty"`
}

// SplitOf returns the split of a home, or nil if it was not split.
func SplitOf(home string) (*Split, error) {
	if _, err := os.Lstat(filepath.Join(home, splitFile)); err != nil {
		return nil, nil //nolint:nilerr // whoever opens the home reports what is wrong with it
	}
	const longest = 64 << 10
	b, err := disk.ReadRegular(filepath.Join(home, splitFile), longest)
	var s Split
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	if err != nil {
		return nil, training.Errorf(training.KindCorrupt, "%s cannot be read: %w.", filepath.Join(home, splitFile), err).
			WithFix("If the home was not split, remove that file.")
	}
	return &s, nil
}

// Keep writes the split into a home.
func (s Split) Keep(home string) error {
	b, err := json.Marshal(s)
	if err == nil {
		err = disk.WriteAtomic(filepath.Join(home, splitFile), b, 0o600)
	}
	if err != nil {
		return training.Errorf(training.KindUnavailable, "The split cannot be recorded in %s: %w.", home, err).
			WithFix("Make the folder writable.")
	}
	return nil
}

// errSplit returns the error for a write to a home that was split.
func errSplit() error {
	return training.Errorf(training.KindForbidden, "This home was split into one home for each athlete, and can only be read.").
		WithFix("Use the home of the athlete: lapkeep homes list")
}

// errHandedOver rolls back the transaction in which a home is handed over.
var errHandedOver = errors.New("handed over")

// HandOver records the split, after the last write of any process: a write that has not
// begun by then is refused.
func (db *DB) HandOver(ctx context.Context, s Split) error {
	err := db.Write(ctx, func(*Tx) error {
		if err := s.Keep(db.home); err != nil {
			return err
		}
		return errHandedOver
	})
	if errors.Is(err, errHandedOver) {
		return nil
	}
	return err
}

// unsplit returns an error if the home was split.
func unsplit(home string) error {
	if _, err := os.Lstat(filepath.Join(home, splitFile)); err == nil {
		return errSplit()
	}
	return nil
}

// Extract makes a store with one athlete in a new folder: the athlete's rows, originals and
// coach texts. It verifies the result and returns the findings. If it fails, it leaves files
// in the folder, which the caller removes.
func (db *DB) Extract(ctx context.Context, a training.AthleteID, into string) (r Report, err error) {
	if err := os.MkdirAll(into, 0o700); err != nil {
		return r, sqlitedb.Error(err)
	}
	if err := db.sql.Extract(ctx, a, filepath.Join(into, FileName), sqlitedb.Steps()); err != nil {
		return r, err
	}
	mine := filepath.Join(originals.AthletesFolder, string(a))
	if err := CopyFolder(ctx, filepath.Join(db.home, mine), filepath.Join(into, mine)); err != nil {
		return r, err
	}
	one, err := Open(ctx, Options{Home: into, Log: db.log, Closed: db.closed, Now: db.now})
	if err != nil {
		return r, err
	}
	one.names.Anew()
	if err = one.Write(ctx, func(*Tx) error { return nil }); err == nil { // this writes the mark
		r, err = one.Verify(ctx)
	}
	return r, errors.Join(err, one.Close())
}

// CopyFolder copies a folder with its files, durably and with their times. A missing folder
// is no error, and links are not followed.
func CopyFolder(ctx context.Context, from, to string) error {
	var dirs []string
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		switch dest := filepath.Join(to, rel); {
		case e.IsDir():
			dirs = append(dirs, dest)
			return os.MkdirAll(dest, 0o700)
		case e.Type().IsRegular() && !disk.IsTemp(e.Name()):
			return copyFile(path, dest)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		if _, gone := os.Lstat(from); errors.Is(gone, fs.ErrNotExist) {
			return nil
		}
	}
	for _, dir := range dirs {
		if err == nil {
			err = disk.SyncDir(dir)
		}
	}
	return sqlitedb.Error(err)
}

func copyFile(from, to string) error {
	const longest = 2 << 30
	b, err := disk.ReadRegular(from, longest)
	if err != nil {
		return err
	}
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if err := disk.Replace(to, b, 0o600); err != nil {
		return err
	}
	return os.Chtimes(to, time.Time{}, info.ModTime())
}
