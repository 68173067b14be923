package dashboard

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"lapkeep/internal/dashboard/page"
	"lapkeep/internal/httpguard"
	"lapkeep/internal/journal"
	"lapkeep/internal/training"
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
		if !httpguard.IsForm(r) || r.ParseForm() != nil {
			err = training.Errorf(training.KindInvalid, "The form could not be read.").WithFix("Load the page again, then repeat what you did.")
		}
		var o page.Deed
		if err == nil {
			p.MetricFields(r.PostForm)
			o, err = read(p, r.PostForm)
		}
		var said json.RawMessage
		if err == nil {
			said, err = s.carry(r.Context(), p, o)
		}
		if err != nil {
			s.refuse(w, p, err)
			return
		}
		http.Redirect(w, r, o.Then(said), http.StatusSeeOther)
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

// refuse says why a form's write was not made, or asks what must be agreed to.
func (s *Server) refuse(w http.ResponseWriter, p *page.Page, err error) {
	ctx, body := p.Request.Context(), page.Failure(p, p.Problem(err))
	if needs, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		body = agreement(p, needs.Preview.Question(p.Say), resent(p, needs.Preview.Token))
	}
	s.render(ctx, w, p, httpStatus(err), body)
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
