package clients_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/faces/clients"
	"lapkeep/internal/training"
)

var entry = clients.Object{{Key: "command", Value: `C:\Program Files\lapkeep.exe`}, {Key: "args", Value: []string{"serve"}}}

const escaped = `C:\\Program Files\\lapkeep.exe`

// TestInsert: what an entry looks like in files as people have them. Removing
// it again gives the same bytes, without the help of a backup.
func TestInsert(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		format       clients.ConfigFormat
		path         string
		before, want string
		loses        bool // that a container was made, which stays
	}{
		"a file of its own": {
			clients.JSON, "mcpServers/lapkeep", "",
			"{\n  \"mcpServers\": {\n    \"lapkeep\": {\n      \"command\": \"" + escaped +
				"\",\n      \"args\": [\"serve\"]\n    }\n  }\n}\n", true,
		},
		"beside another server, with tabs": {
			clients.JSON, "mcpServers/lapkeep",
			"{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\n\t\t\"other\": {}\n\t}\n}\n",
			"{\n\t\"theme\": \"dark\",\n\t\"mcpServers\": {\n\t\t\"other\": {},\n\t\t\"lapkeep\": {\n\t\t\t\"command\": \"" +
				escaped + "\",\n\t\t\t\"args\": [\"serve\"]\n\t\t}\n\t}\n}\n", false,
		},
		"behind comments, with a last comma": {
			clients.JSONC, "servers/lapkeep",
			"// mine\r\n{\r\n  \"servers\": {\r\n    \"a\": {}, // one\r\n    /* more */\r\n  },\r\n}",
			"// mine\r\n{\r\n  \"servers\": {\r\n    \"a\": {}, // one\r\n    /* more */\r\n    \"lapkeep\": {\r\n      " +
				"\"command\": \"" + escaped + "\",\r\n      \"args\": [\"serve\"]\r\n    },\r\n  },\r\n}", false,
		},
		"behind a comment, without a last comma": {
			clients.JSONC, "servers/lapkeep",
			"{\n  \"servers\": {\n    \"a\": {} // one\n  }\n}\n",
			"{\n  \"servers\": {\n    \"a\": {}, // one\n    \"lapkeep\": {\n      \"command\": \"" + escaped +
				"\",\n      \"args\": [\"serve\"]\n    }\n  }\n}\n", false,
		},
		"all on one line": {
			clients.JSON, "mcpServers/lapkeep", `{"a":1,"mcpServers":{"b":{}}}`,
			`{"a":1,"mcpServers":{"b":{}, "lapkeep": {"command": "` + escaped + `", "args": ["serve"]}}}`, false,
		},
		"an empty object": {
			clients.JSON, "mcpServers/lapkeep", "{\n  \"mcpServers\": {}\n}",
			"{\n  \"mcpServers\": {\n    \"lapkeep\": {\n      \"command\": \"" + escaped + "\",\n      \"args\": [\"serve\"]\n    }\n  }\n}", false,
		},
		"bare names": {
			clients.JSON5, "mcp/servers/lapkeep", "{\n  mcp: { servers: { 'x': {}, } },\n}\n",
			"{\n  mcp: { servers: { 'x': {}, \"lapkeep\": {\"command\": \"" + escaped + "\", \"args\": [\"serve\"]}, } },\n}\n", false,
		},
		"tokens of JSON5 around comments": {
			clients.JSON5, "servers/lapkeep", "{servers /* a: */: {\n  'a\"b': 0xF, /* : */\n}}",
			"{servers /* a: */: {\n  'a\"b': 0xF, /* : */\n  \"lapkeep\": {\n    \"command\": \"" + escaped +
				"\",\n    \"args\": [\"serve\"]\n  },\n}}", false,
		},
		"a comment that the file ends with": {
			clients.JSONC, "servers/lapkeep", "{\"servers\": {\"a\": 1}} // end",
			"{\"servers\": {\"a\": 1, \"lapkeep\": {\"command\": \"" + escaped + "\", \"args\": [\"serve\"]}}} // end", false,
		},
		"behind a byte order mark": {
			clients.TOML, "mcp_servers/lapkeep", "\ufeffa = 1\r\n",
			"\ufeffa = 1\r\n\r\n[mcp_servers.lapkeep]\r\ncommand = \"" + escaped + "\"\r\nargs = [\"serve\"]\r\n", false,
		},
		"a table behind others": {
			clients.TOML, "mcp_servers/lapkeep", "model = \"o\" # mine\n\n[mcp_servers.other]\ncommand = 'C:\\x'\n",
			"model = \"o\" # mine\n\n[mcp_servers.other]\ncommand = 'C:\\x'\n\n[mcp_servers.lapkeep]\ncommand = \"" + escaped +
				"\"\nargs = [\"serve\"]\n", false,
		},
		"a table behind an open line": {
			clients.TOML, "mcp_servers/lapkeep", "a = [\n  1, # one\n]",
			"a = [\n  1, # one\n]\n\n[mcp_servers.lapkeep]\ncommand = \"" + escaped + "\"\nargs = [\"serve\"]", false,
		},
		"a block among others": {
			clients.YAML, "extensions/lapkeep", "# mine\nextensions:\n    dev:\n        enabled: true\n\n# more\nGOOSE_MODE: auto\n",
			"# mine\nextensions:\n    dev:\n        enabled: true\n    lapkeep:\n      command: \"" + escaped +
				"\"\n      args: [\"serve\"]\n\n# more\nGOOSE_MODE: auto\n", false,
		},
		"a block of its own": {
			clients.YAML, "extensions/lapkeep", "GOOSE_MODE: auto",
			"GOOSE_MODE: auto\nextensions:\n  lapkeep:\n    command: \"" + escaped + "\"\n    args: [\"serve\"]", true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := strings.Split(c.path, "/")
			got, err := clients.Insert(c.format, []byte(c.before), entry, path...)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, string(got)); d != "" {
				t.Error(d)
			}
			if has, err := clients.ConfigHas(c.format, got, path...); err != nil || !has {
				t.Errorf("has %v, %v", has, err)
			}
			back, err := clients.Remove(c.format, got, path...)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.before, string(back)); d != "" && !c.loses {
				t.Errorf("removed, it is not what it was: %s", d)
			}
			if !clients.Comes(c.format, got, []byte(c.before), path...) {
				t.Error("where it comes from is not seen")
			}
		})
	}
}

