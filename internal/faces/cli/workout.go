package cli

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// workoutOptions are those of the commands about workout files.
type workoutOptions struct {
	file, sport, form, out string
	picture                string
	given                  givenThresholds
}

func (a *app) newWorkout() *cobra.Command {
	c := &cobra.Command{
		Use:   "workout",
		Short: "Structured workouts: list them, check one, write it in another form, or put it on a watch",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.newWorkoutList(), a.newWorkoutCheck(), a.newWorkoutConvert(), a.newWorkoutPush())
	for _, sub := range c.Commands() {
		sub.Args = usage(sub.Args)
	}
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
	o.addFlags(c)
	return c
}

func (o *workoutOptions) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&o.sport, "sport", "ride", "sport of a file that names none")
	c.Flags().Float64Var(&o.given.ftpW, "ftp", 0, "FTP in W, in place of the one of today")
	c.Flags().Float64Var(&o.given.lthrBpm, "lthr", 0, "lactate threshold heart rate in bpm, in place of the one of today")
}

// formNames lists the forms that workouts are written in.
func formNames() string {
	var names []string
	for _, f := range workoutfile.AllForms() {
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
	days   *workouts.Days
	day    efforts.Day
}

// withWorkout reads the file and the thresholds of today.
func (a *app) withWorkout(ctx context.Context, o workoutOptions, use func(*readWorkout) error) error {
	if err := o.given.check(); err != nil {
		return err
	}
	r, err := a.readWorkout(o)
	if err != nil {
		return err
	}
	return a.onToday(ctx, func(days *workouts.Days, today training.Day) error {
		r.days, r.day = days, o.given.in(days.On(today, r.Sport, false))
		return use(r)
	})
}

// maxWorkoutFile is far above what any workout takes.
const maxWorkoutFile = 16 << 20

func (a *app) readWorkout(o workoutOptions) (*readWorkout, error) {
	sport, sub, _, ok := training.SaidSport(o.sport)
	if !ok {
		return nil, training.Errorf(training.KindInvalid, "%q is no sport.", o.sport).WithFix("Write ride, run, swim or another sport.")
	}
	form, err := workoutfile.Named(o.file)
	if err != nil {
		return nil, err
	}
	if form.Read == nil {
		return nil, training.Errorf(training.KindInvalid, "Workouts are not read from files of .%s.", form.Name).
			WithFix("Give one of another form.")
	}
	path, err := filepath.EvalSymlinks(a.here(o.file))
	var data []byte
	if err == nil {
		data, err = disk.ReadRegular(path, maxWorkoutFile)
	}
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "The file %s cannot be read: %w.", o.file, reason(err)).WithFix("Check its name.")
	}
	r := &readWorkout{workoutOptions: o}
	if r.Workout, r.faults, r.losses, err = form.Read(data, sport); err != nil {
		return nil, err
	}
	if r.Sport == sport {
		r.SubSport = cmp.Or(r.SubSport, sub)
	}
	r.Name = cmp.Or(r.Name, strings.TrimSuffix(filepath.Base(o.file), filepath.Ext(o.file)))
	return r, nil
}

// tellFaults prints what is wrong, and fails if the workout cannot be used.
func (a *app) tellFaults(r *readWorkout) error {
	for _, f := range r.faults {
		a.say(a.Streams.Err, "%s: %s\n", r.file, f.Sentence())
	}
	for _, l := range r.losses {
		a.say(a.Streams.Err, "%s: %s\n", r.file, l.Sentence())
	}
	if !workout.Sound(r.faults) {
		return errSaid
	}
	return nil
}

// here is a path as it is meant in the folder of the command line.
func (a *app) here(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(a.Places.WorkDir, path)
}

// reason is why a file could not be read or written, without its path.
func reason(err error) error {
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
