package mcpserver

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzMembers: what is found is what decoding finds, and only where each
// member is there once, under exactly its name.
func FuzzMembers(f *testing.F) {
	for _, text := range []string{
		`{"a":1,"b":{"a":[1,2,"}"]}}`, ` { "a" : "x\\\"y" , "b":null } `, `{}`, `{"a":1,"a":2}`, `{"A":1}`, `{"b":-1.5e3}`, `{"\u0061":1}`, `[]`, `"a"`, `7`, ``, `{"a":[]
,"b" : true}`, `{"c":1}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			return
		}
		var a, b []byte
		ok := members(text, map[string]*[]byte{"a": &a, "b": &b})
		if !ok {
			return
		}
		var want map[string]json.RawMessage
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatalf("%s is an object: %v", text, err)
		}
		got := map[string]json.RawMessage{}
		for name, v := range map[string][]byte{"a": a, "b": b} {
			if v != nil {
				got[name] = v
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("%s (-decoded +found):\n%s", text, d)
		}
		if n := bytes.Count(text, []byte(`"a"`)); n == 0 && a != nil {
			t.Fatalf("%s has no a", text)
		}
	})
}

func TestMembersWantsEachOnce(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`{"a":1,"b":2}`: true, `{"b":2}`: true, `{}`: true, "\n{ \"a\" :\t{} }": true,
		`{"a":1,"a":1}`: false, `{"A":1}`: false, `{"a":1,"c":1}`: false, `{"\u0061":1}`: false, `[{"a":1}]`: false, `null`: false, `"{}"`: false,
	} {
		var a, b []byte
		if got := members([]byte(text), map[string]*[]byte{"a": &a, "b": &b}); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