// TestReplace: a second install takes the place of the first, and only that.
func TestReplace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format       clients.ConfigFormat
		before, want string
	}{
		{
			clients.JSON, "{\n  \"s\": {\n    \"lapkeep\": {\"old\": 1},\n    \"z\": 2\n  }\n}\n",
			"{\n  \"s\": {\n    \"lapkeep\": {\n      \"a\": true\n    },\n    \"z\": 2\n  }\n}\n",
		},
		{
			clients.TOML, "[s.lapkeep]\nold = 1\n\n[s.lapkeep.env]\nX = \"1\"\n\n# of z\n[s.z]\nb = 2\n",
			"[s.lapkeep]\na = true\n\n# of z\n[s.z]\nb = 2\n",
		},
		{
			clients.YAML, "s:\n  lapkeep:\n    old: 1\n    list:\n    - x\n\n  z:\n    b: 2\n",
			"s:\n  lapkeep:\n    a: true\n\n  z:\n    b: 2\n",
		},
	} {
		got, err := clients.Insert(c.format, []byte(c.before), clients.Object{{Key: "a", Value: true}}, "s", "lapkeep")
		if err != nil {
			t.Errorf("%s: %v", c.format, err)
		}
		if d := cmp.Diff(c.want, string(got)); d != "" {
			t.Errorf("%s: %s", c.format, d)
		}
	}
}

