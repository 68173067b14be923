//go:build e2e && unix

package app_test

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestCheck19_EndsCleanly at the end of input and at either signal, on
// standard input and output and over HTTP.
func TestCheck19_EndsCleanly(t *testing.T) {
	t.Parallel()
	p := buildProgram(t)
	for _, c := range []struct {
		name   string
		args   []string
		signal os.Signal // nil ends the input
	}{
		{"stdio at its end", []string{"serve"}, nil},
		{"stdio at SIGTERM", []string{"serve"}, syscall.SIGTERM},
		{"stdio at SIGINT", []string{"serve"}, os.Interrupt},
		{"HTTP at SIGTERM", []string{"serve", "--http", "127.0.0.1:0"}, syscall.SIGTERM},
		{"HTTP at SIGINT", []string{"serve", "--http", "127.0.0.1:0"}, os.Interrupt},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := p.command(t.Context(), filepath.Join(t.TempDir(), "home"), c.args...)
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			var errs bytes.Buffer
			speaks := cmd.StdoutPipe
			if len(c.args) > 1 {
				speaks = cmd.StderrPipe
			} else {
				cmd.Stderr = &errs
			}
			out, err := speaks()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			io.WriteString(in, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n")
			lines := bufio.NewReader(out)
			for line := ""; !strings.Contains(line, "Ctrl-C") && !strings.Contains(line, `"id":1`); {
				if line, err = lines.ReadString('\n'); err != nil {
					t.Fatalf("it ended early: %v, %s", err, errs.String())
				}
			}
			if c.signal == nil {
				in.Close()
			} else if err := cmd.Process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 {
				t.Errorf("it said afterwards: %s, %v", rest, err)
			}
			if err := cmd.Wait(); err != nil || errs.Len() > 0 {
				t.Errorf("it ended with %v: %s", err, errs.String())
			}
		})
	}
}
