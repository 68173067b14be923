package app

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/tools"
)

// repository is the root of the tree, seen from this package.
const repository = "../.."

func readme(t testing.TB) string { return pageText(t, "README.md") }

// pageText reads a page of the repository.
func pageText(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// guides lists the README and the pages by task, in the order in which a new
// user reads them. Every line of their sh blocks is run.
func guides() []string {
	out := []string{"README.md"}
	for _, name := range []string{
		"install", "importing", "thresholds", "connecting", "assistants", "workouts", "coaching", "dashboard", "backup", "privacy", "features",
	} {
		out = append(out, "docs/"+name+".md")
	}
	return out
}

// blocks returns the fenced blocks of one language, in order.
func blocks(text, language string) []string {
	var out []string
	for _, part := range strings.Split(text, "\n```"+language+"\n")[1:] {
		body, _, _ := strings.Cut(part, "\n```")
		out = append(out, body)
	}
	return out
}

// words splits a line as a shell does, as far as the README needs it: single
// quotes, and blanks between words.
func words(line string) []string {
	var out []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
			continue
		}
		out = append(out, strings.Fields(part)...)
	}
	return out
}

var (
	saidURL = regexp.MustCompile(`MCP server: (\S+)`)
	saidKey = regexp.MustCompile(`Key: +(\S+)`)
)

const initializeMessage = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`

// stdioServes starts the program as a client does, lists the tools and hangs up.
func stdioServes(t *testing.T, p *person, args []string) {
	t.Helper()
	in, client := io.Pipe()
	server := *p
	server.in = in
	out, ended := newWatched(), make(chan int, 1)
	go func() { ended <- server.program(out, io.Discard).Run(t.Context(), args) }()
	fmt.Fprintln(client, initializeMessage)
	out.until(t, `"serverInfo"`, ended)
	fmt.Fprintln(client, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	fmt.Fprintln(client, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	out.until(t, `"list_activities"`, ended)
	client.Close()
	if code := <-ended; code != 0 {
		t.Errorf("hung up, serve exits with %d", code)
	}
}

// TestReadmeClientBlock: the block that clients read starts the program.
func TestReadmeClientBlock(t *testing.T) {
	t.Parallel()
	found := blocks(pageText(t, "docs/assistants.md"), "json")
	if len(found) != 1 {
		t.Fatalf("%d JSON blocks, want one", len(found))
	}
	var block struct {
		Servers map[string]struct {
			Command string   `json:"command"`
			Args    []string `json:"args"`
		} `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte(found[0]), &block); err != nil {
		t.Fatal(err)
	}
	s, ok := block.Servers["lapkeep"]
	if !ok || !filepath.IsAbs(s.Command) {
		t.Errorf("the block starts %+v", block)
	}
	stdioServes(t, newPerson(t), s.Args)
}

var (
	inCode  = regexp.MustCompile("`([^`\n]+)`")
	toolish = regexp.MustCompile(`^(get|list|analyze|compare|estimate|update|delete|create|import|export|add)_[a-z_]+$`)
	flagish = regexp.MustCompile(`--[a-z][a-z-]+`)
)

// TestPagesNameWhatExists: tools, flags and commands in the pages that people
// wrote are real.
func TestPagesNameWhatExists(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("nothing of it runs beside anything")
	}
	p := newPerson(t)
	help := p.must(t, "--help")
	table := wholeTable(t)
	others := []string{"SECURITY.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/troubleshooting.md", "docs/faq.md", "docs/remote.md"}
	for _, name := range append(guides(), others...) {
		text := pageText(t, name)
		for _, m := range inCode.FindAllStringSubmatch(text, -1) {
			checkNamed(t, p, table, name, help, m[1])
		}
		for _, block := range blocks(text, "sh") {
			for line := range strings.Lines(block) {
				for _, flag := range flagish.FindAllString(line, -1) {
					checkFlag(t, p, name, help, flag, words(line))
				}
			}
		}
	}
}

