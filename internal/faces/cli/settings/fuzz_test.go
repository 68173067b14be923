package settings

import (
	"os"
	"path/filepath"
	"testing"

	"lapkeep/internal/training"
)

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
