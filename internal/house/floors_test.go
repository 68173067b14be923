package house

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// floors is the house: a package may import only packages on lower floors,
// and beside itself only what besides allows. The longest prefix counts.
var floors = map[string]int{
	"cmd/lapkeep":                  10,
	"test/conformance/server":      10, // no part of the product
	"test/attacks":                 10, // nor are these
	"test/trial":                   10,
	"test/firsthour":               10,
	"packaging":                    10, // nor is this
	"internal/app":                 9,
	"internal/cli":                 8,
	"internal/mcpserver":           8,
	"internal/dashboard":           8,
	"internal/tools":               7,
	"internal/httpguard":           7,
	"internal/clients":             7,
	"internal/coach":               6,
	"internal/journal":             6,
	"internal/skills":              6,
	"internal/analysis":            5,
	"internal/ingest":              4,
	"internal/derive":              4,
	"internal/syncer":              4,
	"internal/source/strava":       3,
	"internal/source/intervalsicu": 3,
	"internal/source/igpsport":     3,
	"internal/archive":             3,
	"internal/workout":             3,
	"internal/demo":                3,
	"internal/source":              2,
	"internal/store":               2,
	"internal/recording":           2,
	"internal/metrics":             1,
	"internal/picture":             1,
	"internal/training":            0,
	"internal/platform":            0,
	"internal/testdata":            0,
	"internal/house":               0,
	"test/golden":                  0, // files that tests keep
	"test/builttest":               0, // asks the go command alone
	"test/reliability":             0, // runs tests and writes a page
	"test/mutate":                  0, // so does this, over changed code
	"test":                         8, // support of tests
	"test/bench":                   9,
	"test/rawfit":                  0, // what checks our code knows none of it
	"test/rawxml":                  0,
	"test/naive":                   0,
	"test/naive/planned":           1, // it reads the steps of the model
	"test/sessiongen":              0,
	"test/archivetest":             1,
	"test/causetest":               1,
	"test/coachtruth":              0, // it knows none of our code
	"test/intervalstest":           1,
	"test/igpsporttest":            1,
	"test/stravatest":              0, // it is written from facts, and knows none of our code
	"test/stravatest/cmd":          1,
	"internal/tools/tooltest":      8, // whole-table rules, for the tests of internal/app
}

// besides lists the imports on one floor that are allowed, each with its reason.
var besides = []struct{ from, to, why string }{
	{"internal/tools", "internal/tools", "a toolset imports the row type; the row type imports no toolset"},
	{"internal/metrics", "internal/metrics", "rules build on simpler rules; the compiler keeps them free of cycles"},
	{"internal/picture", "internal/picture", "charts draw on the canvas"},
	{"internal/store", "internal/store", "the store imports its codec and its originals"},
	{"internal/source", "internal/source", "the chain and the keeper of tokens speak of failures and secrets"},
	{"internal/source/igpsport", "internal/workout", "it takes steps, in a form that is written to files too"},
	{"internal/recording", "internal/recording", "the sniffing reader imports the formats"},
	{"internal/demo", "internal/workout", "the demo athlete does what texts of workouts say, and plans it"},
	{"internal/derive", "internal/derive", "derive imports the stored forms of its primitives"},
	{"internal/ingest", "internal/ingest", "ingest imports its zone finder"},
	{"internal/ingest", "internal/derive", "an import computes the primitives of what it stores in one pass"},
	{"internal/analysis", "internal/analysis", "questions share rounding and the missing map"},
	{"internal/archive", "internal/archive", "the walker and the export format are one package tree"},
	{"internal/i18n", "internal/platform", "translations are said by the printer"},
	{"internal/platform", "internal/platform", "leaf helpers may use each other"},
	{"internal/coach", "internal/coach", "plans and memory are texts; the coach's context is made of its parts"},
	{"internal/clients", "internal/clients", "merging imports the editors of text"},
	{"internal/workout", "internal/workout", "the forms are read into and written from what a workout is"},
	{"internal/coach", "internal/coach", "plans, memory and logs are texts that are kept alike"},
	{"internal/journal", "internal/journal", "the outbox reads the steps of inverses, and sends what they mean"},
	{"internal/mcpserver", "internal/mcpserver", "the server imports its own parts"},
	{"internal/dashboard", "internal/dashboard", "the server imports panels; panels import what pages are made of"},
	{"internal/cli", "internal/cli", "commands share their options"},
	{"internal/app", "internal/app", "composition imports its own parts"},
	{"test", "test", "support of tests shares its recordings and its arena"},
}

type listed struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "lapkeep/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func within(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

func floorOf(path string) (int, bool) {
	best, floor := "", -1
	for prefix, f := range floors {
		if within(path, prefix) && len(prefix) > len(best) {
			best, floor = prefix, f
		}
	}
	return floor, floor >= 0
}

func allowedBeside(from, to string) bool {
	for _, b := range besides {
		if within(from, b.from) && within(to, b.to) {
			return true
		}
	}
	return false
}

func TestImportsGoDownTheHouse(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, "lapkeep/")
		here, ok := floorOf(from)
		if !ok {
			t.Errorf("%s has no floor: name one in this test", from)
			continue
		}
		for _, imp := range p.Imports {
			to, ours := strings.CutPrefix(imp, "lapkeep/")
			if !ours {
				continue
			}
			there, _ := floorOf(to)
			if there > here || there == here && !allowedBeside(from, to) {
				t.Errorf("%s (floor %d) imports %s (floor %d)", from, here, to, there)
			}
		}
	}
}

// shared are the packages under internal/source that are no service.
var shared = []string{"transport", "token", "jsonapi", "sportword", "stream"}

// TestConcreteSourcesStayInApp keeps services behind their small interfaces.
func TestConcreteSourcesStayInApp(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, "lapkeep/")
		for _, imp := range p.Imports {
			to, ours := strings.CutPrefix(imp, "lapkeep/internal/source/")
			to, _, _ = strings.Cut(to, "/") // a service's own packages are its own
			if ours && !strings.HasSuffix(to, "test") && !slices.Contains(shared, to) && !within(from, "internal/app") &&
				!within(from, filepath.Join("internal/source", to)) {
				t.Errorf("%s imports the concrete source %s", from, to)
			}
		}
	}
}

// TestTestSupportStaysInTests keeps what is made for tests out of the product.
func TestTestSupportStaysInTests(t *testing.T) {
	t.Parallel()
	support := func(path string) bool {
		return within(path, "test") || within(path, "internal/testdata") || strings.HasSuffix(path, "test")
	}
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, "lapkeep/")
		if support(from) {
			continue
		}
		for _, imp := range p.Imports {
			if to := strings.TrimPrefix(imp, "lapkeep/"); to == "testing" || support(to) {
				t.Errorf("%s imports %s, which is for tests", from, to)
			}
		}
	}
}
