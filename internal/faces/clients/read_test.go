package clients_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/faces/clients"
)

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
