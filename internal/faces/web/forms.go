package web

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// formed answers a form of the page of an id with what reads its fields.
func (s *Server) formed(id string, read func(p *page.Page, fields url.Values) (page.Deed, error)) http.HandlerFunc {
	of := s.site.Panels[slices.IndexFunc(s.site.Panels, func(p page.Panel) bool { return p.ID == id })]
	return func(w http.ResponseWriter, r *http.Request) {
		p, err := s.newPage(r.Context(), r)
		if err != nil {
			s.broken(w, r, err)
			return
		}
		p.Panel, p.Title = of, of.Title.In(p.Say)
		if !guard.IsForm(r) || r.ParseForm() != nil {
			err = training.Errorf(training.KindInvalid, "The form could not be read.").WithFix("Load the page again, then repeat what you did.")
		}
		var o page.Deed
		if err == nil {
			fields := maps.Clone(r.PostForm) // what was typed stays for a refusal
			p.MetricFields(fields)
			o, err = read(p, fields)
		}
		var said json.RawMessage
		if err == nil {
			said, err = s.carry(r.Context(), p, o)
		}
		switch {
		case err != nil:
			s.refuse(w, p, o, err)
		case byScript(r):
			b, _ := json.Marshal(map[string]string{"to": o.Then(said)}) // it is a text
			writeJSON(w, http.StatusOK, b)
		default:
			http.Redirect(w, r, guard.Root(r.Context())+o.Then(said), http.StatusSeeOther)
		}
	}
}

// carry makes the write, with what the athlete agreed to if they were asked.
func (s *Server) carry(ctx context.Context, p *page.Page, o page.Deed) (json.RawMessage, error) {
	b, err := json.Marshal(o.In)
	if err != nil {
		return nil, err
	}
	if token := p.Request.PostForm.Get(approvalParam); token != "" {
		if err := s.Grant(ctx, token); err != nil {
			return nil, err
		}
		p.Call.Approval = token
	}
	res, err := s.Table.Call(ctx, o.Tool, p.Call, b)
	return res.Structured, err
}

// byScript reports whether the page's script sent a form, and stays on its page.
func byScript(r *http.Request) bool { return r.Header.Get("Accept") == "application/json" }

// refuse says why a form's write was not made, or asks what must be agreed to: to
// the script beside the form, else on a page that has what was typed.
func (s *Server) refuse(w http.ResponseWriter, p *page.Page, o page.Deed, err error) {
	needs, asks := errors.AsType[*journal.NeedsConsent](err)
	status := httpStatus(err)
	if status == http.StatusBadRequest {
		status = http.StatusUnprocessableEntity
	}
	switch why := p.Refused(err, p.Request.PostForm, o); {
	case asks && !byScript(p.Request):
		s.render(p.Request.Context(), w, p, status, agreement(p, p.Asking(needs.Preview), resent(p, needs.Preview.Token)))
	case asks:
		failed(w, p, err)
	case byScript(p.Request):
		b, _ := json.Marshal(why) // it is texts
		writeJSON(w, status, b)
	default:
		s.render(p.Request.Context(), w, p, status, refusal(p, why))
	}
}

// resent are the fields of the form once more, with the approval.
func resent(p *page.Page, approval string) [][2]string {
	out := [][2]string{{approvalParam, approval}}
	for _, name := range slices.Sorted(maps.Keys(p.Request.PostForm)) {
		if name == approvalParam {
			continue
		}
		for _, v := range p.Request.PostForm[name] {
			out = append(out, [2]string{name, v})
		}
	}
	return out
}

// wrong marks the field that a refusal is about.
func wrong(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": "why", "autofocus": true}
}
