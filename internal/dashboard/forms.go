package dashboard

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"lapkeep/internal/httpguard"
	"lapkeep/internal/journal"
	"lapkeep/internal/training"
)

// deed is a write that a form of a page asks for: a tool with its arguments,
// and where to go after it. Forms need no script: the answer is a page.
type deed struct {
	tool string
	in   args
	// then is the address to go on at, by what the tool answered.
	then func(answer json.RawMessage) string
}

// formed answers a form of the page of an id with what reads its fields.
func (s *Server) formed(id string, read func(p *page, fields url.Values) (deed, error)) http.HandlerFunc {
	of := s.panels[slices.IndexFunc(s.panels, func(p panel) bool { return p.id == id })]
	return func(w http.ResponseWriter, r *http.Request) {
		p, err := s.newPage(r.Context(), r)
		if err != nil {
			s.broken(w, r, err)
			return
		}
		p.panel, p.title = of, of.title.In(p.say)
		if !httpguard.IsForm(r) || r.ParseForm() != nil {
			err = training.Errorf(training.KindInvalid, "The form could not be read.").WithFix("Load the page again, then repeat what you did.")
		}
		var o deed
		if err == nil {
			o, err = read(p, r.PostForm)
		}
		var said json.RawMessage
		if err == nil {
			said, err = p.carry(r.Context(), o)
		}
		if err != nil {
			p.refuse(w, err)
			return
		}
		http.Redirect(w, r, o.then(said), http.StatusSeeOther)
	}
}

// carry makes the write, with what the athlete agreed to if they were asked.
func (p *page) carry(ctx context.Context, o deed) (json.RawMessage, error) {
	b, err := json.Marshal(o.in)
	if err != nil {
		return nil, err
	}
	if token := p.request.PostForm.Get(approvalParam); token != "" {
		if err := p.server.Grant(ctx, token); err != nil {
			return nil, err
		}
		p.call.Approval = token
	}
	res, err := p.table.Call(ctx, o.tool, p.call, b)
	return res.Structured, err
}

// refuse says why a form's write was not made, or asks what must be agreed to.
func (p *page) refuse(w http.ResponseWriter, err error) {
	ctx, body := p.request.Context(), failure(p, p.problem(err))
	if needs, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		body = agreement(p, needs.Preview.Question(p.say), p.resent(needs.Preview.Token))
	}
	p.server.render(ctx, w, p, httpStatus(err), body)
}

// resent are the fields of the form once more, with the approval.
func (p *page) resent(approval string) [][2]string {
	out := [][2]string{{approvalParam, approval}}
	for _, name := range slices.Sorted(maps.Keys(p.request.PostForm)) {
		if name == approvalParam {
			continue
		}
		for _, v := range p.request.PostForm[name] {
			out = append(out, [2]string{name, v})
		}
	}
	return out
}

// same is the address to go on at, whatever was answered.
func same(address string) func(json.RawMessage) string {
	return func(json.RawMessage) string { return address }
}

// ownAddress is an address of these pages that a form named, or else another.
func ownAddress(text, otherwise string) string {
	u, err := url.Parse(text)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(u.Path, "//") ||
		strings.ContainsAny(text, "\\\r\n\t") {
		return otherwise
	}
	return u.RequestURI()
}

// trimmed is a field of a form.
func trimmed(fields url.Values, name string) string { return strings.TrimSpace(fields.Get(name)) }
