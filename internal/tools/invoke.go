package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Call reads the arguments, runs the tool within its time and checks what it
// answers. Its errors are for [Describe]. c is not changed.
func (t *Table) Call(ctx context.Context, name string, c *Call, args json.RawMessage) (Result, error) {
	r, ok := t.Lookup(name)
	if !ok {
		return Result{}, t.Advised(t.unknown(name))
	}
	var whose training.AthleteID
	if t.athletes != nil {
		var err error
		if c, args, err = t.turn(ctx, r, c, args); err != nil {
			return Result{}, err
		}
		whose = c.Scope.Athlete
	}
	res, err := t.invoke(ctx, r, c, args, whose)
	if t.athletes != nil {
		err = forAthlete(err, whose)
	}
	var p *panicked
	switch {
	case errors.As(err, &p):
		t.log.ErrorContext(ctx, "tool panicked", "tool", name, "panic", fmt.Sprint(p.value), "stack", string(p.stack))
	case err != nil && Describe(err).Kind == training.KindInternal:
		t.log.ErrorContext(ctx, "tool failed", "tool", name, "error", err)
	}
	return res, t.Advised(err)
}

// panicked is a defect that a handler's panic showed.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// invoke calls the row. Its answer says whose it is, unless whose is empty.
func (t *Table) invoke(ctx context.Context, r Row, c *Call, raw json.RawMessage, whose training.AthleteID) (res Result, err error) {
	defer func() {
		if v := recover(); v != nil {
			res, err = Result{}, &panicked{v, debug.Stack()}
		}
	}()
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	args, err := r.read(c, raw, t.referrer(ctx, c.Scope))
	if err != nil {
		return Result{}, err
	}
	if err := r.mayGive(c, args.json); err != nil {
		return Result{}, err
	}
	mine := *c
	mine.Table, mine.Tool, mine.Args, mine.DryRun, mine.readAs = t, r.Name, args.json, args.dryRun, args.readAs
	limit := r.Timeout
	if limit <= 0 {
		limit = DefaultTimeout
	}
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out, err := r.run(timed, &mine, args.json)
	if err != nil {
		return Result{}, r.late(ctx, timed, limit, err)
	}
	return t.newResult(r, out, args.readAs, whose, r.freshness(ctx, c), c.Said)
}

// late tells a call that ran out of its own time from one that the caller
// gave up, and leaves every other error as it is.
func (r Row) late(caller, timed context.Context, limit time.Duration, err error) error {
	if caller.Err() != nil || timed.Err() == nil || training.KindOf(err) != training.KindCanceled {
		return err
	}
	return training.Errorf(training.KindUnavailable, "%s took longer than %s: %w.", r.Name, limit, context.DeadlineExceeded).
		WithFix("%s", narrower(r))
}

// Problem is an error as a face shows it.
type Problem struct {
	Kind     training.Kind
	Sentence string // what happened
	Fix      string // what to do next
}

func (p Problem) String() string { return training.Sentences(p.Sentence, p.Fix) }

// maxSentence is how many runes of a sentence are shown: it may quote what
// came in.
const maxSentence = 800

// Told are the sentences of the problem of err.
func (p Problem) Told(err error) (what, fix i18n.Sentence) {
	if e, ok := errors.AsType[*training.Error](err); ok && e.What != "" && p.Kind == e.Kind && p.Kind != training.KindInternal {
		what, fix = i18n.Told(e)
		return what.Cleaned(maxSentence), fix.Cleaned(maxSentence)
	}
	return i18n.Sentence(p.Sentence), i18n.Sentence(p.Fix)
}

// In is the problem of err in a person's language.
func (p Problem) In(err error, language i18n.Printer) Problem {
	if e, ok := errors.AsType[*training.Error](err); ok && e.What != "" && p.Kind == e.Kind && p.Kind != training.KindInternal {
		what, fix := e.In(language.Sprintf)
		p.Sentence, p.Fix = textclean.Line(what, maxSentence), textclean.Line(fix, maxSentence)
	}
	return p
}

// Describe explains err to the caller. A defect of ours is not described in
// detail: the log has it.
func Describe(err error) Problem {
	if n, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		return Problem{
			training.KindNeedsConsent, textclean.Line(n.Error(), maxSentence),
			"Ask the athlete to run: " + n.Preview.Approve,
		}
	}
	kind := training.KindOf(err)
	if e, ok := errors.AsType[*training.Error](err); ok && kind != training.KindInternal {
		return Problem{kind, textclean.Line(e.What, maxSentence), textclean.Line(e.Fix, maxSentence)}
	}
	if kind == training.KindCanceled {
		return Problem{kind, "The call was cancelled before it ended.", "Call again if the answer is still wanted."}
	}
	return Problem{
		training.KindInternal, "Something went wrong inside Lapkeep.",
		"Try again; if it stays, lapkeep doctor and its log say more.",
	}
}
