package activities

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"lapkeep/internal/training"
)

var (
	noActivities = []training.ActivityID{}
	noWarnings   = []string{}
)

// allowedPaths resolves what was asked for to real paths below the allowed
// folders. A path that leads out, by dots or by a link, is refused, and the
// refusal is the same whether or not there is something outside.
func allowedPaths(roots, asked []string) ([]string, error) {
	if len(roots) == 0 {
		return nil, training.Errorf(training.KindForbidden, "No folder is allowed for imports by an assistant.").
			WithFix("The user can allow some with the setting import_dirs, or run: lapkeep import PATH")
	}
	out := make([]string, 0, len(asked))
	for _, p := range asked {
		real, err := allowedPath(roots, p)
		if err != nil {
			return nil, err
		}
		out = append(out, real)
	}
	return out, nil
}

func allowedPath(roots []string, p string) (string, error) {
	missing := false
	for _, root := range spelled(roots) {
		rel, ok := below(root, p)
		if !ok {
			continue
		}
		real, err := inRoot(root, rel)
		if err == nil {
			return real, nil
		}
		missing = missing || errors.Is(err, fs.ErrNotExist)
	}
	if missing {
		return "", training.Errorf(training.KindNotFound, "There is no file or folder %s.", p).WithFix("Check the path.")
	}
	return "", training.Errorf(training.KindForbidden, "%s does not lie below a folder that is allowed for imports.", p).
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

// below is p relative to root, if it lies there by its words alone. A
// relative path is meant below root.
func below(root, p string) (string, bool) {
	if !filepath.IsAbs(p) {
		return filepath.Clean(p), filepath.IsLocal(p)
	}
	rel, err := filepath.Rel(root, filepath.Clean(p))
	return rel, err == nil && filepath.IsLocal(rel)
}

// inRoot resolves the links of a path and checks that it stays below root:
// by the file system's own word, not by comparing text.
func inRoot(root, rel string) (string, error) {
	dir, err := os.OpenRoot(root)
	if err != nil {
		return "", err
	}
	defer dir.Close()
	inside, err := dir.Stat(rel)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(filepath.Join(root, rel))
	if err != nil {
		return "", err
	}
	// What the walk will open must be what was found inside.
	if info, err := os.Stat(real); err != nil || !os.SameFile(inside, info) {
		return "", fs.ErrPermission
	}
	return real, nil
}
