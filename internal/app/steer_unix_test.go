//go:build unix

package app

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"lapkeep/internal/platform/textclean"
	"lapkeep/test/intervalstest"
)

// hostileWords returns strings that anybody may call a file or answer to a
// request.
func hostileWords() []string {
	return []string{
		"\x1b[2J\x1b]0;owned\a\x1b]52;c;aGk=\a", "\u202egnp\u2066", "a\nimported  spoof", "b\r\x1b[Kimported  spoof", "\u009b31m\x9b31m",
		"\U000E0041\U000E0042tag\u200b", "![x](https:\\example.org)<img src=x>", "\x7f\x08\x08", strings.Repeat("long ", 40),
	}
}

// hostileFolder returns a folder of files by those names: recordings, garbage,
// and archives with members by them.
func hostileFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for i, word := range hostileWords() {
		ride, err := hostileRecording(may.AddDate(0, 1, i), "Ride")
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		z := zip.NewWriter(&packed)
		for name, data := range map[string][]byte{
			word + ".fit": []byte("garbage"), "../" + word + ".fit": nil,
			word + ".tcx": append(ride, ' '), word + ".zip": []byte("PK\x03\x04"),
		} {
			w, err := z.CreateHeader(&zip.FileHeader{Name: name, NonUTF8: true})
			if err == nil {
				_, err = w.Write(data)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		for name, data := range map[string][]byte{".tcx": ride, ".fit": []byte("garbage"), ".zip": packed.Bytes()} {
			if err := os.WriteFile(filepath.Join(dir, word+name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// TestNoWordFromOutsideSteersATerminal: names of files and of members of
// archives, and what a service answers, in reports, errors, progress, lists
// and the log.
func TestNoWordFromOutsideSteersATerminal(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("many calls, one after another: no race is in them")
	}
	dir := hostileFolder(t)
	l := newLinked(t, intervalstest.Options{}, "LAPKEEP_IMPORT_DIRS="+dir)
	l.ok(t, intervalstest.DefaultKey+"\n", []string{"connect", "intervals"})
	paths, err := json.Marshal(map[string]any{"paths": []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"call", "import_files", strings.Replace(string(paths), "{", `{"dry_run":true,`, 1)},
		{"import", dir},
		{"import", "--json", dir},
		{"call", "import_files", string(paths)},
		{"undo", "--list"},
		{"duplicates"},
		{"doctor", "--all"},
		{"call", "list_activities"},
	} {
		l.do(t.Context(), "", args...)
	}
	if !strings.Contains(l.said.String(), "9 imported, 7 updated") {
		t.Errorf("not everything was read:\n%s", l.said.String())
	}
	for _, word := range hostileWords() {
		l.do(t.Context(), "", "import", filepath.Join(dir, word+" gone"))
		l.do(t.Context(), "", "watch", filepath.Join(dir, word+".fit"))
		l.do(t.Context(), "", "call", word)
		l.do(t.Context(), "", "export", "--all", filepath.Join(dir, word+".fit"))
		l.do(t.Context(), "", word)
		body, err := json.Marshal(map[string]string{"error": word})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range []intervalstest.Fault{
			{Status: http.StatusUnprocessableEntity, Body: string(body)},
			{Status: http.StatusNotFound, Body: word},
			{Body: word},
		} {
			remove := l.server.Inject(f)
			l.do(t.Context(), "", "check")
			l.do(t.Context(), "", "sync", "--full")
			remove()
		}
	}
	checkSaid(t, l.said.String())
}

// checkSaid looks at all that commands printed.
func checkSaid(t *testing.T, said string) {
	t.Helper()
	const most = textclean.TextRunes + 500 // a line of the log quotes several words
	for line := range strings.Lines(said) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "imported  spoof") {
			t.Errorf("a name begins a line: %q", line)
		}
		if !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && textclean.Hidden(r) }) {
			t.Errorf("a terminal is steered: %q", line)
		}
		if n := utf8.RuneCountInString(line); n > most && !strings.HasPrefix(line, "{") {
			t.Errorf("a line of %d characters: %.100q", n, line)
		}
	}
}
