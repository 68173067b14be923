package app

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"lapkeep/internal/answers/answerstest"
	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/garmintest"
	"lapkeep/test/archivetest/mergetest"
	"lapkeep/test/archivetest/stravatest"
	"lapkeep/test/rawfit"
)

// TestScripts runs the command line as its users do. Beside testscript's own
// commands the scripts know:
//
//	lapkeep ARGS…         runs the program; ! wants exit code 1
//	usage ARGS…           runs it and wants exit code 2
//	piped FILE ARGS…      runs it with FILE on standard input
//	agree ARGS…           runs it at a terminal where a person types the code
//	refuse ARGS…          runs it at a terminal where a person types something else
//	ride FILE DATE NAME   writes a FIT file of a 15-minute ride indoors
//	raw FILE SCENARIO     writes one of the ready-made FIT files
//	strava FILE LANGUAGE [edited|damaged]
//	                      writes an archive as Strava hands them out; edited
//	                      is a newer one
//	garmin FILE           writes an export as Garmin hands them out
//	merge DIR CASE        writes the files of a case of merging
//	keep VAR REGEXP       keeps the first group found in the last output
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "scripts"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("USER_HOME", filepath.Join(e.WorkDir, "user"))
			return os.MkdirAll(filepath.Join(e.WorkDir, "user"), 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"lapkeep": func(ts *testscript.TestScript, neg bool, args []string) {
				runScript(ts, map[bool]int{true: 1}[neg], strings.NewReader(""), args)
			},
			"usage": func(ts *testscript.TestScript, _ bool, args []string) {
				runScript(ts, 2, strings.NewReader(""), args)
			},
			"piped": func(ts *testscript.TestScript, neg bool, args []string) {
				runScript(ts, map[bool]int{true: 1}[neg], strings.NewReader(ts.ReadFile(args[0])), args[1:])
			},
			"agree": func(ts *testscript.TestScript, neg bool, args []string) {
				runScript(ts, map[bool]int{true: 1}[neg], &typist{}, args)
			},
			"refuse": func(ts *testscript.TestScript, neg bool, args []string) {
				runScript(ts, map[bool]int{true: 1}[neg], &typist{instead: "yes"}, args)
			},
			"ride":   writeRide,
			"raw":    writeRaw,
			"strava": writeStrava,
			"garmin": writeGarmin,
			"merge":  writeMerge,
			"keep":   keepFound,
		},
	})
}

// typist is a person who answers what the program asks at a terminal.
type typist struct {
	screen  *bytes.Buffer // what the program has shown
	instead string        // typed in the place of the code
	line    io.Reader
}

var asked = regexp.MustCompile(`Type (\S+) to agree: $`)

func (p *typist) Read(b []byte) (int, error) {
	if p.line == nil {
		m := asked.FindStringSubmatch(p.screen.String())
		if m == nil {
			return 0, io.EOF
		}
		answer := m[1]
		if p.instead != "" {
			answer = p.instead
		}
		p.line = strings.NewReader(answer + "\n")
	}
	return p.line.Read(b)
}

// scriptVariables lists the variables that the program gets from a script's environment.
func scriptVariables() []string {
	return []string{
		"TZ", "LOG_LEVEL", "LAPKEEP_HOME", "LAPKEEP_ATHLETE", "LAPKEEP_TOOLSETS", "LAPKEEP_WRITES", "LAPKEEP_IMPORT_DIRS",
		"LAPKEEP_LOG_LEVEL", "LAPKEEP_LANG", "LAPKEEP_API_KEY",
	}
}

func runScript(ts *testscript.TestScript, want int, in io.Reader, args []string) {
	p := &person{user: ts.Getenv("USER_HOME"), work: ts.MkAbs("."), in: in}
	for _, name := range scriptVariables() {
		if v := ts.Getenv(name); v != "" {
			p.environ = append(p.environ, name+"="+v)
		}
	}
	var out, err bytes.Buffer
	if typing, ok := in.(*typist); ok {
		typing.screen, p.inTTY = &err, true
	}
	program := p.program(&out, &err)
	got := program.Run(context.Background(), inside(ts, args))
	_, _ = ts.Stdout().Write(out.Bytes())
	_, _ = ts.Stderr().Write(err.Bytes())
	if got != want {
		ts.Fatalf("lapkeep %q: exit %d, want %d\n%s%s", args, got, want, out.String(), err.String())
	}
}

// inside leads the paths of an import to the script's folder, which is not this
// process's working folder.
func inside(ts *testscript.TestScript, args []string) []string {
	out := slices.Clone(args)
	for i, arg := range out {
		if i > 0 && arg != "" && out[0] == "import" && !strings.HasPrefix(arg, "-") &&
			!slices.Contains([]string{"--home", "--athlete"}, out[i-1]) {
			out[i] = ts.MkAbs(arg)
		}
	}
	return out
}