// TestRemoveKeepsComments: what people wrote around the entry stays theirs.
func TestRemoveKeepsComments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format       clients.ConfigFormat
		before, want string
	}{
		{
			clients.JSONC, "{\"s\": { // mine\n\"lapkeep\": {} /* its */\n, \"z\": 2}}\n",
			"{\"s\": { // mine\n /* its */\n \"z\": 2}}\n",
		},
		{
			clients.JSONC, "{\n  \"s\": {\n    \"a\": 1, // of a\n    // last\n    \"lapkeep\": {}\n  }\n}\n",
			"{\n  \"s\": {\n    \"a\": 1 // of a\n    // last\n  }\n}\n",
		},
		{
			clients.TOML, "# top\n[s.lapkeep] # its\na = 1\n\n# of z\n[s.z]\nb = 2 # two\n",
			"# top\n\n# of z\n[s.z]\nb = 2 # two\n",
		},
		{
			clients.TOML, "a = 1\n\n[s.lapkeep]\nb = 2\n\n[s.lapkeep.env]\nC = \"3\"", // without a last line end
			"a = 1",
		},
		{
			clients.YAML, "s:\r\n  # of a\r\n  a: 1\r\n\r\n  lapkeep:\r\n    b: |\r\n      x\r\n\r\n  # of z\r\n  z: 2\r\n",
			"s:\r\n  # of a\r\n  a: 1\r\n\r\n\r\n  # of z\r\n  z: 2\r\n",
		},
	} {
		got, err := clients.Remove(c.format, []byte(c.before), "s", "lapkeep")
		if err != nil {
			t.Errorf("%s: %v", c.format, err)
		}
		if d := cmp.Diff(c.want, string(got)); d != "" {
			t.Errorf("%s: %s", c.format, d)
		}
	}
}

// TestRefused: a file that does not parse, or is written in a way that cannot
// be change safely, is left alone and the line is named.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format    clients.ConfigFormat
		doc, want string
	}{
		{clients.JSON, "{\n  \"a\": 1,\n}", "Line 3 is not valid JSON: it has a comment, or a comma before a closing bracket"},
		{clients.JSON, "{\n  // mine\n}", "Line 2 is not valid JSON: it has a comment, or a comma before a closing bracket"},
		{clients.JSON, "{\n  \"a\": \"C:\\Users\"\n}", "write a backslash twice"},
		{clients.JSON, `{"a": 1 "b": 2}`, `Line 1 is not valid JSON: invalid character '"' after object value (expecting ',' or '}').`},
		{clients.JSON, `{"a": "x`, "Line 1 is not valid JSON: the file ends too early."},
		{clients.JSON, `{"a": `, "the file ends too early"},
		{clients.JSON, `{"a": 1} x`, "invalid character 'x' after top-level value"},
		{clients.JSON, `[1]`, "must be an object"},
		{clients.JSON, `{"a": tru}`, "a value is missing or misspelt"},
		{clients.JSON, `{'s': 1}`, "invalid character"},
		{clients.JSON, `{s: 1}`, "a value is missing or misspelt"},
		{clients.JSON, `{"s": [1 2]}`, "after array value (expecting ',' or ']')"},
		{clients.JSON, `{"s" 1}`, "invalid character '1' after object name"},
		{clients.JSON, `{"s": []}`, `"s" is not an object in braces in this file.`},
		{clients.JSONC, "{ /* x }", "the file ends too early"},
		{clients.JSONC, "{ / }", "invalid character '/' at start of value"},
		{clients.JSON, "{\"a\":" + strings.Repeat("[", 200_000), "nested too deeply"},
		{clients.TOML, "a = 1\nb = \n", "Line 2 is not valid TOML: unexpected character U+000A at start of value."},
		{clients.TOML, "a 1\n", "expected '=' after key"},
		{clients.TOML, "[a\n", "expected ']' to close table name"},
		{clients.TOML, "a = \"C:\\Users\"\n", "write a backslash twice"},
		{clients.TOML, "a = \"x\n", "basic strings cannot have new lines"},
		{clients.TOML, "a = '''x\n", "multiline literal string not terminated"},
		{clients.TOML, "a = 1 2\n", "expected newline but got"},
		{clients.TOML, "= 1\n", "invalid character at start of key"},
		{clients.TOML, "a = [1 2]\n", "expected ',' or ']' after array value"},
		{clients.TOML, "a = " + strings.Repeat("[", 200_000), "nested too deeply"},
		{clients.TOML, "a = 1\na = 2\n", "Line 2 is not valid TOML: key a is already defined."},
		{clients.JSON, `{"token": "secret-canary\q"}`, "Line 1 is not valid JSON: a string has an invalid escape; write a backslash twice. Correct"},
		{clients.JSON, `{"\u0000": 1}`, "change safely"},
		{clients.JSON5, "{a: '\xff'}", "change safely"},
		{clients.JSON5, `{a: foo}`, "a value is missing or misspelt"},
		{clients.JSON5, `{a: '\u0000', b: "\u0000"}`, "change safely"},
		{clients.TOML, "s = { other = { command = \"x\" } }\n", `"s" is written on one line`},
		{clients.TOML, "s.lapkeep.command = \"x\"\n", "without its own table"},
		{clients.TOML, "[[s.lapkeep]]\na = 1\n", "is a list"},
		{clients.YAML, "s:\n  a: [1\n", "is not valid YAML"},
		{clients.YAML, "a: 1\r\n\r\n\r\nb: [1\r\n", "Line 4 is not valid YAML"},
		{clients.YAML, "s: &x\n  a: 1\n", `"s" is not a mapping`},
		{clients.YAML, "s: {a: {}}\n", `"s" is written on one line`},
		{clients.YAML, "s:\n  a: {}\n---\ns: {}\n", "a second document"},
		{clients.YAML, "- a\n- b\n", "is not valid YAML"},
	} {
		out, err := clients.Insert(c.format, []byte(c.doc), entry, "s", "lapkeep")
		if err == nil {
			t.Errorf("%s %.99q became %q", c.format, c.doc, out)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || training.KindOf(err) == training.KindInternal {
			t.Errorf("%s %.99q: %v, want %q", c.format, c.doc, err, c.want)
		}
	}
}

