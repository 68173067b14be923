// Package ask has the question box: it finds the tool for a question by the words that describe
// tools, shows its arguments as a form, asks it and shows the answer. It needs no model, and
// asks only tools that read.
package ask

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/a-h/templ"
	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/ordered"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Path is the address of the box as a page of its own.
const Path = "/ask"

// The parameters of the address: the question; the tool, if it was chosen; whether the form was
// sent; whether only the suggestions are wanted; and the arguments, each with a prefix.
const (
	paramQuestion = "q"
	paramTool     = "tool"
	paramSent     = "sent"
	paramLook     = "look"
	paramOn       = "on" // the page beside which the box is open
	prefixIn      = "in."
)

// The maximum numbers of suggestions while somebody types, of those that are questions, of those
// that are shown at once, and of runes of a question.
const (
	mostFound  = 8
	mostAlike  = 5
	mostShown  = 12
	mostLetter = 400
)

type boxView struct {
	typed  string
	found  []entry
	tool   *tools.Row
	title  string
	in     args
	fields []field
	more   []field // the arguments that the form shows on request
	lacks  string  // the first missing argument
	answer *part
	raw    string
	err    *page.Problem
	to     *entry // the page that shows the same
}

// entry is a suggestion or a link.
type entry struct{ Text, Href string }

// Page answers the question in the address.
func Page(ctx context.Context, p *page.Page) (templ.Component, error) {
	b := newBox(p, p.Site.Table.Rows())
	v := &boxView{typed: i18n.Clip(page.Clean(p.Query(paramQuestion)), mostLetter)}
	v.found = b.suggest(v.typed)
	if p.Query(paramLook) == "" && (v.typed != "" || p.Query(paramTool) != "") {
		if err := b.choose(v); err != nil {
			return nil, err
		}
		v.ask(ctx, p)
	}
	return body(p, v), nil
}

// box finds tools and questions for a reader's language.
type box struct {
	p         *page.Page
	rows      map[string]tools.Row
	questions []question
	byTool    tools.Finder
	byText    tools.Finder // its names are indexes of questions
}

// Readable reports whether the box may ask a tool: the tool must only read, and be meant for people.
func Readable(r tools.Row) bool {
	return r.Safety == tools.Read && !r.Widens && !r.PageOnly && !r.Everyone && r.Name != "fetch"
}

func newBox(p *page.Page, rows []tools.Row) *box {
	b := &box{p: p, rows: map[string]tools.Row{}}
	said := args{}
	var texts, examples []tools.SearchText
	for _, r := range rows {
		if Readable(r) {
			b.rows[r.Name] = r
		}
	}
	for _, q := range questions() {
		if _, offered := b.rows[q.tool]; !offered {
			continue
		}
		both := q.text.String() + " " + q.text.In(p.Say)
		examples = append(examples, tools.SearchText{Name: strconv.Itoa(len(b.questions)), Title: both})
		b.questions = append(b.questions, q)
		said[q.tool] += " " + both
	}
	for _, r := range b.rows {
		t := r.SearchText()
		t.Title += said[r.Name]
		texts = append(texts, t)
	}
	b.byTool, b.byText = tools.NewFinder(texts), tools.NewFinder(examples)
	return b
}

// Examples returns the examples of questions of each tool, in the reader's language.
func Examples(p *page.Page, rows []tools.Row) map[string][]string {
	out := map[string][]string{}
	for _, q := range newBox(p, rows).questions {
		out[q.tool] = append(out[q.tool], q.text.In(p.Say))
	}
	return out
}

// Understood returns the tools that a question finds, best first, and the arguments of the first
// that the question names.
func Understood(p *page.Page, rows []tools.Row, typed string) (found []string, in map[string]string, err error) {
	b, v := newBox(p, rows), &boxView{typed: typed}
	if err := b.choose(v); err != nil {
		return nil, nil, err
	}
	found = slices.DeleteFunc(b.byTool.Find(typed), func(name string) bool { return name == v.tool.Name })
	return append([]string{v.tool.Name}, found...), v.in, nil
}

// suggest returns questions and tools for what is typed so far, or all questions.
func (b *box) suggest(typed string) (out []entry) {
	if typed == "" {
		for _, q := range b.questions {
			out = append(out, b.offer(q))
		}
		return out
	}
	there := map[string]bool{}
	for _, at := range first(b.byText.Find(typed), mostAlike) {
		i, err := strconv.Atoi(at)
		if err == nil {
			out, there[b.questions[i].tool] = append(out, b.offer(b.questions[i])), true
		}
	}
	for _, name := range b.byTool.Find(typed) {
		if i := b.exampleOf(name); i >= 0 && !there[name] && len(out) < mostFound {
			out = append(out, b.offer(b.questions[i]))
		}
	}
	return out
}

func first(all []string, most int) []string { return all[:min(len(all), most)] }

func (b *box) exampleOf(tool string) int {
	return slices.IndexFunc(b.questions, func(q question) bool { return q.tool == tool })
}

