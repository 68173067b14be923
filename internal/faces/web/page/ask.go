package page

import (
	"context"
	"encoding/json"
	"maps"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/picture"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// Answer is a tool's answer or an error. If it is an error, its part of the page
// shows that, and the other parts are still shown.
type Answer[T any] struct {
	V        T
	Pictures []*picture.Canvas
	Err      *Problem
	cause    error
}

// Problem is an error in the reader's language.
type Problem struct{ What, Fix string }

// Problem converts an error to a sentence and a fix in the reader's language.
func (p *Page) Problem(err error) *Problem {
	d := tools.Describe(err)
	what, fix := d.Told(err)
	return &Problem{what.In(p.Say), fix.In(p.Say)}
}

// Args holds the arguments of a tool.
type Args = map[string]any

// Ask calls a tool for a page. T is the type of the tool's answer. If the tool's
// rows have no type, T is a struct with the keys that the page shows, and is
// decoded from the tool's JSON. An argument that is an empty text is left out.
func Ask[T any](ctx context.Context, p *Page, tool string, in Args) (out Answer[T]) {
	maps.DeleteFunc(in, func(_ string, v any) bool { return v == "" })
	b, err := json.Marshal(in)
	if err == nil {
		var res tools.Result
		if res, err = p.Site.Table.Call(ctx, tool, p.Call, b); err == nil {
			out.Pictures = res.Pictures
			if view, ok := res.Value.(*T); ok {
				out.V = *view
			} else if err = json.Unmarshal(res.Structured, &out.V); err != nil {
				p.Site.Log.ErrorContext(ctx, "the page cannot read an answer", "tool", tool, "error", err)
			}
		}
	}
	if err != nil {
		out.Err, out.cause = p.Problem(err), err
	}
	return out
}

// Together runs independent functions at the same time.
func Together(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Go(f)
	}
	wg.Wait()
}

// Failure returns the error of an answer on which the whole page depends.
func (a Answer[T]) Failure() error { return a.cause }

// OpSend sends a planned session to a service's library.
const OpSend = "send"

// Devices holds the ways to get a planned session onto a device: as a file, or through a
// service that accepts workouts.
type Devices struct {
	ID       string
	Files    []WorkoutFile
	Services []workoutService
	// Later reports whether only the event's page shows what each format loses.
	Later bool
}

// WorkoutFile is a session in a device format, as written by export_workout.
type WorkoutFile struct {
	Format string
	Losses []string // what the format cannot express
	Why    *Problem // why there is no file
}

type workoutService struct {
	source, name string
	folders      [][2]string // of the service's library; a workout needs a folder
}

// FileFormats returns the workout formats that devices and trainers read.
func FileFormats() []string { return []string{"fit", "zwo", "erg", "mrc"} }

// formatsOf returns the formats for a sport: those of trainers are only for cycling, and
// Zwift's is for cycling and running.
func formatsOf(sport training.Sport) []string {
	switch sport {
	case training.Cycling:
		return FileFormats()
	case training.Running:
		return []string{"fit", "zwo"}
	}
	return []string{"fit"}
}

// Offer returns the ways to send an event to a device, without what each format
// loses, which is computed when the reader opens the offer. It returns nil for an
// event without steps.
func Offer(ctx context.Context, p *Page, e Event, services []servicevalues.ConnectedView) *Devices {
	if e.Steps == nil {
		return nil
	}
	out := &Devices{ID: e.ID, Later: true, Services: sessionOpen(ctx, p, e, services)}
	for _, format := range formatsOf(e.Sport) {
		out.Files = append(out.Files, WorkoutFile{Format: format})
	}
	return out
}

// sessionOpen returns the services that an event can still be sent to; there are
// none if the event was completed or its day has passed.
func sessionOpen(ctx context.Context, p *Page, e Event, services []servicevalues.ConnectedView) []workoutService {
	if e.Done != nil || e.Day < p.Call.Today {
		return nil
	}
	return takers(ctx, p, e, services)
}

