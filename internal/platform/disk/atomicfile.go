package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// TempPrefix begins the name of a file that is being written. One that is
// left over from a crash holds nothing that was ever acknowledged.
const TempPrefix = ".tmp-"

// WriteAtomic puts data under path with the given permissions. It returns once the
// file and its name are on disk.
func WriteAtomic(path string, data []byte, perm fs.FileMode) error {
	if err := Replace(path, data, perm); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// Replace is Write without the sync of the folder, for callers that write
// many files and then sync each folder once.
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

// WriteIn is [Write] below root, by one writer at a time: what another left of
// the file under its temporary name is thrown away. ready is asked last and
// may still refuse.
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

// IsTemp reports whether name is one that [Replace] gives while it writes.
func IsTemp(name string) bool { return strings.HasPrefix(name, TempPrefix) }
