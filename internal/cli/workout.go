package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/analysis/structured"
	"lapkeep/internal/metrics/efforts/planned"
	"lapkeep/internal/platform/atomicfile"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
	"lapkeep/internal/workout"
	"lapkeep/internal/workout/forms"
	"lapkeep/internal/workout/plain"
)

// workoutOptions are those of the commands about workout files.
type workoutOptions struct{ file, sport, to, out string }

func (a *app) newWorkout() *cobra.Command {
	c := &cobra.Command{
		Use:   "workout",
		Short: "Check a structured workout, or write it in another form",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.newWorkoutCheck(), a.newWorkoutConvert())
	return c
}

func (a *app) newWorkoutCheck() *cobra.Command {
	return a.newOfWorkout("check FILE",
		"Say what is wrong with a workout (.txt, .json, .fit, .zwo, .erg, .mrc), what it takes and what each form would lose",
		&workoutOptions{}, a.checkWorkout)
}

func (a *app) newWorkoutConvert() *cobra.Command {
	var o workoutOptions
	c := a.newOfWorkout("convert FILE", "Write a workout in another form, by the thresholds of today", &o, a.convertWorkout)
	c.Flags().StringVar(&o.to, "to", "", "form: "+formNames()+"; else as the file of --out is called")
	c.Flags().StringVar(&o.out, "out", "", "file to write; else standard output")
	return c
}

// newOfWorkout is a command about the workout of a file.
func (a *app) newOfWorkout(use, short string, o *workoutOptions, run func(*readWorkout) error) *cobra.Command {
	c := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.file = args[0]
			return a.withWorkout(cmd.Context(), *o, run)
		},
	}
	c.Flags().StringVar(&o.sport, "sport", "ride", "sport of a file that names none")
	return c
}

// formNames lists the forms that workouts are written in.
func formNames() string {
	var names []string
	for _, f := range forms.All() {
		if f.Write != nil {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, ", ")
}

// readWorkout is a workout of a file, on a day.
type readWorkout struct {
	workoutOptions
	workout.Workout
	faults []workout.Fault
	losses []workout.Loss
	days   *structured.Days
	day    planned.Day
}

// withWorkout reads the file and the thresholds of today.
func (a *app) withWorkout(ctx context.Context, o workoutOptions, use func(*readWorkout) error) error {
	sport, ok := training.ParseSport(o.sport)
	if !ok {
		return training.Errorf(training.KindInvalid, "%q is no sport.", o.sport).WithFix("Write ride, run, swim or another sport.")
	}
	form, err := forms.Named(o.file)
	if err != nil {
		return err
	}
	if form.Read == nil {
		return training.Errorf(training.KindInvalid, "Workouts are not read from files of .%s.", form.Name).WithFix("Give one of another form.")
	}
	data, err := os.ReadFile(a.here(o.file))
	if err != nil {
		return training.Errorf(training.KindInvalid, "The file %s cannot be read: %w.", o.file, reason(err)).WithFix("Check its name.")
	}
	r := &readWorkout{workoutOptions: o}
	if r.Workout, r.faults, r.losses, err = form.Read(data, sport); err != nil {
		return err
	}
	r.Name = cmp.Or(r.Name, strings.TrimSuffix(filepath.Base(o.file), filepath.Ext(o.file)))
	return a.open(ctx, OpenOptions{}, func(w *Workbench) error {
		call, err := w.NewCall(ctx)
		if err != nil {
			return err
		}
		if r.days, err = structured.DaysOf(ctx, w.DB, w.Scope()); err != nil {
			return err
		}
		r.day = r.days.On(call.Today, r.Sport, false)
		return use(r)
	})
}

// tellFaults prints what is wrong, and fails if the workout cannot be used.
func (a *app) tellFaults(r *readWorkout) error {
	var err error
	for _, f := range r.faults {
		fmt.Fprintf(a.Streams.Err, "%s: %s\n", r.file, f)
		if !f.Warning {
			err = errSaid
		}
	}
	for _, l := range r.losses {
		fmt.Fprintf(a.Streams.Err, "%s: %s\n", r.file, l)
	}
	return err
}

func (a *app) checkWorkout(r *readWorkout) error {
	if err := a.tellFaults(r); err != nil {
		return err
	}
	out := a.Streams.Out
	fmt.Fprintf(out, "%s\n", strings.TrimRight(plain.Write(&r.Workout, r.day), "\n"))
	t := r.days.Takes(r.Steps, r.day)
	for _, x := range []struct {
		what  string
		value float64
		unit  string
	}{
		{"Distance", t.DistanceM / 1000, "km"},
		{"Work", t.WorkKJ, "kJ"},
		{"Normalized power", t.NormalizedPowerW, "W"},
		{"Load", t.Load, "TSS"},
	} {
		if x.value > 0 {
			fmt.Fprintf(out, "%s: %.4g %s\n", x.what, x.value, x.unit)
		}
	}
	if why := t.Missing["load"]; why != "" {
		fmt.Fprintf(out, "Its load is not known: %s.\n", why)
	}
	for _, f := range forms.All() {
		if f.Write == nil {
			continue
		}
		_, losses, err := f.Write(&r.Workout, r.day)
		switch {
		case err != nil:
			fmt.Fprintf(out, "As %s it cannot be written: %v\n", f.Name, err)
		case len(losses) > 0:
			fmt.Fprintf(out, "As %s it is written with %s:\n", f.Name, phrase.Counted(len(losses), "change", "changes"))
		}
		for _, l := range losses {
			fmt.Fprintf(out, "  %s\n", l)
		}
	}
	return nil
}

func (a *app) convertWorkout(r *readWorkout) error {
	if r.to == "" && r.out == "" {
		return training.Errorf(training.KindInvalid, "It is not said what to write.").WithFix("Name the form with --to or a file with --out.")
	}
	form, err := forms.Named(cmp.Or(r.to, r.out))
	if err != nil {
		return err
	}
	if err := a.tellFaults(r); err != nil {
		return err
	}
	data, losses, err := form.Write(&r.Workout, r.day)
	if err != nil {
		return err
	}
	for _, l := range losses {
		fmt.Fprintln(a.Streams.Err, l)
	}
	if r.out == "" {
		_, err = a.Streams.Out.Write(data)
		return err
	}
	if err := atomicfile.Write(a.here(r.out), data, 0o600); err != nil {
		return err
	}
	fmt.Fprintf(a.Streams.Err, "Written: %s\n", r.out)
	return nil
}

// here is a path as it is meant in the folder of the command line.
func (a *app) here(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(a.Places.WorkDir, path)
}

// reason is why a file could not be read, without its path.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
