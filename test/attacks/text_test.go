//go:build e2e

package attacks_test

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lapkeep/test/attacks/arenatest"
	"lapkeep/test/intervalstest"
)

var (
	code        = regexp.MustCompile(`\b[a-z0-9]{10}\b`)
	approveCode = regexp.MustCompile(`lapkeep approve ([a-z0-9]+)`)
	drawn       = regexp.MustCompile(`\]\(\s*<?(https?:|//|data:)`)
)

// renders reports whether a client that draws Markdown would fetch or link.
func renders(text string) bool {
	for _, at := range drawn.FindAllStringIndex(text, -1) {
		if at[0] == 0 || text[at[0]-1] != '\\' {
			return true
		}
	}
	return strings.Contains(text, "<img") || strings.Contains(text, "<a href")
}

// speaks finds what a terminal would obey, or what would look like our lines.
func speaks(text string) string {
	for _, bad := range []string{"\x1b", "\x07", "\u009b", "\u202e", "\u2066", "\u200b", "\x00", "\U000e0041", "\nowned", "\rowned"} {
		if strings.Contains(text, bad) {
			return bad
		}
	}
	return ""
}

const (
	hostile = "a\x1b[31mred\x1b]0;t\x07\u202eback\u2066\u200bz\nowned: ok"
	// picture is a name that a client fetches, if it draws Markdown.
	picture = "![p](https://evil.example/p.png?q=1) [l](https://evil.example) <img src=https://evil.example/i>"
)

