package homes

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Root is a folder that holds many homes. Each folder below it with the name of an athlete
// and a database is a home; it needs nothing from the others and can be used alone.
type Root string

// Dir returns the folder of a home.
func (r Root) Dir(name string) string { return filepath.Join(string(r), name) }

// Check returns an error if the folder cannot be read.
func (r Root) Check() error {
	f, err := os.Open(string(r))
	if err == nil {
		_, err = f.Readdirnames(1)
		err = errors.Join(err, f.Close())
	}
	if errors.Is(err, io.EOF) { // it is empty
		return nil
	}
	return r.unreadable(err)
}

func (r Root) unreadable(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return training.Errorf(training.KindNotFound, "There is no folder %s.", string(r)).
			WithFix("Name the folder with the homes (--homes), or create one: lapkeep homes add NAME --homes FOLDER")
	}
	return training.Errorf(training.KindUnavailable, "The folder with the homes cannot be read: %w.", err).
		WithFix("Check its permissions.")
}

// Names returns the names of the homes, in order.
func (r Root) Names() ([]string, error) {
	names, err := r.folders()
	return slices.DeleteFunc(names, func(name string) bool { return !r.Has(name) }), err
}

// folders returns the names of the folders that may be homes, in order.
func (r Root) folders() (names []string, err error) {
	entries, err := os.ReadDir(string(r))
	if err != nil {
		return nil, r.unreadable(err)
	}
	for _, e := range entries {
		if e.IsDir() && ledger.CheckAthlete(training.AthleteID(e.Name())) == nil {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Has reports whether a folder is a home.
func (r Root) Has(name string) bool {
	info, err := os.Lstat(filepath.Join(r.Dir(name), store.FileName))
	return err == nil && info.Mode().IsRegular()
}

// gone reports whether there is no longer a home with this name.
func (r Root) gone(name string) bool {
	_, err := os.Lstat(filepath.Join(r.Dir(name), store.FileName))
	return errors.Is(err, fs.ErrNotExist)
}

// check returns the folder of a home that exists.
func (r Root) check(name string) (fs.FileInfo, error) {
	err := ledger.CheckAthlete(training.AthleteID(name)) // the name must not lead elsewhere
	if err != nil {
		return nil, err
	}
	info, err := os.Lstat(r.Dir(name))
	if err != nil || !info.IsDir() || !r.Has(name) {
		return nil, training.Errorf(training.KindNotFound, "There is no home %s.", name).WithFix("To see all homes: lapkeep homes list")
	}
	return info, nil
}

// Free returns an error if a home with this name cannot be created.
func (r Root) Free(name string) error {
	if err := ledger.CheckAthlete(training.AthleteID(name)); err != nil {
		return err
	}
	if _, err := os.Lstat(r.Dir(name)); err == nil {
		return training.Errorf(training.KindConflict, "%s exists already.", r.Dir(name)).WithFix("Choose another name.")
	}
	return nil
}
