package stravatest

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func (d *document) operation(r *Request) (documented, bool) {
	for path, methods := range d.Paths {
		op := methods[strings.ToLower(r.Method)]
		pattern := regexp.MustCompile(`\{[a-zA-Z]+\}`).ReplaceAllString(path, `[^/]+`)
		if op.OperationID == r.Operation && regexp.MustCompile("^"+pattern+"$").MatchString(r.Path) {
			return op, true
		}
	}
	return documented{}, false
}

func (d *document) checkRequest(op documented, r *Request, report func(string)) {
	known := map[string]parameter{}
	for _, p := range op.Parameters {
		if p.Ref != "" {
			p = d.Parameters[p.Ref[strings.LastIndexByte(p.Ref, '/')+1:]]
		}
		known[p.In+" "+p.Name] = p
		sent := map[string]url.Values{"query": r.Query, "formData": r.Form}[p.In]
		if p.Required && p.In != "path" && !sent.Has(p.Name) {
			report(r.Operation + " ?" + p.Name + " missing")
		}
	}
	for in, sent := range map[string]url.Values{"query": r.Query, "formData": r.Form} {
		for name, values := range sent {
			p, ok := known[in+" "+name]
			if !ok {
				report(r.Operation + " ?" + name + " unknown")
				continue
			}
			if !p.takes(values[0]) {
				report(r.Operation + " ?" + name + " value " + values[0])
			}
		}
	}
	if body, ok := known["body body"]; ok && r.Body != "" {
		var v any
		decoder := json.NewDecoder(bytes.NewReader([]byte(r.Body)))
		decoder.UseNumber()
		if decoder.Decode(&v) == nil {
			d.differs(v, body.Schema, r.Operation, report)
		}
	}
}

func (p parameter) takes(text string) bool {
	if p.Type == "array" {
		for _, item := range strings.Split(text, ",") {
			if !(parameter{Type: p.Items.Type, Enum: p.Items.Enum}).takes(item) {
				return false
			}
		}
		return true
	}
	_, number := strconv.ParseFloat(text, 64)
	switch {
	case len(p.Enum) > 0:
		return slices.Contains(p.Enum, text)
	case p.Type == "integer":
		return integer.MatchString(text)
	case p.Type == "number":
		return number == nil
	case p.Type == "boolean":
		return text == "true" || text == "false"
	}
	return true
}
