package clients_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"

	"lapkeep/internal/faces/clients"
)

// blank draws white space, with a comment where the format has them.
func blank(f clients.ConfigFormat) *rapid.Generator[string] {
	kinds := []string{"", "", " ", "\n  ", "\r\n\t", "\n\n"}
	if f != clients.JSON {
		kinds = append(kinds, " // a, { \"b\n", "/* } , */", " /**/\n")
	}
	return rapid.SampledFrom(kinds)
}

var word = rapid.StringMatching(`[a-zA-Z äö"\\/{},:#\[\]]{0,6}`)

// document draws JSON text as people might write it.
func document(t *rapid.T, f clients.ConfigFormat, depth int) string {
	b := blank(f)
	kind := rapid.IntRange(0, 5).Draw(t, "kind")
	if depth == 0 {
		kind = 5
	} else if depth < 0 {
		kind = min(kind, 3)
	}
	switch kind {
	case 0, 1, 2, 3, 4:
		var parts []string
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			key, _ := json.Marshal(word.Draw(t, "key"))
			if rapid.IntRange(0, 3).Draw(t, "known") == 0 {
				key = []byte(`"servers"`)
			}
			part := string(key) + b.Draw(t, "blank") + ":" + b.Draw(t, "blank") + document(t, f, depth-1)
			if kind == 4 {
				part = document(t, f, depth-1)
			}
			parts = append(parts, b.Draw(t, "blank")+part+b.Draw(t, "blank"))
		}
		end := b.Draw(t, "blank")
		if len(parts) > 0 && f != clients.JSON && rapid.Bool().Draw(t, "last comma") {
			end = "," + end
		}
		if kind == 4 {
			return "[" + strings.Join(parts, ",") + end + "]"
		}
		return "{" + strings.Join(parts, ",") + end + "}"
	}
	text, _ := json.Marshal(word.Draw(t, "text"))
	return rapid.SampledFrom([]string{"1", "-2.5e3", "true", "null", string(text)}).Draw(t, "scalar")
}

func object(t *rapid.T, f clients.ConfigFormat) string {
	b := blank(f)
	inner := "{" + "}"
	for range 20 {
		if inner = document(t, f, 3); inner[0] == '{' {
			break
		}
		inner = "{}"
	}
	return b.Draw(t, "before") + inner + b.Draw(t, "after")
}

// TestLawOfJSON: on any document, an entry that was put in is there, nothing
// else means something else, the document it came from is recognised, and
// putting it in twice is the same as once.
func TestLawOfJSON(t *testing.T) {
	t.Parallel()
	for _, f := range []clients.ConfigFormat{clients.JSON, clients.JSONC, clients.JSON5} {
		t.Run(string(f), func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { law(t, f, []byte(object(t, f))) })
		})
	}
}

func law(t *rapid.T, f clients.ConfigFormat, doc []byte) {
	path := []string{"servers", "lapkeep"}
	out, err := clients.Insert(f, doc, entry, path...)
	if err != nil {
		if !strings.Contains(err.Error(), "in this file") && (f != clients.YAML || !strings.Contains(err.Error(), "change safely")) {
			t.Fatalf("%q: %v", doc, err)
		}
		return // what holds servers is no object
	}
	if f == clients.JSON && !json.Valid(out) {
		t.Fatalf("%q became %q, which is not JSON", doc, out)
	}
	again, err := clients.Insert(f, out, entry, path...)
	if err != nil || !bytes.Equal(out, again) {
		t.Fatalf("%q became %q, then %q, %v", doc, out, again, err)
	}
	had, _ := clients.ConfigHas(f, doc, path...)
	if !had && !clients.Comes(f, out, doc, path...) {
		t.Fatalf("%q became %q, whose origin is not seen", doc, out)
	}
	back, err := clients.Remove(f, out, path...)
	if err != nil {
		t.Fatalf("%q: %v", out, err)
	}
	if has, err := clients.ConfigHas(f, back, path...); err != nil || has {
		t.Fatalf("%q still has it, %v", back, err)
	}
	if holds, _ := clients.ConfigHas(f, doc, "servers", "other"); holds && !had && !bytes.Equal(back, doc) {
		t.Fatalf("%q became %q and then %q", doc, out, back)
	}
}

