// Package dialoguetest replays dialogues between a client and a server of the
// protocol, each a text file that tells one story: what the client sends,
// line by line, and all that the server says.
package dialoguetest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// Server speaks the protocol on in and out until in ends.
type Server func(ctx context.Context, in io.Reader, out io.Writer) error

// Story is what one dialogue needs.
type Story struct {
	Serve Server
	// Say and Show translate between the file and the server: ids that differ
	// from run to run, for example. Nil leaves texts as they are.
	Say, Show func(string) string
}

// Run replays every dialogue of a folder, each with a story of its own.
// $STATE in what the client sends is the last requestState of the server.
// update writes the server's part anew.
func Run(t *testing.T, dir string, update bool, begin func(t *testing.T) Story) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues in %s: %v", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, begin(t), part(t, a, "client"))
			if update {
				a.Files = []txtar.File{*section(a, "client"), {Name: "server", Data: []byte(got)}}
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(part(t, a, "server"), "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("the server spoke otherwise (-want +got):\n%s", d)
			}
		})
	}
}

func section(a *txtar.Archive, name string) *txtar.File {
	for i := range a.Files {
		if a.Files[i].Name == name {
			return &a.Files[i]
		}
	}
	return nil
}

func part(t *testing.T, a *txtar.Archive, name string) string {
	t.Helper()
	f := section(a, name)
	if f == nil {
		t.Fatalf("no section %q", name)
	}
	return string(f.Data)
}

// message is what the replay looks at.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result struct {
		State string `json:"requestState"`
	} `json:"result"`
}

// replay sends each line once what the line before asked for has been said,
// then ends the input, and returns all that was said.
func replay(t *testing.T, s Story, client string) string {
	t.Helper()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- s.Serve(t.Context(), in, out)
		out.Close()
	}()
	said := bufio.NewReader(receive)
	var all strings.Builder
	state := ""
	for line := range strings.Lines(client) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		line = translate(s.Say, strings.ReplaceAll(line, "$STATE", state))
		if _, err := io.WriteString(send, line+"\n"); err != nil {
			t.Fatal(err)
		}
		var sent message
		garbage := json.Unmarshal([]byte(line), &sent) != nil
		if !garbage && sent.Method != "" && sent.ID == nil {
			continue // a notification is not answered
		}
		for answered := false; !answered; {
			answer, err := said.ReadString('\n')
			if err != nil {
				t.Fatalf("the server fell silent after %s: %v", line, err)
			}
			var m message
			if err := json.Unmarshal([]byte(answer), &m); err != nil {
				t.Fatalf("not protocol: %s", answer)
			}
			if m.Result.State != "" {
				state = m.Result.State
			}
			all.WriteString(translate(s.Show, indent(t, answer)))
			answered = m.ID != nil // an answer, or a question to the client
		}
	}
	send.Close()
	rest, err := io.ReadAll(said)
	if err != nil || len(rest) > 0 {
		t.Errorf("said after the end: %s, %v", rest, err)
	}
	if err := <-done; err != nil {
		t.Errorf("the end of input is no error, got %v", err)
	}
	return all.String()
}

func translate(how func(string) string, text string) string {
	if how == nil {
		return text
	}
	return how(text)
}

func indent(t *testing.T, line string) string {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(line), "", "  "); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String()) + "\n"
}
