package tools

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
)

// Places resolves what was asked for to places below the allowed
// folders, which nothing leaves that is changed there afterwards. A path that
// leads out, by dots or by a link, is refused, and the refusal is the same
// whether or not there is something outside.
func Places(roots, asked []string) ([]archive.Place, error) {
	if len(roots) == 0 {
		return nil, training.Errorf(training.KindForbidden, "An assistant may not import from any folder.").
			WithFix("The user can allow some with the setting import_dirs, or run: lapkeep import PATH")
	}
	out := make([]archive.Place, 0, len(asked))
	for _, p := range asked {
		one, err := place(roots, p)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

func place(roots []string, p string) (archive.Place, error) {
	missing := false
	for _, root := range spelled(roots) {
		rel, ok := below(root, p)
		if !ok {
			continue
		}
		place, err := inRoot(root, rel)
		if err == nil {
			return place, nil
		}
		missing = missing || errors.Is(err, fs.ErrNotExist)
	}
	if missing {
		return archive.Place{}, training.Errorf(training.KindNotFound, "There is no file or folder %s.", p).WithFix("Check the path.")
	}
	return archive.Place{}, training.Errorf(training.KindForbidden, "%s is not inside a folder that is allowed for imports.", p).
		WithFix("The allowed folders are %s.", strings.Join(roots, ", "))
}

// spelled is the folders as the user wrote them and as they really are, so
// that a path may be given either way.
func spelled(roots []string) []string {
	out := slices.Clone(roots)
	for _, root := range roots {
		if real, err := filepath.EvalSymlinks(root); err == nil && real != root {
			out = append(out, real)
		}
	}
	return out
}

// below gives p relative to root, if it is there by its words alone. A relative
// path is meant below root.
func below(root, p string) (string, bool) {
	if !filepath.IsAbs(p) {
		return filepath.Clean(p), filepath.IsLocal(p)
	}
	rel, err := filepath.Rel(root, filepath.Clean(p))
	return rel, err == nil && filepath.IsLocal(rel)
}

// inRoot resolves the links of a path and checks that it stays below root:
// by the file system's own word, not by comparing text.
func inRoot(root, rel string) (archive.Place, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return archive.Place{}, err
	}
	defer dir.Close()
	inside, err := dir.Stat(rel)
	if err != nil {
		return archive.Place{}, err
	}
	place := archive.Place{}
	if place.Root, err = filepath.EvalSymlinks(root); err != nil {
		return archive.Place{}, err
	}
	real, err := filepath.EvalSymlinks(filepath.Join(root, rel))
	if err != nil {
		return archive.Place{}, err
	}
	if place.Rel, err = filepath.Rel(place.Root, real); err != nil || !filepath.IsLocal(place.Rel) {
		return archive.Place{}, fs.ErrPermission
	}
	// What the walk will open must be what was found inside.
	if info, err := dir.Lstat(place.Rel); err != nil || !os.SameFile(inside, info) {
		return archive.Place{}, fs.ErrPermission
	}
	return place, nil
}
