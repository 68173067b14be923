package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// everyName returns a .env that sets all that Lapkeep knows to one value.
func everyName(value string) (text string) {
	for _, d := range Catalogue(services()) {
		for _, name := range d.Env {
			text += name + "=" + value + "\n"
		}
	}
	return text
}

// TestAWorkingFolderSaysNothing: its .env may come from anybody.
func TestAWorkingFolderSaysNothing(t *testing.T) {
	t.Parallel()
	in := place(t, map[string]string{"work/.env": everyName("none"), "work/none/config.yaml": "writes: full\n"})
	s, err := Load(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range s.All() {
		if v.From != "default" {
			t.Errorf("%s is %q from %s", v.Key, v.Text, v.From)
		}
	}
	f, err := LookAtFolder(in, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range Catalogue(services()) {
		for _, name := range d.Env {
			if !slices.Contains(append(slices.Clone(f.Never), f.Services...), name) {
				t.Errorf("%s is not named", name)
			}
		}
	}
}

// TestAccountsOfOtherServices checks that accounts of other services are named,
// and no other word of the file is.
func TestAccountsOfOtherServices(t *testing.T) {
	t.Parallel()
	in := place(t,
		map[string]string{"work/.env": "STRAVA_ACCESS_TOKEN=1\nSTRAVA_CLIENT_SECRET=7\nSTRAVA_SAYS_IGNORE_ALL=1\nSTRAVA_REFRESH_TOKEN=\n"})
	s, err := Load(in)
	if err != nil {
		t.Fatal(err)
	}
	f, err := LookAtFolder(in, s)
	if err != nil || len(f.Services)+len(f.Never) > 0 || !slices.Equal(f.Others, []string{"STRAVA_CLIENT_SECRET", "STRAVA_ACCESS_TOKEN"}) {
		t.Errorf("%+v, %v", f, err)
	}
}

const olderServer = "export INTERVALS_ICU_API_KEY='canary-4711'\nATHLETE_ID=i77 # me\n" +
	"CERT=\"-----BEGIN\nINTERVALS_API_BASE_URL=http://inside.example\n-----END\"\nnot a line\nLOG_LEVEL=verbose\n"

// TestAFolderThatTheAthleteNamed counts for services, until it changes.
func TestAFolderThatTheAthleteNamed(t *testing.T) {
	t.Parallel()
	in := place(t, map[string]string{"work/.env": olderServer + "LAPKEEP_HOME=none\nLAPKEEP_WRITES=none\nMCP_TRANSPORT=http\n"})
	home := filepath.Join(in.UserHome, ".lapkeep")
	path, names, err := Trust(home, in.WorkDir, services())
	if err != nil || strings.Join(names, " ") != "INTERVALS_ICU_API_KEY ATHLETE_ID" {
		t.Fatalf("%q, %v", names, err)
	}
	info, err := os.Stat(home)
	if err != nil || open(info) {
		t.Errorf("the home is %v, %v", info.Mode(), err)
	}
	s, err := Load(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range s.All() {
		switch v.Key {
		case IntervalsKey, IntervalsAthlete:
			if want := map[Key]string{IntervalsKey: "canary-4711", IntervalsAthlete: "i77"}[v.Key]; v.Text != want || v.Origin != path {
				t.Errorf("%s is %q of %s", v.Key, v.Text, v.Origin)
			}
			if v.Shown() != "(set, hidden)" {
				t.Errorf("%s shows %q", v.Key, v.Shown())
			}
		default:
			if v.From != "default" {
				t.Errorf("%s is %q from %s", v.Key, v.Text, v.From)
			}
		}
	}
	changed(t, in, path)
}

// changed: one byte more and nothing of it counts, until it is named again.
func changed(t *testing.T, in Input, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(olderServer+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := Load(in)
	if err != nil || s.Get(IntervalsKey) != "" || len(s.Skipped) != 1 || !strings.Contains(s.Skipped[0].What, "has changed since") {
		t.Errorf("after a change: %q, %v, %v", s.Get(IntervalsKey), s.Skipped, err)
	}
	home := s.Get(Home)
	if _, _, err := Trust(home, in.WorkDir, services()); err != nil {
		t.Fatal(err)
	}
	if s, err = Load(in); err != nil || s.Get(IntervalsKey) == "" {
		t.Errorf("named again: %v", err)
	}
	if all, err := TrustedFiles(home); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	if _, err := Distrust(home, in.WorkDir); err != nil {
		t.Error(err)
	}
	if s, err = Load(in); err != nil || s.Get(IntervalsKey) != "" || len(s.Skipped) != 0 {
		t.Errorf("taken from the list: %q, %v", s.Get(IntervalsKey), err)
	}
	if _, err := Distrust(home, in.WorkDir); training.KindOf(err) != training.KindNotFound {
		t.Errorf("taken twice: %v", err)
	}
}

func TestWhatCannotBeTrusted(t *testing.T) {
	t.Parallel()
	in := place(t, map[string]string{
		"work/.env":      "API_KEY=of-another-program\nLAPKEEP_HOME=x\n",
		"elsewhere/.env": olderServer, "user/.lapkeep/.env": "",
	})
	home, base := filepath.Join(in.UserHome, ".lapkeep"), filepath.Dir(in.WorkDir)
	if err := os.MkdirAll(filepath.Join(base, "linked"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(base, "elsewhere", ".env"), filepath.Join(base, "linked", ".env")); err != nil {
		t.Skip(err)
	}
	for dir, says := range map[string]string{
		"work": "contains no settings", "nowhere": "does not exist", "linked": "not a regular file",
	} {
		if _, _, err := Trust(home, filepath.Join(base, dir), services()); err == nil || !strings.Contains(err.Error(), says) ||
			strings.Contains(err.Error(), "program") {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, trustName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(in); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("a damaged list: %v", err)
	}
}

func TestWordsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	in := place(t, nil)
	in.Environ = []string{"LOG_LEVEL=verbose", "FASTMCP_LOG_LEVEL=INFO"}
	s, err := Load(in)
	if err != nil || s.Get(LogLevel) != "info" || len(s.Skipped) != 1 || strings.Contains(s.Skipped[0].What, "verbose") {
		t.Errorf("%q, %v, %v", s.Get(LogLevel), s.Skipped, err)
	}
	in.Environ = []string{"LAPKEEP_LOG_LEVEL=verbose"}
	if _, err := Load(in); training.KindOf(err) != training.KindInvalid {
		t.Errorf("its own name: %v", err)
	}
}

func TestLinesOfEnvFiles(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "map[] []",
		"# A=1\n\n \n":                    "map[] []",
		"\ufeffA=1\r\nexport B = 2 # x\n": "map[A:1 B:2] []",
		"A='1 # x' # y\nB=\"2\"":          "map[A:1 # x B:2] []",
		"A=\"1\r\nC=3\"\r\nB=2":           "map[A:1\nC=3 B:2] []",
		"A=\"x\\\"\nC=3\"\nB=2":           "map[A:x\\\"\nC=3 B:2] []",
		"A='1\nB=2":                       "map[B:2] [1]",
		"A='1' 2\nB C=2\nD=\n=x":          "map[D:] [1 2 4]",
		"A=1#2\nB=a b":                    "map[A:1#2 B:a b] []",
	} {
		vars, bad := parseEnv(text)
		if got := fmt.Sprint(vars, bad); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// FuzzLinesOfEnvFiles: whatever the file holds, names are names and reading ends.
func FuzzLinesOfEnvFiles(f *testing.F) {
	f.Add(olderServer)
	f.Add("A=\"\nB='\n\"C=\\\"")
	f.Fuzz(func(t *testing.T, text string) {
		vars, bad := parseEnv(text)
		lines := strings.Count(text, "\n") + 1
		if len(vars)+len(bad) > lines || slices.ContainsFunc(bad, func(n int) bool { return n < 1 || n > lines }) {
			t.Errorf("%d names and bad lines %v of %d", len(vars), bad, lines)
		}
		for name, value := range vars {
			if !isName(name) || !strings.Contains(strings.ReplaceAll(text, "\r", ""), strings.ReplaceAll(value, "\r", "")) {
				t.Errorf("%q is %q", name, value)
			}
		}
	})
}

// The settings of the service that these tests know.
const (
	IntervalsKey     Key = "intervals_api_key"
	IntervalsAthlete Key = "intervals_athlete_id"
	diaryFTP         Key = "diary_ftp"
)

// services returns services, declared as a service declares them.
func services() []Definition {
	return []Definition{
		{
			Key: IntervalsKey, Env: []string{"INTERVALS_ICU_API_KEY", "API_KEY"}, Secret: true,
			Anybodys: []string{"API_KEY"}, Beside: IntervalsAthlete,
		},
		{Key: IntervalsAthlete, Env: []string{"INTERVALS_ICU_ATHLETE_ID", "ATHLETE_ID"}},
		{Key: "intervals_url", Env: []string{"INTERVALS_API_BASE_URL"}},
		{Key: DeleteMode, Env: []string{"INTERVALS_ICU_DELETE_MODE"}},
		{Key: LogLevel, Env: []string{"DIARY_LOG_LEVEL"}},
		{Key: diaryFTP, Env: []string{"DIARY_FTP"}, Number: true},
		{Key: "diary_region", Env: []string{"DIARY_REGION"}, Allowed: []string{"north", "south"}},
		{Key: "diary_cache", Env: []string{"DIARY_CACHE_DIR"}, Instead: "Everything is in the home: use --home."},
		{Key: "strava_id", Env: []string{"STRAVA_CLIENT_ID"}},
	}
}

// TestWhatAServiceDeclares: a name of its own for a setting of Lapkeep's, a
// number, one that has no use here, and one that counts beside another alone.
func TestWhatAServiceDeclares(t *testing.T) {
	t.Parallel()
	load := func(environ ...string) (Settings, error) {
		in := place(t, nil)
		in.Environ = environ
		return Load(in)
	}
	s, err := load("DIARY_LOG_LEVEL=DEBUG", "DIARY_FTP=250", "DIARY_CACHE_DIR=/tmp/x", "INTERVALS_ICU_DELETE_MODE=safe", "API_KEY=k")
	if err != nil || s.Get(LogLevel) != "debug" || s.Get(diaryFTP) != "250" || s.Get(DeleteMode) != "safe" || s.Get(IntervalsKey) != "" {
		t.Errorf("%v, %v", s.values, err)
	}
	if len(s.Skipped) != 1 || s.Skipped[0].What != "environment DIARY_CACHE_DIR is not used." ||
		!strings.Contains(s.Skipped[0].Fix, "--home") {
		t.Errorf("%v", s.Skipped)
	}
	if s, err = load("API_KEY=k", "ATHLETE_ID=i7"); err != nil || s.Get(IntervalsKey) != "k" {
		t.Errorf("%v, %v", s.values, err)
	}
	for _, word := range []string{"much", "2.5", "-250", "0"} {
		if _, err := load("DIARY_FTP=" + word); training.KindOf(err) != training.KindInvalid {
			t.Errorf("%q: %v", word, err)
		}
	}
	if _, err := load("DIARY_REGION=east"); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
	all := Catalogue(nil)
	if slices.ContainsFunc(all, func(d Definition) bool { return d.Key == IntervalsKey }) {
		t.Error("a service is known that nobody declared")
	}
}

// TestAServiceThatIsDeclaredIsNoOther: its names in a folder are settings.
func TestAServiceThatIsDeclaredIsNoOther(t *testing.T) {
	t.Parallel()
	names, _, others := namesIn("STRAVA_CLIENT_ID=1\nSTRAVA_CLIENT_SECRET=x\n", services())
	if !slices.Equal(names, []string{"STRAVA_CLIENT_ID"}) || !slices.Equal(others, []string{"STRAVA_CLIENT_SECRET"}) {
		t.Errorf("%q, %q", names, others)
	}
}

// FuzzConfig holds that a config file gives settings that are known, or says
// what is wrong with it.
func FuzzConfig(f *testing.F) {
	for _, s := range []string{
		"", "athlete: me\nwrites: none\n", "import_dirs:\n  - /rides\n  - \"/a b\"\n", "port: 0x1F90\nathlete: !!binary aGk=\n",
		"athlete: &a [*a]\n", "writes: {a: 1}\n", "nothing: 1\n", "athlete: |\n  two\n  lines\n", "a\x00b: 1", "- 1\n- 2\n", "? [a, b]\n: 1\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := loadConfig(path, Catalogue(nil))
		if err != nil {
			if training.KindOf(err) != training.KindInvalid {
				t.Errorf("%q: %v", data, err)
			}
			return
		}
		for k := range got {
			if !known(k, Catalogue(nil)) {
				t.Errorf("%q is a setting", k)
			}
		}
	})
}
