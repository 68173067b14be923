// Command page bundles the page's scripts and styles of web/ into
// internal/faces/web/dist, with the sums of all that went in and came out. It
// needs Go alone.
package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"
)

// sumsFile lists the sums of the sources and of the bundle, for a test that has
// no bundler.
const sumsFile = "SUMS"

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
	if err := cmp.Or(checkVendor(filepath.Join(web, "vendor")), checkLines(filepath.Join(web, "src"))); err != nil {
		return err
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		return err
	}
	out := map[string][]byte{}
	for _, entry := range []string{
		"src/app.ts", "src/door.ts", "src/coach.ts", "src/vectormap.ts", "styles/app.css", "styles/coach.css", "styles/share.css",
	} {
		name, b, err := bundle(web, entry)
		if err != nil {
			return err
		}
		out[name] = b
	}
	for _, name := range []string{"icon.svg", "app.webmanifest"} {
		b, err := os.ReadFile(filepath.Join(web, name))
		if err != nil {
			return err
		}
		out[name] = b
	}
	licences, err := licences(filepath.Join(web, "vendor"))
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

func bundle(web, entry string) (name string, b []byte, err error) {
	abs, err := filepath.Abs(web)
	if err != nil {
		return "", nil, err
	}
	r := api.Build(api.BuildOptions{
		EntryPoints: []string{entry}, AbsWorkingDir: abs, Bundle: true, Outdir: abs, Write: false,
		Format: api.FormatESModule, Target: api.ES2022, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true, LogLevel: api.LogLevelSilent,
	})
	if len(r.Errors) > 0 {
		return "", nil, fmt.Errorf("%s: %s", entry, strings.Join(api.FormatMessages(r.Errors, api.FormatMessagesOptions{}), "\n"))
	}
	f := r.OutputFiles[0]
	return filepath.Base(f.Path), f.Contents, nil
}

// longest is how many letters a line of a script has at most.
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

// checkVendor compares each file of others with its sum.
func checkVendor(vendor string) error {
	list, err := os.ReadFile(filepath.Join(vendor, sumsFile))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(list)) {
		want, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok {
			return fmt.Errorf("%s: %q is no sum", sumsFile, line)
		}
		b, err := os.ReadFile(filepath.Join(vendor, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if sum(b) != want {
			return fmt.Errorf("%s is not the file whose sum stands in %s", name, sumsFile)
		}
	}
	return nil
}

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// licences returns the licences of all bundled packages.
func licences(vendor string) ([]byte, error) {
	paths, err := filepath.Glob(filepath.Join(vendor, "*", "LICENSE*"))
	if err == nil && len(paths) == 0 {
		err = errors.New("no licence stands beside the sources of others")
	}
	if err != nil {
		return nil, err
	}
	slices.Sort(paths)
	var b bytes.Buffer
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s\n\n%s\n", filepath.Base(filepath.Dir(p)), text)
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
	if d.Name() == "node_modules" {
		return filepath.SkipDir
	}
	return nil
}
