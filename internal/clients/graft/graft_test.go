package graft_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/clients/graft"
	"lapkeep/internal/training"
)

var entry = graft.Object{{Key: "command", Value: `C:\Program Files\lapkeep.exe`}, {Key: "args", Value: []string{"serve"}}}

const escaped = `C:\\Program Files\\lapkeep.exe`

// TestInsert: what an entry looks like in files as people have them. Removing
// it again gives the same bytes, without the help of a backup.
func TestInsert(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		format       graft.Format
		path         string
		before, want string
		loses        bool // that a container was made, which stays
	}{
		"a file of its own": {
			graft.JSON, "mcpServers/lapkeep", "",
			"{\n  \"mcpServers\": {\n    \"lapkeep\": {\n      \"command\": \"" + escaped +
				"\",\n      \"args\": [\"serve\"]\n    }\n  }\n}\n", true,
		},
		"beside another server, with tabs": {
			graft.JSON, "mcpServers/lapkeep",
			"{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\n\t\t\"other\": {}\n\t}\n}\n",
			"{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\n\t\t\"other\": {},\n\t\t\"lapkeep\": {\n\t\t\t\"command\": \"" +
				escaped + "\",\n\t\t\t\"args\": [\"serve\"]\n\t\t}\n\t}\n}\n", false,
		},
		"behind comments, with a last comma": {
			graft.JSONC, "servers/lapkeep",
			"// mine\r\n{\r\n  \"servers\": {\r\n    \"a\": {}, // one\r\n    /* more */\r\n  },\r\n}",
			"// mine\r\n{\r\n  \"servers\": {\r\n    \"a\": {}, // one\r\n    /* more */\r\n    \"lapkeep\": {\r\n      " +
				"\"command\": \"" + escaped + "\",\r\n      \"args\": [\"serve\"]\r\n    },\r\n  },\r\n}", false,
		},
		"behind a comment, without a last comma": {
			graft.JSONC, "servers/lapkeep",
			"{\n  \"servers\": {\n    \"a\": {} // one\n  }\n}\n",
			"{\n  \"servers\": {\n    \"a\": {}, // one\n    \"lapkeep\": {\n      \"command\": \"" + escaped +
				"\",\n      \"args\": [\"serve\"]\n    }\n  }\n}\n", false,
		},
		"all on one line": {
			graft.JSON, "mcpServers/lapkeep", `{"a":1,"mcpServers":{"b":{}}}`,
			`{"a":1,"mcpServers":{"b":{}, "lapkeep": {"command": "` + escaped + `", "args": ["serve"]}}}`, false,
		},
		"an empty object": {
			graft.JSON, "mcpServers/lapkeep", "{\n  \"mcpServers\": {}\n}",
			"{\n  \"mcpServers\": {\n    \"lapkeep\": {\n      \"command\": \"" + escaped + "\",\n      \"args\": [\"serve\"]\n    }\n  }\n}", false,
		},
		"bare names": {
			graft.JSON5, "mcp/servers/lapkeep", "{\n  mcp: { servers: { 'x': {}, } },\n}\n",
			"{\n  mcp: { servers: { 'x': {}, \"lapkeep\": {\"command\": \"" + escaped + "\", \"args\": [\"serve\"]}, } },\n}\n", false,
		},
		"a table behind others": {
			graft.TOML, "mcp_servers/lapkeep", "model = \"o\" # mine\n\n[mcp_servers.other]\ncommand = 'C:\\x'\n",
			"model = \"o\" # mine\n\n[mcp_servers.other]\ncommand = 'C:\\x'\n\n[mcp_servers.lapkeep]\ncommand = \"" + escaped +
				"\"\nargs = [\"serve\"]\n", false,
		},
		"a table behind an open line": {
			graft.TOML, "mcp_servers/lapkeep", "a = [\n  1, # one\n]",
			"a = [\n  1, # one\n]\n\n[mcp_servers.lapkeep]\ncommand = \"" + escaped + "\"\nargs = [\"serve\"]", false,
		},
		"a block among others": {
			graft.YAML, "extensions/lapkeep", "# mine\nextensions:\n    dev:\n        enabled: true\n\n# more\nGOOSE_MODE: auto\n",
			"# mine\nextensions:\n    dev:\n        enabled: true\n    lapkeep:\n      command: \"" + escaped +
				"\"\n      args: [\"serve\"]\n\n# more\nGOOSE_MODE: auto\n", false,
		},
		"a block of its own": {
			graft.YAML, "extensions/lapkeep", "GOOSE_MODE: auto",
			"GOOSE_MODE: auto\nextensions:\n  lapkeep:\n    command: \"" + escaped + "\"\n    args: [\"serve\"]", true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := strings.Split(c.path, "/")
			got, err := graft.Insert(c.format, []byte(c.before), entry, path...)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, string(got)); d != "" {
				t.Error(d)
			}
			if has, err := graft.Has(c.format, got, path...); err != nil || !has {
				t.Errorf("has %v, %v", has, err)
			}
			back, err := graft.Remove(c.format, got, path...)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.before, string(back)); d != "" && !c.loses {
				t.Errorf("removed, it is not what it was: %s", d)
			}
			if !graft.Comes(c.format, got, []byte(c.before), path...) {
				t.Error("where it comes from is not seen")
			}
		})
	}
}

