package web

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"lapkeep/internal/faces/web/activity"
	"lapkeep/internal/faces/web/ask"
	"lapkeep/internal/faces/web/calendar"
	"lapkeep/internal/faces/web/fitness"
	"lapkeep/internal/faces/web/own"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/faces/web/setup"
	"lapkeep/internal/faces/web/terminal"
	"lapkeep/internal/faces/web/today"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// panels returns the pages of the navigation, in order, and those that are only
// linked to.
func (s *Server) panels() []page.Panel {
	all := s.everyPanel()
	if !s.Several {
		all = slices.DeleteFunc(all, func(x page.Panel) bool { return x.ID == "roster" })
	}
	if s.Homes {
		all = append(all, page.Panel{ID: "homes", Path: aboveHome, Icon: "roster", Title: "Roster", Group: groupSetup})
	}
	return all
}

func (s *Server) everyPanel() []page.Panel {
	return []page.Panel{
		{ID: "today", Path: "/{$}", Icon: "today", Title: "Today", Make: today.Page},
		{ID: "fitness", Path: "/fitness", Icon: "fitness", Title: "Fitness", Make: fitness.Page},
		{ID: "calendar", Path: "/calendar", Anchor: calendar.TodayAnchor, Icon: "calendar", Title: "Calendar", Make: calendar.Page},
		{ID: "activities", Path: "/activities", Icon: "activities", Title: "Activities", Make: activity.List},
		{ID: "plan", Path: "/plan", Icon: "plan", Title: "Plan", Make: calendar.PlanPage},
		{ID: "wellness", Path: "/wellness", Icon: "wellness", Title: "Wellness", Group: groupYou, Make: today.WellnessPage},
		{ID: "body", Path: today.BodyPath, Icon: "body", Title: "Body", Group: groupYou, Make: today.Body},
		{ID: "goals", Path: "/goals", Icon: "goals", Title: "Goals", Group: groupYou, Make: today.Goals},
		{ID: "gear", Path: "/gear", Icon: "gear", Title: "Gear", Group: groupYou, Make: own.Gear},
		{ID: "coach", Path: coachPath, Icon: "coach", Title: "Coach", Group: groupYou, Make: s.coach},
		{ID: "roster", Path: "/roster", Icon: "roster", Title: "Roster", Group: groupYou, Make: own.Roster},
		{ID: "memory", Path: "/memory", Icon: "memory", Title: "Memory", Group: groupYou, Make: own.Memory},
		{ID: "curves", Path: "/curves", Icon: "curves", Title: "Curves", Group: groupAnalysis, Make: fitness.CurvesPage},
		{ID: "records", Path: "/records", Icon: "records", Title: "Records", Group: groupAnalysis, Make: fitness.Records},
		{ID: "season", Path: "/season", Icon: "season", Title: "Season", Group: groupAnalysis, Make: fitness.Season},
		{ID: "race", Path: "/race", Icon: "race", Title: "Race", Group: groupAnalysis, Make: fitness.Race},
		{ID: "segments", Path: "/segments", Icon: "segments", Title: "Segments", Group: groupAnalysis, Make: own.Segments},
		{ID: "routes", Path: "/routes", Icon: "routes", Title: "Routes", Group: groupAnalysis, Make: own.Routes},
		{ID: "map", Path: own.MapPath, Icon: "map", Title: "Map", Group: groupAnalysis, Make: s.heatPage},
		{ID: "sources", Path: "/sources", Icon: "sources", Title: "Sources", Group: groupSetup, Make: setup.Sources},
		{ID: "settings", Path: "/settings", Icon: "settings", Title: "Settings", Group: groupSetup, Make: setup.Settings},
		{ID: "journal", Path: "/journal", Icon: "journal", Title: "Journal", Group: groupSetup, Make: s.journal},
		{ID: "glossary", Path: "/glossary", Icon: "glossary", Title: "Glossary", Group: groupSetup, Make: glossaryPage},
		{ID: "start", Path: "/start", Icon: "start", Title: "Start", Group: groupSetup, Make: setup.Start},
		{ID: "ask", Path: ask.Path, Title: "Ask", Hidden: true, Make: ask.Page},
		{ID: "segment", Path: "/segments/{id}", Under: "segments", Title: "Segment", Hidden: true, Make: own.Segment},
		{ID: "route", Path: "/routes/{id}", Under: "routes", Title: "Route", Hidden: true, Make: own.Route},
		{ID: "entry", Path: "/glossary/{key}", Under: "glossary", Title: "Glossary", Hidden: true, Make: s.glossaryEntry},
		{ID: "activity", Path: "/activities/{id}", Under: "activities", Title: "Activity", Hidden: true, Make: activity.Page},
		{ID: "share", Path: "/activities/{id}/share", Under: "activities", Title: "Share as a page", Hidden: true, Make: s.sharePage},
		{ID: "day", Path: "/days/{date}", Under: "fitness", Title: "One day", Hidden: true, Make: fitness.Day},
		{ID: "zones", Path: "/fitness/zones", Under: "fitness", Title: "Zones", Hidden: true, Make: fitness.Zones},
		{ID: "event", Path: "/calendar/{id}", Under: "calendar", Title: "Event", Hidden: true, Make: calendar.Event},
		{ID: "report", Path: "/report", Under: "calendar", Title: "Weekly report", Hidden: true, Make: calendar.Report},
		{ID: "workouts", Path: "/workouts", Under: "calendar", Title: "Workouts", Hidden: true, Make: calendar.Workouts},
		{ID: "assistant", Path: "/assistants/{id}", Under: "start", Title: "Assistant", Hidden: true, Make: setup.Assistant},
	}
}

