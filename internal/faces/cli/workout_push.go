package cli

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/store"
	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
)

// pushOptions holds the options of workout push.
type pushOptions struct {
	workoutOptions
	to, on, source, folder string
	force                  bool
}

// deviceForms returns the formats that devices and trainers read.
func deviceForms() []string { return []string{"fit", "zwo", "erg", "mrc"} }

func (a *app) newWorkoutPush() *cobra.Command {
	var o pushOptions
	c := &cobra.Command{
		Use:   "push WORKOUT",
		Short: "Put a workout on a watch, or into the calendar or library, from which it is sent to services",
		Long: "With --to, write a workout to a folder, such as GARMIN/NewFiles of a mounted watch. WORKOUT is a file,\n" +
			"an id from \"lapkeep workout list\", or a day, which selects what is planned for it.\n" +
			"Without --to, add a file to the library or, with --on, put a file or a library workout on a day of the calendar;\n" +
			"from there it is sent to the connected services. For services without a calendar, pass a day, or days such as\n" +
			"\"this week\": the workouts planned for them are added to the workout library of your home source, or of --source.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			return a.pushWorkout(cmd.Context(), &o)
		},
	}
	o.addFlags(c)
	c.Flags().StringVar(&o.to, "to", "", "folder to write to; it must exist")
	c.Flags().StringVar(&o.on, "on", "", "day of the calendar, such as tomorrow")
	c.Flags().StringVar(&o.form, "form", "", "format of the file: "+strings.Join(deviceForms(), ", ")+"; default fit")
	c.Flags().StringVar(&o.source, "source", "", "service whose library receives the planned workouts, instead of the home source")
	c.Flags().StringVar(&o.folder, "folder", "", "id of the library folder for the planned workouts, if the service needs one")
	c.Flags().BoolVar(&o.force, "force", false, "overwrite files with the same name and different content")
	return c
}

// meant is a workout to write, with its day's thresholds.
type meant struct {
	workout.Workout
	day efforts.Day
	// file is the name of its file, without the extension.
	file string
}

func (a *app) pushWorkout(ctx context.Context, o *pushOptions) error {
	if o.to == "" {
		return a.sendWorkout(ctx, o)
	}
	if o.on != "" || o.source != "" || o.folder != "" {
		return training.Errorf(training.KindInvalid, "--to writes to a folder of files, which has no days and no service.").
			WithFix("Leave out --on, --source and --folder, or leave out --to.")
	}
	name := strings.ToLower(cmp.Or(o.form, deviceForms()[0]))
	if !slices.Contains(deviceForms(), name) {
		return training.Errorf(training.KindInvalid, "Unknown device format %q.", o.form).
			WithFix("Use one of %s; for other formats use lapkeep workout convert.", strings.Join(deviceForms(), ", "))
	}
	form, err := workoutfile.Named(name)
	if err != nil {
		return err
	}
	f, err := a.openFolder(o.to)
	if err != nil {
		return err
	}
	if a.isOfFile(o.file) {
		return a.withWorkout(ctx, o.workoutOptions, func(r *readWorkout) error {
			if err := a.tellFaults(r); err != nil {
				return err
			}
			return a.writeMeant(f, form, []meant{{r.Workout, r.day, r.Name}}, o.force)
		})
	}
	s, err := a.settings()
	if err != nil {
		return err
	}
	if !isHome(s.Get(settings.Home)) {
		return noWorkout(o.file)
	}
	return a.open(ctx, OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
		all, err := a.kept(ctx, w, o)
		if err != nil {
			return err
		}
		return a.writeMeant(f, form, all, o.force)
	})
}

