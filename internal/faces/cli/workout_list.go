package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/backup"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// comingDays is how many days ahead planned workouts are listed.
const comingDays = 365

// listedWorkouts is the answer of workout list.
type listedWorkouts struct {
	answers.Heading
	Library []workouts.WorkoutRow `json:"library"`
	Planned []plannedWorkout      `json:"planned"`
}

// plannedWorkout is a workout of the calendar that has steps.
type plannedWorkout struct {
	Day        training.Day   `json:"local_date"`
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	Sport      training.Sport `json:"sport,omitempty"`
	DurationS  float64        `json:"duration_s,omitempty"`
	DistanceKm float64        `json:"distance_km,omitempty"`
	Load       float64        `json:"load,omitempty"`
	Steps      int            `json:"steps"`
}

func (a *app) newWorkoutList() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the workouts in the library and the structured workouts planned from today on",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.open(cmd.Context(), OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
				return a.listWorkouts(cmd.Context(), w, asJSON)
			})
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func (a *app) listWorkouts(ctx context.Context, w *Workbench, asJSON bool) error {
	if err := a.catchUpSoon(ctx, w); err != nil {
		return err
	}
	call, err := w.NewCall(ctx)
	if err != nil {
		return err
	}
	out := listedWorkouts{Heading: call.Frame().Heading(), Library: []workouts.WorkoutRow{}, Planned: []plannedWorkout{}}
	if out.Library, err = libraryRows(ctx, w, call); err != nil {
		return err
	}
	coming := training.DayRange{From: call.Today, To: call.Today + comingDays - 1}
	if out.Planned, err = plannedRows(ctx, w, call, coming, out.Planned); err != nil {
		return err
	}
	switch {
	case asJSON:
		return textclean.WriteJSON(a.Streams.Out, out)
	case len(out.Library)+len(out.Planned) == 0:
		a.say(a.Streams.Out, "The library has no workouts, and no structured workouts are planned.\n")
		return nil
	case a.Streams.OutTTY:
		b, err := json.Marshal(out)
		if err != nil {
			return err
		}
		return a.printer(true, nil)(b)
	}
	for _, r := range out.Planned {
		a.workoutLine(r.Day.String(), r.ID, r.Name, a.text("%s, %s", a.amountWords(r.Sport, r.DurationS, r.DistanceKm, r.Load),
			i18n.Numbered(r.Steps, "step", "steps")))
	}
	for i := range out.Library {
		r := &out.Library[i]
		a.workoutLine(a.text("library"), r.ID, r.Name, a.amountWords(r.Sport, r.DurationS, r.DistanceKm, r.Load))
	}
	return nil
}

// workoutLine prints one workout: its place, id, name and amounts.
func (a *app) workoutLine(where, id, name, amounts string) {
	fmt.Fprintf(a.Streams.Out, "%-10s  %s  %s (%s)\n", where, id, name, amounts)
}

// amountWords returns a workout's sport, duration, distance and load if they are known.
func (a *app) amountWords(sport training.Sport, durationS, distanceKm, load float64) string {
	said := []string{string(sport)}
	if sport == "" {
		said[0] = a.text("no sport")
	}
	if durationS > 0 {
		said = append(said, i18n.Clock(durationS))
	}
	if distanceKm > 0 {
		said = append(said, a.distance(distanceKm))
	}
	if load > 0 {
		said = append(said, workout.Decimals(load, 0)+" TSS")
	}
	return strings.Join(said, ", ")
}

// ask calls a tool and reads its answer.
func ask(ctx context.Context, w *Workbench, call *tools.Call, tool string, in map[string]any, answer any) error {
	arguments, err := json.Marshal(in)
	if err != nil {
		return err
	}
	res, err := w.Table.Call(ctx, tool, call, arguments)
	if err != nil {
		return err
	}
	return json.Unmarshal(res.Structured, answer)
}

// libraryRows returns the rows of all pages of the library.
func libraryRows(ctx context.Context, w *Workbench, call *tools.Call) ([]workouts.WorkoutRow, error) {
	all := []workouts.WorkoutRow{}
	for cursor := ""; ; {
		in, page := map[string]any{"limit": workouts.MaxRows}, workouts.WorkoutList{}
		if cursor != "" {
			in["cursor"] = cursor
		}
		if err := ask(ctx, w, call, "list_workouts", in, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Workouts...)
		if cursor = page.NextCursor; cursor == "" {
			return all, nil
		}
	}
}

