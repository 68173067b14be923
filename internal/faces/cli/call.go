package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// maxArguments bounds what is read from standard input.
const maxArguments = 4 << 20

func (a *app) newCall() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "call TOOL [JSON]",
		Short: "Call one tool and print its answer",
		Long: "Call one tool and print its answer: as JSON, or for a person at a terminal as tables and words.\n" +
			"Arguments are one JSON object, or - to read it from standard input.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			arguments := json.RawMessage("{}")
			if len(args) == 2 {
				arguments = json.RawMessage(args[1])
			}
			if string(arguments) == "-" {
				b, err := io.ReadAll(io.LimitReader(a.Streams.In, maxArguments))
				if err != nil {
					return err
				}
				arguments = b
			}
			return a.open(cmd.Context(), OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
				return a.runCall(cmd.Context(), w, args[0], arguments, a.printer(a.Streams.OutTTY && !asJSON))
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON at a terminal too")
	return c
}

// printer prints structured answers for people, or as JSON.
func (a *app) printer(people bool) func(json.RawMessage) error {
	if !people {
		return a.printStructured
	}
	return func(b json.RawMessage) error { return Answer(a.Streams.Out, b, a.Streams.Width) }
}

// runCall calls a tool and prints its answer.
func (a *app) runCall(ctx context.Context, w *Workbench, tool string, arguments json.RawMessage, print func(json.RawMessage) error) error {
	call, err := w.NewCall(ctx)
	if err != nil {
		return err
	}
	if err := a.catchUp(ctx, w); err != nil {
		return err
	}
	res, err := w.Table.Call(ctx, tool, call, arguments)
	if needs, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		if res, err = a.askAndRepeat(ctx, w, call, tool, arguments, needs.Preview); err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	if err := print(res.Structured); err != nil {
		return err
	}
	var sent journal.Outcome
	_ = json.Unmarshal(res.Structured, &sent) // an answer to a question sent nothing
	for _, at := range sent.AtService {
		fmt.Fprintln(a.Streams.Err, a.text("%s", at.Sentence()))
	}
	return nil
}

// catchUp derives what is behind. A home that cannot be written still
// answers from what was derived before.
func (a *app) catchUp(ctx context.Context, w *Workbench) error {
	_, err := w.Follow(ctx, func(int, int) {})
	if training.KindOf(err) == training.KindUnavailable {
		return nil
	}
	return err
}

// askAndRepeat shows what would happen to a person at the terminal and, once
// they have typed the code, makes the call again under their approval.
func (a *app) askAndRepeat(
	ctx context.Context, w *Workbench, call *tools.Call, tool string, arguments json.RawMessage, p journal.Preview,
) (tools.Result, error) {
	if err := a.confirm(p); err != nil {
		return tools.Result{}, err
	}
	if _, err := w.Journal.Grant(ctx, w.Scope(), p.Token, a.Now()); err != nil {
		return tools.Result{}, err
	}
	call.Approval = p.Token
	return w.Table.Call(ctx, tool, call, arguments)
}

// confirm shows a preview and waits for its code, typed by a person.
func (a *app) confirm(p journal.Preview) error {
	fmt.Fprintln(a.Streams.Err, p.Question(a.text))
	if !a.Streams.InTTY {
		return training.Errorf(training.KindNeedsConsent, "A person must agree to this at a terminal.").
			WithFix("Run: %s (until %s), then make the same call again.", p.Approve, p.ExpiresAt.Local().Format("15:04"))
	}
	a.say(a.Streams.Err, "Type %s to agree: ", p.Token)
	var typed string
	if _, err := fmt.Fscanln(a.Streams.In, &typed); err != nil || typed != p.Token {
		return training.Errorf(training.KindNeedsConsent, "Nothing was changed: the code was not typed.")
	}
	return nil
}

// printStructured writes JSON, indented where a person reads it.
func (a *app) printStructured(b json.RawMessage) error {
	b = textclean.JSON(b)
	if !a.Streams.OutTTY {
		_, err := fmt.Fprintf(a.Streams.Out, "%s\n", b)
		return err
	}
	var buf bytes.Buffer
	if err := json.Indent(&buf, b, "", "  "); err != nil {
		return err
	}
	_, err := fmt.Fprintln(a.Streams.Out, buf.String())
	return err
}
