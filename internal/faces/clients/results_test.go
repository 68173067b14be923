package clients

import (
	"fmt"
	"slices"
	"strings"
)

// Result records what a real client did with Lapkeep.
type Result struct {
	Client, Version string
	Stdio, HTTP     string // what worked; empty is untried
	Protocol        string // the revisions that it spoke
}

// Checked is the day on which the results were seen.
const Checked = "2026-11-21"

// Results returns the clients that were run against the program, all without an
// account: by test/clients/run.sh, and the assistants by test/clients/apps.sh,
// which installs the entry with lapkeep mcp install first and removes it after.
func Results() []Result {
	return []Result{
		{"Claude Code", "2.1.329", "mcp list", "mcp list", "2026-07-28"},
		{"Codex", "0.169.0", "app server: list, call", "app server: list, call", "2025-06-18"},
		{"Gemini CLI", "0.61.0", "mcp list", "mcp list", "2025-06-18"},
		{"Qwen Code", "0.24.4", "mcp list", "mcp list", "2025-11-25"},
		{"opencode", "1.18.33", "mcp list", "mcp list", "2025-11-25"},
		{"OpenClaw", "2026.9.6", "mcp probe: tools, resources, prompts", "mcp probe: tools, resources, prompts", "2025-11-25"},
		{"Inspector", "2.12.0", "list (strict), call, prompts, resources", "list (strict), call, prompts, resources", "2025-11-25, 2026-07-28"},
		{"TypeScript SDK v1", "1.32.2", "list, 4 calls", "list, 4 calls; also the older SSE", "2025-11-25"},
		{"TypeScript SDK v2", "2.4.0", "list, 4 calls", "list, 4 calls", "2025-11-25, 2026-07-28"},
		{"mcp-go", "1.2.1", "list, 2 calls", "list, 2 calls; also the older SSE", "2026-07-28"},
		{"curl", "any", "", "list, call", "none"},
	}
}

const pagePreface = "# Clients\n\n" + `Generated from the code by ` + "`make docs`" + `. How to connect Lapkeep to each assistant, over standard input and output
(the usual way: the client starts Lapkeep itself) and over HTTP (Lapkeep is already running, see [remote.md](remote.md)).

The short way, for every client below with a configuration file:

` + "```text" + `
lapkeep mcp list                    which clients are on this machine
lapkeep mcp install cursor          add Lapkeep to its file, keep a backup of the file, and test it
lapkeep mcp remove cursor           remove it again; the file is restored exactly
lapkeep mcp config cursor           only print the configuration
lapkeep skill install claude-code   coaching workflows, for clients that support skills
` + "```" + `

The flags ` + "`--toolsets`, `--writes`, `--home` and `--athlete`" + ` of ` + "`mcp install`" + ` are saved in the entry. A desktop program does not
know your shell's ` + "`PATH`" + `, so the entry contains the absolute path of Lapkeep; if you move it, install again. Installing again
keeps everything in the entry that you do not pass, including your own additions. If the new entry would allow more (writes, consent,
toolsets, folders to import from), Lapkeep asks you first, or needs ` + "`--replace`" + `. Entries contain ` + "`--transport stdio`" + `, so that
a ` + "`config.yaml`" + ` for a server over HTTP does not affect them.

Over HTTP the client sends a key. If a client can read the key from its environment, its file only names the variable
` + "`LAPKEEP_API_KEY`" + `; set that to the output of ` + "`lapkeep key show`" + `. Never put the key into a project file that others can see.

## Tested

`

// The server that the page's blocks show.
var (
	shownProgram = Server{Name: "lapkeep", Command: "/absolute/path/to/lapkeep", Args: []string{"serve", "--transport", "stdio"}}
	shownServer  = Server{Name: "lapkeep", URL: "http://127.0.0.1:8642/mcp", Key: "KEY"}
)