// whole is an entry with a value of each kind.
var whole = clients.Object{
	{Key: "command", Value: `C:\Program Files\lapkeep.exe`},
	{Key: "args", Value: []string{"serve", "--home", "it's"}},
	{Key: "disabled", Value: true},
	{Key: "timeout", Value: 60},
	{Key: "env", Value: clients.Object{{Key: "A", Value: "1"}, {Key: "B", Value: "x # y"}}},
}

// TestRead: an entry as people and programs write it, in order, each value as
// what it is.
func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		format clients.ConfigFormat
		doc    string
	}{
		"JSON": {
			clients.JSON,
			`{"s":{"lapkeep":{"command":"C:\\Program Files\\lapkeep.exe","args":["serve","--home","it's"],"disabled":true,"timeout":60,"env":{"A":"1","B":"x # y"}}}}`,
		},
		"comments": {
			clients.JSONC,
			"{\"s\": {\"lapkeep\": {\"command\": \"C:\\\\Program Files\\\\lapkeep.exe\", // mine\n \"args\": [\"serve\", /* " +
				"at */ \"--home\", \"it's\",], \"disabled\": true, \"timeout\": 60, \"env\": {\"A\": \"1\", \"B\": \"x # y\"}}}}",
		},
		"JSON5": {
			clients.JSON5,
			`{s: {lapkeep: {command: 'C:\\Program Files\\lapkeep.exe', args: ['serve', "--home", 'it\'s'], disabled: true, timeout: 60, env: {A: '1', B: "x # y"}}}}`,
		},
		"tables": {
			clients.TOML,
			"[s.lapkeep]\ncommand = 'C:\\Program Files\\lapkeep.exe'\nargs = [ \"serve\", # at\n '--home', \"it's\" " +
				"]\ndisabled = true\ntimeout = 60\n\n[s.lapkeep.env]\nA = \"1\"\nB = 'x # y'\n",
		},
		"inline": {
			clients.TOML,
			"[s.lapkeep]\ncommand = 'C:\\Program Files\\lapkeep.exe'\nargs = [\"serve\", '--home', \"it's\"]\ndisabled = " +
				"true\ntimeout = 60\nenv = { A = \"1\", \"B\" = 'x # y' }\n",
		},
		"dotted": {
			clients.TOML,
			"[s.lapkeep]\ncommand = 'C:\\Program Files\\lapkeep.exe'\nargs = [\"serve\", '--home', \"it's\"]\ndisabled = " +
				"true\ntimeout = 60\nenv.A = \"1\"\nenv.B = 'x # y'\n",
		},
		"YAML": {
			clients.YAML,
			"s:\n  lapkeep:\n    command: C:\\Program Files\\lapkeep.exe\n    args:\n    - serve\n    - --home\n    - " +
				"it's\n    disabled: true\n    timeout: 60\n    env: {A: '1', B: \"x # y\"}\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, found, err := clients.ReadConfig(c.format, []byte(c.doc), "s", "lapkeep")
			if err != nil || !found {
				t.Fatalf("found %v, %v", found, err)
			}
			if d := cmp.Diff(whole, got); d != "" {
				t.Error(d)
			}
			for _, other := range []string{"s/none", "none/lapkeep"} {
				if _, found, err := clients.ReadConfig(c.format, []byte(c.doc), strings.Split(other, "/")...); found || err != nil {
					t.Errorf("%s: found %v, %v", other, found, err)
				}
			}
		})
	}
}

