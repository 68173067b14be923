package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// askSecret reads a line from the terminal without showing it: nothing is
// echoed from before the question on. Who calls it off gets the terminal back
// as it was.
func (p *Program) askSecret(ctx context.Context, prompt string) (string, error) {
	if p.Secret != nil {
		return p.Secret(ctx, prompt)
	}
	at := int(os.Stdin.Fd())
	before, err := term.MakeRaw(at)
	if err != nil {
		return "", err
	}
	type answer struct {
		text string
		err  error
	}
	typed := make(chan answer, 1)
	go func() {
		text, err := term.NewTerminal(screen{os.Stdin, p.Streams.Err}, "").ReadPassword(prompt)
		typed <- answer{text, err}
	}()
	var got answer
	select {
	case got = <-typed:
	case <-ctx.Done():
		got.err = ctx.Err()
	}
	err = errors.Join(got.err, term.Restore(at, before))
	if got.err != nil {
		fmt.Fprintln(p.Streams.Err)
	}
	return got.text, err
}

// screen is a terminal's two ends. It takes no byte behind the line: what
// follows is for the next question.
type screen struct {
	in  io.Reader
	out io.Writer
}

func (s screen) Read(b []byte) (int, error) { return s.in.Read(b[:min(len(b), 1)]) }

func (s screen) Write(b []byte) (int, error) { return s.out.Write(b) }
