// Command page bundles the page's scripts and styles from web/ into
// internal/faces/web/dist, with the checksums of all inputs and outputs. It needs
// the packages of web/package.json, which `make page` installs. The bundle is
// committed, so that building Lapkeep needs only Go.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"
)

// sumsFile lists the checksums of the sources and of the bundle, for a test
// without a bundler.
const sumsFile = "SUMS"

// modules is the folder of third-party packages.
const modules = "node_modules"

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	if err := build(root, filepath.Join(root, "internal", "faces", "web", "dist")); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

// build writes the bundle of the tree at root into a folder.
func build(root, dist string) error {
	web := filepath.Join(root, "web")
	if err := checkLines(filepath.Join(web, "src")); err != nil {
		return err
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	out, packages := map[string][]byte{}, map[string]bool{}
	for _, entry := range []string{
		"src/app.ts", "src/door.ts", "src/coach.ts", "src/map.ts", "styles/app.css", "styles/coach.css", "styles/share.css",
	} {
		name, b, err := bundle(web, entry, packages)
		if err != nil {
			return err
		}
		out[name] = b
	}
	answer, err := view(web, packages)
	if err != nil {
		return err
	}
	out["view.html"] = answer
	for _, name := range []string{"icon.svg", "app.webmanifest"} {
		b, err := os.ReadFile(filepath.Join(web, name))
		if err != nil {
			return err
		}
		out[name] = b
	}
	licences, err := licences(web, packages)
	if err != nil {
		return err
	}
	out["LICENSES.txt"] = licences
	sums, err := sums(web, out)
	if err != nil {
		return err
	}
	out[sumsFile] = sums
	for name, b := range out {
		if err := os.WriteFile(filepath.Join(dist, name), b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// bundle returns a script or style with all its imports, and records the
// third-party packages in it.
func bundle(web, entry string, packages map[string]bool) (name string, b []byte, err error) {
	abs, err := filepath.Abs(web)
	if err != nil {
		return "", nil, err
	}
	r := api.Build(api.BuildOptions{
		EntryPoints: []string{entry}, AbsWorkingDir: abs, Bundle: true, Outdir: abs, Write: false,
		Format: api.FormatESModule, Target: api.ES2022, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LogLevel: api.LogLevelSilent,
		MainFields: []string{"module", "browser", "main"}, Metafile: true,
		// The single published file of pmtiles cannot be tree-shaken.
		Alias: map[string]string{"pmtiles": "./node_modules/pmtiles/src/index.ts"},
	})
	if len(r.Errors) > 0 {
		return "", nil, fmt.Errorf("%s: %s", entry, strings.Join(api.FormatMessages(r.Errors, api.FormatMessagesOptions{}), "\n"))
	}
	var meta struct{ Inputs map[string]struct{} }
	if err := json.Unmarshal([]byte(r.Metafile), &meta); err != nil {
		return "", nil, err
	}
	for path := range meta.Inputs {
		if i := strings.LastIndex(path, modules+"/"); i >= 0 {
			name, rest, _ := strings.Cut(path[i+len(modules)+1:], "/")
			if strings.HasPrefix(name, "@") {
				part, _, _ := strings.Cut(rest, "/")
				name += "/" + part
			}
			packages[name] = true
		}
	}
	f := r.OutputFiles[0]
	return filepath.Base(f.Path), f.Contents, nil
}

// view returns the page that chats show, which is one file. The program puts the words in.
func view(web string, packages map[string]bool) ([]byte, error) {
	_, script, err := bundle(web, "src/view.ts", packages)
	if err != nil {
		return nil, err
	}
	_, styles, err := bundle(web, "styles/view.css", packages)
	if err != nil {
		return nil, err
	}
	return slices.Concat(
		[]byte(`<!doctype html><html lang="en" data-theme="auto"><meta charset="utf-8"><title>Lapkeep</title><style>`), styles,
		[]byte(`</style><main></main><script type="application/json" id="words">"WORDS"</script><script type="module">`), script,
		[]byte("</script></html>\n")), nil
}

// longest is the maximum line length of a script.
const longest = 140

func checkLines(dir string) error {
	paths, err := filepath.Glob(filepath.Join(dir, "*.ts"))
	for _, p := range paths {
		b, rerr := os.ReadFile(p)
		err = cmp.Or(err, rerr)
		for i, line := range strings.Split(string(b), "\n") {
			if n := utf8.RuneCountInString(line); n > longest {
				err = cmp.Or(err, fmt.Errorf("%s:%d: the line has %d letters; break it at %d", p, i+1, n, longest))
			}
		}
	}
	return err
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// licences returns the licences of the bundled packages. Packages without a
// licence file have one in web/licences.
func licences(web string, packages map[string]bool) ([]byte, error) {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		paths, err := filepath.Glob(filepath.Join(web, modules, filepath.FromSlash(name), "LICENSE*"))
		if err != nil {
			return nil, err
		}
		paths = append(paths, filepath.Join(web, "licences", filepath.Base(name)+".txt"))
		text, err := os.ReadFile(paths[0])
		if err != nil {
			return nil, fmt.Errorf("%s has no licence: %w", name, err)
		}
		fmt.Fprintf(&b, "%s\n\n%s\n", name, text)
	}
	return b.Bytes(), nil
}

// sums returns the checksums of the sources under web/ and of the files of the
// bundle.
func sums(web string, out map[string][]byte) ([]byte, error) {
	var lines []string
	err := filepath.WalkDir(web, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return cmp.Or(err, skip(d))
		}
		b, err := os.ReadFile(path)
		rel, rerr := filepath.Rel(web, path)
		lines = append(lines, sum(b)+"  web/"+filepath.ToSlash(rel))
		return cmp.Or(err, rerr)
	})
	for name, b := range out {
		lines = append(lines, sum(b)+"  dist/"+name)
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	return []byte(strings.Join(lines, "\n") + "\n"), err
}

func skip(d fs.DirEntry) error {
	if d.Name() == modules {
		return filepath.SkipDir
	}
	return nil
}
