//go:build e2e

package app_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAnImportKeepsToItsMemory: large files, small ones that unpack to much,
// to nothing that is a recording too, and one that is larger than any
// recording, on more processors than there are.
func TestAnImportKeepsToItsMemory(t *testing.T) {
	t.Parallel()
	const promised = 250 << 10 // KB
	p, dir := buildProgram(t), t.TempDir()
	files := filepath.Join(dir, "files")
	if err := os.Mkdir(files, 0o700); err != nil {
		t.Fatal(err)
	}
	writeTrack(t, filepath.Join(files, "long.gpx"), 1, 47<<20)
	for i := range 2 {
		writeTrack(t, filepath.Join(files, fmt.Sprintf("packed%d.gpx.gz", i)), 2+i, 28<<20)
	}
	for i := range 6 {
		writeBomb(t, filepath.Join(files, fmt.Sprintf("bomb%d.fit.gz", i)), uint64(i))
	}
	none := filepath.Join(files, "larger.fit")
	if err := os.WriteFile(none, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(none, 250<<20); err != nil { // it takes no place on the disk
		t.Fatal(err)
	}
	cmd := p.command(t.Context(), filepath.Join(dir, "home"), "import", files)
	cmd.Env = append(cmd.Env, "GOMAXPROCS=16")
	out, peak, err := measured(t, cmd)
	if failed := (*exec.ExitError)(nil); !errors.As(err, &failed) || failed.ExitCode() != 1 ||
		!strings.Contains(string(out), "10 files: 3 imported, 0 updated, 0 duplicate, 0 ignored, 7 failed") ||
		!strings.Contains(string(out), "larger.fit: The file is larger than 48 MiB.") {
		t.Fatalf("%v:\n%s", err, out)
	}
	t.Logf("at most %d MB", peak>>10)
	if peak == 0 || peak > promised {
		t.Errorf("the import took %d MB, more than %d", peak>>10, promised>>10)
	}
}

// measured runs a command and watches the most memory that it had, in KB. The
// system's own number of a process that has ended includes its parent's memory.
func measured(t *testing.T, cmd *exec.Cmd) (out []byte, peak int, err error) {
	t.Helper()
	var b bytes.Buffer
	cmd.Stdout = &b
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	image := fmt.Sprintf("/proc/%d/exe", cmd.Process.Pid)
	program, _ := filepath.EvalSymlinks(cmd.Path)
	for {
		select {
		case err := <-ended:
			return b.Bytes(), peak, err
		case <-look.C:
			if is, _ := os.Readlink(image); is != program {
				continue // it is still this process's image
			}
			peak = max(peak, residentPeak(cmd.Process.Pid))
		}
	}
}

// residentPeak returns the most memory that a process had, in KB; 0 if it has
// ended.
func residentPeak(pid int) int {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, line, _ := strings.Cut(string(status), "\nVmHWM:")
	var kb int
	_, _ = fmt.Sscanf(line, "%d kB", &kb)
	return kb
}

// writeBomb writes two megabytes that unpack to forty-two.
func writeBomb(t *testing.T, path string, seed uint64) {
	t.Helper()
	noise := make([]byte, 2<<20)
	random := rand.New(rand.NewPCG(seed, 1)) //nolint:gosec // not a secret
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range [][]byte{noise, make([]byte, 40<<20)} {
		if _, err := z.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	writeFile(t, path, b.Bytes())
}

// writeTrack writes a GPX file of a size; one whose name ends in .gz is packed.
func writeTrack(t *testing.T, path string, month, size int) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var to io.Writer = file
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewWriterLevel(file, gzip.BestSpeed)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		to = z
	}
	b := bufio.NewWriter(to)
	defer b.Flush()
	fmt.Fprint(b, `<gpx version="1.1" creator="a"><trk><type>cycling</type><trkseg>`)
	start := time.Date(2024, time.Month(month), 1, 6, 0, 0, 0, time.UTC)
	const point = 160 // bytes
	for i := range size / point {
		fmt.Fprintf(b, `<trkpt lat="50.%06d" lon="8.000000"><ele>100</ele><time>%s</time><extensions><hr>120</hr><power>200</power></extensions></trkpt>`+"\n",
			i, start.Add(time.Duration(i)*time.Second).Format(time.RFC3339))
	}
	fmt.Fprint(b, "</trkseg></trk></gpx>\n")
}
