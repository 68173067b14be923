package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// These are the maximum sizes of an answer in bytes. They apply to Structured
// and to Text separately.
const (
	MaxBytes     = 32 << 10
	MaxPageBytes = 1 << 20 // for tools that only the dashboard calls
)

// Result is the answer from a tool.
type Result struct {
	// Value is the view that the tool returned, with its sentences in the
	// person's language. It is nil if a command in Structured had to be
	// changed. Callers must not modify it, because it may share data with caches.
	Value any
	// Structured is the answer as a JSON object. Only cells of arrays may be null.
	Structured json.RawMessage
	// Text is the same JSON, for clients that pass only text to a model. Characters with
	// which a client could turn a name into a link or a picture are escaped.
	Text string
	// Pictures show numbers in the answer. Each face draws them in a form that it can
	// show, or omits them.
	Pictures []*picture.Canvas
	// NotDrawn is the reason why a requested picture is missing.
	NotDrawn string
}

// Viewed is an answer that contains a view and other data.
type Viewed interface{ View() any }

// Pictured is an answer that has pictures.
type Pictured interface{ Pictures() []*picture.Canvas }

// newResult encodes the answer from a handler. It adds an explanation of how the
// arguments were understood, the athlete, the freshness, and the units that the athlete
// uses, unless these are empty.
func (t *Table) newResult(r Row, c *Call, out any, fresh i18n.Sentence) (Result, error) {
	value := inWords(out, c.Said)
	b, err := Marshal(value)
	if err != nil {
		return Result{}, fmt.Errorf("marshalling the answer of %s: %w", r.Name, err)
	}
	b = dropNulls(b)
	if len(b) < 2 || b[0] != '{' {
		return Result{}, fmt.Errorf("the answer of %s is not an object", r.Name)
	}
	if len(c.readAs) > 0 {
		if b, err = appendMember(b, readAsKey, inWords(c.readAs, c.Said)); err != nil {
			return Result{}, err
		}
	}
	if c.whose != "" {
		if b, err = appendMember(b, athleteKey, c.whose); err != nil {
			return Result{}, err
		}
	}
	if fresh != "" {
		if b, err = appendMember(b, freshnessKey, inWords(fresh, c.Said)); err != nil {
			return Result{}, err
		}
	}
	if c.Reads == training.ImperialUnits && c.Scope.Audience == training.AudienceModel {
		if b, err = appendMember(b, readsKey, c.Reads); err != nil {
			return Result{}, err
		}
	}
	if b, err = t.tellAbsent(b); err != nil {
		return Result{}, err
	}
	answered := b
	if b, err = t.atHome(b); err != nil {
		return Result{}, err
	}
	if v, ok := value.(Viewed); ok {
		value = v.View()
	}
	if !bytes.Equal(answered, b) {
		value = nil
	}
	most := MaxBytes
	if r.PageOnly {
		most = MaxPageBytes
	}
	text := textclean.MarkdownJSON(b)
	if len(text) > most { // text is at least as long as b
		return Result{}, training.Errorf(training.KindTooLarge, "The answer from %s would be %d KB; at most %d KB is allowed.",
			r.Name, (len(text)+1023)>>10, most>>10).WithFix("%s", narrower(r))
	}
	res := Result{Value: value, Structured: b, Text: text}
	if p, ok := out.(Pictured); ok {
		res.Pictures = p.Pictures()
	}
	return res, nil
}

// freshness describes when the data in an answer was last read from services.
// It returns "" for a tool without such data. The answer already exists, so
// cancelling the call now has no effect on it.
func (r Row) freshness(ctx context.Context, c *Call) i18n.Sentence {
	if !r.rests || c.Freshness == nil {
		return ""
	}
	return c.Freshness(context.WithoutCancel(ctx))
}

// narrower returns the names of the arguments that can make a tool's answer smaller.
func narrower(r Row) string {
	var have []string
	for _, name := range []string{"limit", "sections", "fields", "channels", "resolution", "range", "from", "to", "kind"} {
		if slices.Contains(r.Input().PropertyOrder, name) {
			have = append(have, name)
		}
	}
	if len(have) == 0 {
		return "Ask for less at once."
	}
	return "Ask for less with " + listWords(have, "") + "."
}

// Marshal encodes v as JSON without HTML escapes.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

