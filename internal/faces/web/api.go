package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// face names this one to tools and to the journal.
const face = "dashboard"

// maxArguments bounds the arguments of one call.
const maxArguments = 4 << 20

// approvalParam is the code of the preview that the athlete agreed to.
const approvalParam = "approval"

// callTool is POST /api/NAME: the table's answer as JSON, as every face gives it.
func (s *Server) callTool(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	in, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxArguments))
	if err != nil {
		failed(w, p, training.Errorf(training.KindTooLarge, "The arguments could not be read whole: at most %d MB are.", maxArguments>>20).
			WithFix("Send less at once."))
		return
	}
	if len(in) == 0 {
		in = []byte("{}")
	}
	if token := r.URL.Query().Get(approvalParam); token != "" {
		if err := s.Grant(r.Context(), token); err != nil {
			failed(w, p, err)
			return
		}
		p.Call.Approval = token
	}
	res, err := s.Table.Call(r.Context(), r.PathValue("tool"), p.Call, in)
	if err != nil {
		failed(w, p, err)
		return
	}
	writeJSON(w, http.StatusOK, res.Structured)
}

// refused is an error of the API, with the question of a write that asks first.
type refused struct {
	Error    string `json:"error"`
	Fix      string `json:"fix,omitempty"`
	Kind     string `json:"kind"`
	Approval string `json:"approval,omitempty"`

	*page.Question
}

func failed(w http.ResponseWriter, p *page.Page, err error) {
	why := p.Problem(err)
	out := refused{Error: why.What, Fix: why.Fix, Kind: tools.Describe(err).Kind.String()}
	if needs, ok := errors.AsType[*journal.NeedsConsent](err); ok {
		q := p.Asking(needs.Preview)
		out.Question, out.Approval = &q, needs.Preview.Token
	}
	b, _ := json.Marshal(out) // it is texts
	writeJSON(w, httpStatus(err), b)
}

func writeJSON(w http.ResponseWriter, status int, b []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b) //nolint:gosec // JSON, and no page: its type says so, and who is gone reads no error
}

// undo takes an entry of the journal back.
func (s *Server) undo(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	out, err := s.Undo(r.Context(), r.PathValue("id"))
	if guard.IsForm(r) {
		s.undone(w, p, out, err)
		return
	}
	if err != nil {
		failed(w, p, err)
		return
	}
	b, _ := json.Marshal(map[string]string{"undone": r.PathValue("id"), "undo": out.JournalID, "said": saidOf(p, out)}) // it is texts
	writeJSON(w, http.StatusOK, b)
}

// saidOf tells what an undo did, and what it restored that is not shown.
func saidOf(p *page.Page, out journal.Outcome) string {
	said := p.Say("Undone.")
	if out.Idle {
		said = p.Say("Nothing that is shown has changed.")
	}
	for _, why := range out.NotShown {
		said += " " + why.In(p.Say)
	}
	return said
}

// undone answers a form that took something back, or changed nothing by it.
func (s *Server) undone(w http.ResponseWriter, p *page.Page, out journal.Outcome, err error) {
	_ = p.Request.ParseForm() // the wall read it; without it one goes to the journal
	back := page.OwnAddress(p.Request.PostForm.Get("back"), "/journal")
	if err == nil && !out.Idle {
		http.Redirect(w, p.Request, guard.Root(p.Request.Context())+back,
			http.StatusSeeOther) //nolint:gosec // an address of these pages alone: ownAddress
		return
	}
	at := *p.Request
	if at.URL, _ = url.Parse(back); at.URL == nil {
		at.URL = &url.URL{Path: "/journal"}
	}
	p.Request, p.Title = &at, p.Say("Journal")
	if err != nil {
		s.refuse(w, p, page.Deed{}, err)
		return
	}
	s.render(p.Request.Context(), w, p, http.StatusOK, refusal(p, page.Refusal{What: saidOf(p, out)}))
}

// approve records the athlete's yes to a write that an assistant asked for. The
// assistant makes the call again, which then counts, once and for exactly this.
func (s *Server) approve(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	if err := s.Grant(r.Context(), r.PathValue("token")); err != nil {
		failed(w, p, err)
		return
	}
	b, _ := json.Marshal(map[string]string{"approved": r.PathValue("token")}) // it is a text
	writeJSON(w, http.StatusOK, b)
}