// Markdown returns the page on all clients.
func Markdown() string {
	var b strings.Builder
	b.WriteString(pagePreface)
	fmt.Fprintf(&b, "Tested on %s with the demo athlete and without any account. The assistants were tested after `lapkeep "+
		"mcp install`, with the key from their environment:\n\n", Checked)
	b.WriteString("| client | version | stdio | HTTP | protocol |\n|---|---|---|---|---|\n")
	for _, r := range Results() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.Client, r.Version, r.Stdio, r.HTTP, r.Protocol)
	}
	b.WriteString("\nThe other clients' formats are taken from their documentation on that day; if one has changed, tell us.\n")
	b.WriteString("\n## All clients\n\n| client | name in Lapkeep | stdio | HTTP | skills |\n|---|---|---|---|---|\n")
	for _, c := range Table() {
		fmt.Fprintf(&b, "| [%s](#%s) | `%s` | %s | %s | %s |\n", c.Name, anchor(c.Name), c.ID,
			yes(!c.Manual()), yes(c.HTTP != nil || c.Manual()), yes(c.Skills != ""))
	}
	for _, c := range append(Table(), Generic()) {
		section(&b, c)
	}
	return b.String()
}

func yes(v bool) string { return map[bool]string{true: "yes"}[v] }

// anchor gives the fragment that links to a heading.
func anchor(heading string) string {
	keep := func(r rune) rune {
		if strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789- ", r) {
			return r
		}
		return -1
	}
	return strings.ReplaceAll(strings.Map(keep, strings.ToLower(heading)), " ", "-")
}

func section(b *strings.Builder, c Client) {
	fmt.Fprintf(b, "\n## %s\n\n", c.Name)
	for i, step := range c.Steps {
		fmt.Fprintf(b, "%d. %s\n", i+1, step)
	}
	if !c.Manual() {
		fileList(b, c)
		way(b, c, "Standard input and output", shownProgram)
		if c.HTTP != nil {
			way(b, c, "HTTP", shownServer)
		}
	}
	if c.Verify != "" {
		fmt.Fprintf(b, "\nThen: %s Check: %s.\n", c.Reload, c.Verify)
	}
	for _, n := range c.Notes {
		fmt.Fprintf(b, "\n%s\n", n)
	}
}

// shownPaths writes the places in braces as people know them.
var shownPaths = strings.NewReplacer(
	"{home}", "~", "{config}", "~/.config", "{appdata}", "%APPDATA%", "{support}", "~/Library/Application Support",
	"{claude}", "~/.claude", "{claude-json}", "~", "{codex}", "~/.codex",
	"{cline}", "~/.cline/data/settings/cline_mcp_settings.json",
)

func fileList(b *strings.Builder, c Client) {
	var paths []string
	for _, system := range []string{"linux", "darwin", "windows"} {
		if p, ok := c.Files[system]; ok && !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	for i, p := range paths {
		paths[i] = "`" + shownPaths.Replace(p) + "`"
	}
	if len(paths) > 0 {
		fmt.Fprintf(b, "File: %s", strings.Join(paths, ", "))
		if c.Project != "" {
			fmt.Fprintf(b, "; in a project: `%s`", c.Project)
		}
		b.WriteString("\n")
	}
	if c.Skills != "" {
		fmt.Fprintf(b, "Skills: `%s`\n", shownPaths.Replace(c.Skills))
	}
}

var fence = map[ConfigFormat]string{TOML: "toml", YAML: "yaml"}

func way(b *strings.Builder, c Client, title string, s Server) {
	block, err := c.Block(s)
	if err != nil {
		return // this client does not connect that way, as the table says
	}
	lang := fence[c.Format]
	if lang == "" {
		lang = "json"
	}
	fmt.Fprintf(b, "\n%s:\n\n```%s\n%s```\n", title, lang, block)
	if add := c.AddCommand(s, "linux"); add != "" {
		fmt.Fprintf(b, "\nor `%s`\n", add)
	}
}
