package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/tools"
)

// productFiles parses every Go file of the product that is no test.
func productFiles(t *testing.T, visit func(path string, f *ast.File)) {
	t.Helper()
	for _, top := range []string{"cmd", "internal"} {
		err := filepath.WalkDir(filepath.Join(repository, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err == nil {
				rel, _ := filepath.Rel(repository, path)
				visit(filepath.ToSlash(rel), f)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func imports(f *ast.File, path string) bool {
	return slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == strconv.Quote(path) })
}

// greeter is the one file that connects as a client: to the server whose
// entry a person has just installed, to see whether it works.
const greeter = "internal/app/greet.go"

// browser is the one file that starts a program of others: the system's browser,
// with a page of the home.
const browser = "internal/app/browser.go"

// coachRoom starts the program that a person named for the coach's terminal when
// they started the dashboard, with no shell in between.
const coachRoom = "internal/faces/web/terminal/start_"

// TestCheck21_NothingIsRunOrReplaced: the product starts no program but the
// browser, the coach that a person named, and itself, to try what it wrote into a client's settings.
func TestCheck21_NothingIsRunOrReplaced(t *testing.T) {
	t.Parallel()
	may := []string{greeter, browser, coachRoom}
	productFiles(t, func(path string, f *ast.File) {
		if imports(f, "os/exec") && !slices.ContainsFunc(may, func(m string) bool { return strings.HasPrefix(path, m) }) {
			t.Errorf("%s starts programs", path)
		}
		if imports(f, "plugin") {
			t.Errorf("%s loads code", path)
		}
	})
}

// chain is the one way to a service that the athlete connected: it refuses
// every host that was not configured. Clients of services make requests for
// it and send none themselves.
const chain = "internal/services/client/"

// TestCheck23_NothingIsFetched: no code but the chain and the greeter connects
// to another host, and no tool takes an address to fetch.
func TestCheck23_NothingIsFetched(t *testing.T) {
	t.Parallel()
	dials := map[string][]string{
		"http": {
			"Get", "Post", "PostForm", "Head", "Client", "DefaultClient", "DefaultTransport", "Transport",
			"NewRequest", "NewRequestWithContext",
		},
		"net": {"Dial", "DialTimeout", "Dialer", "DialTCP", "DialUDP"},
		"tls": {"Dial", "DialWithDialer", "Dialer"},
	}
	productFiles(t, func(path string, f *ast.File) {
		if path == greeter || strings.HasPrefix(path, chain) {
			return
		}
		service := strings.HasPrefix(path, "internal/services/source/")
		ast.Inspect(f, func(n ast.Node) bool {
			if p, ok := n.(*ast.StarExpr); ok && service {
				_, ok = p.X.(*ast.SelectorExpr)
				return !ok // a client that was handed over
			}
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && slices.Contains(dials[x.Name], s.Sel.Name) {
					if service && strings.HasPrefix(s.Sel.Name, "NewRequest") {
						return true
					}
					t.Errorf("%s uses %s.%s", path, x.Name, s.Sel.Name)
				}
			}
			return true
		})
	})
	eachArgument(t, func(tool, name string, s *jsonschema.Schema) {
		for _, word := range []string{"url", "uri", "href", "host", "endpoint"} {
			if strings.Contains(name, word) || s.Format == "uri" {
				t.Errorf("%s takes an address: %s", tool, name)
			}
		}
	})
}

// eachArgument visits every argument of every tool, those within others too.
func eachArgument(t *testing.T, visit func(tool, name string, s *jsonschema.Schema)) {
	t.Helper()
	for _, r := range wholeTable(t).Rows() {
		var walk func(prefix string, s *jsonschema.Schema)
		walk = func(prefix string, s *jsonschema.Schema) {
			for name, p := range s.Properties {
				visit(r.Name, prefix+name, p)
				walk(prefix+name+".", p)
				if p.Items != nil {
					visit(r.Name, prefix+name+"[]", p.Items)
					walk(prefix+name+"[].", p.Items)
				}
			}
		}
		walk("", r.Input())
	}
}

// TestCheck27_SchemasReferToNothing outside themselves, or at all.
func TestCheck27_SchemasReferToNothing(t *testing.T) {
	t.Parallel()
	for _, r := range wholeTable(t).Rows() {
		for _, l := range tools.NewTable(r).List() {
			if text := string(l.InputSchema) + string(l.OutputSchema); strings.Contains(text, `"$ref"`) || strings.Contains(text, `"$dynamicRef"`) {
				t.Errorf("%s: %s", r.Name, text)
			}
		}
	}
}

// TestCheck34_ReleasesSayWhatTheyAre: no path of a machine is built into what
// is given away, and its checksums are written.
func TestCheck34_ReleasesSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	text := ""
	for _, file := range []string{"Makefile", ".goreleaser.yaml", ".goreleaser.yml"} {
		b, err := os.ReadFile(filepath.Join(repository, file))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		text += string(b) + "\n"
	}
	_, release, found := strings.Cut(text, "\ndist:")
	for _, want := range []string{"-trimpath", "CGO_ENABLED=0"} {
		if !found || !strings.Contains(release, want) {
			t.Errorf("a release is built without %s", want)
		}
	}
	if !strings.Contains(release, "SHA256SUMS") && !strings.Contains(release, "checksum") {
		t.Error("a release has no checksums")
	}
}
