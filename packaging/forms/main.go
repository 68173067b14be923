// Command forms writes the files with which package managers and the MCP registry find a
// release: a Homebrew formula, a Scoop manifest and the registry's entry.
//
//	forms VERSION ADDRESS DIST
//
// ADDRESS is where the files of DIST can be downloaded. Without one, nothing is written: a
// formula that cannot install anything is worse than none. The registry accepts bundles only
// from a release on GitHub (https://github.com/OWNER/REPOSITORY/releases/download/TAG), so any
// other address gets no entry there.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "forms:", err)
		os.Exit(1)
	}
}

// about is the description in all forms; the registry allows 100 characters.
const about = "An endurance athlete's training data, kept on this machine and answered with exact numbers"

// release is what the forms say about a version.
type release struct {
	Version, Address, About string
	sums                    map[string]string // by file name
}

func run(args []string) error {
	if len(args) != 3 {
		return errors.New("usage: forms VERSION ADDRESS DIST")
	}
	r := release{Version: args[0], Address: strings.TrimSuffix(args[1], "/"), About: about, sums: map[string]string{}}
	dist := args[2]
	if r.Address == "" {
		fmt.Println("No address is set: no formula, no manifest and no registry entry with downloads are written.")
		return nil
	}
	if u, err := url.Parse(r.Address); err != nil || u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("%q is not an https address", r.Address)
	}
	files, err := fs.Glob(os.DirFS(dist), "lapkeep-*")
	if err != nil {
		return err
	}
	for _, name := range files {
		b, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			return err
		}
		sum := sha256.Sum256(b)
		r.sums[name] = hex.EncodeToString(sum[:])
	}
	forms := map[string]func() ([]byte, error){"lapkeep.rb": r.formula, "lapkeep.json": r.manifest}
	if owner := r.owner(); owner == "" {
		fmt.Println("The address is not of a release on GitHub: the entry for the MCP registry has no downloads.")
	} else {
		forms["server.json"] = func() ([]byte, error) { return r.entry("io.github." + owner + "/lapkeep") }
	}
	for name, write := range forms {
		text, err := write()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(filepath.Join(dist, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// File returns the address of a file of the release.
func (r release) File(name string) string { return r.Address + "/" + name }

// Sum returns the checksum of a file, or an error if the release has no such file.
func (r release) Sum(name string) (string, error) {
	if r.sums[name] == "" {
		return "", fmt.Errorf("the release has no file %s", name)
	}
	return r.sums[name], nil
}

const formula = `class Lapkeep < Formula
  desc "Training data, kept on this machine and answered with exact numbers"
  homepage "{{.Address}}"
  version "{{.Version}}"
  license "Apache-2.0"
{{range $os, $system := .Systems}}
  on_{{$system}} do
    on_arm do
      url "{{$.File (print "lapkeep-" $os "-arm64.tar.gz")}}"
      sha256 "{{$.Sum (print "lapkeep-" $os "-arm64.tar.gz")}}"
    end
    on_intel do
      url "{{$.File (print "lapkeep-" $os "-amd64.tar.gz")}}"
      sha256 "{{$.Sum (print "lapkeep-" $os "-amd64.tar.gz")}}"
    end
  end
{{end}}
  def install
    bin.install "lapkeep"
    doc.install "LICENSE", "THIRD_PARTY_NOTICES.txt"
    generate_completions_from_executable(bin/"lapkeep", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/lapkeep version")
  end
end
`

// Systems returns the systems of Homebrew, by their name in the release.
func (r release) Systems() map[string]string {
	return map[string]string{"darwin": "macos", "linux": "linux"}
}

func (r release) formula() ([]byte, error) {
	var b bytes.Buffer
	err := template.Must(template.New("formula").Parse(formula)).Execute(&b, r)
	return b.Bytes(), err
}

// indented returns JSON as people write it.
func indented(v any) ([]byte, error) {
	b, err := json.MarshalIndent(v, "", "  ")
	return append(b, '\n'), err
}

// manifest returns the manifest of Scoop, for Windows.
func (r release) manifest() ([]byte, error) {
	type download struct {
		URL     string `json:"url"`
		Hash    string `json:"hash"`
		Extract string `json:"extract_dir"`
	}
	from := func(arch string) (download, error) {
		name := "lapkeep-windows-" + arch
		sum, err := r.Sum(name + ".zip")
		return download{r.File(name + ".zip"), sum, name}, err
	}
	amd64, err1 := from("amd64")
	arm64, err2 := from("arm64")
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	return indented(struct {
		Version      string              `json:"version"`
		Description  string              `json:"description"`
		Homepage     string              `json:"homepage"`
		License      string              `json:"license"`
		Architecture map[string]download `json:"architecture"`
		Bin          string              `json:"bin"`
	}{r.Version, r.About, r.Address, "Apache-2.0", map[string]download{"64bit": amd64, "arm64": arm64}, "lapkeep.exe"})
}

var githubRelease = regexp.MustCompile(`^https://github\.com/([A-Za-z0-9-]+)/[\w.-]+/releases/download/[^/]+$`)

// owner returns the owner of the release's repository on GitHub, or "" for any other address.
func (r release) owner() string {
	if m := githubRelease.FindStringSubmatch(r.Address); m != nil {
		return m[1]
	}
	return ""
}

// entry returns the entry of the MCP registry. Its packages are the bundles for desktop clients.
func (r release) entry(name string) ([]byte, error) {
	type transport struct {
		Type string `json:"type"`
	}
	type bundle struct {
		Registry   string    `json:"registryType"`
		Identifier string    `json:"identifier"`
		Version    string    `json:"version"`
		Sum        string    `json:"fileSha256"`
		Transport  transport `json:"transport"`
	}
	var bundles []bundle
	for _, system := range []string{"darwin", "linux-amd64", "linux-arm64", "windows-amd64", "windows-arm64"} {
		file := "lapkeep-" + system + ".mcpb"
		sum, err := r.Sum(file)
		if err != nil {
			return nil, err
		}
		bundles = append(bundles, bundle{"mcpb", r.File(file), r.Version, sum, transport{"stdio"}})
	}
	return indented(struct {
		Schema      string   `json:"$schema"`
		Name        string   `json:"name"`
		Title       string   `json:"title"`
		Description string   `json:"description"`
		Version     string   `json:"version"`
		Packages    []bundle `json:"packages"`
	}{
		"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", name, "Lapkeep",
		r.About, r.Version, bundles,
	})
}