// ToDevices returns the ways to send an event to a device, or nil if it has no steps.
func ToDevices(ctx context.Context, p *Page, e Event, services []servicevalues.ConnectedView) *Devices {
	if e.Steps == nil {
		return nil
	}
	formats := formatsOf(e.Sport)
	out := &Devices{ID: e.ID, Files: make([]WorkoutFile, len(formats))}
	all := []func(){func() { out.Services = sessionOpen(ctx, p, e, services) }}
	for i, format := range formats {
		all = append(all, func() { out.Files[i] = fileOf(ctx, p, e.ID, format) })
	}
	Together(all...)
	// Without the tool there are no files, and no need to say so.
	out.Files = slices.DeleteFunc(out.Files, func(f WorkoutFile) bool { return f.Format == "" })
	if len(out.Files)+len(out.Services) == 0 {
		return nil
	}
	return out
}

func fileOf(ctx context.Context, p *Page, id, format string) WorkoutFile {
	a := Ask[struct {
		Losses []string `json:"losses"`
	}](ctx, p, "export_workout", Args{"id": id, "format": format, "dry_run": true})
	if training.KindOf(a.Failure()) == training.KindNotFound {
		return WorkoutFile{}
	}
	return WorkoutFile{Format: format, Losses: a.V.Losses, Why: a.Err}
}

// takers returns the connected services that accept workouts, each with its
// library folders. A service that has the event in its calendar is left out.
func takers(ctx context.Context, p *Page, e Event, services []servicevalues.ConnectedView) (out []workoutService) {
	for _, s := range services {
		if s.Connected && !slices.Contains(e.Sources, s.Source) && slices.Contains(s.Takes, string(training.ThingWorkouts)) {
			out = append(out, workoutService{source: s.Source, name: s.Name})
		}
	}
	if len(out) == 0 {
		return nil
	}
	library := Ask[workouts.WorkoutList](ctx, p, "list_workouts", Args{"limit": 1})
	for i := range out {
		for _, f := range library.V.Folders {
			if f.Kind == "folder" && slices.Contains(f.Sources, out[i].source) {
				out[i].folders = append(out[i].folders, [2]string{f.ID, Clean(f.Name)})
			}
		}
	}
	return out
}

// address returns the address at which a session can be downloaded.
func (f WorkoutFile) address(id string) string {
	return Link("/calendar/", id) + "/workout." + f.Format
}

// part returns the attribute with the address of the complete offer.
func (d *Devices) part() templ.Attributes {
	if !d.Later {
		return templ.Attributes{"id": "to-device"}
	}
	return templ.Attributes{"data-part": Link("/calendar/", d.ID)}
}

// title returns the usual name of the format.
func (f WorkoutFile) title() string { return strings.ToUpper(f.Format) }

func (d *Devices) lossy() bool {
	return slices.ContainsFunc(d.Files, func(f WorkoutFile) bool { return f.Why != nil || len(f.Losses) > 0 })
}

// offered reports whether any file can be offered.
func (d *Devices) offered() bool {
	return slices.ContainsFunc(d.Files, func(f WorkoutFile) bool { return f.Why == nil })
}

func stepTimes(s *workouts.WorkoutSteps, i int) string {
	if i < len(s.Times) && s.Times[i] > 1 {
		return strconv.Itoa(s.Times[i]) + " × "
	}
	return ""
}

func stepTarget(s *workouts.WorkoutSteps, i int) string {
	if i < len(s.Target) {
		return Clean(s.Target[i].String())
	}
	return ""
}

func stepText(p *Page, s *workouts.WorkoutSteps, i int) string {
	var all []string
	if i < len(s.Kind) {
		switch s.Kind[i] {
		case "warmup":
			all = append(all, p.Say("warm-up"))
		case "cooldown":
			all = append(all, p.Say("cool-down"))
		case "rest", "recovery":
			all = append(all, p.Say("recovery"))
		}
	}
	if i < len(s.Text) && s.Text[i] != "" {
		all = append(all, Clean(s.Text[i]))
	}
	return strings.Join(all, ", ")
}

// NameOf returns the name of an activity, or its sport.
func NameOf(p *Page, a Activity) string {
	if name := Clean(a.Name); name != "" {
		return name
	}
	return p.Sport(a.Sport)
}

// Fields returns the fields that a row of activities shows.
func Fields() []string {
	return []string{
		"local_date", "start_local", "sport", "race", "name", "duration_s", "distance_km", "elevation_gain_m",
		"tss", "avg_power_w", "normalized_power_w", "avg_hr_bpm", "avg_speed_kmh",
	}
}

// PageRows is the number of rows on one page of the list.
const PageRows = 50

