package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	above      outcome = "above" // killed by the tests of the package above alone
	survived   outcome = "survived"
	notBuilt   outcome = "not built" // the compiler says no: it is drawn anew
	equivalent outcome = "equivalent"
)

// runner runs the tests of packages over changed files.
type runner struct {
	root   string
	work   string                   // of its own: overlays, and what tests leave behind
	normal map[string]time.Duration // how long the tests of a package take unchanged
}

// enough limits the tests of a mutant: it finds a loop that does not end any
// more, and an address space that fills.
const (
	slack     = 20 * time.Second
	slower    = 4
	building  = 5 * time.Minute
	bounds    = `ulimit -v 8000000 -f 2000000 2>/dev/null; exec "$0" "$@"`
	noTestEnv = "LAPKEEP_TESTDATA="
)

// usual measures the tests of a package as they are. One that fails unchanged
// proves nothing of its mutants.
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

// try runs the tests of packages over a mutant, until one sees it.
func (r *runner) try(ctx context.Context, s site, pkgs []string) (outcome, error) {
	overlay, err := r.lay(s)
	if err != nil {
		return "", err
	}
	// What does not build is known before a test is built with it.
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

// lay writes the mutant and what lays it over its file.
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

// test runs the tests of a package, as a stranger would: without the
// collection of real recordings.
func (r *runner) test(ctx context.Context, pkg, overlay string, timeout time.Duration) (outcome, string, error) {
	tmp, err := os.MkdirTemp(r.work, "tmp")
	if err != nil {
		return "", "", err
	}
	defer os.RemoveAll(tmp) //nolint:errcheck // the folder above goes with all that is in it
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
