//go:build e2e && unix

package firsthour

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"lapkeep/test/attacks/arenatest"
	"lapkeep/test/intervalstest"
)

// TestFirstHours runs the scripts. Beside testscript's own commands they know:
//
//	lapkeep ARGS…                  runs the program; ! wants exit code 1
//	types FILE ARGS…               runs it with FILE on standard input
//	interrupt SIGNAL N LINE ARGS…  sends it INT, TERM or KILL when it has printed
//	                               the n-th line that matches LINE
//	interrupt-with SIGNAL N HOME ARGS…
//	                               the same when the home holds n originals
//	interrupt-at SIGNAL OPERATION N ARGS…
//	                               the same while the service holds the n-th
//	                               request of an operation
//	asks CLIENT TOOL [ARGUMENTS]   starts the server as the client's own file
//	                               says and calls a tool; ! wants an error
//	cut CLIENT TOOL ARGUMENTS      kills that server while it is asked
//	keep VAR REGEXP                keeps the first group found in the last output
//	strava, garmin, apple, rides, merge, service, image
//	                               make what the person has; see their functions
//
// The makers leave in the environment what is true of what they made.
func TestFirstHours(t *testing.T) {
	t.Parallel()
	program := arenatest.Program(t)
	testscript.Run(t, testscript.Params{
		Dir:       "testdata",
		Setup:     func(e *testscript.Env) error { return emptyMachine(e, program) },
		Condition: condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"lapkeep": run, "types": typed, "interrupt": interrupt, "asks": asks, "cut": cut, "keep": keep,
			"strava": makeStrava, "garmin": makeGarmin, "apple": makeApple, "rides": makeRides, "merge": makeMerge,
			"image": makeImage, "service": startService, "interrupt-at": interruptAt, "interrupt-with": interruptWith,
		},
	})
}

// TestEachIsInterruptedThrice reads the scripts: ten people, and nobody comes
// through undisturbed.
func TestEachIsInterruptedThrice(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(files) < 10 {
		t.Fatalf("there are %d people, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		interrupted, last := 0, ""
		for line := range strings.Lines(string(text)) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			switch word {
			case "interrupt", "interrupt-at", "interrupt-with", "cut":
				interrupted++
			case "asks", "lapkeep", "types":
				last = word
			}
		}
		if interrupted < 3 || last != "asks" {
			t.Errorf("%s: %d interruptions, and the last thing done is %q", file, interrupted, last)
		}
	}
}

// emptyMachine returns a person's home folder and a desk to work at, with
// nothing on them and nothing of Lapkeep in the environment.
func emptyMachine(e *testscript.Env, program string) error {
	e.Setenv("PROGRAM", program)
	e.Values[serviceKey], e.Values[imageKey] = new(*intervalstest.Server), new(string)
	for name, dir := range map[string]string{"HOME": "user", "DESK": "desk"} {
		path := filepath.Join(e.WorkDir, dir)
		if err := os.MkdirAll(path, 0o700); err != nil {
			return err
		}
		e.Setenv(name, path)
	}
	return nil
}
