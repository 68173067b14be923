package app

import (
	"context"
	"os/exec"
	"strings"

	"lapkeep/internal/training"
)

// edit has the person's editor change a file: what VISUAL or EDITOR says, with
// its flags.
func (p *Program) edit(ctx context.Context, file string) error {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		words := strings.Fields(p.environ(name))
		if len(words) == 0 {
			continue
		}
		c := exec.CommandContext(ctx, words[0], append(words[1:], file)...) //nolint:gosec // the person's own editor
		c.Stdin, c.Stdout, c.Stderr, c.Env = p.Streams.In, p.Streams.Out, p.Streams.Err, p.Places.Environ
		if err := c.Run(); err != nil {
			return training.Errorf(training.KindUnavailable, "The editor %s failed: %w.", words[0], err).
				WithFix("Set EDITOR to another one, or edit the file %s yourself.", file)
		}
		return nil
	}
	return training.Errorf(training.KindUnsupported, "No editor is named by VISUAL or EDITOR.").
		WithFix("Set EDITOR, or edit the file %s yourself: the next command takes it in.", file)
}

// environ is a variable of the environment, empty for none.
func (p *Program) environ(name string) (value string) {
	for _, v := range p.Places.Environ {
		if rest, ok := strings.CutPrefix(v, name+"="); ok {
			value = rest
		}
	}
	return value
}