// TestReplace: a second install takes the place of the first, and only that.
func TestReplace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format       graft.Format
		before, want string
	}{
		{
			graft.JSON, "{\n  \"s\": {\n    \"lapkeep\": {\"old\": 1},\n    \"z\": 2\n  }\n}\n",
			"{\n  \"s\": {\n    \"lapkeep\": {\n      \"a\": true\n    },\n    \"z\": 2\n  }\n}\n",
		},
		{
			graft.TOML, "[s.lapkeep]\nold = 1\n\n[s.lapkeep.env]\nX = \"1\"\n\n# of z\n[s.z]\nb = 2\n",
			"[s.lapkeep]\na = true\n\n# of z\n[s.z]\nb = 2\n",
		},
		{
			graft.YAML, "s:\n  lapkeep:\n    old: 1\n    list:\n    - x\n\n  z:\n    b: 2\n",
			"s:\n  lapkeep:\n    a: true\n\n  z:\n    b: 2\n",
		},
	} {
		got, err := graft.Insert(c.format, []byte(c.before), graft.Object{{Key: "a", Value: true}}, "s", "lapkeep")
		if err != nil {
			t.Errorf("%s: %v", c.format, err)
		}
		if d := cmp.Diff(c.want, string(got)); d != "" {
			t.Errorf("%s: %s", c.format, d)
		}
	}
}

// TestRefused: a file that does not parse, or is written in a way that cannot
// be changed safely, is left alone and the line is named.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format    graft.Format
		doc, want string
	}{
		{graft.JSON, "{\n  \"a\": 1,\n}", "Line 3 is not valid JSON: a name in quotes is missing, or there is a comma too many."},
		{graft.JSON, "{\n  // mine\n}", "Line 2 is not valid JSON: a comment, which this file may not have."},
		{graft.JSON, "{\n  \"a\": \"C:\\Users\"\n}", "a backslash is written twice"},
		{graft.JSON, `{"a": 1 "b": 2}`, "a comma or a closing brace is missing"},
		{graft.JSON, `{"a": "x`, "a text is not closed"},
		{graft.JSON, `{"a": `, "the file ends too early"},
		{graft.JSON, `{"a": 1} x`, "there is more after the end"},
		{graft.JSON, `[1]`, "should be an object"},
		{graft.JSON, `{"a": tru}`, "a value is missing or misspelt"},
		{graft.JSON, `{'s': 1}`, "single quotes"},
		{graft.JSON, `{s: 1}`, "a name in quotes is missing"},
		{graft.JSON, `{"s": [1 2]}`, "a comma or a closing bracket is missing"},
		{graft.JSON, `{"s" 1}`, "a colon is missing"},
		{graft.JSON, `{"s": []}`, `"s" is no object in braces in this file.`},
		{graft.JSONC, "{ /* x }", "a comment does not end"},
		{graft.JSONC, "{ / }", "a stray /"},
		{graft.JSON, "{\"a\":" + strings.Repeat("[", 300), "nested too deeply"},
		{graft.TOML, "a = 1\nb = \n", "Line 2 is not valid TOML: a value is missing or misspelt."},
		{graft.TOML, "a 1\n", "an = is missing"},
		{graft.TOML, "[a\n", "a closing bracket is missing"},
		{graft.TOML, "a = \"C:\\Users\"\n", "a backslash is written twice"},
		{graft.TOML, "a = \"x\n", "a text is not closed"},
		{graft.TOML, "a = '''x\n", "a text is not closed"},
		{graft.TOML, "a = 1 2\n", "more on the line"},
		{graft.TOML, "= 1\n", "a name is missing"},
		{graft.TOML, "a = [1 2]\n", "a comma or a closing bracket is missing"},
		{graft.TOML, "a = " + strings.Repeat("[", 300), "nested too deeply"},
		{graft.TOML, "s = { other = { command = \"x\" } }\n", `"s" is written on one line`},
		{graft.TOML, "s.lapkeep.command = \"x\"\n", "without a table of its own"},
		{graft.TOML, "[[s.lapkeep]]\na = 1\n", "is a list"},
		{graft.YAML, "s:\n  a: [1\n", "is not valid YAML"},
		{graft.YAML, "s: {a: {}}\n", `"s" is written on one line`},
		{graft.YAML, "s:\n  a: {}\n---\ns: {}\n", "a second document"},
		{graft.YAML, "- a\n- b\n", "is not valid YAML"},
	} {
		out, err := graft.Insert(c.format, []byte(c.doc), entry, "s", "lapkeep")
		if err == nil {
			t.Errorf("%s %q became %q", c.format, c.doc, out)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || training.KindOf(err) == training.KindInternal {
			t.Errorf("%s %q: %v, want %q", c.format, c.doc, err, c.want)
		}
	}
}
