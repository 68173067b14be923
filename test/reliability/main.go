// Command reliability runs the tests that damage and kill, with larger counts
// than go test does, and writes docs/reliability.md from what they say. A line
// of theirs is "reliability: what | how many | what came of it".
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// group is tests of one package that are run at once.
type group struct {
	title, pkg, run string
	// quiet are named by themselves: they say nothing of counts.
	quiet string
}

func groups() []group {
	return []group{
		{title: "Kills", pkg: "./internal/app", run: "^TestKilled"},
		{title: "Bit flips", pkg: "./internal/store", run: "^TestAnyBit"},
		{title: "Lost logs and older databases", pkg: "./internal/store", run: "^(TestALostLogIsFound|TestAMissingMarkIsTold)$", quiet: "a log that is lost, cut or flipped, and an older database put in place, are found"},
		{title: "Repair", pkg: "./internal/app", run: "^TestVerifyAndRepair$", quiet: "each kind of damage is told and taken back"},
		{title: "Small disks", pkg: "./internal/app", run: "Disk|ReadOnly", quiet: "a full or read-only disk loses nothing and is told"},
		{title: "Hidden values", pkg: "./internal/app/...", run: "^TestTwinHome", quiet: "two homes whose hidden values differ answer alike"},
		{title: "Canaries", pkg: "./internal/app/...", run: "Canar", quiet: "a secret is in no answer, log or backup"},
	}
}

func main() {
	var page bytes.Buffer
	page.WriteString(head)
	failed := false
	for _, g := range groups() {
		lines, err := g.measure()
		if err != nil {
			fmt.Fprintln(os.Stderr, g.title, err)
			failed = true
			continue
		}
		for _, line := range lines {
			fmt.Fprintf(&page, "| %s | %s |\n", g.title, line)
		}
	}
	if failed {
		os.Exit(1)
	}
	page.WriteString(tail)
	if err := os.WriteFile("docs/reliability.md", page.Bytes(), 0o644); err != nil { //nolint:gosec // a page of the docs
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// measure runs the tests and collects what they say.
func (g group) measure() (lines []string, err error) {
	cmd := exec.Command("go", "test", g.pkg, "-run", g.run, "-count=1", "-v", "-timeout=90m") //nolint:gosec // a list of our own
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		os.Stderr.Write(out) //nolint:errcheck // it is said as far as it can be
		return nil, err
	}
	passed := 0
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "--- PASS") {
			passed++
		}
		if _, said, ok := strings.Cut(line, "reliability: "); ok {
			lines = append(lines, strings.TrimSpace(said))
		}
	}
	slices.Sort(lines)
	if g.quiet != "" {
		if passed == 0 {
			lines = append(lines, g.quiet+" | 0 | no such test ran here")
		} else {
			lines = append(lines, fmt.Sprintf("%s | %d tests | held", g.quiet, passed))
		}
	}
	if len(lines) == 0 {
		return nil, errors.New("no test said anything")
	}
	return lines, nil
}