// TestLawOfNeighbours: beside a server that is there already, removing gives
// the same bytes without any backup.
func TestLawOfNeighbours(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := blank(clients.JSONC)
		doc := fmt.Sprintf(`%s{%s"x":%s,%s"servers":%s{%s"other":%s%s%s}%s}%s`, b.Draw(t, "1"), b.Draw(t, "2"), document(t, clients.JSONC, 2),
			b.Draw(t, "3"), b.Draw(t, "4"), b.Draw(t, "5"), document(t, clients.JSONC, 2),
			b.Draw(t, "6"), rapid.SampledFrom([]string{"", ",", ",\n"}).Draw(t, "comma"), b.Draw(t, "7"), b.Draw(t, "8"))
		law(t, clients.JSONC, []byte(doc))
	})
}

// TestLawOfTOML: the same for tables.
func TestLawOfTOML(t *testing.T) {
	t.Parallel()
	line := rapid.SampledFrom([]string{
		"", "# note [servers]", "a = 1", "b.c = \"x # y\"", "l = [ 1, # one\n 2 ]", "t = '''\n[servers.lapkeep]\n'''", "[q]", "[servers.other]",
		"d = 2026-01-01 10:00:00Z", "i = { a = 1, b = 'x' }", "[[list]]", "  x = +1_000.5e3", "m = \"\"\"a\\\"\"\"\"", `["quoted name".x]`,
	})
	rapid.Check(t, func(t *rapid.T) {
		doc := strings.Join(rapid.SliceOfN(line, 0, 8).Draw(t, "lines"), "\n") + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		if rapid.Bool().Draw(t, "windows") {
			doc = strings.ReplaceAll(doc, "\n", "\r\n")
		}
		if toml.Unmarshal([]byte(doc), &map[string]any{}) != nil {
			t.Skip("not TOML")
		}
		law(t, clients.TOML, []byte(doc))
		out, _ := clients.Insert(clients.TOML, []byte(doc), whole, "servers", "lapkeep")
		if back, _ := clients.Remove(clients.TOML, out, "servers", "lapkeep"); string(back) != doc {
			t.Fatalf("%q became %q and then %q", doc, out, back)
		}
	})
}

// TestLawOfYAML: the same for blocks.
func TestLawOfYAML(t *testing.T) {
	t.Parallel()
	item := rapid.SampledFrom([]string{
		"# note\n", "\n", "a%d: 1\n", "b%d:\n  - x\n  - y: z\n", "c%d: |\n  servers:\n    lapkeep: no\n", "d%d: \"q: # no\"\n", "e%d: [1, 2]\n",
	})
	servers := rapid.SampledFrom([]string{
		"", "servers:\n", "servers: {}\n", "servers: # mine\n  # first\n  other:\n    k: v\n",
		"servers:\n    other:\n        k: v\n    \"more\": {a: 1}\n\n",
	})
	rapid.Check(t, func(t *rapid.T) {
		doc := ""
		draw := func(label string) {
			for i := range rapid.IntRange(0, 3).Draw(t, label) {
				text := item.Draw(t, "item")
				if strings.Contains(text, "%d") {
					text = fmt.Sprintf(strings.Replace(text, "%d", label+"%d", 1), i)
				}
				doc += text
			}
		}
		draw("x")
		doc += servers.Draw(t, "servers")
		draw("y")
		if rapid.Bool().Draw(t, "open") {
			doc = strings.TrimSuffix(doc, "\n")
		}
		var any map[string]any
		if yaml.Unmarshal([]byte(doc), &any) != nil {
			t.Skip("not YAML")
		}
		law(t, clients.YAML, []byte(doc))
	})
}

