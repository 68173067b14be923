package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

type outcome string

const (
	killed     outcome = "killed"
	above      outcome = "above" // killed only by the tests of the package above
	survived   outcome = "survived"
	notBuilt   outcome = "not built" // rejected by the compiler: another one is drawn
	equivalent outcome = "equivalent"
)

// runner runs the tests of packages with changed files.
type runner struct {
	root   string
	work   string                   // its own folder, for overlays and leftovers of tests
	normal map[string]time.Duration // the duration of a package's unchanged tests
}

// enough limits the tests of a mutant, to stop endless loops and growing
// memory.
const (
	slack     = 20 * time.Second
	slower    = 4
	building  = 5 * time.Minute
	bounds    = `ulimit -v 8000000 -f 2000000 2>/dev/null; exec "$0" "$@"`
	noTestEnv = "LAPKEEP_TESTDATA="
)

// usual measures the unchanged tests of a package. If one already fails, it
// proves nothing about mutants.
func (r *runner) usual(ctx context.Context, pkg string) (time.Duration, error) {
	if d, ok := r.normal[pkg]; ok {
		return d, nil
	}
	begun := time.Now()
	out, said, err := r.test(ctx, pkg, "", building)
	if err != nil {
		return 0, err
	}
	if out != survived {
		return 0, fmt.Errorf("the tests of %s fail unchanged:\n%s", pkg, said)
	}
	r.normal[pkg] = time.Since(begun)
	return r.normal[pkg], nil
}

// try runs the tests of packages for a mutant, until one detects it.
func (r *runner) try(ctx context.Context, s site, pkgs []string) (outcome, error) {
	overlay, err := r.lay(s)
	if err != nil {
		return "", err
	}
	// A compile error is detected before a test is built.
	build := r.command(ctx, "build", "-overlay="+overlay, "./"+path.Dir(s.file))
	if out, err := build.CombinedOutput(); err != nil {
		if errors.As(err, new(*exec.ExitError)) && ctx.Err() == nil {
			return notBuilt, nil
		}
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	for i, pkg := range pkgs {
		usual, err := r.usual(ctx, pkg)
		if err != nil {
			return "", err
		}
		out, _, err := r.test(ctx, pkg, overlay, slower*usual+slack)
		switch {
		case err != nil || out == notBuilt:
			return out, err
		case out == killed && i > 0:
			return above, nil
		case out == killed:
			return killed, nil
		}
	}
	return survived, nil
}

// lay writes the mutant and the overlay that replaces its file.
func (r *runner) lay(s site) (overlay string, err error) {
	src, err := os.ReadFile(filepath.Join(r.root, s.file))
	if err != nil {
		return "", err
	}
	changed := filepath.Join(r.work, "mutant.go")
	if err := os.WriteFile(changed, s.apply(src), 0o600); err != nil {
		return "", err
	}
	over, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(r.root, s.file): changed}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(r.work, "overlay.json")
	return overlay, os.WriteFile(overlay, over, 0o600)
}

func (r *runner) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.root
	return cmd
}

// test runs the tests of a package as a stranger would, without the collection
// of real recordings.
func (r *runner) test(ctx context.Context, pkg, overlay string, timeout time.Duration) (outcome, string, error) {
	tmp, err := os.MkdirTemp(r.work, "tmp")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // the folder above is removed later anyway
	ctx, cancel := context.WithTimeout(ctx, timeout+building)
	defer cancel()
	args := []string{"test", "-short", "-failfast", "-vet=off", "-timeout=" + timeout.String(), `-exec=sh -c '` + bounds + `'`}
	if overlay != "" {
		args = append(args, "-overlay="+overlay)
	}
	cmd := r.command(ctx, append(args, pkg)...)
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp, noTestEnv+tmp)
	cmd.WaitDelay = slack
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	err = cmd.Run()
	switch {
	case err == nil:
		return survived, said.String(), nil
	case ctx.Err() == nil && strings.Contains(said.String(), "[build failed]"):
		return notBuilt, said.String(), nil
	case errors.As(err, new(*exec.ExitError)) && !errors.Is(ctx.Err(), context.Canceled):
		return killed, said.String(), nil
	}
	return "", said.String(), err
}

// score counts the mutants of one tree.
type score struct{ killed, above, later, equivalent, open int }

