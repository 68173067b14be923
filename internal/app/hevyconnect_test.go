package app

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lapkeep/test/hevytest"
)

// TestHevyFromTheCommandLine: the key is typed, a sync brings sets, every overview works, and
// the key is in its file alone, until the athlete disconnects.
func TestHevyFromTheCommandLine(t *testing.T) {
	t.Parallel()
	l := &linked{person: newPerson(t), begun: time.Now()}
	at := hevytest.New(t, hevytest.Options{Workouts: 3, Now: func() time.Time { return noon.Add(time.Since(l.begun)) }})
	l.environ = append(l.environ, "HEVY_API_BASE_URL="+at.URL, "LAPKEEP_LOG_LEVEL=debug")
	l.fails(t, "", []string{"connect", "hevy"}, "No key", "hevy.com/settings")
	l.fails(t, "wrong\n", []string{"connect", "hevy"}, "Hevy")
	l.ok(t, hevytest.DefaultKey+"\n", []string{"connect", "hevy"}, "Hevy is connected", "lifter")
	l.ok(t, "", []string{"check"}, "ok", "file that only you can read")
	l.ok(t, "", []string{"sync"}, "3 stored")
	l.ok(t, "", []string{"call", "list_activities"}, `"total":3`)
	if out := l.ok(t, "", []string{"call", "get_activity", `{"id":"latest","sections":["sets"]}`}); !strings.Contains(out, "hevy:") {
		t.Errorf("%s", out)
	}
	for _, args := range [][]string{
		{"doctor", "--all"},
		{"doctor", "--json"},
		{"call", "get_status"},
		{"undo", "--list"},
		{"backup", filepath.Join(l.user, "b.tar")},
		{"export", "--all", filepath.Join(l.user, "out")},
	} {
		l.ok(t, "", args)
	}
	only := filepath.Join(l.user, ".lapkeep", "keys", "me", "hevy.json")
	holders := func() (in []string) {
		t.Helper()
		err := filepath.WalkDir(l.user, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if bytes.Contains(data, []byte(hevytest.DefaultKey)) {
				in = append(in, path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		return in
	}
	if in := holders(); len(in) != 1 || in[0] != only || strings.Contains(l.said.String(), hevytest.DefaultKey) {
		t.Errorf("the key is in %q, or was said", in)
	}
	asked := l.fails(t, "", []string{"disconnect", "hevy"}, "3 activities", "lapkeep approve ")
	_, code, _ := strings.Cut(asked, "lapkeep approve ")
	code = strings.FieldsFunc(code, func(r rune) bool { return r < '0' || r > 'z' })[0]
	l.inTTY = true
	l.ok(t, code+"\n", []string{"approve", code})
	l.inTTY = false
	l.ok(t, "", []string{"disconnect", "hevy"}, "Disconnected")
	if in := holders(); len(in) > 0 {
		t.Errorf("the key is still in %q", in)
	}
	l.ok(t, "", []string{"call", "list_activities"}, `"total":0`)
}