// isOfFile reports whether a word refers to a file, existing or not, rather than to an id or
// a day.
func (a *app) isOfFile(word string) bool {
	if a.isPeriod(word) && !isFile(a.here(word)) {
		return false
	}
	return filepath.Ext(word) != "" || strings.ContainsAny(word, `/\`) || isFile(a.here(word))
}

// isPeriod reports whether a word means a day or a period, past or future.
func (a *app) isPeriod(word string) bool {
	_, err := period.Ahead(word, training.DayOf(a.Now()), time.Monday)
	return err == nil
}

func noWorkout(name string) error {
	return training.Errorf(training.KindNotFound, "There is no workout %q.", name).
		WithFix("Pass a file, an id from lapkeep workout list, or a day such as tomorrow.")
}

// kept returns the workout of the library or of an event with the given id, or
// the workouts planned for a day.
func (a *app) kept(ctx context.Context, w *Workbench, o *pushOptions) ([]meant, error) {
	days, who, err := a.daysOf(ctx, w)
	if err != nil {
		return nil, err
	}
	if err := o.given.check(); err != nil {
		return nil, err
	}
	k := keeper{days: days, given: o.given, today: a.today(&who)}
	ofLibrary, err := workouts.FindWorkout(ctx, w.DB, w.Scope(), o.file)
	inLibrary := err == nil
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return nil, err
	}
	event, err := calendar.Find(ctx, w.DB, w.Scope(), o.file)
	switch {
	case err == nil && inLibrary:
		return nil, training.Errorf(training.KindConflict, "%s is both a library workout and a calendar event.", o.file).
			WithFix("Pass the day of the event instead.")
	case inLibrary:
		return k.one(ofLibrary.Name, k.ofLibrary(&ofLibrary))
	case err == nil:
		return k.one(event.Name, k.ofEvent(&event))
	case training.KindOf(err) != training.KindNotFound:
		return nil, err
	}
	span, err := period.Ahead(o.file, k.today, who.WeekStart)
	if err != nil {
		return nil, noWorkout(o.file)
	}
	events, err := calendar.In(ctx, w.DB, w.Scope(), span)
	if err != nil {
		return nil, err
	}
	return a.plannedIn(&k, events, span)
}

// plannedIn returns the workouts planned on the given days, and prints a line for
// each one without steps.
func (a *app) plannedIn(k *keeper, events []calendar.Event, span training.DayRange) (all []meant, err error) {
	for i := range events {
		e := &events[i]
		if e.Category != training.EventWorkout {
			continue
		}
		m := k.ofEvent(e)
		if len(m.Steps) == 0 {
			a.say(a.Streams.Err, "%s: no steps could be read, so it was not written.\n", e.Name)
			continue
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		return nil, training.Errorf(training.KindNotFound, "No structured workout is planned from %s to %s.", span.From, span.To).
			WithFix("lapkeep workout list shows what is planned.")
	}
	return all, nil
}

// keeper makes workouts from stored ones.
type keeper struct {
	days  *workouts.Days
	given givenThresholds
	today training.Day
}

// one returns a workout as a list of one; it returns an error if the workout
// has no steps.
func (k *keeper) one(name string, m meant) ([]meant, error) {
	if len(m.Steps) == 0 {
		return nil, training.Errorf(training.KindInvalid, "No steps could be read from %s.", name).
			WithFix("Save its text to a file, and run lapkeep workout check on it.")
	}
	return []meant{m}, nil
}

func (k *keeper) ofLibrary(l *workouts.WorkoutView) meant {
	return meant{
		l.Planned(),
		k.given.in(k.days.On(k.today, l.Discipline())), l.Name,
	}
}

// ofEvent returns the workout of an event; the file's name begins with the day,
// so that files sort by day.
func (k *keeper) ofEvent(e *calendar.Event) meant {
	return meant{
		e.Planned(),
		k.given.in(k.days.On(e.Days.From, e.Discipline())), e.Days.From.String() + " " + e.Name,
	}
}

// nobody is the reader of an athlete about whom nothing is known.
type nobody struct{ store.Reader }

func (nobody) Athlete(context.Context, training.Scope) (training.Athlete, error) {
	return training.Athlete{}, nil
}

func (nobody) History(context.Context, training.Scope) (training.History, error) {
	return training.History{}, nil
}

// onToday calls use with the thresholds of today. Without a home there are no
// thresholds, and no home is created.
func (a *app) onToday(ctx context.Context, use func(*workouts.Days, training.Day) error) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	if !isHome(s.Get(settings.Home)) {
		days, err := workouts.DaysOf(ctx, nobody{}, training.Scope{})
		if err != nil {
			return err
		}
		return use(days, 0)
	}
	return a.open(ctx, OpenOptions{OrReadOnly: true}, func(w *Workbench) error {
		days, who, err := a.daysOf(ctx, w)
		if err != nil {
			return err
		}
		return use(days, a.today(&who))
	})
}

func isHome(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, store.FileName))
	return err == nil
}

// daysOf returns the athlete and the thresholds by day; an athlete who is not in
// the home yet has none.
func (a *app) daysOf(ctx context.Context, w *Workbench) (*workouts.Days, training.Athlete, error) {
	who, err := w.DB.Athlete(ctx, w.Scope())
	var r store.Reader = w.DB
	if err != nil && training.KindOf(err) == training.KindNotFound {
		r, err = nobody{}, nil
	}
	if err != nil {
		return nil, who, err
	}
	days, err := workouts.DaysOf(ctx, r, w.Scope())
	return days, who, err
}

// today returns the athlete's current day.
func (a *app) today(who *training.Athlete) training.Day {
	return training.DayOf(a.Now().In(who.Location()))
}

// givenThresholds holds the thresholds from the command line, 0 for those not given.
type givenThresholds struct{ ftpW, lthrBpm float64 }

func (g givenThresholds) check() error {
	const lowW, highW, lowBpm, highBpm = 30, 700, 80, 230
	if g.ftpW != 0 && !(g.ftpW >= lowW && g.ftpW <= highW) {
		return training.Errorf(training.KindInvalid, "An FTP of %g W is not plausible.", g.ftpW).WithFix("Pass --ftp in W, such as 250.")
	}
	if g.lthrBpm != 0 && !(g.lthrBpm >= lowBpm && g.lthrBpm <= highBpm) {
		return training.Errorf(training.KindInvalid, "A threshold heart rate of %g bpm is not plausible.", g.lthrBpm).
			WithFix("Pass --lthr in bpm, such as 168.")
	}
	return nil
}

// in returns the day with these thresholds. Custom zones are dropped, because
// they belong to the old thresholds.
func (g givenThresholds) in(day efforts.Day) efforts.Day {
	if g.ftpW > 0 {
		day.Thresholds.FTPW, day.Thresholds.PowerZones = g.ftpW, nil
	}
	if g.lthrBpm > 0 {
		day.Thresholds.LTHRBpm, day.Thresholds.HRZones = g.lthrBpm, nil
	}
	return day
}
