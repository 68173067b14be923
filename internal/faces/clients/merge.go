package clients

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// BackupSuffix is added to a file's name for the copy of its previous content.
const BackupSuffix = ".lapkeep-backup"

// Change is the effect of a merge on one file. Nothing is written before
// [Change.Write].
type Change struct {
	Path          string
	Before, After []byte
	// Existed reports whether the file existed, Gone whether it will be removed.
	Existed, Gone bool
	secret        bool
	restored      bool
	mode          fs.FileMode
	backup        string
	keepBackup    bool // the backup already holds the file as it was before the entry
}

// Empty reports whether the file already has the wanted content.
func (c Change) Empty() bool { return !c.Gone && string(c.Before) == string(c.After) }

// Backup returns the path of the backup of the file's previous content, or ""
// if none is needed.
func (c Change) Backup() string {
	if !c.Existed || c.restored || c.Empty() {
		return ""
	}
	return c.backup
}

// maxFile is the maximum number of bytes read as a configuration.
const maxFile = 16 << 20

func open(path string) (Change, error) {
	c := Change{Path: path, mode: 0o600}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		c.Path = real // a link into a dotfiles folder is kept
	}
	c.backup = c.Path + BackupSuffix
	info, err := os.Stat(c.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxFile) {
		return c, training.Errorf(training.KindUnsupported, "%s is not a configuration file.", c.Path).
			WithFix("Pass the right file with --file.")
	}
	if err == nil {
		c.Existed, c.mode = true, info.Mode().Perm()
		c.Before, err = os.ReadFile(c.Path)
	}
	if err != nil {
		return c, training.Errorf(training.KindUnavailable, "%s cannot be read: %w.", c.Path, err).
			WithFix("Check its permissions, or pass another file with --file.")
	}
	return c, nil
}

// Install prepares the server's entry in the client's file at path. In an existing
// entry it changes only how the server is reached.
func (c Client) Install(path string, s Server) (Change, error) {
	entry, err := c.Entry(s)
	if err != nil {
		return Change{}, err
	}
	ch, err := open(path)
	if err != nil {
		return ch, err
	}
	ch.secret = c.HoldsKey(s)
	was, found, err := ReadConfig(c.Format, ch.Before, c.Path(s.Name)...)
	if err != nil {
		return ch, about(ch.Path, err)
	}
	if found {
		entry = c.kept(was, entry, s)
	}
	if ch.After, err = Insert(c.Format, ch.Before, entry, c.Path(s.Name)...); err != nil {
		return ch, about(ch.Path, err)
	}
	ch.keepBackup = c.comes(ch, s.Name)
	return ch, nil
}

// Remove prepares a file without the server's entries, both the user's and
// those for single folders. found is false if it has none. A file that only
// Install has changed is restored byte for byte.
func (c Client) Remove(path, server string) (ch Change, found bool, err error) {
	if ch, err = open(path); err != nil || !ch.Existed {
		return ch, false, err
	}
	ch.After = ch.Before
	if found, err = ConfigHas(c.Format, ch.Before, c.Path(server)...); err == nil && found {
		err = c.takeOut(&ch, server)
	}
	if err != nil {
		return ch, found, about(ch.Path, err)
	}
	folders, err := c.folders(ch.After, server)
	for _, f := range folders {
		ch.restored, found = false, true
		if ch.After, err = Remove(c.Format, ch.After, c.folderPath(f, server)...); err != nil {
			break
		}
	}
	return ch, found, about(ch.Path, err)
}

// takeOut removes the user's own entry.
func (c Client) takeOut(ch *Change, server string) (err error) {
	if c.comes(*ch, server) {
		ch.restored = true
		ch.After, err = os.ReadFile(ch.backup)
		return err
	}
	if Comes(c.Format, ch.Before, nil, c.Path(server)...) {
		ch.Gone, ch.restored, ch.After = true, true, nil
		return nil
	}
	ch.After, err = Remove(c.Format, ch.Before, c.Path(server)...)
	return err
}

// Configured reports whether the file exists and whether it has the server.
func (c Client) Configured(path, server string) (present, configured bool, err error) {
	ch, err := open(path)
	if err != nil || !ch.Existed {
		return false, false, err
	}
	configured, err = ConfigHas(c.Format, ch.Before, c.Path(server)...)
	return true, configured, about(ch.Path, err)
}

// comes reports whether the backup is the file without the server's entry.
func (c Client) comes(ch Change, server string) bool {
	backup, err := os.ReadFile(ch.backup)
	return err == nil && ch.Existed && Comes(c.Format, ch.Before, backup, c.Path(server)...)
}

// about adds the file's path to an error.
func about(path string, err error) error {
	if err == nil {
		return nil
	}
	e, ok := errors.AsType[*training.Error](err)
	if !ok {
		return err
	}
	return training.Errorf(e.Kind, "%s: %s", path, e.What).WithFix("%s", e.Fix)
}

// Write writes the change to disk: first the backup, then the file, completely or
// not at all. It returns an error if the file changed since it was read.
func (c Change) Write() error {
	now, err := os.ReadFile(c.Path)
	if c.Existed && (err != nil || string(now) != string(c.Before)) || !c.Existed && err == nil {
		return training.Errorf(training.KindConflict, "Another program changed %s in the meantime.", c.Path).
			WithFix("Close the client and run the command again.")
	}
	if err := c.write(); err != nil {
		return training.Errorf(training.KindUnavailable, "%s cannot be written: %w.", c.Path, err).
			WithFix("Check the permissions of the file and its folder. The file was not changed.")
	}
	return nil
}

func (c Change) write() error {
	mode := c.mode
	if c.secret {
		mode = 0o600
	}
	if !c.Existed {
		if err := os.MkdirAll(filepath.Dir(c.Path), 0o700); err != nil {
			return err
		}
	}
	if c.Backup() != "" && !c.keepBackup {
		if err := disk.WriteAtomic(c.backup, c.Before, c.mode&0o600); err != nil {
			return err
		}
	}
	if c.Gone {
		return os.Remove(c.Path)
	}
	if err := disk.WriteAtomic(c.Path, c.After, mode); err != nil || !c.restored {
		return err
	}
	return os.Remove(c.backup)
}
