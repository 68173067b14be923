// Command mutate puts faults into the code, one at a time and without touching
// a file of the tree, runs the tests of the package for each, and writes the
// results to docs/mutations.md.
package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// options select the mutants to draw.
type options struct {
	mutants int
	seed    string
	only    string // a prefix of files
	again   bool
	last    string // the file of the outcomes
}

func main() {
	var o options
	flag.IntVar(&o.mutants, "mutants", 200, "how many are made, in all trees together")
	flag.StringVar(&o.seed, "seed", "1", "which are drawn")
	flag.StringVar(&o.only, "only", "", "draw from files that begin so alone, and write no page")
	flag.BoolVar(&o.again, "again", false, "believe what the last run killed, and try its survivors again")
	flag.StringVar(&o.last, "last", "bin/mutants.json", "where the outcomes are kept")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:gocritic // nothing is left to clean up
	}
}

// result is the stored outcome of one mutant.
type result struct {
	Tree, File, Text, What string
	Line, Nth              int
	Outcome                outcome
	// Later is set if it survived at first and its package got a test since.
	Later bool   `json:",omitempty"`
	Why   string `json:",omitempty"`
}

func (r result) name() string {
	return site{file: r.File, text: r.Text, what: r.What, nth: r.Nth}.name()
}

func run(ctx context.Context, o options, out io.Writer) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work) //nolint:errcheck // a temporary folder
	why, err := reasons(known)
	if err != nil {
		return err
	}
	last, err := kept(o)
	if err != nil {
		return err
	}
	t := &trial{runner: newRunner(root, work), o: o, out: out, why: why, last: last}
	for i, tree := range trees() {
		// The first trees get the remainder.
		n := (o.mutants + len(trees()) - 1 - i) / len(trees())
		if err := t.tree(ctx, tree, n); err != nil {
			return err
		}
	}
	if o.only != "" {
		return nil
	}
	return os.WriteFile("docs/mutations.md", []byte(page(o.seed, t.all)), 0o644) //nolint:gosec // a page of the docs
}

// kept returns the outcomes of the last run, by name.
func kept(o options) (map[string]result, error) {
	out := map[string]result{}
	if !o.again {
		return out, nil
	}
	data, err := os.ReadFile(o.last)
	if errors.Is(err, os.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(data) {
		var r result
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", o.last, err)
		}
		out[r.name()] = r
	}
	return out, nil
}

func newRunner(root, work string) *runner {
	return &runner{root: root, work: work, normal: map[string]time.Duration{}}
}

// trial draws mutants and tries them.
type trial struct {
	*runner
	o    options
	out  io.Writer
	why  map[string]string
	last map[string]result
	all  []result
}

// drawn is a site with the packages whose tests should detect its mutation.
type drawn struct {
	site
	tests []string
}

// draw lists the sites of a tree in the order of the draw.
func (t *trial) draw(ctx context.Context, tree string) ([]drawn, error) {
	pkgs, err := t.packagesOf(ctx, tree)
	if err != nil {
		return nil, err
	}
	var all []drawn
	for _, p := range pkgs {
		for _, file := range p.files {
			if !strings.HasPrefix(file, t.o.only) {
				continue
			}
			src, err := os.ReadFile(filepath.Join(t.root, file))
			if err != nil {
				return nil, err
			}
			sites, err := sitesOf(file, src)
			if err != nil {
				return nil, err
			}
			for _, s := range sites {
				all = append(all, drawn{s, p.tests})
			}
		}
	}
	slices.SortFunc(all, func(a, b drawn) int {
		x, y := a.draw(t.o.seed), b.draw(t.o.seed)
		return bytes.Compare(x[:], y[:])
	})
	return all, nil
}

// tree tries n mutants of a tree.
func (t *trial) tree(ctx context.Context, tree string, n int) error {
	all, err := t.draw(ctx, tree)
	if err != nil {
		return err
	}
	for _, d := range all {
		if n == 0 {
			break
		}
		r := result{Tree: tree, File: d.file, Text: d.text, What: d.what, Line: d.line, Nth: d.nth}
		if r.Outcome, err = t.became(ctx, d, &r.Why); err != nil {
			return err
		}
		last := t.last[d.name()]
		r.Later = last.Later || last.Outcome == survived && r.Outcome == killed
		if err := t.keep(r); err != nil {
			return err
		}
		if r.Outcome != notBuilt {
			n--
			fmt.Fprintf(t.out, "%-10s %s:%d: %s: %s\n", r.Outcome, r.File, r.Line, r.What, r.Text)
		}
	}
	return nil
}

func (t *trial) became(ctx context.Context, d drawn, why *string) (outcome, error) {
	switch last := t.last[d.name()].Outcome; last {
	case killed, above, notBuilt:
		return last, nil
	default:
	}
	if w, ok := t.why[d.entry()]; ok {
		*why = w
		return equivalent, nil
	}
	return t.try(ctx, d.site, d.tests)
}

// keep stores the outcomes as they arrive, because a run takes hours.
func (t *trial) keep(r result) error {
	t.all = append(t.all, r)
	var data bytes.Buffer
	enc := json.NewEncoder(&data)
	for _, r := range t.all {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(t.o.last), 0o755); err != nil { //nolint:gosec // the build folder
		return err
	}
	return os.WriteFile(t.o.last, data.Bytes(), 0o600)
}

// known are the mutants without any visible effect, each with a reason. An
// entry has four lines: the file, the line in that file, the change, and the
// reason; an empty line ends it. " #2" after the change means the second place
// in the file where the same change of the same line is possible.
//
//go:embed equivalent.txt
var known string

// reasons parses a list of reasons, keyed by file, line and change.
func reasons(list string) (map[string]string, error) {
	out := map[string]string{}
	for entry := range strings.SplitSeq(strings.TrimSpace(list), "\n\n") {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		lines := strings.Split(strings.TrimSpace(entry), "\n")
		if len(lines) != 4 {
			return nil, fmt.Errorf("an entry has %d lines, not four: %q", len(lines), entry)
		}
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		out[strings.Join(lines[:3], "\n")] = lines[3]
	}
	return out, nil
}

// entry returns a site as an entry of the list.
func (s site) entry() string {
	out := s.file + "\n" + s.text + "\n" + s.what
	if s.nth > 0 {
		out += fmt.Sprintf(" #%d", s.nth+1)
	}
	return out
}
