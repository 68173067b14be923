package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/training"
)

// place writes files below a fresh folder and returns an input in it.
func place(t *testing.T, files map[string]string) Input {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return Input{WorkDir: filepath.Join(dir, "work"), UserHome: filepath.Join(dir, "user"), Services: services()}
}

func TestEachPlaceWinsOverTheNext(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"user/.lapkeep/config.yaml": "athlete: config\nlog_level: debug\n",
		"user/.lapkeep/.env":        "LAPKEEP_ATHLETE=homeenv\n",
		"work/.env":                 "LAPKEEP_ATHLETE=workenv\nLAPKEEP_LOG_LEVEL=error\n",
	}
	steps := []struct {
		name, want, from string
		change           func(*Input)
	}{
		{"home .env before config", "homeenv", ".env LAPKEEP_ATHLETE", func(*Input) {}},
		{
			"environment before .env", "environ", "environment LAPKEEP_ATHLETE",
			func(in *Input) { in.Environ = []string{"LAPKEEP_ATHLETE=environ"} },
		},
		{"flag before environment", "flagged", "flag --athlete", func(in *Input) {
			in.Environ = []string{"LAPKEEP_ATHLETE=environ"}
			in.Flags = map[Key]string{Athlete: "flagged"}
		}},
	}
	for _, st := range steps {
		t.Run(st.name, func(t *testing.T) {
			t.Parallel()
			in := place(t, files)
			st.change(&in)
			s, err := Load(in)
			if err != nil {
				t.Fatal(err)
			}
			v := s.Value(Athlete)
			if v.Text != st.want || !strings.HasSuffix(v.From, st.from) {
				t.Errorf("athlete = %q from %q, want %q from …%q", v.Text, v.From, st.want, st.from)
			}
			if got := s.Get(LogLevel); got != "debug" {
				t.Errorf("log_level = %q, want the config file's debug", got)
			}
		})
	}
}

func TestConfigBoundsWhatMayBeWritten(t *testing.T) {
	t.Parallel()
	cases := []struct{ config, flag, want, refused string }{
		{"", "none", "none", ""},
		{"", "full", "safe", "full"},
		{"writes: full\n", "safe", "safe", ""},
		{"writes: full\n", "full", "full", ""},
		{"writes: none\n", "safe", "none", "safe"},
	}
	for _, c := range cases {
		in := place(t, map[string]string{"user/.lapkeep/config.yaml": c.config})
		in.Flags = map[Key]string{Writes: c.flag}
		s, err := Load(in)
		if err != nil {
			t.Fatal(err)
		}
		v := s.Value(Writes)
		if v.Text != c.want || !strings.HasPrefix(v.Narrowed, c.refused) || (c.refused == "") != (v.Narrowed == "") {
			t.Errorf("config %q flag %q: %q (refused %q), want %q", c.config, c.flag, v.Text, v.Narrowed, c.want)
		}
	}
}

func TestEnvironmentCannotWidenWrites(t *testing.T) {
	t.Parallel()
	in := place(t, map[string]string{"user/.lapkeep/.env": "LAPKEEP_WRITES=full\n"})
	s, err := Load(in)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Get(Writes); got != "safe" {
		t.Errorf("writes = %q from a .env in the home", got)
	}
}

func TestDamagedPlacesSayWhere(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name  string
		files map[string]string
		envs  []string
		says  string
	}{
		{"unknown name", map[string]string{"user/.lapkeep/config.yaml": "writess: none\n"}, nil, `"writess"`},
		{"not yaml", map[string]string{"user/.lapkeep/config.yaml": "a: [\n"}, nil, "not valid YAML"},
		{"unknown word", nil, []string{"LAPKEEP_WRITES=everything"}, "none, safe, full"},
		{"not name=value", map[string]string{"user/.lapkeep/.env": "s3cr3t-token\n"}, nil, "Line 1"},
		{"a secret in the wrong line", map[string]string{"user/.lapkeep/.env": "LAPKEEP_WRITES=s3cr3t\n"}, nil, "none, safe, full"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := place(t, c.files)
			in.Environ = c.envs
			_, err := Load(in)
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "s3cr3t") {
				t.Fatalf("error %v, want one that says %q and shows no secret", err, c.says)
			}
			if k := training.KindOf(err); k != training.KindInvalid {
				t.Errorf("kind %v, want invalid", k)
			}
		})
	}
}

func TestNamedEnvFileStandsAlone(t *testing.T) {
	t.Parallel()
	in := place(t, map[string]string{"work/.env": "LAPKEEP_ATHLETE=wrong\n", "other.env": "export LAPKEEP_ATHLETE='right one'\n"})
	in.EnvFile = filepath.Join(filepath.Dir(in.WorkDir), "other.env")
	s, err := Load(in)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Get(Athlete); got != "right one" {
		t.Errorf("athlete = %q", got)
	}
	in.EnvFile += ".missing"
	if _, err := Load(in); training.KindOf(err) != training.KindNotFound {
		t.Errorf("a missing --env-file gave %v", err)
	}
}