// The groups of the navigation. Panels without one come first, and stand alone on a phone.
const groupYou, groupAnalysis, groupSetup i18n.Sentence = "You", "Analysis", "Setup"

// coachPath is the path of the coach panel and of its terminal's addresses.
const coachPath = "/coach"

// coachCommand turns the terminal on, with a placeholder for the athlete's
// program.
const coachCommand = "lapkeep dashboard --terminal COMMAND"

// Coach is the athlete's own program in a terminal on the page.
type Coach struct {
	// Start starts the program; nil means that there is no terminal.
	Start func(s terminal.Size) (terminal.Program, error)
	// Name and Folder are the program's name and working folder.
	Name, Folder string
	// Never is the reason why no terminal can be turned on, or empty if one can.
	Never i18n.Sentence
}

// newTerminal returns the terminal of the options, or nil if there is none.
func (s *Server) newTerminal() *terminal.Terminal {
	if s.Coach.Start == nil || s.Reach.Key != nil {
		return nil // a key admits other machines; without a key, each session began with a ticket of this start
	}
	return terminal.New(terminal.Options{Start: s.Coach.Start, Now: s.Now, Say: s.sayTo})
}

// sayTo returns an error in the language of the reader who asked.
func (s *Server) sayTo(r *http.Request, err error) string {
	p, broken := s.newPage(r.Context(), r)
	if broken != nil {
		return tools.Describe(err).String()
	}
	why := p.Problem(err)
	return why.What + " " + why.Fix
}

// routeTerminal adds the paths of the terminal, if there is one.
func (s *Server) routeTerminal(ctx context.Context, m *http.ServeMux) {
	if s.terminal == nil {
		return
	}
	m.HandleFunc("POST "+coachPath+"/ticket", s.terminal.Ticket)
	m.HandleFunc("POST "+coachPath+"/stop", s.terminal.Stop)
	m.HandleFunc("GET "+coachPath+"/terminal", func(w http.ResponseWriter, r *http.Request) { s.terminal.Serve(ctx, w, r) })
}