func (b *box) offer(q question) entry {
	text := q.text.In(b.p.Say)
	return entry{text, address(text, q.tool, q.in)}
}

func address(text, tool string, in args) string {
	q := url.Values{paramQuestion: {text}, paramTool: {tool}, paramSent: {"1"}}
	for k, v := range in {
		q.Set(prefixIn+k, v)
	}
	return Path + "?" + q.Encode()
}

// choose finds the tool and its arguments: those of the form, those of an example, or those that
// the words of the question name.
func (b *box) choose(v *boxView) error {
	name := b.p.Query(paramTool)
	alike := slices.IndexFunc(b.questions, func(q question) bool {
		return (name == "" || q.tool == name) && (strings.EqualFold(q.text.In(b.p.Say), v.typed) || strings.EqualFold(q.text.String(), v.typed))
	})
	if name == "" && alike >= 0 {
		name = b.questions[alike].tool
	}
	if name == "" {
		name = "search" // for the words of an activity
		if found := b.byTool.Find(v.typed); len(found) > 0 {
			name = found[0]
		}
	}
	row, ok := b.rows[name]
	if !ok {
		return training.Errorf(training.KindNotFound, "The question box cannot use the tool %q.", page.Clean(name)).
			WithFix("Type a question, or choose one from the list.")
	}
	v.tool = &row
	switch i := b.exampleOf(name); {
	case alike >= 0:
		v.title = b.questions[alike].text.In(b.p.Say)
	case v.typed != "":
		v.title = b.p.Say("“%s”", v.typed)
	case i >= 0:
		v.title = b.questions[i].text.In(b.p.Say)
	}
	switch {
	case b.p.Query(paramSent) != "":
		v.in = given(b.p.Request.URL.Query())
	case alike >= 0:
		v.in = b.questions[alike].in
	default:
		v.in = b.understand(row, v.typed)
	}
	v.fields, v.more = fieldsOf(b.p, row, v.in)
	for _, name := range row.Input().Required {
		if v.in[name] == "" {
			v.lacks = labelOf(b.p, name)
		}
	}
	return nil
}

// given returns the arguments in an address.
func given(q url.Values) args {
	in := args{}
	for k := range q {
		if name, ok := strings.CutPrefix(k, prefixIn); ok && strings.TrimSpace(q.Get(k)) != "" {
			in[name] = strings.TrimSpace(q.Get(k))
		}
	}
	return in
}

var (
	duration = textclean.LazyRegexp(`(\d+)[ -]?(?:(s(?:ec(?:ond)?s?)?\b|秒)|(m(?:in(?:ute)?s?)?\b|分)|(h(?:ours?)?\b|小时))`)
	distance = textclean.LazyRegexp(`(\d+(?:\.\d+)?)[ -]?(?:km?\b|公里|千米)`)
)

// understand returns the arguments that a question names: days, a sport, a duration, a distance,
// or the activity beside which it is asked.
func (b *box) understand(r tools.Row, typed string) args {
	in, has := args{}, r.Input().Properties
	put := func(name, value string) {
		if has[name] != nil && in[name] == "" && value != "" {
			in[name] = value
		}
	}
	rest := strings.ToLower(typed)
	if m := duration.Get().FindStringSubmatch(rest); m != nil {
		unit := "h"
		if m[2] != "" {
			unit = "s"
		} else if m[3] != "" {
			unit = "min"
		}
		put("durations_s", m[1]+unit)
		put("interval_s", m[1]+unit)
		rest = strings.Replace(rest, m[0], " ", 1)
	}
	if m := distance.Get().FindStringSubmatch(rest); m != nil {
		km, _ := strconv.ParseFloat(m[1], 64) // digits
		put("distances_m", strconv.FormatFloat(1000*km, 'f', -1, 64))
		rest = strings.Replace(rest, m[0], " ", 1)
	}
	said, _, words := tools.FindRange(wordsOf(rest), b.p.Call.Today, b.p.Call.Week)
	put("range", said)
	put("sport", b.sportIn(typed, words))
	put("query", typed)
	switch kind, id, _ := strings.Cut(strings.TrimPrefix(b.p.Query(paramOn), "/"), "/"); {
	case strings.HasPrefix(r.Name, "get_activity") && kind == "activities" && id != "":
		put("id", id)
	case strings.HasPrefix(r.Name, "get_activity"):
		put("id", "latest")
	case r.Name == "get_event" && kind == "calendar", strings.HasPrefix(r.Name, "get_segment") && kind == "segments",
		r.Name == "get_route" && kind == "routes":
		put("id", id)
	}
	return in
}

// wordsOf returns the words of a text; each Chinese character is one.
func wordsOf(text string) (out []string) {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-./", r)
	}) {
		if !strings.ContainsFunc(w, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			out = append(out, strings.Trim(w, "-./"))
			continue
		}
		for _, r := range w {
			out = append(out, string(r))
		}
	}
	return out
}

