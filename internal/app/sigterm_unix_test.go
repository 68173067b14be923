//go:build e2e && unix

package app_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lapkeep/test/ingesttest"
	"lapkeep/test/intervalstest"
)

// asked is when a command is asked to end, and how long it may then take on a
// machine that does much else; by itself it takes a fraction of a second.
var asked = []time.Duration{20 * time.Millisecond, 300 * time.Millisecond}

const mostEnding = 5 * time.Second

// TestSIGTERMEndsEveryCommand: every command that takes a while is asked to
// end at its beginning and in its middle.
func TestSIGTERMEndsEveryCommand(t *testing.T) {
	t.Parallel()
	p, dir := buildProgram(t), t.TempDir()
	home, apple := filepath.Join(dir, "home"), filepath.Join(dir, "apple.zip")
	largeExport(t, apple)
	collection(t, filepath.Join(dir, "rides"), 40, 600, ingesttest.Everything())
	p.run(t, home, "import", filepath.Join(dir, "rides")).must(t)
	p.run(t, home, "backup", filepath.Join(dir, "whole.tar.zst")).must(t)
	server := intervalstest.New(t, intervalstest.Options{Activities: 200, Seconds: 60, Now: clock})
	onService := func(ctx context.Context, home string, args ...string) *exec.Cmd {
		cmd := p.command(ctx, home, args...)
		cmd.Env = append(cmd.Env, "INTERVALS_API_BASE_URL="+server.URL)
		return cmd
	}
	connect := onService(t.Context(), filepath.Join(dir, "connected"), "connect", "intervals")
	connect.Stdin = strings.NewReader(intervalstest.DefaultKey)
	if out, err := connect.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	for name, command := range map[string]func(n string) (string, []string){
		"serve":      func(string) (string, []string) { return home, []string{"serve"} },
		"serve http": func(string) (string, []string) { return home, []string{"serve", "--transport", "http", "--port", "0"} },
		"sync":       func(string) (string, []string) { return filepath.Join(dir, "connected"), []string{"sync"} },
		"verify":     func(string) (string, []string) { return home, []string{"verify"} },
		"backup":     func(n string) (string, []string) { return home, []string{"backup", filepath.Join(dir, n+".tar.zst")} },
		"export":     func(n string) (string, []string) { return home, []string{"export", "--all", filepath.Join(dir, n)} },
		"restore": func(n string) (string, []string) {
			return filepath.Join(dir, n), []string{"restore", filepath.Join(dir, "whole.tar.zst")}
		},
		"import": func(n string) (string, []string) {
			return filepath.Join(dir, n), []string{"import", filepath.Join(dir, "rides")}
		},
		"import apple": func(n string) (string, []string) { return filepath.Join(dir, n), []string{"import", apple} },
		"watch": func(n string) (string, []string) {
			return filepath.Join(dir, n), []string{"watch", "--every", "10ms", filepath.Join(dir, "rides")}
		},
		"demo": func(n string) (string, []string) { return filepath.Join(dir, n), []string{"demo", "--only-build"} },
	} {
		for _, after := range asked {
			on, args := command(strings.ReplaceAll(name, " ", "-") + after.String())
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			ended(t, name, onService(ctx, on, args...), after)
			cancel()
		}
	}
}

// ended asks a command to end some time after its start, and waits for it.
func ended(t *testing.T, name string, cmd *exec.Cmd, after time.Duration) {
	t.Helper()
	in, err := cmd.StdinPipe() // which stays open: serve ends with it
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close() //nolint:errcheck // nothing was written
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-done:
		return // it was faster
	case <-time.After(after):
	}
	began := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); errors.Is(err, os.ErrProcessDone) {
		<-done
		return // it was faster still
	} else if err != nil {
		t.Fatal(err)
	}
	select {
	case <-done:
		t.Logf("%s ended %s after it was asked", name, time.Since(began).Round(time.Millisecond))
	case <-time.After(mostEnding):
		_ = cmd.Process.Kill()
		<-done
		t.Errorf("%s did not end, asked after %s:\n%s", name, after, said.Bytes())
	}
}

// largeExport writes an export of Apple's that takes a second to read: a
// quarter of a gigabyte, which packs to a thousandth.
func largeExport(t *testing.T, path string) {
	t.Helper()
	const record = `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="a" unit="count" startDate="2025-01-02 04:04:05 +0100" endDate="2025-01-02 04:04:05 +0100" value="3"/>` + "\n"
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("apple_health_export/export.xml")
	if err == nil {
		_, err = io.WriteString(w, `<HealthData><ExportDate value="2025-01-02 04:04:05 +0100"/>`)
	}
	for many := strings.Repeat(record, 1<<12); err == nil && b.Len() < 1<<18; {
		_, err = io.WriteString(w, many)
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = os.WriteFile(path, b.Bytes(), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