// plannedRows adds the planned workouts with steps of the given days. If an answer
// omits steps, it requests fewer days at a time.
func plannedRows(
	ctx context.Context, w *Workbench, call *tools.Call, days training.DayRange, to []plannedWorkout,
) ([]plannedWorkout, error) {
	var v calendar.View
	in := map[string]any{
		"view": calendar.ViewUpcoming, "range": days.From.String() + ".." + days.To.String(),
		"categories": []training.EventCategory{training.EventWorkout},
	}
	if err := ask(ctx, w, call, "list_events", in, &v); err != nil {
		return nil, err
	}
	if v.Cut && days.To > days.From {
		middle := days.From + (days.To-days.From)/2
		to, err := plannedRows(ctx, w, call, training.DayRange{From: days.From, To: middle}, to)
		if err != nil {
			return nil, err
		}
		return plannedRows(ctx, w, call, training.DayRange{From: middle + 1, To: days.To}, to)
	}
	for i := range v.Events {
		e := &v.Events[i]
		if e.Steps == nil || e.Day < days.From { // an event that began earlier is listed on its first day
			continue
		}
		r := plannedWorkout{Day: e.Day, ID: e.ID, Name: e.Name, Sport: e.Sport, Steps: len(e.Steps.Length)}
		if p := e.Planned; p != nil {
			r.DurationS, r.DistanceKm, r.Load = p.DurationS, p.DistanceKm, p.Load
		}
		to = append(to, r)
	}
	return to, nil
}

// folder is a folder that workouts are written into.
type folder struct {
	said string // as the command line names it
	path string
}

// openFolder returns an existing folder. It returns an error if the folder is
// missing, because it may be a watch that is not mounted.
func (a *app) openFolder(said string) (folder, error) {
	f := folder{said, a.here(said)}
	info, err := os.Stat(f.path)
	switch {
	case err != nil:
		return f, training.Errorf(training.KindNotFound, "The folder %s cannot be read: %w.", said, disk.Cause(err)).
			WithFix("Mount the watch, or create the folder first.")
	case !info.IsDir():
		return f, training.Errorf(training.KindInvalid, "%s is not a folder.", said).WithFix("Pass the folder to write the file to.")
	}
	return f, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// deviceFile is a file to be written.
type deviceFile struct {
	name    string
	data    []byte
	isThere bool
}

// writeMeant writes the workouts, once it has checked that all of them can be written.
func (a *app) writeMeant(f folder, form workoutfile.Form, all []meant, force bool) error {
	var files []deviceFile
	taken := map[string]bool{}
	for i := range all {
		m := &all[i]
		data, losses, err := form.Write(&m.Workout, m.day)
		if err != nil {
			return err
		}
		for _, l := range losses {
			a.say(a.Streams.Err, "%s: %s\n", m.Name, l.Sentence())
		}
		file := deviceFile{name: unused(taken, plainFileName(m.file), "."+form.Name), data: data}
		if file.isThere, err = f.has(file.name, data, force); err != nil {
			return err
		}
		files = append(files, file)
	}
	for _, file := range files {
		at := filepath.Join(f.said, file.name)
		if file.isThere {
			a.say(a.Streams.Out, "Already there: %s\n", at)
			continue
		}
		if err := disk.WriteAtomic(filepath.Join(f.path, file.name), file.data, 0o600); err != nil {
			return backup.Unwritten(at, err)
		}
		a.say(a.Streams.Out, "Saved: %s\n", at)
	}
	return nil
}

// has reports whether the file exists with this content, and returns an error
// rather than overwrite other content.
func (f folder) has(name string, data []byte, force bool) (bool, error) {
	path := filepath.Join(f.path, name)
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	there, err := disk.ReadRegular(path, maxWorkoutFile)
	if err == nil && bytes.Equal(there, data) {
		return true, nil
	}
	if force {
		return false, nil
	}
	return false, training.Errorf(training.KindConflict, "%s already exists with different content.", filepath.Join(f.said, name)).
		WithFix("Add --force to overwrite it, or move it away.")
}

// nameBytes limits the length of a file's name, because some devices show no more.
const nameBytes = 60

// plainFileName returns a name of letters, digits and single dashes, which
// every file system accepts and none treats as a path.
func plainFileName(name string) string {
	words := strings.FieldsFunc(tools.PlainName(name), func(r rune) bool { return r == '-' })
	plain := strings.Trim(strings.Join(words, "-"), "_-")
	if len(plain) > nameBytes {
		plain = strings.TrimRight(plain[:nameBytes], "-")
	}
	if plain == "" { // a script without plain letters, in which different names must stay different
		sum := sha256.Sum256([]byte(name))
		return fmt.Sprintf("workout-%x", sum[:4])
	}
	return plain
}

// unused returns a file name that no other file of the same run has.
func unused(taken map[string]bool, name, ext string) string {
	for n := 1; ; n++ {
		full := name + ext
		if n > 1 {
			full = name + "-" + strconv.Itoa(n) + ext
		}
		if key := strings.ToLower(full); !taken[key] { // watches ignore case
			taken[key] = true
			return full
		}
	}
}