// sportIn returns the sport that a question names, as tools or as pages write it.
func (b *box) sportIn(typed string, words []string) string {
	for _, w := range words {
		if slices.Contains([]string{"training", "workout", "fitness", "other", "transition"}, w) {
			continue
		}
		if sport, sub, ok := training.ParseRefined(strings.TrimSuffix(w, "s")); ok {
			return training.DisciplineOf(sport, sub).String()
		}
	}
	for _, s := range training.Sports() {
		if name := b.p.Sport(string(s)); strings.ContainsFunc(name, func(r rune) bool { return r >= 0x80 }) && strings.Contains(typed, name) {
			return string(s)
		}
	}
	return ""
}

// field is an argument in the form.
type field struct {
	page.FormField

	Choices [][2]string // for a selection
	Hint    string
}

// fieldsOf returns the arguments of a tool that have a label here: those that a question usually
// names or that are given, and the others.
func fieldsOf(p *page.Page, r tools.Row, in args) (usual, more []field) {
	s := r.Input()
	for _, name := range s.PropertyOrder {
		needed := slices.Contains(s.Required, name)
		if p.Argument(name) == "" && !needed && (in[name] == "" || !Shown(name)) {
			continue
		}
		f := field{FormField: page.FormField{Key: prefixIn + name, Title: labelOf(p, name), Value: in[name], Needed: needed}}
		f.Choices, f.Hint = choicesOf(p, name, s.Properties[name]), hint(p, s.Properties[name])
		if needed || in[name] != "" || name == "range" || name == "sport" {
			usual = append(usual, f)
		} else {
			more = append(more, f)
		}
	}
	return usual, more
}

func labelOf(p *page.Page, name string) string { return cmp.Or(p.Argument(name), p.FieldLabel(name)) }

// hint returns the tool's example or default of an argument; examples are in English.
func hint(p *page.Page, s *jsonschema.Schema) string {
	if len(s.Default) > 0 {
		return strings.Trim(string(s.Default), `"`)
	}
	if p.Language() != "en" {
		return ""
	}
	return s.Description
}

func choicesOf(p *page.Page, argument string, s *jsonschema.Schema) [][2]string {
	all := [][2]string{{"", "–"}}
	if s.Type == "boolean" {
		return append(all, [2]string{"true", p.Say("yes")}, [2]string{"false", p.Say("no")})
	}
	if s.Type == "array" || len(s.Enum) == 0 {
		return nil
	}
	for _, v := range s.Enum {
		if text, ok := v.(string); ok {
			all = append(all, [2]string{text, cmp.Or(p.Choice(argument, text), p.Term(text))})
		}
	}
	return all
}

// ask calls the tool, unless an argument is missing.
func (v *boxView) ask(ctx context.Context, p *page.Page) {
	if v.lacks != "" {
		return
	}
	in := page.Args{}
	for k, x := range v.in {
		in[k] = x
	}
	a := page.Ask[json.RawMessage](ctx, p, v.tool.Name, in)
	if v.err = a.Err; v.err != nil {
		return
	}
	parsed, err := ordered.Parse(a.V)
	o, ok := parsed.(ordered.Object)
	if err != nil || !ok {
		return
	}
	v.answer = newPart(p, v.tool.Name, o)
	v.raw = indented(a.V)
	v.to = pageOf(p, v.tool.Name, v.in, o)
}

// pageOf returns the page that shows what the tool answers, or nil.
func pageOf(p *page.Page, tool string, in args, o ordered.Object) *entry {
	path, id := places()[tool], in["id"]
	if path == "" {
		return nil
	}
	if ids := strings.FieldsFunc(in["ids"], func(r rune) bool { return r == ',' || r == ' ' }); len(ids) > 1 {
		q := url.Values{"with": ids[1:]}
		return &entry{Text: p.Say("Open %s", p.Say("Activities")), Href: page.Link("/activities/", ids[0]) + "?" + q.Encode()}
	}
	if answered, ok := o.Get("id").(string); ok {
		id = answered
	}
	at, _, needs := strings.Cut(path, "{id}")
	href, list := at, "/"+strings.Trim(strings.SplitN(at, "?", 2)[0], "/")
	if needs && id != "" {
		href = page.Link(at, id)
	} else if needs {
		href = list
	}
	q := url.Values{}
	for _, name := range []string{"range", "sport", "kind", "sort"} {
		if in[name] != "" && slices.Contains([]string{"/curves", "/records", "/activities", "/race", "/segments", "/fitness"}, href) {
			q.Set(name, in[name])
		}
	}
	if len(q) > 0 {
		href += "?" + q.Encode()
	}
	i := slices.IndexFunc(p.Site.Panels, func(x page.Panel) bool { return strings.TrimSuffix(x.Path, "{$}") == list })
	if i < 0 {
		return nil
	}
	return &entry{Text: p.Say("Open %s", p.Site.Panels[i].Title.In(p.Say)), Href: href}
}
