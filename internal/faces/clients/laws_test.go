package clients_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
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
		if !strings.Contains(err.Error(), "in this file") && (f != clients.YAML || !strings.Contains(err.Error(), "changed safely")) {
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
		law(t, clients.TOML, []byte(doc))
		out, _ := clients.Insert(clients.TOML, []byte(doc), entry, "servers", "lapkeep")
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
