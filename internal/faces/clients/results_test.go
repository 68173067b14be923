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

const pagePreface = "# Clients\n\n" + `Made from the code; ` + "`make docs`" + ` writes it. How to connect Lapkeep to each assistant, on standard input and output
(the client starts Lapkeep itself: the usual way) and over HTTP (Lapkeep runs already, see [remote.md](remote.md)).

The short way, for every client below that has a file:

` + "```text" + `
lapkeep mcp list                    which clients are on this machine
lapkeep mcp install cursor          put Lapkeep into its file, with a copy of the file beside it, and try it
lapkeep mcp remove cursor           take it out again; the file is as before, to the byte
lapkeep mcp config cursor           only print what the file must say
lapkeep skill install claude-code   coaching workflows, for clients that read skills
` + "```" + `

What ` + "`--toolsets`, `--writes`, `--home` and `--athlete`" + ` say to ` + "`mcp install`" + ` is written into the entry. A program with a window
does not know your shell's ` + "`PATH`" + `, so the entry names the program by its absolute path; after moving it, install again.
Installing again keeps what stands in the entry and is not asked for, what you wrote into it too; before the entry would allow
more (writes, consent, toolsets, folders to import from) a person is asked, or ` + "`--replace`" + ` says so. Entries say ` + "`--transport stdio`" + `,
so that a ` + "`config.yaml`" + ` for a server over HTTP leaves them as they are.

Over HTTP the client sends a key. Where a client can read it from its environment, the file only names the variable
` + "`LAPKEEP_API_KEY`" + `; set that to what ` + "`lapkeep key show`" + ` prints. Never put the key into a file of a project that others see.

## Seen to work

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
	fmt.Fprintf(&b, "On %s, with the demo athlete and without any account; the assistants after `lapkeep mcp "+
		"install`, with the key from their environment:\n\n", Checked)
	b.WriteString("| client | version | stdio | HTTP | protocol |\n|---|---|---|---|---|\n")
	for _, r := range Results() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.Client, r.Version, r.Stdio, r.HTTP, r.Protocol)
	}
	b.WriteString("\nThe other clients' forms are those of their documentation on that day; if one changed, tell us.\n")
	b.WriteString("\n## All clients\n\n| client | name here | stdio | HTTP | skills |\n|---|---|---|---|---|\n")
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
			fmt.Fprintf(b, "; of a project: `%s`", c.Project)
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
