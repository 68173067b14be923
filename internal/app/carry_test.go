package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestABackupHasTheSettings, and no secret: one that somebody put there is left
// out and named. Settings that are there already stay.
func TestABackupHasTheSettings(t *testing.T) {
	t.Parallel()
	home, dir := filepath.Join(t.TempDir(), "home"), t.TempDir()
	within(t, home, clock(), "import", t.TempDir())
	config := filepath.Join(home, "config.yaml")
	for name, c := range map[string]struct{ has, want, told string }{
		"plain": {"# as at home\nwrites: none\n# api_key: hush\n", "# as at home\nwrites: none\n", ""},
		"secrets": {
			"writes: none\napi_key: hush # hush\nintervals_api_key: hush\nlanguage: en\n",
			"writes: none\nlanguage: en\n", "api_key, intervals_api_key",
		},
	} {
		writeFile(t, config, []byte(c.has))
		file := filepath.Join(dir, name+".tar")
		said := within(t, home, clock(), "backup", file).must(t)
		if !strings.Contains(said.out, c.told) || strings.Contains(said.out, "hush") {
			t.Errorf("%s: %s", name, said.out)
		}
		if data, err := os.ReadFile(file); err != nil || strings.Contains(string(data), "hush") {
			t.Errorf("%s: the secret is in the backup, %v", name, err)
		}
		to := filepath.Join(t.TempDir(), "home")
		if said := within(t, to, clock(), "restore", file).must(t); strings.Contains(said.out, "allows") {
			t.Errorf("%s: nothing is allowed that was not: %s", name, said.out)
		}
		if got, err := os.ReadFile(filepath.Join(to, "config.yaml")); err != nil || string(got) != c.want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		stands := filepath.Join(t.TempDir(), "home")
		writeFile(t, filepath.Join(stands, "config.yaml"), []byte("writes: safe\n"))
		within(t, stands, clock(), "restore", file).must(t)
		if got, err := os.ReadFile(filepath.Join(stands, "config.yaml")); err != nil || string(got) != "writes: safe\n" {
			t.Errorf("%s: what stood there is %q, %v", name, got, err)
		}
	}
}

// TestARestoreTellsWhatItAllows: a backup that somebody else wrote brings modes
// along, and does so in no silence.
func TestARestoreTellsWhatItAllows(t *testing.T) {
	t.Parallel()
	home, file := filepath.Join(t.TempDir(), "home"), filepath.Join(t.TempDir(), "theirs.tar")
	within(t, home, clock(), "import", t.TempDir())
	writeFile(t, filepath.Join(home, "config.yaml"), []byte("writes: full\nconsent: model\nimport_dirs: /\n"))
	within(t, home, clock(), "backup", file).must(t)
	said := within(t, filepath.Join(t.TempDir(), "home"), clock(), "restore", file).must(t)
	for _, want := range []string{"writes full instead of safe", "consent model instead of person", "importing from /"} {
		if !strings.Contains(said.out, want) {
			t.Errorf("it lacks %q: %s", want, said.out)
		}
	}
}
