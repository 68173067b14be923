package tools

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lapkeep/internal/importing/archive"
	"lapkeep/internal/training"
)

// folders makes an allowed folder with a file, a secret beside it, and links
// between the two.
func folders(t *testing.T) (root, secret string) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, secret = filepath.Join(base, "rides"), filepath.Join(base, "secret.fit")
	for _, dir := range []string{root, filepath.Join(root, "2026"), filepath.Join(base, "rides-private")} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{secret, filepath.Join(root, "2026", "a.fit"), filepath.Join(base, "rides-private", "b.fit")} {
		if err := os.WriteFile(f, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"out.fit": secret, "up": base, "in": filepath.Join("2026", "a.fit")} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Skip("no symbolic links here")
		}
	}
	return root, secret
}

// allowedAt gives the path of the first of places.
func allowedAt(p []archive.Place) string { return filepath.Join(p[0].Root, p[0].Rel) }

func TestCheck22_AllowedPaths(t *testing.T) {
	t.Parallel()
	root, secret := folders(t)
	inside := filepath.Join(root, "2026", "a.fit")
	for _, c := range []struct {
		name, ask, want string
		kind            training.Kind
	}{
		{name: "the folder", ask: root, want: root},
		{name: "a file", ask: inside, want: inside},
		{name: "relative", ask: "2026/a.fit", want: inside},
		{name: "dots that stay inside", ask: filepath.Join(root, "2026", "..", "2026", "a.fit"), want: inside},
		{name: "a link that stays inside", ask: filepath.Join(root, "in"), want: inside},
		{name: "a file that is not there", ask: filepath.Join(root, "no.fit"), kind: training.KindNotFound},
		{name: "a file outside", ask: secret, kind: training.KindForbidden},
		{name: "nothing outside", ask: filepath.Join(filepath.Dir(secret), "nothing.fit"), kind: training.KindForbidden},
		{name: "dots", ask: root + "/../secret.fit", kind: training.KindForbidden},
		{name: "relative dots", ask: "../secret.fit", kind: training.KindForbidden},
		{name: "a link out", ask: filepath.Join(root, "out.fit"), kind: training.KindForbidden},
		{name: "through a linked folder", ask: filepath.Join(root, "up", "secret.fit"), kind: training.KindForbidden},
		{name: "a folder whose name begins alike", ask: root + "-private/b.fit", kind: training.KindForbidden},
		{name: "the system", ask: "/etc/passwd", kind: training.KindForbidden},
	} {
		got, err := Places([]string{root}, []string{c.ask})
		if c.want != "" {
			if err != nil || allowedAt(got) != c.want || got[0].Root != root {
				t.Errorf("%s: %v, %v, want %s", c.name, got, err, c.want)
			}
			continue
		}
		if training.KindOf(err) != c.kind {
			t.Errorf("%s: %v, %v, want %s", c.name, got, err, c.kind)
		}
	}
}

func TestNoFolderAllowed(t *testing.T) {
	t.Parallel()
	_, err := Places(nil, []string{"/tmp"})
	if training.KindOf(err) != training.KindForbidden || !strings.Contains(err.Error(), "import_dirs") {
		t.Errorf("err = %v", err)
	}
}

func TestSecondFolderServesToo(t *testing.T) {
	t.Parallel()
	root, _ := folders(t)
	got, err := Places([]string{filepath.Join(root, "gone"), t.TempDir(), root}, []string{"2026/a.fit"})
	if err != nil || allowedAt(got) != filepath.Join(root, "2026", "a.fit") {
		t.Errorf("%v, %v", got, err)
	}
}

func TestLinkedFolderServesBySeveralNames(t *testing.T) {
	t.Parallel()
	root, _ := folders(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip("no symbolic links here")
	}
	want := filepath.Join(root, "2026", "a.fit")
	for _, ask := range []string{filepath.Join(link, "2026", "a.fit"), want, "2026/a.fit"} {
		if got, err := Places([]string{link}, []string{ask}); err != nil || allowedAt(got) != want {
			t.Errorf("%s: %v, %v", ask, got, err)
		}
	}
}
