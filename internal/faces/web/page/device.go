package page

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/training"

	"github.com/a-h/templ"
)

// OpSend sends a planned session to the library of a service.
const OpSend = "send"

// Devices are the ways of a planned session to a device: as a file, and by a
// service that takes workouts.
type Devices struct {
	ID       string
	Files    []WorkoutFile
	Services []workoutService
	// Later says that no format was asked yet: the event's page says what each loses.
	Later bool
}

// WorkoutFile is a session in a format of devices, as export_workout writes it.
type WorkoutFile struct {
	Format string
	Losses []string // what the format cannot say of it
	Why    *Problem // why there is no such file
}

type workoutService struct {
	source, name string
	folders      [][2]string // of its library, without which it takes none
}

// FileFormats are those that devices and trainers read.
func FileFormats() []string { return []string{"fit", "zwo", "erg", "mrc"} }

// formatsOf leaves out what has no use for a sport: trainers are of bicycles, and
// Zwift knows rides and runs.
func formatsOf(sport string) []string {
	switch sport {
	case string(training.Cycling):
		return FileFormats()
	case string(training.Running):
		return []string{"fit", "zwo"}
	}
	return []string{"fit"}
}

// Offer is how an event can go to a device, without asking what each format cannot
// say of it, which whoever opens it learns; nil where it has no steps.
func Offer(ctx context.Context, p *Page, e Event, services []SourceView) *Devices {
	if len(e.Steps.Length) == 0 {
		return nil
	}
	out := &Devices{ID: e.ID, Later: true, Services: sessionOpen(ctx, p, e, services)}
	for _, format := range formatsOf(e.Sport) {
		out.Files = append(out.Files, WorkoutFile{Format: format})
	}
	return out
}

// sessionOpen are the services that an event can still go to: what was done already, or is
// of a day that has passed, goes to none.
func sessionOpen(ctx context.Context, p *Page, e Event, services []SourceView) []workoutService {
	if e.Done != nil || e.Date < p.Call.Today.String() {
		return nil
	}
	return takers(ctx, p, e, services)
}

// ToDevices asks how an event can go to a device; nil where it has no steps.
func ToDevices(ctx context.Context, p *Page, e Event, services []SourceView) *Devices {
	if len(e.Steps.Length) == 0 {
		return nil
	}
	formats := formatsOf(e.Sport)
	out := &Devices{ID: e.ID, Files: make([]WorkoutFile, len(formats))}
	all := []func(){func() { out.Services = sessionOpen(ctx, p, e, services) }}
	for i, format := range formats {
		all = append(all, func() { out.Files[i] = fileOf(ctx, p, e.ID, format) })
	}
	Together(all...)
	// A table without the tool has no files, which is no news of a session.
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

// takers are the connected services that take workouts, each with the folders of
// its library. One that has the event in its calendar has it already.
func takers(ctx context.Context, p *Page, e Event, services []SourceView) (out []workoutService) {
	for _, s := range services {
		if s.Connected && !slices.Contains(e.Sources, s.Source) && slices.Contains(s.Takes, string(training.ThingWorkouts)) {
			out = append(out, workoutService{source: s.Source, name: s.Name})
		}
	}
	if len(out) == 0 {
		return nil
	}
	library := Ask[struct {
		Folders []struct {
			ID      string   `json:"id"`
			Kind    string   `json:"kind"`
			Name    string   `json:"name"`
			Sources []string `json:"sources"`
		} `json:"folders"`
	}](ctx, p, "list_workouts", Args{"limit": 1})
	for i := range out {
		for _, f := range library.V.Folders {
			if f.Kind == "folder" && slices.Contains(f.Sources, out[i].source) {
				out[i].folders = append(out[i].folders, [2]string{f.ID, Clean(f.Name)})
			}
		}
	}
	return out
}

// address is where a session is had as a file.
func (f WorkoutFile) address(id string) string {
	return Link("/calendar/", id) + "/workout." + f.Format
}

// part is where to ask for the whole of an offer.
func (d *Devices) part() templ.Attributes {
	if !d.Later {
		return nil
	}
	return templ.Attributes{"data-part": Link("/calendar/", d.ID)}
}

// title is the format as people call it.
func (f WorkoutFile) title() string { return strings.ToUpper(f.Format) }

func (d *Devices) lossy() bool {
	return slices.ContainsFunc(d.Files, func(f WorkoutFile) bool { return f.Why != nil || len(f.Losses) > 0 })
}

// offered says that there is a file at all.
func (d *Devices) offered() bool {
	return slices.ContainsFunc(d.Files, func(f WorkoutFile) bool { return f.Why == nil })
}
