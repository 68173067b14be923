// Command notices writes the licences of everything that is linked into the
// program on any released system:
//
//	notices DOCUMENT
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return errors.New("usage: notices DOCUMENT")
	}
	var all []module
	for _, system := range []string{"linux", "darwin", "windows"} {
		linked, err := modules("./cmd/lapkeep", system)
		if err != nil {
			return err
		}
		all = append(all, linked...)
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.name, b.name) })
	own := []module{
		{"Go " + runtime.Version(), goRoot()}, {"scripts of the dashboard", page}, {"letters of pictures", "internal/picture/han"},
	}
	text, err := write(append(own, slices.Compact(all)...))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(args[0]), 0o755); err != nil {
		return err
	}
	return os.WriteFile(args[0], text, 0o644)
}

// page is the folder of the dashboard's bundle, with the licences of the
// bundled packages.
const page = "internal/faces/web/dist"

// module is a part of the program and the folder of its files.
type module struct{ name, dir string }

// modules returns the modules that a package is linked from on a system, except
// our own.
func modules(pkg, system string) ([]module, error) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", pkg)
	list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []module
	for line := range strings.Lines(string(out)) {
		if name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			all = append(all, module{name, dir})
		}
	}
	return all, nil
}

func goRoot() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

var licence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|copyright)`)

// zones is the notice required by the database's licence (ODbL 1.0, 4.3).
const zones = `The borders of time zones (github.com/ringsaturn/tzf-rel-lite, from timezone-boundary-builder)
contain information from OpenStreetMap, © OpenStreetMap contributors, which is made available
under the Open Database License 1.0 (ODbL): https://www.openstreetmap.org/copyright
`

// elsewhere lists licences in other files of a module, by the module's path.
var elsewhere = map[string][]string{
	"golang.org/x/image": {"font/gofont/ttfs/README"}, // for its fonts
}

// write writes the licences one after the other. A module without a licence
// must not be distributed, so it is an error.
func write(all []module) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Lapkeep is made with what follows. Each part comes under its own licence.\n\n%s", zones)
	for _, m := range all {
		entries, err := os.ReadDir(m.dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
		var files []string
		for _, e := range entries {
			if !e.IsDir() && licence.MatchString(e.Name()) && !strings.HasSuffix(e.Name(), ".go") {
				files = append(files, e.Name())
			}
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s has no licence", m.name)
		}
		path, _, _ := strings.Cut(m.name, " ")
		for _, name := range append(files, elsewhere[path]...) {
			text, err := os.ReadFile(filepath.Join(m.dir, filepath.FromSlash(name)))
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&b, "\n%[1]s\n%[2]s (%[3]s)\n%[1]s\n\n%[4]s\n", strings.Repeat("=", 78), m.name, name, bytes.TrimSpace(text))
		}
	}
	return b.Bytes(), nil
}
