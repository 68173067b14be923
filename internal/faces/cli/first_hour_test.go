package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDroppedPath: what file managers and terminals write for a path.
func TestDroppedPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, system, want string }{
		{"/a/b ", "linux", "/a/b"},
		{"~/rides", "linux", "/home/you/rides"},
		{`/a/My\ rides`, "darwin", "/a/My rides"},
		{`/a/Bob\'s\ \(old\)`, "darwin", "/a/Bob's (old)"},
		{`'/a/My rides'`, "linux", "/a/My rides"},
		{`'/a/Bob'\''s rides'`, "linux", "/a/Bob's rides"},
		{`"/a/My rides"`, "linux", "/a/My rides"},
		{"/a/My rides", "linux", "/a/My rides"},
		{"/a/Bob's rides", "linux", "/a/Bob's rides"},
		{"file:///a/My%20rides", "linux", "/a/My rides"},
		{`"C:\Users\you\My rides"`, "windows", `C:\Users\you\My rides`},
		{`C:\Users\you`, "windows", `C:\Users\you`},
		{"file:///C:/Users/you", "windows", "C:/Users/you"},
		{"", "linux", ""},
	} {
		if got, err := droppedPath(c.text, "/home/you", c.system); err != nil || filepath.ToSlash(got) != filepath.ToSlash(c.want) {
			t.Errorf("%q on %s: %q, %v, want %q", c.text, c.system, got, err, c.want)
		}
	}
	if _, err := droppedPath("~bob/rides", "/home/you", "linux"); err == nil {
		t.Error("another user's home was looked for")
	}
}

// TestNextStep: the advice depends on the clients that are here, and on whether
// one is connected.
func TestNextStep(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	next := func() string {
		a := newApp(b.Deps)
		var said strings.Builder
		if err := a.printNext(&said, defaultName); err != nil {
			t.Fatal(err)
		}
		return said.String()
	}
	if got := next(); got != "Next, connect your assistant: lapkeep mcp install CLIENT\nClients that are known: lapkeep mcp list\n" {
		t.Errorf("no client: %s", got)
	}
	put(t, b.file, "{}")
	put(t, filepath.Join(b.Places.UserHome, ".gemini", "settings.json"), "{}")
	if got := next(); got != "Next, connect your assistant: lapkeep mcp install cursor\nAlso on this machine: gemini\n" {
		t.Errorf("two clients: %s", got)
	}
	b.Places.Environ = []string{"LAPKEEP_HOME=" + filepath.Join(b.Places.UserHome, "my home")}
	if got := next(); !strings.Contains(got, " --home '"+filepath.Join(b.Places.UserHome, "my home")+"'\n") {
		t.Errorf("another home: %s", got)
	}
	b.stands(t, "serve")
	if got := next(); got != "" {
		t.Errorf("connected already: %s", got)
	}
}

// TestDoctorSaysWhatMatters: failures first, each with what to do, and what is
// fine as a number; the rest with --all.
func TestDoctorSaysWhatMatters(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	gone := filepath.Join(b.Places.UserHome, "gone")
	b.Places.Environ = []string{"LAPKEEP_IMPORT_DIRS=" + gone, "LAPKEEP_WRITES=full"}
	code, said := b.run("doctor")
	want := "FAIL  import folder  " + gone + "\n      Make the folder, or remove it from import_dirs.\n" +
		"note  writes         the config file does not allow full (environment LAPKEEP_WRITES)\n" +
		"2 checks are fine. All of them, and every setting with its origin: lapkeep doctor --all\n"
	if code != 1 || said != want {
		t.Errorf("exit %d\n%s\nwant\n%s", code, said, want)
	}
	if code, said := b.run("doctor", "--all"); code != 1 || !strings.Contains(said, "environment LAPKEEP_IMPORT_DIRS") ||
		!strings.Contains(said, "ok    clock") {
		t.Errorf("exit %d\n%s", code, said)
	}
	b.Places.Environ = nil
	if code, said := b.run("doctor"); code != 0 ||
		said != "2 checks are fine. All of them, and every setting with its origin: lapkeep doctor --all\n" {
		t.Errorf("all is fine: exit %d\n%s", code, said)
	}
}
