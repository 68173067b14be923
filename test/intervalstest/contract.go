package intervalstest

import (
	_ "embed" // the contract is a file next to the code
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

//go:embed contract.txt
var contractText string

// Kind is a type in the words of the contract: str, int, [Event], a schema's
// name …
type Kind string

// parameter is one of an operation's query parameters.
type parameter struct {
	name     string
	required bool
	kind     Kind
}

// Operation is one line of the contract: its path without /api/v1.
type Operation struct {
	ID, Method, Path string
	Body, Answer     Kind // "" is none
	query            []parameter
}

// Contract is the service's own documentation.
type Contract struct {
	Operations []*Operation
	Schemas    map[Kind]map[string]Kind
	enums      map[Kind][]string
}

// Beyond returns the fields that the service was seen to send or accept
// although its document lacks them or declares them differently.
func Beyond(k Kind) map[string]Kind {
	switch k {
	case "Event":
		return map[string]Kind{"plan_name": "str", "workout_filename": "str", "workout_file_base64": "str"}
	case "Bucket": // the histograms' real rows
		return map[string]Kind{"min": "num", "max": "num"}
	case "Activity", "ActivityWithIntervals": // stubs are in the same lists
		return map[string]Kind{"_note": "str"}
	case "DataCurveSetPowerCurve":
		return map[string]Kind{"list": "[PowerCurve]"}
	case "DataCurveSetPaceCurve":
		return map[string]Kind{"list": "[PaceCurve]"}
	case "DataCurveSetHRCurve":
		return map[string]Kind{"list": "[HRCurve]"}
	}
	return nil
}

// defaulted reports whether a query parameter that the document declares as
// required has a default at the service.
func defaulted(name string) bool {
	return slices.Contains([]string{"f1", "f2", "f3", "upsertOnUid", "updatePlanApplied", "recalcHrZones", "reset", "snoozeDays"}, name)
}

// newContract returns the service's contract.
func newContract() *Contract { return parse(contractText) }

func parse(text string) *Contract {
	c := &Contract{Schemas: map[Kind]map[string]Kind{}, enums: map[Kind][]string{}}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch words[0] {
		case "enum":
			c.enums[Kind(words[1])] = strings.Split(words[2], "|")
		case "schema":
			fields := map[string]Kind{}
			for _, w := range words[2:] {
				name, k, _ := strings.Cut(w, ":")
				fields[name] = Kind(k)
			}
			maps.Copy(fields, Beyond(Kind(words[1])))
			c.Schemas[Kind(words[1])] = fields
		case "op":
			c.Operations = append(c.Operations, parseOperation(words[1:]))
		}
	}
	return c
}

func parseOperation(words []string) *Operation {
	op := &Operation{ID: words[0], Method: words[1], Path: words[2]}
	for _, w := range words[3:] {
		switch rest := w[1:]; w[0] {
		case '<':
			op.Body = Kind(rest)
		case '>':
			op.Answer = Kind(rest)
		case '?':
			name, k, _ := strings.Cut(rest, ":")
			name, required := strings.CutSuffix(name, "*")
			op.query = append(op.query, parameter{name, required && !defaulted(name), Kind(k)})
		}
	}
	return op
}

// CheckQuery returns the parameters of a query that are unknown to the
// operation, missing, or wrong.
func (c *Contract) CheckQuery(op *Operation, q url.Values) (unknown, wrong []string) {
	for _, name := range slices.Sorted(maps.Keys(q)) {
		i := slices.IndexFunc(op.query, func(p parameter) bool { return p.name == name })
		if i < 0 {
			unknown = append(unknown, fmt.Sprintf("%s has no query parameter %q", op.ID, name))
			continue
		}
		for _, v := range q[name] {
			if !c.wordFits(op.query[i].kind, v) {
				wrong = append(wrong, fmt.Sprintf("%s=%q is not %s", name, v, op.query[i].kind))
			}
		}
	}
	for _, p := range op.query {
		if p.required && q.Get(p.name) == "" {
			wrong = append(wrong, fmt.Sprintf("Required parameter '%s' is not present.", p.name))
		}
	}
	return unknown, wrong
}