func TestTheHomesOwnEnvFileIsRead(t *testing.T) {
	t.Parallel()
	in := place(t, map[string]string{"work/data/.env": "LAPKEEP_LOG_LEVEL=debug\n", "named.env": "LAPKEEP_HOME=data\n"})
	in.Environ = []string{"LAPKEEP_HOME=data"}
	s, err := Load(in)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(in.WorkDir, "data"); s.Get(Home) != want || s.NewHome || s.Get(LogLevel) != "debug" {
		t.Errorf("home %q, new %v, log level %q", s.Get(Home), s.NewHome, s.Get(LogLevel))
	}
	in.Environ, in.EnvFile = nil, filepath.Join("..", "named.env")
	if s, err = Load(in); err != nil || s.Get(Home) != filepath.Join(in.WorkDir, "data") {
		t.Errorf("home %q, %v", s.Get(Home), err)
	}
}

// TestWithoutAHomeFolder: the working folder does not replace it.
func TestWithoutAHomeFolder(t *testing.T) {
	t.Parallel()
	in := place(t, map[string]string{"work/.lapkeep/config.yaml": "writes: full\n"})
	for _, home := range []string{"", "."} {
		in.UserHome = home
		if s, err := Load(in); err == nil || !strings.Contains(err.Error(), "Your user has no known home directory") {
			t.Errorf("%q: %v, home %q", home, err, s.Get(Home))
		}
	}
}

func TestSecretsAreNotShown(t *testing.T) {
	t.Parallel()
	in := place(t, nil)
	in.Environ = []string{"LAPKEEP_API_KEY=canary-4711"}
	s, err := Load(in)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range s.All() {
		if strings.Contains(v.Shown(), "canary") {
			t.Errorf("%s shows its secret", v.Key)
		}
	}
	if s.Get(APIKey) != "canary-4711" {
		t.Error("the key itself was lost")
	}
}

func TestListsInTheConfigFile(t *testing.T) {
	t.Parallel()
	in := place(t, map[string]string{"user/.lapkeep/config.yaml": "toolsets: [fitness, activities]\nimport_dirs:\n  - /a b\n  - /c\n"})
	s, err := Load(in)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.List(Toolsets); len(got) != 2 || got[1] != "activities" {
		t.Errorf("toolsets = %q", got)
	}
	if got := s.Paths(ImportDirs); len(got) != 2 || got[0] != "/a b" {
		t.Errorf("import_dirs = %q", got)
	}
}

func TestOthersNamesAndWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		environ string
		key     Key
		want    string
	}{
		{"MCP_TRANSPORT=streamable-http", Transport, "streamable-http"},
		{"MCP_TRANSPORT=SSE", Transport, "sse"},
		{"MCP_HOST=localhost", Host, "localhost"},
		{"FASTMCP_HOST=::1", Host, "::1"},
		{"MCP_PORT=9000", Port, "9000"},
		{"FASTMCP_PORT=9001", Port, "9001"},
		{"FASTMCP_LOG_LEVEL=WARNING", LogLevel, "warn"},
		{"LOG_LEVEL=DEBUG", LogLevel, "debug"},
		{"FASTMCP_LOG_LEVEL=CRITICAL", LogLevel, "error"},
		{"LAPKEEP_HTTP=127.0.0.1:1", HTTP, "127.0.0.1:1"},
		{"MCP_SERVER_API_KEY=abcdefghijklmnop", APIKey, "abcdefghijklmnop"},
		{"LAPKEEP_SECRET_PATH=yes", SecretPath, "true"},
		{"LAPKEEP_NO_AUTH=true", NoAuth, "false"}, // no matter of any environment
		{"LAPKEEP_CONSENT=model", Consent, "person"},
	} {
		in := place(t, nil)
		in.Environ = []string{c.environ}
		s, err := Load(in)
		if err != nil {
			t.Fatal(err)
		}
		v := s.Value(c.key)
		if v.Text != c.want || v.From == "" {
			t.Errorf("%s: %s = %q from %q, want %q", c.environ, c.key, v.Text, v.From, c.want)
		}
	}
}

func TestConsentOfTheModelIsTheConfigFilesAlone(t *testing.T) {
	t.Parallel()
	for config, want := range map[string]string{"": "person", "consent: person\n": "person", "consent: model\n": "model"} {
		in := place(t, map[string]string{"user/.lapkeep/config.yaml": config})
		in.Flags = map[Key]string{Consent: "model"}
		s, err := Load(in)
		if err != nil || s.Get(Consent) != want {
			t.Errorf("config %q: %q, %v; want %q", config, s.Get(Consent), err, want)
		}
	}
}