// Close ends the terminal's program, and returns when it has ended completely.
func (s *Server) Close() {
	if s.terminal != nil {
		s.terminal.Close()
	}
}

func (s *Server) coach(_ context.Context, p *page.Page) (templ.Component, error) {
	if s.terminal == nil {
		return coachOff(p, s.Coach), nil
	}
	p.Late = "coach"
	return coachBody(p, s.Coach), nil
}

func glossaryPage(_ context.Context, p *page.Page) (templ.Component, error) {
	return glossaryBody(p, glossary.Groups()), nil
}

func (s *Server) glossaryEntry(_ context.Context, p *page.Page) (templ.Component, error) {
	e, ok := glossary.Find(p.Request.PathValue("key"))
	if !ok {
		return nil, training.Errorf(training.KindNotFound, "The glossary has no entry %q.", page.Clean(p.Request.PathValue("key"))).
			WithFix("Search the whole glossary.")
	}
	p.Title = entryTitle(p, e)
	return entryBody(p, s.explainedIn(p.Call.Language, e)), nil
}

// entryTitle returns the title of a metric in the reader's language.
func entryTitle(p *page.Page, e glossary.Entry) string { return p.Glossed(e.Title) }

// explainedIn returns an entry with its texts translated to a language.
func (s *Server) explainedIn(language string, e glossary.Entry) glossary.Entry {
	if s.Explained == nil {
		return e
	}
	for _, text := range []*string{&e.Formula, &e.Inputs, &e.Needs, &e.Unit, &e.Source, &e.Limits, &e.Differs, &e.Proof} {
		*text = s.Explained(language, *text)
	}
	return e
}

// upload imports the files of a form together, as one entry of the journal. They
// are not held in memory, and they are deleted once read: the import keeps what
// it needs.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
	p, err := s.newPage(r.Context(), r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	release, err := s.holdUploads(r.Context())
	if err != nil {
		failed(w, p, err)
		return
	}
	defer func() { _ = release() }()
	dir, paths, err := s.receive(w, r)
	if err != nil {
		failed(w, p, err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }() //nolint:gosec // each upload has its own folder, which the server named
	out, err := s.Import(r.Context(), p.Call, paths)
	if err != nil {
		failed(w, p, err)
		return
	}
	writeJSON(w, http.StatusOK, setup.Imported(p, out))
}

// uploadsLock marks uploads that are being read: each holds a shared lock, in
// any process, and the removal of leftovers holds it exclusively.
const uploadsLock = ".lock"

// holdUploads prevents the removal of an upload.
func (s *Server) holdUploads(ctx context.Context) (release func() error, err error) {
	const wait = 10 * time.Second // the removal at startup takes less
	if err := os.MkdirAll(s.UploadDir, 0o700); err != nil {
		return nil, notKept(err)
	}
	release, err = disk.Share(ctx, s.UploadDir+uploadsLock, wait)
	if err != nil {
		return nil, notKept(err)
	}
	return release, nil
}

// DropUploads removes uploads left by processes that died. While an upload is being
// read, it removes nothing; the next start will.
func (s *Server) DropUploads() error {
	left, err := os.ReadDir(s.UploadDir)
	if err != nil || len(left) == 0 {
		return nil //nolint:nilerr // nothing was uploaded
	}
	release, err := disk.Try(s.UploadDir + uploadsLock)
	if errors.Is(err, disk.ErrHeld) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range left {
		err = errors.Join(err, os.RemoveAll(filepath.Join(s.UploadDir, e.Name())))
	}
	return errors.Join(err, release())
}

// formParts is the maximum number of bytes of an upload outside its files.
const formParts = 1 << 20

// receive writes the files of the body into a new folder.
func (s *Server) receive(w http.ResponseWriter, r *http.Request) (dir string, paths []string, err error) {
	const most = setup.MaxUpload + formParts
	if r.ContentLength > most {
		return "", nil, setup.TooLarge()
	}
	if dir, err = os.MkdirTemp(s.UploadDir, "upload-"); err != nil {
		return "", nil, notKept(err)
	}
	r.Body = http.MaxBytesReader(w, r.Body, most)
	if paths, err = s.keepParts(dir, r); err == nil {
		return dir, paths, nil
	}
	_ = os.RemoveAll(dir) // only err matters
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return "", nil, setup.TooLarge()
	}
	// A browser that is still sending does not read the answer, so discard the rest.
	_, _ = io.Copy(io.Discard, r.Body)
	return "", nil, err
}