func appendMember(object []byte, name string, v any) ([]byte, error) {
	m, err := Marshal(map[string]any{name: v})
	if err != nil {
		return nil, err
	}
	if len(object) == 2 {
		return m, nil
	}
	return append(append(object[:len(object)-1:len(object)-1], ','), m[1:]...), nil
}

// Bytes returns a function that returns the number of bytes that a whole answer,
// or a part of one, takes up in the text. The number includes the parts that the table
// adds. If an answer is too large to send, the number exceeds the maximum.
func (c *Call) Bytes(ctx context.Context) func(v any) int {
	row, there := c.Table.Lookup(c.Tool)
	if !there {
		return func(any) int { return 0 }
	}
	fresh := row.freshness(ctx, c)
	return func(v any) int {
		answer := v
		if t := reflect.TypeOf(v); t == nil || t.Kind() != reflect.Pointer {
			answer = struct {
				Part any `json:"part"`
			}{v}
		}
		res, err := c.Table.newResult(row, c, answer, fresh)
		if err != nil {
			return max(MaxBytes+1, partSize(v))
		}
		return len(res.Text)
	}
}

// partSize returns the size in bytes of a value that is too large to send.
func partSize(v any) int {
	b, err := Marshal(v)
	if err != nil {
		return 0
	}
	return len(b)
}

// Call reads the arguments, runs the tool within its time limit, and checks the
// answer. Use [Describe] to explain its errors. c is not modified.
func (t *Table) Call(ctx context.Context, name string, c *Call, args json.RawMessage) (res Result, err error) {
	r, ok := t.Lookup(name)
	if !ok {
		return Result{}, t.Advised(t.unknown(name))
	}
	if t.calling != nil {
		ended := t.calling(name)
		defer func() { ended(outcomeOf(err)) }()
	}
	var whose training.AthleteID
	if t.athletes != nil && !r.Everyone {
		given := c
		if c, args, err = t.turn(ctx, r, c, args); err != nil {
			return Result{}, t.Refused(ctx, r.Name, err)
		}
		if c != given {
			defer c.End()
		}
		whose = c.about()
	}
	call := func() (Result, error) {
		at, own, ctx, err := t.atHomeOf(ctx, r, c)
		if err != nil {
			return Result{}, err
		}
		return at.invoke(ctx, own, c, args, whose)
	}
	if a := training.Limits(ctx); a != nil {
		res, err = t.recorded(ctx, a, r, c.about(), call)
	} else {
		res, err = call()
	}
	if whose != "" {
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

// atHomeOf returns the table and the row of the home that a call is about, if there are many homes,
// and a context whose access is to that home's athlete alone.
func (t *Table) atHomeOf(ctx context.Context, r Row, c *Call) (*Table, Row, context.Context, error) {
	if c.Home == nil {
		return t, r, ctx, nil
	}
	own, ok := c.Home.Lookup(r.Name)
	if !ok {
		return nil, r, ctx, c.Home.Advised(c.Home.unknown(r.Name))
	}
	if c.Home.making != nil {
		own = c.Home.making(r.Name)
	}
	own.contract = r.contract // it was built for all homes
	if a := training.Limits(ctx); a != nil {
		ctx = training.WithAccess(ctx, a.To(c.Named, c.Scope.Athlete))
	}
	return t.boundTo(c.Home), own, ctx, nil
}

// outcomeOf returns "ok" or the kind of an error.
func outcomeOf(err error) string {
	if err == nil {
		return "ok"
	}
	return Describe(err).Kind.String()
}

// panicked is the error for a handler that panicked.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// invoke calls the tool. The answer contains the athlete in whose, unless that is empty.
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
	mine.whose = whose
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
	if res, err = t.newResult(r, &mine, out, r.freshness(ctx, c)); err == nil && args.picture && r.picture != nil {
		err = res.draw(r.picture, mine.Voice(), args, out)
	}
	return res, err
}

// late returns a different error if a call exceeded its own time limit. It returns all
// other errors unchanged, including that for a call that the caller cancelled.
func (r Row) late(caller, timed context.Context, limit time.Duration, err error) error {
	if caller.Err() != nil || timed.Err() == nil || training.KindOf(err) != training.KindCanceled {
		return err
	}
	return training.Errorf(training.KindUnavailable, "%s took longer than %s: %w.", r.Name, limit, context.DeadlineExceeded).
		WithFix("%s", narrower(r))
}

// Problem is an error in the form that faces show.
type Problem struct {
	Kind     training.Kind
	Sentence string // what happened
	Fix      string // what to do next
}

func (p Problem) String() string { return training.Sentences(p.Sentence, p.Fix) }

// maxSentence is the maximum number of runes that are shown of a sentence, which may quote input.
const maxSentence = 800

// Told returns what happened and what to do about it, as sentences that can be translated.
func (p Problem) Told(err error) (what, fix i18n.Sentence) {
	if e, ok := errors.AsType[*training.Error](err); ok && e.What != "" && p.Kind == e.Kind && p.Kind != training.KindInternal {
		what, fix = i18n.Told(e)
		return what.Cleaned(maxSentence), fix.Cleaned(maxSentence)
	}
	return i18n.Sentence(p.Sentence), i18n.Sentence(p.Fix)
}

// In returns the problem of err in a person's language.
func (p Problem) In(err error, language i18n.Printer) Problem {
	if e, ok := errors.AsType[*training.Error](err); ok && e.What != "" && p.Kind == e.Kind && p.Kind != training.KindInternal {
		what, fix := e.In(language.Sprintf)
		p.Sentence, p.Fix = textclean.Line(what, maxSentence), textclean.Line(fix, maxSentence)
	}
	return p
}

// Describe explains an error to the caller. The details of an internal error are only in the log.
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
		"Try again. If it happens again, run lapkeep doctor and look at the log.",
	}
}

