package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

const address = "https://github.com/someone/lapkeep/releases/download/v1.2.3"

// dist is a folder with the files of a release, each with its name as its content.
func dist(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{
		"lapkeep-darwin-amd64.tar.gz", "lapkeep-darwin-arm64.tar.gz", "lapkeep-linux-amd64.tar.gz", "lapkeep-linux-arm64.tar.gz",
		"lapkeep-windows-amd64.zip", "lapkeep-windows-arm64.zip", "lapkeep-darwin.mcpb", "lapkeep-linux-amd64.mcpb",
		"lapkeep-linux-arm64.mcpb", "lapkeep-windows-amd64.mcpb", "lapkeep-windows-arm64.mcpb",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func text(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := fs.ReadFile(os.DirFS(dir), name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestFormsFollowTheirSchemas: the rules of each form that concern what we write.
func TestFormsFollowTheirSchemas(t *testing.T) {
	t.Parallel()
	dir := dist(t)
	if err := run([]string{"1.2.3", address + "/", dir}); err != nil {
		t.Fatal(err)
	}
	for name, schema := range map[string]string{
		"lapkeep.json": `{"type":"object","required":["version","homepage","license"],"additionalProperties":false,"properties":{
			"version":{"type":"string","pattern":"^[\\w\\.\\-+_]+$"},"description":{"type":"string"},"homepage":{"type":"string","pattern":"^https://"},
			"license":{"type":"string"},"bin":{"type":"string","pattern":"\\.exe$"},
			"architecture":{"type":"object","required":["64bit","arm64"],
			"additionalProperties":{"type":"object","required":["url","hash","extract_dir"],
			"properties":{"url":{"type":"string","pattern":"^https://.*\\.zip$"},"hash":{"type":"string","pattern":"^[a-fA-F0-9]{64}$"}}}}}}`,
		"server.json": `{"type":"object","required":["$schema","name","description","version","packages"],"additionalProperties":false,"properties":{
			"$schema":{"type":"string"},"name":{"type":"string","const":"io.github.someone/lapkeep"},
			"title":{"type":"string","maxLength":100},"description":{"type":"string","minLength":1,"maxLength":100},
			"version":{"type":"string","maxLength":255},
			"packages":{"type":"array","minItems":5,"items":{"type":"object","required":["registryType","identifier","transport"],"properties":{
			"registryType":{"const":"mcpb"},"identifier":{"type":"string","pattern":"^https://.*\\.mcpb$"},"fileSha256":{"type":"string","pattern":"^[a-f0-9]{64}$"},
			"transport":{"type":"object","required":["type"],"properties":{"type":{"const":"stdio"}}}}}}}}`,
	} {
		var s jsonschema.Schema
		if err := json.Unmarshal([]byte(schema), &s); err != nil {
			t.Fatal(err)
		}
		resolved, err := s.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := json.Unmarshal([]byte(text(t, dir, name)), &v); err != nil {
			t.Fatal(err)
		}
		if err := resolved.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestEveryDownloadHasItsSum: each address is of a file of the release, followed by its checksum.
func TestEveryDownloadHasItsSum(t *testing.T) {
	t.Parallel()
	dir := dist(t)
	if err := run([]string{"1.2.3", address, dir}); err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(regexp.QuoteMeta(address)+`/(lapkeep-[\w.-]+)"(?:,|\n)\s+(?:sha256|"hash":|"version": "1\.2\.3",\s+"fileSha256":) "([0-9a-f]{64})"`).
		FindAllStringSubmatch(text(t, dir, "lapkeep.rb")+text(t, dir, "lapkeep.json")+text(t, dir, "server.json"), -1)
	for _, m := range found {
		sum := sha256.Sum256([]byte(m[1])) // the content is the name
		if m[2] != hex.EncodeToString(sum[:]) {
			t.Errorf("%s has the sum %s", m[1], m[2])
		}
	}
	if len(found) != 11 {
		t.Errorf("%d files have a sum: %q", len(found), found)
	}
	rb := text(t, dir, "lapkeep.rb")
	if begun, ended := len(regexp.MustCompile(`(?m)^class | do$|  def `).FindAllString(rb, -1)), strings.Count(rb, "end\n"); begun != ended {
		t.Errorf("%d blocks begin and %d end:\n%s", begun, ended, rb)
	}
}

// TestNothingWithoutAnAddress: no form is written that could not install anything.
func TestNothingWithoutAnAddress(t *testing.T) {
	t.Parallel()
	dir := dist(t)
	before, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"1.2.3", "", dir}); err != nil {
		t.Fatal(err)
	}
	if after, err := os.ReadDir(dir); err != nil || len(after) != len(before) {
		t.Errorf("%v %v", after, err)
	}
	// The registry refuses bundles from other hosts.
	if err := run([]string{"1.2.3", "https://downloads.example.org/lapkeep", dir}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "server.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an entry that the registry refuses: %v", err)
	}
	for _, wrong := range []string{"ftp://example.org", "downloads", "https://"} {
		if err := run([]string{"1.2.3", wrong, dir}); err == nil {
			t.Errorf("%s is an address", wrong)
		}
	}
	if err := os.Remove(filepath.Join(dir, "lapkeep-windows-arm64.zip")); err != nil {
		t.Fatal(err)
	}
	if err := run([]string{"1.2.3", address, dir}); err == nil || !strings.Contains(err.Error(), "lapkeep-windows-arm64.zip") {
		t.Errorf("a missing file: %v", err)
	}
}