// share returns n as a share of the mutants that can be killed.
func (s score) share(n int) string {
	if all := s.killed + s.above + s.later + s.open; all > 0 {
		return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(all))
	}
	return ""
}

func (s *score) count(r result) {
	switch r.Outcome {
	case killed:
		if r.Later {
			s.later++
		} else {
			s.killed++
		}
	case above:
		s.above++
	case survived:
		s.open++
	case equivalent:
		s.equivalent++
	case notBuilt:
	}
}

// page returns the text of docs/mutations.md.
func page(seed string, all []result) string {
	var out strings.Builder
	fmt.Fprintf(&out, head, seed)
	var sum score
	for _, tree := range trees() {
		var s score
		for _, r := range all {
			if r.Tree == tree {
				s.count(r)
				sum.count(r)
			}
		}
		row(&out, "`"+tree+"`", s)
	}
	row(&out, "all", sum)
	out.WriteString("\n## Survivors\n\n")
	listed(&out, all, survived)
	out.WriteString("\n## Equivalent\n\nThese changes have no visible effect:\n\n")
	listed(&out, all, equivalent)
	return out.String()
}

func row(out *strings.Builder, name string, s score) {
	first := s.killed + s.above
	fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %d | %d | %s | %s |\n", name, first+s.later+s.open+s.equivalent,
		s.killed, s.above, s.later, s.equivalent, s.open, s.share(first), s.share(first+s.later))
}

func listed(out *strings.Builder, all []result, o outcome) {
	none := true
	for _, r := range all {
		if r.Outcome != o {
			continue
		}
		if none {
			out.WriteString("| where | line | changed | why |\n|---|---|---|---|\n")
		}
		none = false
		why := r.Why
		if why == "" {
			why = "open"
		}
		fmt.Fprintf(out, "| %s:%d | %s | %s | %s |\n", r.File, r.Line, code(r.Text), code(r.What), why)
	}
	if none {
		out.WriteString("None.\n")
	}
}

// code returns source for a cell of a table.
func code(s string) string {
	fence := "`"
	if strings.Contains(s, "`") {
		fence = "`` "
	}
	end := strings.TrimSpace(fence)
	if fence != end {
		end = " " + end
	}
	return fence + strings.ReplaceAll(s, "|", `\|`) + end
}

const head = "# Mutations\n\n" +
	"This page lists faults that were put into the code one at a time, and whether a test of the package found them:\n" +
	"negated conditions and moved boundaries, swapped operators, dropped errors, removed statements, changed numbers. `make mutate` draws the mutations, runs the changed\n" +
	"package's tests (short, and without the collection of real recordings), and writes this page; `MUTANTS` and `SEED` set how many\n" +
	"and which. The draw from each folder uses the same rule. This sample was drawn with seed %s.\n" +
	"Paths are as they were on the day when this page was written.\n\n" +
	"A mutant is killed if a test fails or does not end; \"above\" means that only a test of its parent package does; \"later\" means that\n" +
	"it survived at first and its package then got a test. So \"at first\" is what to expect for new changes, and \"now\" applies to this\n" +
	"draw only. `test/mutate/equivalent.txt` gives the reasons for mutants without a visible effect; these are not counted in the\n" +
	"percentages.\n\n" +
	"| in | mutants | killed | above | later | equivalent | open | at first | now |\n|---|---|---|---|---|---|---|---|---|\n"

// trees returns the trees to test. Each gets an equal share of the draw,
// because a large one would otherwise leave nothing to the small ones.
func trees() []string {
	return []string{
		"internal/metrics", "internal/importing", "internal/writes/journal", "internal/writes/intake", "internal/services/connection",
		"internal/faces/guard", "internal/importing/archive",
	}
}

// pkg is a package to change, with the packages whose tests should detect the
// change.
type pkg struct {
	files []string
	tests []string
}

// ofTests reports whether a package is not part of the product but makes test
// data or is a slow reference.
func ofTests(below string) bool {
	for part := range strings.SplitSeq(below, "/") {
		if strings.HasSuffix(part, "test") || part == "naive" || part == "oracle" || part == "sessiongen" {
			return true
		}
	}
	return false
}

// packagesOf lists the packages of a tree. A package is tested by its own tests
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
