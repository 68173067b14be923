package connect

import (
	"context"
	"fmt"
	"strings"

	"lapkeep/internal/training"
)

// agreed shows a text and has a person type that they agree to it. It gives the
// version of what they agreed to.
func (e *Env) agreed(ctx context.Context, title string, t Terms) (version string, err error) {
	if t.Text == "" {
		return "", nil
	}
	if !e.InTTY {
		return "", training.Errorf(training.KindForbidden, "%s has terms that a person must agree to by typing, so a pipe cannot.", title).
			WithFix("Run this at a terminal.")
	}
	fmt.Fprintf(e.Err, "%s\n\n", e.in().Text(t.Text))
	said, err := e.prompt(ctx, e.in().Sprintf("(text of %s) To agree, type %q; anything else stops here: ", t.Version, t.Word))
	if err != nil {
		return "", err
	}
	if !strings.EqualFold(strings.Join(strings.Fields(said), " "), t.Word) {
		return "", training.Errorf(training.KindForbidden, "You did not agree to the terms of %s, so nothing was changed.", title).
			WithFix("Import files or an export of the service instead: they have no such terms.")
	}
	return t.Version, nil
}

// runAssistants opens the rows of a connected service to assistants, or closes
// them again.
func (e *Env) runAssistants(ctx context.Context, name string, open bool) error {
	return e.With(ctx, Whose{}, func(d Desk) error {
		need, err := d.Needs(name, "")
		if err != nil {
			return err
		}
		version := ""
		if open {
			if version, err = e.agreed(ctx, need.Title, need.Assistants); err != nil {
				return err
			}
		}
		if err := d.Assistants(ctx, name, version); err != nil {
			return err
		}
		if open {
			e.say(e.Out, "Assistants may now see what is read from %s. To close it again: lapkeep connect %s --assistants=false\n", need.Title, name)
		} else {
			e.say(e.Out, "Assistants no longer see what is read from %s.\n", need.Title)
		}
		return nil
	})
}
