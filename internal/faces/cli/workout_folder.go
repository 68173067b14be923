package cli

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// folder is where workouts are written into.
type folder struct {
	said string // as the command line names it
	path string
}

// openFolder is a folder that is there: one that is not may be a watch that is
// not mounted.
func (a *app) openFolder(said string) (folder, error) {
	f := folder{said, a.here(said)}
	info, err := os.Stat(f.path)
	switch {
	case err != nil:
		return f, training.Errorf(training.KindNotFound, "The folder %s cannot be read: %w.", said, reason(err)).
			WithFix("Mount the watch, or make the folder first.")
	case !info.IsDir():
		return f, training.Errorf(training.KindInvalid, "%s is no folder.", said).WithFix("Name the folder that the file is to be in.")
	}
	return f, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// deviceFile is a file before it is written.
type deviceFile struct {
	name    string
	data    []byte
	isThere bool
}

// writeMeant writes the workouts, once it is certain that each can be.
func (a *app) writeMeant(f folder, form workoutfile.Form, all []meant, force bool) error {
	var files []deviceFile
	taken := map[string]bool{}
	for i := range all {
		m := &all[i]
		data, losses, err := form.Write(&m.Workout, m.day)
		if err != nil {
			return err
		}
		for _, l := range losses {
			a.say(a.Streams.Err, "%s: %s\n", m.Name, l.Sentence())
		}
		file := deviceFile{name: unused(taken, plainFileName(m.file), "."+form.Name), data: data}
		if file.isThere, err = f.has(file.name, data, force); err != nil {
			return err
		}
		files = append(files, file)
	}
	for _, file := range files {
		at := filepath.Join(f.said, file.name)
		if file.isThere {
			a.say(a.Streams.Out, "There already: %s\n", at)
			continue
		}
		if err := disk.WriteAtomic(filepath.Join(f.path, file.name), file.data, 0o600); err != nil {
			return training.Errorf(training.KindUnavailable, "%s cannot be written: %w.", at, reason(err)).
				WithFix("Check that the folder can be written and has room.")
		}
		a.say(a.Streams.Out, "Written: %s\n", at)
	}
	return nil
}

// has reports a file of this content, and refuses to write over another one.
func (f folder) has(name string, data []byte, force bool) (bool, error) {
	path := filepath.Join(f.path, name)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	there, err := disk.ReadRegular(path, maxWorkoutFile)
	if err == nil && bytes.Equal(there, data) {
		return true, nil
	}
	if force {
		return false, nil
	}
	return false, training.Errorf(training.KindConflict, "%s is there with another content.", filepath.Join(f.said, name)).
		WithFix("Add --force to write over it, or move it away.")
}

// nameBytes bounds the name of a file: some devices show no more.
const nameBytes = 60

// plainFileName makes a name of letters, digits and single dashes, which every
// system of files takes and none reads as a path.
func plainFileName(name string) string {
	words := strings.FieldsFunc(tools.PlainName(name), func(r rune) bool { return r == '-' })
	plain := strings.Trim(strings.Join(words, "-"), "_-")
	if len(plain) > nameBytes {
		plain = strings.TrimRight(plain[:nameBytes], "-")
	}
	if plain == "" { // of another script: names that differ stay apart
		sum := sha256.Sum256([]byte(name))
		return fmt.Sprintf("workout-%x", sum[:4])
	}
	return plain
}

// unused is a name that no other file of the same run has.
func unused(taken map[string]bool, name, ext string) string {
	for n := 1; ; n++ {
		full := name + ext
		if n > 1 {
			full = name + "-" + strconv.Itoa(n) + ext
		}
		if key := strings.ToLower(full); !taken[key] { // a watch tells no capitals apart
			taken[key] = true
			return full
		}
	}
}
