package house

import (
	"encoding/json"
	"errors"
	"go/ast"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// floors is the house: a package may import only packages on lower floors,
// and beside itself only what besides allows. The longest prefix counts.
var floors = map[string]int{
	"cmd/lapkeep":             8,
	"test/conformance/server": 8, // no part of the product
	"test/attacks":            8, // nor are these
	"test/trial":              8,
	"test/firsthour":          8,
	"packaging":               8, // nor is this
	"internal/app":            7,
	"internal/homes":          5,
	"internal/faces":          6,
	"internal/tools":          5,
	"internal/writes":         4,
	"internal/coach":          4,
	"internal/people":         4,
	"internal/answers":        3,
	"internal/importing":      3,
	"internal/derive":         3,
	"internal/services":       3,
	"internal/demo":           3,
	"internal/store":          2,
	"internal/formats":        2,
	"internal/metrics":        1,
	"internal/picture":        1,
	"internal/training":       0,
	"internal/i18n":           0,
	"internal/platform":       0,
	"internal/house":          0,
	"test/golden":             0, // files that tests keep
	"test/realdata":           0, // files outside of the tree
	"test/builttest":          0, // asks the go command alone
	"test/reliability":        0, // runs tests and writes a page
	"test/mutate":             0, // so does this, over changed code
	"test":                    6, // support of tests; the product imports none of it
	"test/bench":              8, // a program of its own
	"test/rawfit":             0, // what checks our code knows none of it
	"test/rawxml":             0,
	"test/naive":              0,
	"test/naive/planned":      1, // it reads the steps of the model
	"test/sessiongen":         0,
	"test/archivetest":        1,
	"test/causetest":          1,
	"test/coachtruth":         0, // it knows none of our code
	"test/intervalstest":      1,
	"test/igpsporttest":       1,
	"test/stravatest":         0, // it is written from facts, and knows none of our code
	"test/hevytest":           0, // so is this
	"test/polartest":          1,
	"test/emulator":           0, // what the emulated services stand on
	"test/emulator/cmd":       2,
	"internal/tools/tooltest": 6, // whole-table rules, for the tests of internal/app
}

// besides lists the imports on one floor that are allowed, each with its reason.
var besides = []struct{ from, to, why string }{
	{"internal/i18n", "internal/platform", "sentences are cleaned"},
	{"internal/i18n", "internal/i18n", "a fake for tests lies beside"},
	{"internal/platform", "internal/platform", "small helpers may use each other"},
	{"internal/metrics", "internal/metrics", "rules build on simpler rules; the compiler keeps them free of cycles"},
	{"internal/store", "internal/store", "the store imports its parts"},
	{"internal/formats", "internal/formats", "forms share what reads and writes them; workouts are written as FIT"},
	{"internal/importing", "internal/importing", "the importer imports archives, matching and the zone finder"},
	{"internal/importing", "internal/derive", "an import computes the primitives of what it stores in one pass"},
	{"internal/services", "internal/services", "services share the client, tokens and what a service can do"},
	{"internal/answers", "internal/answers", "questions share rounding and the missing map"},
	{"internal/answers", "internal/derive", "answers read primitives"},
	{"internal/answers", "internal/services", "some questions are asked of a service; answers say what is connected"},
	{
		"internal/writes", "internal/writes",
		"the outbox reads the steps of inverses, and sends what they mean; intake stores through the journal, and knows what was sent",
	},
	{"internal/coach", "internal/coach", "the coach's context is made of its parts"},
	{"internal/coach", "internal/writes", "plans and notes are written through the journal"},
	{"internal/tools", "internal/tools", "a toolset imports the row type; the row type imports no toolset"},
	{"internal/faces", "internal/faces", "faces share their guard, clients and what pages are made of"},
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

// wholePrograms matches the import of what builds the program and starts it.
var wholePrograms = regexp.MustCompile(`(?m)^\t"lapkeep/test/(builttest|attacks/arenatest)"$`)

// TestWholeProgramsAreTagged keeps go test ./... short: a test that runs the
// built program is left out of it.
func TestWholeProgramsAreTagged(t *testing.T) {
	t.Parallel()
	found := 0
	tracked(t, func(path string, text []byte) {
		if !strings.HasSuffix(path, "_test.go") || !wholePrograms.Match(text) {
			return
		}
		found++
		if !strings.HasPrefix(string(text), "//go:build e2e") {
			t.Errorf("%s runs the built program: its first line is to be //go:build e2e", path)
		}
	})
	if found < 10 {
		t.Errorf("only %d files run the built program", found)
	}
}

// shared are the packages under internal/services that are no service.
var shared = []string{"source", "client", "token", "connection"}

// TestConcreteSourcesStayInApp keeps services behind their small interfaces.
func TestConcreteSourcesStayInApp(t *testing.T) {
	t.Parallel()
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, "lapkeep/")
		for _, imp := range p.Imports {
			to, ours := strings.CutPrefix(imp, "lapkeep/internal/services/")
			to, _, _ = strings.Cut(to, "/") // a service's own packages are its own
			if ours && !strings.HasSuffix(to, "test") && !slices.Contains(shared, to) && !within(from, "internal/app") &&
				!within(from, filepath.Join("internal/services", to)) {
				t.Errorf("%s imports the concrete source %s", from, to)
			}
		}
	}
}

// TestTestSupportStaysInTests keeps what is made for tests out of the product.
func TestTestSupportStaysInTests(t *testing.T) {
	t.Parallel()
	support := func(path string) bool {
		return within(path, "test") || strings.HasSuffix(path, "test")
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

// TestEveryCapabilityHasACaller: nothing that a service could do is declared in
// internal/services/source unless something outside of it asks for it.
func TestEveryCapabilityHasACaller(t *testing.T) {
	t.Parallel()
	_, byDir := goFiles(t)
	unused := map[string]bool{}
	for _, f := range byDir["internal/services/source"] {
		ast.Inspect(f, func(n ast.Node) bool {
			if ts, ok := n.(*ast.TypeSpec); ok && ts.Name.IsExported() {
				if _, ok := ts.Type.(*ast.InterfaceType); ok {
					unused[ts.Name.Name] = true
				}
			}
			return true
		})
	}
	if len(unused) < 10 {
		t.Fatalf("only %d interfaces are declared in internal/services/source", len(unused))
	}
	for dir, files := range byDir {
		if within(dir, "internal/services/source") || strings.HasSuffix(dir, "test") || within(dir, "test") {
			continue
		}
		for _, f := range files {
			ast.Inspect(f, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := sel.X.(*ast.Ident); ok && x.Name == "source" {
						delete(unused, sel.Sel.Name)
					}
				}
				return true
			})
		}
	}
	for name := range unused {
		t.Errorf("source.%s is declared, and nothing asks for it", name)
	}
}