func checkNamed(t *testing.T, p *person, table *tools.Table, page, help, code string) {
	t.Helper()
	_, ok := table.Lookup(code)
	all := settings.Catalogue(connections.Settings(connections.Kinds()))
	setting := slices.ContainsFunc(all, func(d settings.Definition) bool { return string(d.Key) == code })
	if toolish.MatchString(code) && !ok && !setting {
		t.Errorf("%s names the tool %s, which is not there", page, code)
	}
	w := words(code)
	if len(w) > 1 && w[0] == "lapkeep" && !strings.HasPrefix(w[1], "-") && !strings.Contains(help, "\n  "+w[1]+" ") {
		t.Errorf("%s names %q, which is no command", page, code)
	}
	for _, flag := range flagish.FindAllString(code, -1) {
		checkFlag(t, p, page, help, flag, w)
	}
}

// checkFlag looks for a flag in the help of all commands, or of the one that
// the line names.
func checkFlag(t *testing.T, p *person, page, help, flag string, line []string) {
	t.Helper()
	if line[0] == "docker" {
		return // its own
	}
	if len(line) > 1 && line[0] == "lapkeep" {
		help += p.must(t, line[1], "--help")
		if len(line) > 2 && !strings.HasPrefix(line[2], "-") { // its subcommand, or an argument, which changes nothing
			help += p.must(t, line[1], line[2], "--help")
		}
	}
	for _, command := range []string{
		"demo", "import", "tools", "undo", "export", "serve", "dashboard", "mcp install", "skill install",
		"workout check", "workout convert", "workout push", "login setup",
	} {
		help += p.must(t, append(strings.Fields(command), "--help")...)
	}
	if !strings.Contains(help, flag) {
		t.Errorf("%s names the flag %s, which is not there", page, flag)
	}
}

// TestGuideCountsTheTools: the page says how many tools there are by default.
func TestGuideCountsTheTools(t *testing.T) {
	t.Parallel()
	set, err := wholeTable(t).Select(tools.Selection{More: true})
	if err != nil {
		t.Fatal(err)
	}
	numbers := []string{
		"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
		"fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four",
	}
	want := "The default set is " + numbers[len(set.Names())] + " tools"
	if !strings.Contains(pageText(t, "docs/assistants.md"), want) {
		t.Errorf("the page does not say %q", want)
	}
}

// TestGuideDeniesNothing: what the page says is not there is not there.
func TestGuideDeniesNothing(t *testing.T) {
	t.Parallel()
	p := newPerson(t)
	unknown := func(args ...string) bool { code, _, _ := p.run(t.Context(), args...); return code != 0 }
	denials := map[string]bool{
		"No connection yet to Garmin accounts": unknown("connect", "garmin"),
	}
	_, section, _ := strings.Cut(pageText(t, "docs/privacy.md"), "\n## What it will not do (yet)\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		if !strings.HasPrefix(line, "- ") || !strings.Contains(line, " yet") {
			continue
		}
		claim, _, _ := strings.Cut(strings.TrimPrefix(line, "- "), ":")
		claim = strings.TrimSuffix(strings.TrimSpace(claim), ".")
		if holds, known := denials[claim]; !known || !holds {
			t.Errorf("%q: known to this test %v, true %v", claim, known, holds)
		}
	}
}

// TestTroubleshootingQuotesTheProgram: the messages that the page is ordered
// by are messages of the program.
func TestTroubleshootingQuotesTheProgram(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join(repository, "docs", "troubleshooting.md"))
	if err != nil {
		t.Fatal(err)
	}
	messages, _, _ := strings.Cut(string(page), "\n## Answers that look wrong")
	_, rest, _ := strings.Cut(string(page), "\n## Writing")
	source := productSource(t)
	headings := 0
	for _, line := range strings.Split(messages+rest, "\n") {
		heading, ok := strings.CutPrefix(line, "### ")
		if !ok {
			continue
		}
		headings++
		for _, message := range strings.Split(heading, " · ") {
			for _, part := range strings.Split(message, "…") {
				if part = strings.Trim(part, " .:"); len(part) > 3 && !strings.Contains(source, part) {
					t.Errorf("the program never says %q of %q", part, message)
				}
			}
		}
	}
	if headings < 25 {
		t.Errorf("only %d messages were found", headings)
	}
}

// productSource returns all Go text of the product.
func productSource(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(filepath.Join(repository, "internal"), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		b.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
