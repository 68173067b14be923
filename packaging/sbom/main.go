// Command sbom writes the components of a program as a CycloneDX document, from
// the data that the Go toolchain stored in the program:
//
//	sbom PROGRAM DOCUMENT
package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: sbom PROGRAM DOCUMENT")
	}
	program, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return fmt.Errorf("%s says not what it was made of: %w", args[0], err)
	}
	text, err := json.MarshalIndent(describe(info, sha256.Sum256(program)), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(args[1], append(text, '\n'), 0o644)
}

// document is CycloneDX 1.6, as far as needed. It has no time and no serial
// number: the same program gives the same document.
type document struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version,omitempty"`
	PURL       string     `json:"purl,omitempty"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func describe(info *debug.BuildInfo, sum [sha256.Size]byte) document {
	self := component{
		Type: "application", Ref: info.Main.Path, Name: info.Main.Path,
		Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}},
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS", "GOARCH", "vcs.revision", "vcs.modified":
			self.Properties = append(self.Properties, property{"go:build:" + s.Key, s.Value})
		}
	}
	d := document{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{self}, Components: []component{
		library("std", strings.TrimPrefix(info.GoVersion, "go"), ""),
	}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		d.Components = append(d.Components, library(m.Path, m.Version, m.Sum))
	}
	return d
}

// library returns a Go module as a component; its checksum is in Go's own form.
func library(path, version, sum string) component {
	purl := "pkg:golang/" + path + "@" + strings.ReplaceAll(version, "+", "%2B")
	c := component{Type: "library", Ref: purl, Name: path, Version: version, PURL: purl}
	if sum != "" {
		c.Properties = []property{{"go:sum", sum}}
	}
	return c
}
