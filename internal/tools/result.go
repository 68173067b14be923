package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// The most bytes of an answer, structured and text each.
const (
	MaxBytes     = 32 << 10
	MaxPageBytes = 1 << 20 // of a row that only the dashboard calls
)

// Result is the answer of a tool.
type Result struct {
	// Structured is the answer as one JSON object; no nulls but in cells of arrays.
	Structured json.RawMessage
	// Text says the same for clients that show a model only text: the same JSON,
	// with escapes where a client could draw a link or a picture of a name.
	Text string
	// Pictures show what the answer says in numbers. A face draws them in the
	// form that it can show, or leaves them.
	Pictures []*picture.Canvas
}

// Pictured is an answer that has pictures.
type Pictured interface{ Pictures() []*picture.Canvas }

// newResult marshals a handler's answer and notes how loose arguments were
// read and, unless they are empty, whom it is about and how fresh it is. Its
// sentences are said as say does.
func (t *Table) newResult(
	r Row, out any, readAs map[string]i18n.Sentence, whose training.AthleteID, fresh i18n.Sentence, say sayer,
) (Result, error) {
	b, err := Marshal(inWords(out, say))
	if err != nil {
		return Result{}, fmt.Errorf("marshalling the answer of %s: %w", r.Name, err)
	}
	b = dropNulls(b)
	if len(b) < 2 || b[0] != '{' {
		return Result{}, fmt.Errorf("the answer of %s is not an object", r.Name)
	}
	if len(readAs) > 0 {
		if b, err = appendMember(b, readAsKey, inWords(readAs, say)); err != nil {
			return Result{}, err
		}
	}
	if whose != "" {
		if b, err = appendMember(b, athleteKey, whose); err != nil {
			return Result{}, err
		}
	}
	if fresh != "" {
		if b, err = appendMember(b, freshnessKey, inWords(fresh, say)); err != nil {
			return Result{}, err
		}
	}
	if b, err = t.tellAbsent(b); err != nil {
		return Result{}, err
	}
	if b, err = t.atHome(b); err != nil {
		return Result{}, err
	}
	most := MaxBytes
	if r.PageOnly {
		most = MaxPageBytes
	}
	text := textclean.MarkdownJSON(b)
	if len(text) > most { // it is never shorter than b
		return Result{}, training.Errorf(training.KindTooLarge, "The answer of %s would have %d KB; at most %d fit.",
			r.Name, (len(text)+1023)>>10, most>>10).WithFix("%s", narrower(r))
	}
	res := Result{Structured: b, Text: text}
	if p, ok := out.(Pictured); ok {
		res.Pictures = p.Pictures()
	}
	return res, nil
}

// freshness is when what the answer rests on was read last; empty for a row
// that reads nothing of it. The answer is there already, so that a caller who
// leaves now changes no word of it.
func (r Row) freshness(ctx context.Context, c *Call) i18n.Sentence {
	if !r.rests || c.Freshness == nil {
		return ""
	}
	return c.Freshness(context.WithoutCancel(ctx))
}

// narrower says with which of its arguments a row answers less.
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

// Marshal writes JSON without the escapes that are for web pages.
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
