package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// checkHome refuses a home that is not the user's alone, or in which
// something leads elsewhere: whoever can write there could have put the
// settings, and whoever can read there has the data. A missing one is as it
// should be.
//
// It looks at the home, at its entries, at the keys, and at the folders of
// originals: a few system calls for each athlete, however much is kept. The
// originals are looked at when they are read.
func checkHome(home string) (missing bool, err error) {
	info, err := os.Lstat(home)
	if absent(err) {
		return true, nil
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if !ours(info) {
			return false, notOurs(home)
		}
		info, err = os.Stat(home)
	}
	switch {
	case err != nil:
		return false, training.Errorf(training.KindUnavailable, "The home %s cannot be read: %w.", home, err).
			WithFix("Check the permissions of the folder and of those above it.")
	case !info.IsDir():
		return false, training.Errorf(training.KindInvalid, "%s is not a folder.", home).
			WithFix("Name a folder with --home or LAPKEEP_HOME.")
	case !ours(info):
		return false, notOurs(home)
	case open(info):
		return false, openToOthers(home, info.Mode().Perm())
	}
	return false, checkInside(home)
}

func notOurs(home string) error {
	return training.Errorf(training.KindForbidden, "The home %s belongs to another user.", home).
		WithFix("Run this as that user, or name a folder of your own with --home or LAPKEEP_HOME.")
}

func openToOthers(home string, mode fs.FileMode) error {
	e := training.Errorf(training.KindForbidden, "The home %s can be read by other users (mode %o).", home, mode)
	if mode&0o022 != 0 {
		e = training.Errorf(training.KindForbidden, "The home %s can be written by other users (mode %o).", home, mode)
		return e.WithFix("See that all in it is yours, then run: chmod 700 %s", textclean.Here(home))
	}
	return e.WithFix("Run: chmod 700 %s", textclean.Here(home))
}

// AtHome gives the flag by which a printed command finds this home; it is empty
// for the home that every command finds.
func (s Settings) AtHome() string {
	if v := s.Value(Home); v.From != "default" {
		return " --home " + textclean.Here(v.Text)
	}
	return ""
}

// KeysFolder holds each athlete's keys of services, below the home.
const KeysFolder = "keys"

// Where the home keeps what else is each athlete's, a folder for each.
const (
	athletesFolder  = "athletes"
	originalsFolder = "originals"
)

// checkInside finds links, pipes and devices in the place of files and folders.
func checkInside(home string) error {
	if _, err := checkFolder(home); err != nil {
		return err
	}
	keys := filepath.Join(home, KeysFolder)
	owners, err := checkFolder(keys)
	if err != nil {
		return err
	}
	for _, a := range owners {
		if _, err := checkFolder(filepath.Join(keys, a.Name())); a.IsDir() && err != nil {
			return err
		}
	}
	athletes, err := checkFolder(filepath.Join(home, athletesFolder))
	for _, a := range athletes {
		path := filepath.Join(home, athletesFolder, a.Name(), originalsFolder)
		if info, serr := os.Lstat(path); serr == nil && !info.IsDir() {
			return planted(path)
		}
	}
	return err
}

func checkFolder(path string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, training.Errorf(training.KindUnavailable, "The folder %s cannot be read: %w.", path, err).
			WithFix("Check its permissions.")
	}
	for _, e := range entries {
		if e.Type()&^fs.ModeDir != 0 {
			return nil, planted(filepath.Join(path, e.Name()))
		}
	}
	return entries, nil
}

func planted(path string) error {
	return training.Errorf(training.KindForbidden, "%s is a link or not a regular file, and a home holds neither.", path).
		WithFix("If you made it, put the file or folder itself in its place; if not, name another home with --home.")
}

// MakeHome makes a home that was not there, for its user alone, and looks
// again: another user may have come before.
func MakeHome(home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return training.Errorf(training.KindUnavailable, "The folder %s cannot be made: %w.", home, err).
			WithFix("Choose another with --home.")
	}
	_, err := checkHome(home)
	return err
}
