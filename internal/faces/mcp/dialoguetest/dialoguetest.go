// Package dialoguetest replays dialogues between an MCP client and server. Each
// is a text file with one story: what the client sends, line by line, and
// everything the server replies.
package dialoguetest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"lapkeep/test/golden"
)

// Server speaks the protocol on in and out until in is closed.
type Server func(ctx context.Context, in io.Reader, out io.Writer) error

// Story sets up one dialogue.
type Story struct {
	Serve Server
	// Say and Show translate between the file and the server, for example ids that
	// differ from run to run. Nil leaves texts unchanged.
	Say, Show func(string) string
}

// Run replays every dialogue of a folder, each with its own story. $STATE in a client's line
// is replaced by the server's last requestState.
func Run(t *testing.T, dir string, begin func(t *testing.T) Story) {
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
			client := part(t, a, "client")
			got := replay(t, begin(t), client)
			a.Files = []txtar.File{{Name: "client", Data: []byte(client)}, {Name: "server", Data: []byte(got)}}
			golden.Check(t, file, string(txtar.Format(a)))
		})
	}
}

func part(t *testing.T, a *txtar.Archive, name string) string {
	t.Helper()
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	t.Fatalf("no section %q", name)
	return ""
}

// message holds the members that the replay reads.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result struct {
		State string `json:"requestState"`
	} `json:"result"`
}

// replay sends each line once the previous line has been answered, then closes
// the input, and returns all output.
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
