package web

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/guard"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/faces/web/setup"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// face is the name by which tools and the journal know this face.
const face = "dashboard"

// maxArguments is the maximum number of bytes of arguments in one call.
const maxArguments = 4 << 20

// approvalParam carries the code of the preview that the athlete agreed to.
const approvalParam = "approval"

// callTool answers POST /api/NAME with the tool's answer as JSON, like every face.
func (s *Server) callTool(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	in, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxArguments))
	if err != nil {
		failed(w, p, training.Errorf(training.KindTooLarge, "The arguments are larger than %d MB.", maxArguments>>20).
			WithFix("Send less data per request."))
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

// refused is an error of the API, with the question for a write that needs consent.
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
	b, _ := json.Marshal(out) // strings can always be marshalled
	writeJSON(w, httpStatus(err), b)
}

func writeJSON(w http.ResponseWriter, status int, b []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b) //nolint:gosec // its type marks it as JSON, not a page; a browser that has disconnected needs no error
}

// undo undoes an entry of the journal.
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
	b, _ := json.Marshal(map[string]string{"undone": r.PathValue("id"), "undo": out.JournalID, "said": saidOf(p, out)}) // cannot fail
	writeJSON(w, http.StatusOK, b)
}

// saidOf describes the result of an undo, including restored things that are
// not visible.
func saidOf(p *page.Page, out journal.Outcome) string {
	said := p.Say("Undone.")
	if out.Idle {
		said = p.Say("Nothing you see has changed.")
	}
	for _, why := range out.NotShown {
		said += " " + why.In(p.Say)
	}
	return said
}

// undone answers the form of an undo, even if the undo changed nothing.
func (s *Server) undone(w http.ResponseWriter, p *page.Page, out journal.Outcome, err error) {
	_ = p.Request.ParseForm() // the guard has already parsed it; otherwise the answer leads to the journal
	back := page.OwnAddress(p.Request.PostForm.Get("back"), "/journal")
	if err == nil && !out.Idle {
		to := guard.Root(p.Request.Context()) + back
		http.Redirect(w, p.Request, to, http.StatusSeeOther) //nolint:gosec // OwnAddress allows only addresses of these pages
		return
	}
	at := *p.Request
	if at.URL, _ = url.Parse(back); at.URL == nil {
		at.URL = &url.URL{Path: "/journal"}
	}
	p.Request, p.Title = &at, p.Say("Journal")
	if err != nil {
		s.refuse(w, p, page.FormAction{}, err)
		return
	}
	s.render(p.Request.Context(), w, p, http.StatusOK, refusal(p, page.Refusal{What: saidOf(p, out)}))
}

// approve records the athlete's consent to a write that an assistant requested. The
// assistant repeats the call, which is then allowed once, for exactly this write.
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
	b, _ := json.Marshal(map[string]string{"approved": r.PathValue("token")}) // a string can always be marshalled
	writeJSON(w, http.StatusOK, b)
}

// formed returns a handler for a form on the page with the id. read reads the
// form's fields.
func (s *Server) formed(id string, read func(p *page.Page, fields url.Values) (page.FormAction, error)) http.HandlerFunc {
	of := s.site.Panels[slices.IndexFunc(s.site.Panels, func(p page.Panel) bool { return p.ID == id })]
	return func(w http.ResponseWriter, r *http.Request) {
		p, err := s.newPage(r.Context(), r)
		if err != nil {
			s.broken(w, r, err)
			return
		}
		p.Panel, p.Title = of, of.Title.In(p.Say)
		if !guard.IsForm(r) || r.ParseForm() != nil {
			err = training.Errorf(training.KindInvalid, "The form could not be read.").WithFix("Reload the page, then try again.")
		}
		var o page.FormAction
		if err == nil {
			fields := maps.Clone(r.PostForm) // a refusal shows the typed values again
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
			var told struct {
				Notes []string `json:"notes,omitempty"` // for example on a line that is not a step
				To    string   `json:"to"`
			}
			_ = json.Unmarshal(said, &told) // an answer with notes in a different form has none to show
			told.To = o.Then(said)
			b, _ := json.Marshal(told) // texts
			writeJSON(w, http.StatusOK, b)
		default:
			http.Redirect(w, r, guard.Root(r.Context())+o.Then(said), http.StatusSeeOther)
		}
	}
}

// carry carries out the write, with the athlete's approval if that is needed.
func (s *Server) carry(ctx context.Context, p *page.Page, o page.FormAction) (json.RawMessage, error) {
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

// byScript reports whether a form was sent by the page's script, which does not
// leave the page.
func byScript(r *http.Request) bool { return r.Header.Get("Accept") == "application/json" }

// refuse answers a form whose write failed or needs consent: as JSON to a
// script, or else as a page that keeps the typed values.
func (s *Server) refuse(w http.ResponseWriter, p *page.Page, o page.FormAction, err error) {
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
		b, _ := json.Marshal(why) // strings can always be marshalled
		writeJSON(w, status, b)
	default:
		s.render(p.Request.Context(), w, p, status, refusal(p, why))
	}
}