// wordFits reports whether a query's text is a valid k. Lists are joined by
// commas; a filter is JSON.
func (c *Contract) wordFits(k Kind, v string) bool {
	if inner, ok := k.item(); ok {
		if inner == "ActivityFilter" {
			return strings.HasPrefix(v, "[") || v == ""
		}
		for part := range strings.SplitSeq(v, ",") {
			if part != "" && !c.wordFits(inner, part) {
				return false
			}
		}
		return true
	}
	var err error
	switch k {
	case "int", "long":
		_, err = strconv.ParseInt(v, 10, 64)
	case "num":
		_, err = strconv.ParseFloat(v, 64)
	case "bool":
		_, err = strconv.ParseBool(v)
	default:
		if words := c.words(k); words != nil {
			return slices.Contains(words, v)
		}
	}
	return err == nil
}

func (k Kind) item() (Kind, bool) {
	if strings.HasPrefix(string(k), "[") {
		return k[1 : len(k)-1], true
	}
	return "", false
}

// words returns an enum's members, nil for any other kind.
func (c *Contract) words(k Kind) []string {
	if list, ok := strings.CutPrefix(string(k), "enum("); ok {
		return strings.Split(strings.TrimSuffix(list, ")"), "|")
	}
	return c.enums[k]
}

// Check compares a JSON value with k. It returns unknown fields, which the
// document lacks, and wrong ones, with values of another type. A null is
// allowed everywhere.
func (c *Contract) Check(k Kind, at string, v any) (unknown, wrong []string) {
	if v == nil || k == "any" || k == "" {
		return nil, nil
	}
	if inner, ok := k.item(); ok {
		list, ok := v.([]any)
		if !ok {
			return nil, []string{fmt.Sprintf("%s is no list", at)}
		}
		for i, e := range list {
			u, w := c.Check(inner, at+"["+strconv.Itoa(i)+"]", e)
			unknown, wrong = append(unknown, u...), append(wrong, w...)
		}
		return unknown, wrong
	}
	if strings.HasPrefix(string(k), "{") {
		if _, ok := v.(map[string]any); !ok {
			return nil, []string{fmt.Sprintf("%s is no object", at)}
		}
		return nil, nil
	}
	if fields, ok := c.Schemas[k]; ok {
		return c.object(k, fields, at, v)
	}
	if !c.scalarFits(k, v) {
		return nil, []string{fmt.Sprintf("%s is %v, not %s", at, v, k)}
	}
	return nil, nil
}

func (c *Contract) object(k Kind, fields map[string]Kind, at string, v any) (unknown, wrong []string) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, []string{fmt.Sprintf("%s is no object", at)}
	}
	for name, value := range object {
		field, ok := fields[name]
		if !ok {
			if !CustomField(k, name) {
				unknown = append(unknown, fmt.Sprintf("%s has no field %q", at, name))
			}
			continue
		}
		u, w := c.Check(field, at+"."+name, value)
		unknown, wrong = append(unknown, u...), append(wrong, w...)
	}
	return unknown, wrong
}

// CustomField reports whether a name can be one of the athlete's own fields,
// whose codes begin with a capital letter and appear among the others.
func CustomField(k Kind, name string) bool {
	open := k == "Activity" || k == "ActivityWithIntervals" || k == "Wellness" || k == "Interval"
	return open && name[0] >= 'A' && name[0] <= 'Z'
}

func (c *Contract) scalarFits(k Kind, v any) bool {
	switch k {
	case "int", "long":
		f, ok := v.(float64)
		return ok && f == math.Trunc(f)
	case "num":
		_, ok := v.(float64)
		return ok
	case "bool":
		_, ok := v.(bool)
		return ok
	}
	s, ok := v.(string)
	if words := c.words(k); ok && words != nil {
		return slices.Contains(words, s)
	}
	return ok
}