// StepPicture returns a picture of an event's steps, or nil if it has none.
func StepPicture(ctx context.Context, p *Page, e Event) *picture.Canvas {
	if e.Steps == nil || e.Text == "" || e.Sport == "" {
		return nil
	}
	checked := Ask[json.RawMessage](ctx, p, "check_workout", Args{"description": e.Text, "sport": e.Sport, "date": e.Day})
	if len(checked.Pictures) == 0 {
		return nil
	}
	named := *checked.Pictures[0]
	if named.Title == "" {
		named.Title = p.Say("The steps of %s", Clean(e.Name))
	}
	return &named
}

// The size of a picture on a card, in pixels of the narrowest screen on which the
// text has to be readable.
const cardWidth, cardHeight = 300, 128

// StepCard returns a small picture of an event's steps for a card.
func StepCard(ctx context.Context, p *Page, e Event) *picture.Canvas {
	c := StepPicture(ctx, p, e)
	if c == nil || c.Card == nil {
		return c
	}
	small := c.Card(cardWidth, cardHeight)
	small.Title = c.Title
	return small
}

// Path is the address of the map file, under the session's path.
const Path = "/map.pmtiles"

// Source is the athlete's map; if it is empty, there is no map. The file takes
// precedence, because nobody can observe what is read from it.
type Source struct {
	Tiles  string // the address of a tile, with {z}, {x} and {y}
	Credit string // the attribution next to the map
	File   string // path of a PMTiles archive
}

// BasemapView holds the properties of a map that a page needs.
type BasemapView struct {
	Tiles  string `json:"tiles"` // the address of a tile, or Path
	Min    int    `json:"min"`
	Max    int    `json:"max"`
	Credit string `json:"credit"`
	// Vector reports whether tiles are shapes for the page to draw, not pictures.
	Vector bool `json:"vector,omitempty"`
	// Host and Origin identify an external tile server; they are empty for a file.
	Host   string `json:"-"`
	Origin string `json:"-"`
}

// deepest is the assumed maximum zoom of a tile server, because servers do not
// state theirs.
const deepest = 18

// View returns the properties of the source's map, or the zero value if there is no source.
// It returns an error of [training.KindInvalid] or [training.KindUnsupported] with a fix.
func (s Source) View() (BasemapView, error) {
	switch {
	case s.File != "":
		a, err := open(s.File)
		if err != nil {
			return BasemapView{}, err
		}
		defer a.close()
		credit := s.Credit
		if credit == "" {
			credit = a.credit()
		}
		return BasemapView{
			Tiles: Path, Min: int(a.head[atMinZoom]), Max: int(a.head[atMaxZoom]), Credit: line(credit), Vector: a.head[atKind] == vector,
		}, nil
	case s.Tiles != "":
		return s.elsewhere()
	}
	return BasemapView{}, nil
}

// hostname matches a host without characters that could end a directive of the policy.
var hostname = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]{1,5})?$`)

func (s Source) elsewhere() (BasemapView, error) {
	u, err := url.Parse(s.Tiles)
	switch {
	case err != nil || !hostname.MatchString(u.Host) || len(s.Tiles) > 2000:
		return BasemapView{}, wrong("map_tiles is not the address of a map tile.")
	case u.User != nil:
		return BasemapView{}, wrong("map_tiles contains a user name or password before its host, which browsers do not send for images.")
	case u.Scheme != "https" && (u.Scheme != "http" || !loopback(u.Hostname())):
		return BasemapView{}, wrong("map_tiles must begin with https, or with http on this machine.")
	}
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if strings.Count(u.Path+"?"+u.RawQuery, part) != 1 {
			return BasemapView{}, wrong("map_tiles has %s missing or repeated.", part)
		}
	}
	credit := s.Credit
	if credit == "" {
		credit = u.Hostname()
	}
	return BasemapView{Tiles: s.Tiles, Max: deepest, Credit: line(credit), Host: u.Hostname(), Origin: u.Scheme + "://" + u.Host}, nil
}

// wrong returns an error for an invalid address. It does not repeat the address,
// which may contain a key.
func wrong(format string, args ...any) error {
	return training.Errorf(training.KindInvalid, format, args...).
		WithFix("Set it in config.yaml in this form: https://tiles.example.org/{z}/{x}/{y}.png")
}

func loopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}

func line(text string) string { return textclean.Line(text, textclean.NameRunes) }