func writeRide(ts *testscript.TestScript, _ bool, args []string) {
	day, err := time.Parse(time.DateOnly, args[1])
	ts.Check(err)
	r := answerstest.Session(training.Cycling, day.Add(7*time.Hour), 900, answerstest.Without{training.Latitude, training.Longitude})
	name, err := strconv.Unquote(`"` + args[2] + `"`)
	ts.Check(err)
	r.Name = name
	var b bytes.Buffer
	ts.Check(fit.Write(&b, []*training.Recording{r}))
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o700))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o600))
}

func writeRaw(ts *testscript.TestScript, _ bool, args []string) {
	var names []string
	for _, s := range rawfit.Scenarios() {
		if s.Name == args[1] {
			ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o700))
			ts.Check(os.WriteFile(ts.MkAbs(args[0]), s.Bytes, 0o600))
			return
		}
		names = append(names, s.Name)
	}
	ts.Fatalf("no scenario %q; there are %q", args[1], names)
}

func writeStrava(ts *testscript.TestScript, _ bool, args []string) {
	o := stravatest.Options{Language: stravatest.Language(args[1]), Seconds: 120, BOM: true, CRLF: true}
	how := strings.Join(args[2:], " ")
	if how == "edited" {
		o.Edited, o.Activities = true, 26
	}
	a := stravatest.Build(o)
	if how == "damaged" {
		for i := range a.Files {
			if a.Files[i].Name == "activities.csv" {
				a.Files[i].Data = []byte("\x00\xff")
			}
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), a.Zip(), 0o600))
}

func writeMerge(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.MkdirAll(ts.MkAbs(args[0]), 0o700))
	for _, c := range mergetest.Cases(7) {
		if c.Name != args[1] {
			continue
		}
		for _, f := range c.Files {
			ts.Check(os.WriteFile(filepath.Join(ts.MkAbs(args[0]), f.Name), f.Data, 0o600))
		}
		return
	}
	ts.Fatalf("no case %q", args[1])
}

func keepFound(ts *testscript.TestScript, _ bool, args []string) {
	both := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	m := regexp.MustCompile(args[1]).FindStringSubmatch(both)
	if len(m) < 2 {
		ts.Fatalf("%s is not in:\n%s", args[1], both)
	}
	ts.Setenv(args[0], m[1])
}

// writeGarmin writes a small export.
func writeGarmin(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: garmin FILE")
	}
	a := garmintest.Build(garmintest.Options{Seconds: 120, Activities: 12, Days: 20})
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), a.Zip(), 0o600))
}

var (
	checkRow  = regexp.MustCompile(`(?m)^\| (\d\d) \| [^|]+ \| ([^|]+) \| ([^|]*)\|$`)
	checkTest = regexp.MustCompile(`(?m)^func TestCheck(\d\d)_(\w+)\(`)
)

// TestSecurityTableIsInStep: every check is in SECURITY.md once; one that is
// enforced names exactly the tests that enforce it, any other says why not.
func TestSecurityTableIsInStep(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(repository, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := checkTests(t)
	rows := checkRow.FindAllStringSubmatch(string(page), -1)
	if len(rows) != 34 {
		t.Errorf("%d checks, want 34", len(rows))
	}
	seen := map[string]bool{}
	for _, row := range rows {
		number, state, listed := row[1], row[2], map[string]bool{}
		for _, name := range inCode.FindAllStringSubmatch(row[3], -1) {
			listed[name[1]] = true
		}
		if seen[number] {
			t.Errorf("check %s stands twice", number)
		}
		seen[number] = true
		switch {
		case strings.HasPrefix(state, "enforced"):
			if d := cmp.Diff(tests[number], listed); d != "" || len(listed) == 0 {
				t.Errorf("check %s (-tests +page):\n%s", number, d)
			}
		case !strings.HasPrefix(state, "not applicable: ") && !strings.HasPrefix(state, "not enforced: "):
			t.Errorf("check %s is %q", number, state)
		case len(listed)+len(tests[number]) > 0:
			t.Errorf("check %s has tests and is %q", number, state)
		}
	}
	for number := range tests {
		if !seen[number] {
			t.Errorf("there is no check %s", number)
		}
	}
}

// checkTests returns the tests of all packages that are named after a check.
func checkTests(t *testing.T) map[string]map[string]bool {
	t.Helper()
	out := map[string]map[string]bool{}
	err := filepath.WalkDir(filepath.Join(repository, "internal"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range checkTest.FindAllSubmatch(text, -1) {
			if out[string(m[1])] == nil {
				out[string(m[1])] = map[string]bool{}
			}
			out[string(m[1])][string(m[2])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
