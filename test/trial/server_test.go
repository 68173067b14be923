package trial

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"lapkeep/internal/app"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/importing/timezone"
)

const version = "v0.0.0-trial"

// athlete is a user of the program in folders of their own.
type athlete struct {
	user, work, home string
	borders          *timezone.Finder
}

func newAthlete(t *testing.T) *athlete {
	t.Helper()
	base := t.TempDir()
	a := &athlete{user: filepath.Join(base, "user"), work: filepath.Join(base, "work"), borders: &timezone.Finder{}}
	a.home = filepath.Join(a.user, ".lapkeep-demo")
	for _, dir := range []string{a.user, a.work} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// make has the program make the demo athlete.
func (a *athlete) make(t *testing.T) {
	t.Helper()
	var said logged
	if code := a.program(eof{}, io.Discard, &said).Run(t.Context(), []string{"demo", "--only-build"}); code != 0 {
		t.Fatalf("demo: exit %d\n%s", code, said)
	}
}

func (a *athlete) program(in io.Reader, out, err io.Writer) *app.Program {
	return &app.Program{
		Borders: a.borders,
		Streams: cli.Streams{In: in, Out: out, Err: err},
		Places:  settings.Input{Environ: []string{"TZ=Europe/Zurich"}, WorkDir: a.work, UserHome: a.user},
		Now:     func() time.Time { return asked },
		Random:  rand.Reader,
		Version: version,
	}
}

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }

type logged []byte

func (l *logged) Write(b []byte) (int, error) {
	*l = append(*l, b...)
	return len(b), nil
}

// serve starts the program as a client would, with its standard input and
// output, and connects to it.
func (a *athlete) serve(t *testing.T, flags ...string) *mcp.ClientSession {
	t.Helper()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	args := append([]string{"serve", "--home", a.home}, flags...)
	done := make(chan int, 1)
	var said logged
	ctx := context.WithoutCancel(t.Context()) // closing its input ends it
	go func() {
		done <- a.program(in, out, &said).Run(ctx, args)
		out.Close()
	}()
	t.Cleanup(func() {
		send.Close()
		if code := <-done; code != 0 {
			t.Errorf("serve: exit %d\n%s", code, said)
		}
	})
	agrees := func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"approve": true}}, nil
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "trial", Version: version}, &mcp.ClientOptions{ElicitationHandler: agrees})
	session, err := client.Connect(ctx, &mcp.IOTransport{Reader: receive, Writer: send}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return session
}

// call calls a tool and gives its structured answer, or what it says is wrong.
func call(ctx context.Context, s *mcp.ClientSession, tool string, args any) (map[string]any, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return nil, err
	}
	if res.IsError {
		text, _ := json.Marshal(res.Content)
		return map[string]any{"error": string(text)}, nil
	}
	b, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return nil, err
	}
	var out map[string]any
	return out, json.Unmarshal(b, &out)
}