func TestSwitchesInTheConfigFile(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"true": true, "on": true, "no": false, "false": false} {
		s, err := Load(place(t, map[string]string{"user/.lapkeep/config.yaml": "no_auth: " + text + "\nport: 9000\n"}))
		if err != nil || s.On(NoAuth) != want || s.Get(Port) != "9000" {
			t.Errorf("no_auth: %s gave %v, port %s, %v", text, s.On(NoAuth), s.Get(Port), err)
		}
	}
	if _, err := Load(place(t, map[string]string{"user/.lapkeep/config.yaml": "no_auth: perhaps\n"})); err == nil {
		t.Error("no_auth: perhaps was accepted")
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	for asked, want := range map[string]string{
		"en": "en", "EN": "en", "en-GB": "en", "en_US.UTF-8": "en", "C": "en", "C.UTF-8": "en", "POSIX": "en", "english": "en",
		"zh": "zh-CN", "zh-CN": "zh-CN", "zh_CN.UTF-8": "zh-CN", "zh-Hans": "zh-CN", "zh_SG": "zh-CN", "zh-hans-cn": "zh-CN", "中文": "zh-CN",
		"de": "en de", "de_DE.UTF-8@euro": "en de-DE", "zh-TW": "en zh-TW", "zh_Hant": "en zh-Hant", "fr-CA": "en fr-CA",
	} {
		in := place(t, nil)
		in.Flags = map[Key]string{Language: asked}
		s, err := Load(in)
		if v := s.Value(Language); err != nil || strings.TrimSpace(v.Text+" "+v.Unoffered) != want {
			t.Errorf("%q is %q %q, %v; want %s", asked, v.Text, v.Unoffered, err, want)
		}
	}
	for _, asked := range []string{"klingon", "xx", "", "e", "12", "zh-", "\x1b[31m"} {
		in := place(t, nil)
		in.Flags = map[Key]string{Language: asked}
		_, err := Load(in)
		if training.KindOf(err) != training.KindInvalid || err != nil && !strings.Contains(err.Error(), "Use one of: en, zh-CN.") {
			t.Errorf("%q: %v", asked, err)
		}
	}
}

func TestLanguageOfThePlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		environ, config, want, from string
	}{
		{"", "", "en", "default"},
		{"LANG=zh_CN.UTF-8", "", "zh-CN", "system LANG"},
		{"LANG=zh_CN.UTF-8 LC_ALL=C", "", "en", "system LC_ALL"},
		{"LANG=nonsense", "", "en", "default"},
		{"LANG=zh_CN.UTF-8", "language: en\n", "en", "config.yaml"},
		{"LANG=de_DE IGPSPORT_LANG=zh", "language: en\n", "zh-CN", "environment IGPSPORT_LANG"},
		{"IGPSPORT_LANG=zh LAPKEEP_LANG=en", "", "en", "environment LAPKEEP_LANG"},
		{"IGPSPORT_LANG=both", "language: zh\n", "zh-CN", "config.yaml"},
		{"LAPKEEP_LANGUAGE=zh", "", "zh-CN", "environment LAPKEEP_LANGUAGE"},
	} {
		in := place(t, map[string]string{"user/.lapkeep/config.yaml": c.config})
		in.Environ = strings.Fields(c.environ)
		s, err := Load(in)
		if v := s.Value(Language); err != nil || v.Text != c.want || !strings.HasSuffix(v.From, c.from) {
			t.Errorf("%s with %q: %q from %q, %v", c.environ, c.config, v.Text, v.From, err)
		}
	}
	in := place(t, nil)
	in.Environ = []string{"LANG=de_DE.UTF-8"}
	s, err := Load(in)
	if note := s.Value(Language).Note(); err != nil || !strings.HasPrefix(note, "de-DE (system LANG) is not available") {
		t.Errorf("%q, %v", note, err)
	}
}

func TestAHomeIsMadeForItsUserAlone(t *testing.T) {
	t.Parallel()
	in := place(t, nil)
	s, err := Load(in)
	if err != nil || !s.NewHome {
		t.Fatalf("%v, %v", s.NewHome, err)
	}
	if err := MakeHome(s.Get(Home)); err != nil {
		t.Fatal(err)
	}
	if s, err = Load(in); err != nil || s.NewHome {
		t.Errorf("%v, %v", s.NewHome, err)
	}
	if err := os.WriteFile(filepath.Join(in.UserHome, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, home := range []string{"file", "file/below"} {
		if err := MakeHome(filepath.Join(in.UserHome, home)); err == nil || training.KindOf(err) == training.KindInternal {
			t.Errorf("%s: %v", home, err)
		}
	}
}

// BenchmarkLoad measures what each start waits for.
func BenchmarkLoad(b *testing.B) {
	dir := b.TempDir()
	in := Input{WorkDir: dir, UserHome: dir}
	home := filepath.Join(dir, ".lapkeep")
	for _, f := range []string{
		"config.yaml", "lapkeep.db", "lapkeep.db-wal", "lapkeep.db-shm", "http.key", "cache/a", "exports/a", "backups/a", "leases/a",
		"keys/me/intervals.json", "athletes/me/originals/ab/x.zst",
	} {
		path := filepath.Join(home, filepath.FromSlash(f))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := Load(in); err != nil {
			b.Fatal(err)
		}
	}
}