// TestVerbatim: values of other kinds are written again as they stood.
func TestVerbatim(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		format     clients.ConfigFormat
		doc, keeps string
	}{
		{
			clients.JSON, `{"s":{"lapkeep":{"a":1.50,"b":[1,{"c":null}],"d":null,"e":[],"f":{}}}}`,
			`"a": 1.50, "b": [1,{"c":null}], "d": null, "e": [], "f": {}`,
		},
		{clients.JSON5, `{s:{lapkeep:{a:0xFF,b:'\x41'}}}`, `"a": 0xFF, "b": '\x41'`},
		{
			clients.TOML, "[s.lapkeep]\na = 1_000\nb = 2026-01-01\nc = \"\"\"x\ny\"\"\"\nd = [1, \"x\"]\ne = [{ f = 1 }]\n",
			"a = 1_000\nb = 2026-01-01\nc = \"\"\"x\ny\"\"\"\nd = [1, \"x\"]\ne = [{ f = 1 }]\n",
		},
		{
			clients.YAML, "s:\n  lapkeep:\n    a: 1.5\n    b: [1, {c: null}]\n    d:\n    e: []\n    f: {}\n",
			"    a: 1.5\n    b: [1, {\"c\": null}]\n    d: null\n    e: []\n    f: {}\n",
		},
	} {
		entry, found, err := clients.ReadConfig(c.format, []byte(c.doc), "s", "lapkeep")
		if err != nil || !found {
			t.Errorf("%s: found %v, %v", c.format, found, err)
			continue
		}
		out, err := clients.Insert(c.format, []byte(c.doc), entry.With("z", true), "s", "lapkeep")
		if err != nil || !strings.Contains(string(out), c.keeps) {
			t.Errorf("%s: %v\n%s lacks\n%s", c.format, err, out, c.keeps)
		}
	}
}

func TestObject(t *testing.T) {
	t.Parallel()
	o := whole.With("disabled", false).With("new", 1).Without("env", "timeout")
	if v, ok := o.Get("disabled"); !ok || v != false {
		t.Errorf("%v %v", v, ok)
	}
	var keys []string
	for _, m := range o {
		keys = append(keys, m.Key)
	}
	if got := strings.Join(keys, " "); got != "command args disabled new" {
		t.Error(got)
	}
	if v, _ := whole.Get("disabled"); v != true || len(whole) != 5 {
		t.Errorf("the object that it was made from changed: %v", whole)
	}
}

// TestLawOfReading: what was put in is read, whatever is around it.
func TestLawOfReading(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom([]clients.ConfigFormat{clients.JSON, clients.JSONC, clients.JSON5}).Draw(t, "format")
		doc, err := clients.Insert(f, []byte(object(t, f)), whole, "servers", "lapkeep")
		if err != nil {
			return // what holds servers is no object
		}
		got, found, err := clients.ReadConfig(f, doc, "servers", "lapkeep")
		if err != nil || !found || !cmp.Equal(got, whole) {
			t.Fatalf("%q: %v, %v, %v", doc, got, found, err)
		}
	})
	for _, f := range []clients.ConfigFormat{clients.TOML, clients.YAML} {
		got, found, err := clients.ReadConfig(f, []byte(clients.Render(f, whole, "servers", "lapkeep")), "servers", "lapkeep")
		if err != nil || !found || !cmp.Equal(got, whole) {
			t.Errorf("%s: %v, %v, %v", f, got, found, err)
		}
	}
}