// FuzzInsert: no file of anybody's breaks it, and what it accepts it can undo.
func FuzzInsert(f *testing.F) {
	for _, doc := range []string{
		"", "{}", "{\"servers\":{\"a\":1},}", "\ufeff{ // x\n}", "{servers:{'a':.5}}", "[servers]\na='x'\n",
		"servers:\n  a: 1\n", "servers: {}", "a: &x 1\nb: *x\n",
	} {
		for i := range 5 {
			f.Add(doc, i)
		}
	}
	formats := []clients.ConfigFormat{clients.JSON, clients.JSONC, clients.JSON5, clients.TOML, clients.YAML}
	f.Fuzz(func(t *testing.T, doc string, i int) {
		format := formats[((i%5)+5)%5]
		out, err := clients.Insert(format, []byte(doc), entry, "servers", "lapkeep")
		if err != nil {
			return
		}
		if has, err := clients.ConfigHas(format, out, "servers", "lapkeep"); err != nil || !has {
			t.Errorf("%s %q became %q: %v", format, doc, out, err)
		}
		if _, err := clients.Remove(format, out, "servers", "lapkeep"); err != nil {
			t.Errorf("%s %q became %q, which cannot be undone: %v", format, doc, out, err)
		}
	})
}

// TestInstallKeepsWhatStands: an entry that is there changes in what it starts
// alone; what the user or the client wrote into it stays, in its place.
func TestInstallKeepsWhatStands(t *testing.T) {
	t.Parallel()
	kept := clients.Object{
		{Key: "disabled", Value: true},
		{Key: "timeout", Value: 61},
		{Key: "enabled", Value: false},
		{Key: "alwaysAllow", Value: []string{"get_status"}},
		{Key: "tools", Value: []string{"get_status"}},
		{Key: "env", Value: clients.Object{{Key: "LAPKEEP_HOME", Value: "/y"}}},
	}
	for _, c := range clients.Table() {
		if c.Manual() {
			continue
		}
		path := filepath.Join(t.TempDir(), "config")
		entry, err := c.Entry(clients.Server{Name: "lapkeep", Command: "/old/lapkeep", Args: []string{"serve", "--home", "/x"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range kept {
			entry = entry.With(m.Key, m.Value)
		}
		put(t, path, clients.Render(c.Format, entry, c.Path("lapkeep")...))
		install(t, c, path, clients.Server{Name: "lapkeep", Command: "/new/lapkeep", Args: []string{"serve", "--home", "/z"}})
		st, found, err := c.Standing(path, "lapkeep")
		if err != nil || !found || st.Command != "/new/lapkeep" || !slices.Equal(st.Args, []string{"serve", "--home", "/z"}) {
			t.Errorf("%s: found %v, %v, %+v", c.ID, found, err, st)
		}
		after, _, err := clients.ReadConfig(c.Format, []byte(read(t, path)), c.Path("lapkeep")...)
		if err != nil || len(after) != len(entry) {
			t.Errorf("%s: %v, %v, had %v", c.ID, err, after, entry)
		}
		for i, m := range after {
			if was := entry[i]; m.Key != was.Key || clients.Line(clients.Object{m}) != clients.Line(clients.Object{was}) && !holdsProgram(m) {
				t.Errorf("%s: %v became %v", c.ID, was, m)
			}
		}
	}
}

func holdsProgram(m clients.Member) bool {
	text := clients.Line(clients.Object{m})
	return strings.Contains(text, "/new/lapkeep") || strings.Contains(text, "/z")
}

// TestInstallChangesTheWay: from a started server to one at an address, and
// back: what belongs to the other way goes, what belongs to neither stays.
func TestInstallChangesTheWay(t *testing.T) {
	t.Parallel()
	c := find(t, "cline")
	path := filepath.Join(t.TempDir(), "mcp.json")
	put(t, path, `{"mcpServers": {"lapkeep": {"command": "/l", "args": ["serve"], "env": {"A": "1"}, "disabled": true}}}`)
	install(t, c, path, clients.Server{Name: "lapkeep", URL: "http://127.0.0.1:1/mcp", Key: "k"})
	st, found, err := c.Standing(path, "lapkeep")
	if err != nil || !found || !st.HTTP() || st.Command != "" || strings.Contains(read(t, path), "args") ||
		!strings.Contains(read(t, path), `"disabled": true`) {
		t.Errorf("%v %v %+v %s", found, err, st, read(t, path))
	}
	put(t, path, strings.Replace(read(t, path), `"Authorization"`, `"X-Mine": "2", "Authorization"`, 1))
	install(t, c, path, clients.Server{Name: "lapkeep", URL: "http://127.0.0.1:2/mcp", Key: "k"})
	if text := read(t, path); !strings.Contains(text, `"X-Mine": "2"`) || !strings.Contains(text, "127.0.0.1:2") {
		t.Errorf("a header of the user's is gone: %s", text)
	}
	install(t, c, path, started)
	if text := read(t, path); strings.Contains(text, "127.0.0.1") || strings.Contains(text, "headers") ||
		!strings.Contains(text, `"disabled": true`) {
		t.Error(text)
	}
}

// TestInstallTheSame: an entry that says so already is not touched, comments
// and all.
func TestInstallTheSame(t *testing.T) {
	t.Parallel()
	for id, text := range map[string]string{
		"codex": "[mcp_servers.lapkeep]\n# mine\ncommand = '/l'\nargs = [\n  'serve', # so\n]\nenabled = false\n",
		"goose": "extensions:\n  lapkeep:\n    # mine\n    enabled: false\n    type: stdio\n    name: lapkeep\n    cmd: " +
			"/l\n    args:\n    - serve\n    timeout: 3\n",
		"zed": "{\"context_servers\": {\"lapkeep\": {/* mine */ \"args\": [\"serve\"], \"command\": \"/l\"}}}",
	} {
		c := find(t, id)
		path := filepath.Join(t.TempDir(), "config")
		put(t, path, text)
		ch, err := c.Install(path, clients.Server{Name: "lapkeep", Command: "/l", Args: []string{"serve"}})
		if err != nil || !ch.Empty() {
			t.Errorf("%s: %v\n%s", id, err, ch.After)
		}
	}
}

// TestStandingVariables: the environment that an entry gives its program.
func TestStandingVariables(t *testing.T) {
	t.Parallel()
	for id, text := range map[string]string{
		"cursor":   `{"mcpServers": {"lapkeep": {"command": "/l", "env": {"LAPKEEP_WRITES": "none"}}}}`,
		"opencode": `{"mcp": {"lapkeep": {"type": "local", "command": ["/l"], "environment": {"LAPKEEP_WRITES": "none"}}}}`,
		"goose":    "extensions:\n  lapkeep:\n    cmd: /l\n    envs:\n      LAPKEEP_WRITES: none\n",
		"codex":    "[mcp_servers.lapkeep]\ncommand = \"/l\"\nenv = { LAPKEEP_WRITES = \"none\" }\n",
	} {
		path := filepath.Join(t.TempDir(), "config")
		put(t, path, text)
		st, found, err := find(t, id).Standing(path, "lapkeep")
		if err != nil || !found || st.Command != "/l" || !slices.Equal(st.Environ, []string{"LAPKEEP_WRITES=none"}) {
			t.Errorf("%s: %v %v %+v", id, found, err, st)
		}
	}
}

// TestClaudeCodeScopes: an entry may be for the user, for one folder in the
// same file, and in a file of the folder's own; removing takes the user's own
// two away, byte by byte, and knows of the third.
func TestClaudeCodeScopes(t *testing.T) {
	t.Parallel()
	c := find(t, "claude-code")
	dir := t.TempDir()
	path, project := filepath.Join(dir, ".claude.json"), filepath.Join(dir, ".mcp.json")
	without := "{\n  \"projects\": {\n    \"/rides/a\": {\n      \"mcpServers\": {\n        \"other\": {}\n      }\n    }\n  }\n}\n"
	put(t, path, strings.Replace(without, `"other": {}`, "\"other\": {},\n        \"lapkeep\": {\"command\": \"/l\"}", 1))
	put(t, project, `{"mcpServers": {"lapkeep": {"command": "/l"}}}`)
	also, err := c.Also(path, project, "lapkeep")
	if err != nil || len(also) != 2 || also[0] != (clients.Spot{File: path, Folder: "/rides/a"}) || also[1] != (clients.Spot{File: project}) {
		t.Errorf("%+v, %v", also, err)
	}
	install(t, c, path, started)
	remove(t, c, path)
	if got := read(t, path); got != without {
		t.Errorf("%q, want %q", got, without)
	}
	if also, err := c.Also(path, project, "lapkeep"); err != nil || len(also) != 1 {
		t.Errorf("%+v, %v", also, err)
	}
	if _, err := os.Stat(project); err != nil {
		t.Errorf("the folder's own file: %v", err)
	}
	if _, found, err := c.Remove(path, "lapkeep"); found || err != nil {
		t.Errorf("again: found %v, %v", found, err)
	}
}
