package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// trees are proven. Each is drawn from alike: a large one would leave nothing to the small.
func trees() []string {
	return []string{
		"internal/metrics", "internal/importing", "internal/writes/journal", "internal/services/syncer", "internal/faces/guard",
		"internal/importing/archive",
	}
}

// pkg is a package that is changed, and the packages whose tests are to see it.
type pkg struct {
	files []string
	tests []string
}

// ofTests says that a package below a tree is no part of the product: it makes
// what tests read, or holds a slow reference.
func ofTests(below string) bool {
	for part := range strings.SplitSeq(below, "/") {
		if strings.HasSuffix(part, "test") || part == "naive" || part == "oracle" || part == "sessiongen" {
			return true
		}
	}
	return false
}

// packagesOf lists the packages of a tree. A package is held by its own tests,
// and, as a part of it, by those of the next package above that has any.
func (r *runner) packagesOf(ctx context.Context, tree string) ([]pkg, error) {
	cmd := r.command(ctx, "list", "-json=Dir,GoFiles,TestGoFiles,XTestGoFiles", "./"+tree, "./"+tree+"/...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", tree, err)
	}
	var all []pkg
	tested := map[string]bool{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			Dir                                string
			GoFiles, TestGoFiles, XTestGoFiles []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		dir, err := filepath.Rel(r.root, p.Dir)
		if err != nil {
			return nil, err
		}
		dir = filepath.ToSlash(dir)
		tested[dir] = len(p.TestGoFiles)+len(p.XTestGoFiles) > 0
		if ofTests(strings.TrimPrefix(dir, tree)) {
			continue
		}
		var found pkg
		for at := dir; len(found.tests) < 2; at = path.Dir(at) { // go list names a package before those below it
			if tested[at] && (len(found.tests) == 0 || at != dir) {
				found.tests = append(found.tests, "./"+at)
			}
			if at == tree {
				break
			}
		}
		for _, f := range p.GoFiles {
			found.files = append(found.files, dir+"/"+f)
		}
		all = append(all, found)
	}
}