// resent returns the fields of the form with the approval added.
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

// install adds Lapkeep to a client, or shows what would change: as JSON for the
// page's script, or as a page for browsers without scripts.
func (s *Server) install(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	p, err := s.newPage(ctx, r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	form := guard.IsForm(r) && r.ParseForm() == nil
	dryRun := r.URL.Query().Get("dry_run") != "" || form && r.PostForm.Get("do") != "write"
	c, err := setup.Client(p, r.PathValue("id"))
	said := ""
	if err == nil && s.Reach.Key != nil { // the file may hold secrets of other programs, and other machines must not change it
		err = training.Errorf(training.KindForbidden, "Lapkeep does not change assistants' files while other machines can open this "+
			"page.").
			WithFix("Run %s on the machine that has the file.", c.Install)
	}
	if err == nil {
		said, err = s.Install(ctx, c.ID, dryRun)
	}
	switch {
	case form && err != nil:
		p.Panel, p.Title = page.Panel{Under: "start"}, p.Say("Assistant")
		s.render(ctx, w, p, httpStatus(err), page.Failure(p, p.Problem(err)))
	case form:
		p.Panel, p.Title = page.Panel{Under: "start"}, c.Name
		s.render(ctx, w, p, http.StatusOK, setup.AssistantBody(p, &setup.AssistantView{Setup: c, Said: said, Offered: dryRun}))
	case err != nil:
		failed(w, p, err)
	default:
		b, _ := json.Marshal(map[string]string{"said": said}) // a string can always be marshalled
		writeJSON(w, http.StatusOK, b)
	}
}

// door answers a browser without a session: a page without data, whose script
// turns the ticket in the address into a session.
func (s *Server) door(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		writeJSON(w, http.StatusUnauthorized, []byte(`{"error":"There is no session.","fix":"Open the address that lapkeep dashboard prints.","kind":"forbidden"}`))
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusUnauthorized)
	_ = doorPage(s, s.Say).Render(r.Context(), w) // a browser that has disconnected needs no error
}

// signOut ends the session of the request or, with the field all, every session
// of the home.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err == nil && r.PostFormValue("all") != "" {
		err = s.Sessions.EndAll()
	} else if err == nil {
		err = s.Sessions.End(guard.SessionOf(r.Context()))
	}
	switch {
	case p == nil:
		s.broken(w, r, err)
	case err != nil:
		s.refuse(w, p, page.FormAction{}, training.Errorf(training.KindUnavailable, "The sessions could not be ended: %w.", err).
			WithFix("Stop the dashboard; that ends all its sessions."))
	case byScript(r):
		writeJSON(w, http.StatusOK, []byte(`{"to":"/"}`))
	default:
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

// withdraw ends the access of a program from elsewhere.
func (s *Server) withdraw(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err == nil && s.People != nil {
		err = s.People.Withdraw(r.Context(), r.PostFormValue("grant"))
	}
	switch {
	case p == nil:
		s.broken(w, r, err)
	case err != nil:
		s.refuse(w, p, page.FormAction{}, err)
	case byScript(r):
		writeJSON(w, http.StatusOK, []byte(`{"to":"/settings"}`))
	default:
		http.Redirect(w, r, guard.Root(r.Context())+"/settings", http.StatusSeeOther)
	}
}

//go:embed dist/*.js dist/*.css dist/*.svg dist/*.webmanifest
var dist embed.FS

// Style returns the styles of the pages, for pages of other faces.
func Style() []byte {
	b, _ := dist.ReadFile("dist/app.css") // the file is embedded
	return b
}

// assets holds the scripts and styles, each under a name with its hash, so that
// browsers can cache it until it changes.
type assets struct {
	hashed map[string]string // plain name to address
	plain  map[string]string // hashed name to plain name
}

func newAssets() (*assets, error) {
	a := &assets{map[string]string{}, map[string]string{}}
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		b, err := dist.ReadFile("dist/" + e.Name())
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(b)
		ext := path.Ext(e.Name())
		name := strings.TrimSuffix(e.Name(), ext) + "." + hex.EncodeToString(sum[:6]) + ext
		a.hashed[e.Name()], a.plain[name] = guard.AssetRoot+name, e.Name()
	}
	return a, nil
}

// href returns the address of an asset.
func (a *assets) href(name string) string { return a.hashed[name] }

func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, ok := a.plain[strings.TrimPrefix(r.URL.Path, guard.AssetRoot)]
	if !ok || r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	w.Header().Set("Content-Type", map[string]string{
		".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
		".webmanifest": "application/manifest+json",
	}[path.Ext(name)])
	http.ServeFileFS(w, r, dist, "dist/"+name)
}