// sayer formats a text with its arguments in a language; nil means English.
type sayer = func(format string, args ...any) string

// inWords returns a copy of an answer in which sentences are translated. The
// original is not changed, because its parts may be shared.
func inWords(answer any, say sayer) any {
	if say == nil || answer == nil {
		return answer
	}
	return said(reflect.ValueOf(answer), say).Interface()
}

var sentenceType = reflect.TypeFor[i18n.Sentence]()

func said(v reflect.Value, say sayer) reflect.Value {
	t := v.Type()
	if t == sentenceType {
		if v.Len() == 0 {
			return v
		}
		return reflect.ValueOf(i18n.Sentence(i18n.Sentence(v.String()).Say(say)))
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && holds(t.Elem()) {
			p := reflect.New(t.Elem())
			p.Elem().Set(said(v.Elem(), say))
			return p
		}
	case reflect.Interface:
		if !v.IsNil() {
			return said(v.Elem(), say)
		}
	case reflect.Struct:
		if !holds(t) {
			return v
		}
		c := reflect.New(t).Elem()
		c.Set(v)
		saidIn(c, say)
		return c
	case reflect.Slice:
		if !v.IsNil() && holds(t.Elem()) {
			c := reflect.MakeSlice(t, v.Len(), v.Len())
			for i := range v.Len() {
				c.Index(i).Set(said(v.Index(i), say))
			}
			return c
		}
	case reflect.Map:
		if !v.IsNil() && holds(t.Elem()) {
			c := reflect.MakeMapWithSize(t, v.Len())
			for k, x := range v.Seq2() {
				c.SetMapIndex(k, said(x, say))
			}
			return c
		}
	}
	return v
}

// saidIn translates the sentences of a struct in place.
func saidIn(v reflect.Value, say sayer) {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case f.Kind() == reflect.Struct && holds(f.Type()): // the type of an embedded struct may not be exported
			saidIn(f, say)
		case f.CanSet() && holds(f.Type()):
			f.Set(said(f, say))
		}
	}
}

// holds reports whether values of a type can contain sentences.
func holds(t reflect.Type) bool {
	if known, ok := holding.Load(t); ok {
		return known.(bool)
	}
	is := contains(t, map[reflect.Type]bool{})
	holding.Store(t, is)
	return is
}

// holding remembers what [holds] found, by type.
var holding sync.Map

// contains looks for sentences in a type and the types within it, except those in seen.
// An interface can contain anything.
func contains(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t == sentenceType || t.Kind() == reflect.Interface {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return contains(t.Elem(), seen)
	case reflect.Struct:
		for f := range t.Fields() {
			if contains(f.Type, seen) {
				return true
			}
		}
	}
	return false
}
