package training

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Kind says what sort of failure an error is. Each edge (MCP, HTTP, command
// line) maps kinds once and nothing else.
type Kind uint8

// The kinds of failure.
const (
	KindInternal     Kind = iota // a defect of ours; its text is not shown to a model
	KindInvalid                  // the caller's input is wrong; the text says what is right
	KindNotFound                 // no such thing for this athlete and audience
	KindConflict                 // the target changed or exists already
	KindForbidden                // a policy, a setting or the write mode refuses it
	KindNeedsConsent             // a person must agree first
	KindUnsupported              // understood, but not something Lapkeep does
	KindCorrupt                  // stored or given data is damaged
	KindTooLarge                 // a limit on size, count, ratio, depth or time
	KindUnavailable              // disk full, read-only home, store locked, service down
	KindCanceled                 // the caller gave up
)

var kindNames = [...]string{
	"internal", "invalid", "not_found", "conflict", "forbidden", "needs_consent",
	"unsupported", "corrupt", "too_large", "unavailable", "canceled",
}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "internal"
}

// Error is one failure in two sentences: What happened and Fix, what to do
// next. Err, if any, is the cause; it is for logs and never shown by itself.
type Error struct {
	Kind Kind
	What string
	Fix  string
	Err  error
	// Field is the path of the argument that it is about, if it is about one, and
	// Want what that may be, for who calls the argument otherwise.
	Field, Want string

	what, fix sentence // as they were made
}

// sentence is what a text was made of, so that it can be said in another
// language.
type sentence struct {
	format string
	args   []any
	text   string
}

func (s sentence) in(text string, say func(format string, args ...any) string) string {
	if s.format == "" || s.text != text { // it was changed since
		return text
	}
	return say(s.format, s.args...)
}

// In gives both sentences as say says them, which gets what they were made of
// and writes %w as fmt.Errorf does.
func (e *Error) In(say func(format string, args ...any) string) (what, fix string) {
	return e.what.in(e.What, say), e.fix.in(e.Fix, say)
}

// Say is the whole error as say says its sentences.
func (e *Error) Say(say func(format string, args ...any) string) string { return Sentences(e.In(say)) }

func (e *Error) Error() string { return Sentences(e.What, e.Fix) }

// Sentences are what happened and what to do next, which may be nothing, in a
// row.
func Sentences(what, fix string) string {
	if fix == "" || strings.HasSuffix(what, "。") { // which holds the space
		return what + fix
	}
	return what + " " + fix
}

func (e *Error) Unwrap() error { return e.Err }

// Errorf returns an error of the kind that says what happened. A %w verb
// keeps its operand as the cause.
func Errorf(kind Kind, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	what := err.Error()
	return &Error{Kind: kind, What: what, Err: errors.Unwrap(err), what: sentence{format, args, what}}
}

// WithFix returns a copy of e that says what to do next.
func (e *Error) WithFix(format string, args ...any) *Error {
	c := *e
	c.Fix = fmt.Sprintf(format, args...)
	c.fix = sentence{format, args, c.Fix}
	return &c
}

// Of returns a copy of e that is about the argument of a path. What it may be
// is said without its name.
func (e *Error) Of(path, want string) *Error {
	c := *e
	c.Field, c.Want = path, want
	return &c
}

// KindOf finds the kind of err: that of the nearest [Error] in its chain,
// KindCanceled for a cancelled or expired context, KindInternal otherwise.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return KindCanceled
	}
	return KindInternal
}