func text() []arenatest.Attack {
	return []arenatest.Attack{
		{
			Name: "a file's name", By: arenatest.Archive, Seen: "c510560",
			Tries: "escapes, bidi and an imitated line of output in the name of an imported file",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				s := u.Import(t, map[string][]byte{
					"n" + hostile + ".tcx": arenatest.Ride(arenatest.Day(1), 200),
					"m" + hostile + ".fit": []byte("junk"),
				})
				quiet(t, s.All())
				quiet(t, u.Import(t, map[string][]byte{"k" + hostile: []byte("junk")}).All())
			},
		},
		{
			Name: "a file's name as JSON", By: arenatest.Archive, Seen: "c510560", Tries: "the same with `import --json`, shown by a terminal",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				arenatest.Write(t, filepath.Join(u.Cwd, "in", "m"+hostile+".fit"), []byte("junk"))
				s := u.Run(t, "import", "--json", filepath.Join(u.Cwd, "in"))
				quiet(t, strings.ReplaceAll(s.All(), `\n`, ""))
			},
		},
		{
			Name: "an archive's member", By: arenatest.Archive, Seen: "c510560", Tries: "the same in the name of a member of a zip",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				z := arenatest.Zip(t, [2]string{"x" + hostile + ".fit", "junk"},
					[2]string{"y" + hostile + ".tcx", string(arenatest.Ride(arenatest.Day(1), 200))})
				quiet(t, u.Import(t, map[string][]byte{"export.zip": z}).All())
			},
		},
		{
			Name: "a file's name for the model", By: arenatest.Archive, Seen: "c510560",
			Tries: "the same in the answer of `import_files`, with a picture",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				dir := filepath.Join(u.Dir, "in")
				arenatest.Write(t, filepath.Join(dir, "x"+hostile+".fit"), []byte("junk"))
				arenatest.Write(t, filepath.Join(dir, "![p](http:", "evil.example", "p.png).fit"), []byte("junk"))
				a := serve(t, u, "--toolsets", "all", "--import-dirs", dir).Call("import_files", object{"paths": []string{dir}})
				obeys(t, a)
			},
		},
		{
			Name: "a value of the home's .env", By: arenatest.Folder, Seen: "c510560",
			Tries: "escapes in values that doctor shows and errors repeat",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				for _, name := range []string{"LAPKEEP_LANGUAGE", "LAPKEEP_TOOLSETS", "LAPKEEP_WRITES", "LAPKEEP_ATHLETE", "LAPKEEP_PUBLIC_URL"} {
					arenatest.Write(t, filepath.Join(u.Home, ".env"), []byte(name+"=\"a\x1b[31mred\u202eb\x07\"\n"))
					for _, args := range [][]string{{"doctor", "--all"}, {"tools"}, {"serve", "--http", "127.0.0.1:x"}} {
						quiet(t, u.RunWith(t, "", args...).All())
					}
				}
			},
		},
		{
			Name: "a setting's name", By: arenatest.Folder, Seen: arenatest.Held,
			Tries: "escapes in an unknown name of `config.yaml` and in damaged YAML",
			Run: func(t *testing.T) {
				for _, text := range []string{"\"a\\e[31mb\": 1\n", "a\u202e\u200bb: 1\n", "x: [\u202e\n"} {
					u := arenatest.NewUser(t)
					arenatest.Write(t, filepath.Join(u.Home, "config.yaml"), []byte(text))
					quiet(t, u.Run(t, "doctor", "--all").All())
				}
			},
		},
		{
			Name: "an argument", By: arenatest.Text, Seen: "c510560", Tries: "escapes in arguments that errors repeat",
			Run: func(t *testing.T) {
				u, _ := newAthlete(t)
				for _, args := range [][]string{
					{"call", "get_activity", `{"id":"\u001b[31m\u202ex"}`},
					{"call", "a\x1b[31mb"},
					{"call", "get_activity", `{"\u001b[31m\u202e":1}`},
					{"import", "no\x1b[31m\u202esuch"},
					{"mcp", "install", "no\x1b[31m\u202e"},
					{"undo", "\x1b[31m\u202e"},
					{"restore", "no\x1b[31m\u202e"},
					{"no\x1b[31m\u202e"},
					{"doctor", "--no\x1b[31m\u202e"},
					{"sync", "no\x1b[31m\u202e"},
					{"approve", "no\x1b[31m\u202e"},
				} {
					quiet(t, u.Run(t, args...).All())
				}
			},
		},
		{
			Name: "a picture in a name", By: arenatest.Text, Seen: "c510560", Tries: "a Markdown picture in names, which a client would fetch",
			Run: func(t *testing.T) {
				u, rides := newAthlete(t)
				args, err := json.Marshal(object{"id": rides[0], "name": picture, "tags": []string{picture}})
				if err != nil {
					t.Fatal(err)
				}
				u.Must(t, "call", "update_activity", string(args))
				s := serve(t, u)
				for tool, args := range map[string]object{
					"list_activities": nil, "get_activity": {"id": rides[0]}, "search": {"query": "evil"}, "fetch": {"id": rides[0]},
					"compare_activities": {"ids": rides[:2]}, "update_activity": {"id": rides[0], "name": "y", "dry_run": true},
				} {
					obeys(t, s.Call(tool, args))
				}
			},
		},
		{
			Name: "a picture in an event", By: arenatest.Text, Seen: "c510560", Tries: "the same in the name and description of an event",
			Run: func(t *testing.T) {
				u, _ := newAthlete(t)
				args, err := json.Marshal(object{"events": []object{{
					"date": "2027-01-15", "name": picture, "category": "note",
					"description": picture,
				}}})
				if err != nil {
					t.Fatal(err)
				}
				u.Must(t, "call", "create_events", string(args))
				obeys(t, serve(t, u).Call("list_events", object{"range": "2027-01-01..2027-01-31"}))
			},
		},
		{
			Name: "a service's error", By: arenatest.Service, Seen: "c510560",
			Tries: "escapes, bidi and a picture in the service's text of a refusal",
			Run: func(t *testing.T) {
				u, service := newConnected(t)
				body, err := json.Marshal(object{"status": 422, "error": hostile + picture + strings.Repeat("long ", 4000)})
				if err != nil {
					t.Fatal(err)
				}
				ride := firstRide(t, u)
				service.Inject(intervalstest.Fault{Status: 422, Body: string(body)})
				for _, args := range [][]string{{"sync"}, {"sync", "--full"}, {"check"}, {"doctor", "--all"}, {"call", "sync_now"}} {
					said := u.Run(t, args...).All()
					quiet(t, said)
					if len(said) > 8000 {
						t.Errorf("%q says %d bytes", args, len(said))
					}
				}
				s := serve(t, u, "--log-level", "debug")
				obeys(t, s.Call("sync_now", nil))
				obeys(t, s.Call("get_status", nil))
				obeys(t, s.Call("get_activity_notes", object{"id": ride}))
				quiet(t, s.Log())
			},
		},
		{
			Name: "a service's error in its body alone", By: arenatest.Service, Seen: arenatest.Held,
			Tries: "the same in a body that is not JSON, and in a header",
			Run: func(t *testing.T) {
				u, service := newConnected(t)
				service.Inject(intervalstest.Fault{Status: 500, Body: hostile + picture, RetryAfter: "a\u202eb"})
				for _, args := range [][]string{{"sync"}, {"check"}, {"call", "sync_now"}} {
					quiet(t, u.Run(t, args...).All())
				}
				obeys(t, serve(t, u).Call("sync_now", nil))
			},
		},
		{
			Name: "a service's athlete", By: arenatest.Service, Seen: arenatest.Held, Tries: "escapes in the name of the key's owner",
			Run: func(t *testing.T) {
				u := arenatest.NewUser(t)
				service := intervalstest.New(t, intervalstest.Options{Empty: true, Lenient: true})
				service.Do(func(w *intervalstest.World) { w.Athletes[0].Profile["name"] = hostile })
				arenatest.Write(t, filepath.Join(u.Home, "config.yaml"), []byte(config+"intervals_url: "+service.URL+"\n"))
				quiet(t, u.RunWith(t, intervalstest.DefaultKey+"\n", "connect", "intervals").All())
				for _, args := range [][]string{{"check"}, {"check", "--json"}, {"doctor", "--all"}, {"call", "get_status"}} {
					quiet(t, strings.ReplaceAll(u.Run(t, args...).All(), `\n`, ""))
				}
			},
		},
	}
}

// quiet fails the test if the text moves a terminal or forges a line.
func quiet(t *testing.T, said string) {
	t.Helper()
	if bad := speaks(said); bad != "" {
		t.Errorf("%q is in what is said: %.600q", bad, said)
	}
}

// obeys fails the test if what a client shows would be obeyed.
func obeys(t *testing.T, a arenatest.Answer) {
	t.Helper()
	if a.Line == "" {
		t.Error("there is no answer")
	}
	if bad := speaks(a.Text); bad != "" {
		t.Errorf("%q is in the answer: %.600q", bad, a.Text)
	}
	if renders(a.Text) {
		t.Errorf("a client that draws Markdown fetches: %.600q", a.Text)
	}
}

func TestText(t *testing.T) { arenatest.Run(t, text()) }