// keepParts writes each file of a form into a folder of its own, because two
// files may have the same name.
func (s *Server) keepParts(dir string, r *http.Request) (paths []string, err error) {
	form, err := r.MultipartReader()
	for err == nil {
		var part *multipart.Part
		if part, err = form.NextPart(); err != nil {
			break
		}
		own := filepath.Join(dir, strconv.Itoa(len(paths)))
		if err := os.Mkdir(own, 0o700); err != nil { //nolint:gosec // a number in a new folder
			return nil, notKept(err)
		}
		path := filepath.Join(own, fileName(part.FileName()))
		if err := s.fill(path, part); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, err
	}
	if errors.Is(err, io.EOF) && len(paths) > 0 {
		return paths, nil
	}
	return nil, training.Errorf(training.KindInvalid, "The upload contains no files.").WithFix("Reload the page, then choose files again.")
}

// newFile creates a file that must not exist yet.
func newFile(path string) (io.WriteCloser, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // in a new folder, with a name without separators
}

func (s *Server) fill(path string, r io.Reader) error {
	f, err := s.newFile(path)
	if err != nil {
		return notKept(err)
	}
	_, err = io.Copy(f, r)
	if cerr := f.Close(); err == nil && cerr != nil {
		err = notKept(cerr)
	}
	if _, ok := errors.AsType[*os.PathError](err); ok {
		err = notKept(err)
	}
	return err
}

func notKept(err error) error {
	return training.Errorf(training.KindUnavailable, "The upload cannot be saved: %w.", err).
		WithFix("Free some space on the disk that holds Lapkeep's home folder, then upload again.")
}

// fileName returns a name without a path and without characters that a system
// treats specially.
func fileName(name string) string {
	name = textclean.Line(name, textclean.NameRunes)
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, name)
	if name = strings.Trim(name, ". "); name == "" {
		return "upload"
	}
	if ext := filepath.Ext(name); len(name) > 150 {
		name = strings.ToValidUTF8(name[:120], "") + strings.ToValidUTF8(ext[:min(len(ext), 12)], "")
	}
	return name
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// workoutFile answers GET /calendar/ID/workout.FORMAT with the file that the
// tool returns.
func (s *Server) workoutFile(w http.ResponseWriter, r *http.Request) {
	format, ok := strings.CutPrefix(r.PathValue("file"), "workout.")
	if !ok || !slices.Contains(page.FileFormats(), format) {
		s.nowhere(w, r)
		return
	}
	ctx := s.AtOneMoment(r.Context())
	p, err := s.newPage(ctx, r)
	if err != nil {
		s.broken(w, r, err)
		return
	}
	id := r.PathValue("id")
	a := page.Ask[struct {
		Content string `json:"content"`
	}](ctx, p, "export_workout", page.Args{"id": id, "format": format, "inline": true})
	content := []byte(a.V.Content)
	if err = a.Failure(); err == nil && format == "fit" {
		content, err = base64.StdEncoding.DecodeString(a.V.Content)
	}
	if err != nil {
		p.Title = p.Say("Event")
		s.render(ctx, w, p, httpStatus(err), page.Failure(p, p.Problem(err)))
		return
	}
	name := strings.Trim(notInNames.ReplaceAllString(id, "-"), ".-") + "." + format
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	_, _ = w.Write(content) // a browser that has disconnected needs no error
}
