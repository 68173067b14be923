package cli

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store/backup"
	"lapkeep/internal/training"
)

// workoutOptions holds the options of the commands about workout files.
type workoutOptions struct {
	file, sport, form, out string
	picture                string
	given                  givenThresholds
}

func (a *app) newWorkout() *cobra.Command {
	c := &cobra.Command{
		Use:   "workout",
		Short: "Structured workouts: list, check and convert them, or put one on a watch",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.newWorkoutList(), a.newWorkoutCheck(), a.newWorkoutConvert(), a.newWorkoutPush())
	for _, sub := range c.Commands() {
		sub.Args = usage(sub.Args)
	}
	return c
}

// newOfWorkout returns a command that works on the workout in a file.
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
	c.Flags().StringVar(&o.sport, "sport", "ride", "sport, for files that do not name one")
	c.Flags().Float64Var(&o.given.ftpW, "ftp", 0, "FTP in W, instead of today's")
	c.Flags().Float64Var(&o.given.lthrBpm, "lthr", 0, "lactate threshold heart rate in bpm, instead of today's")
}

// formNames lists the formats that workouts can be written in.
func formNames() string {
	var names []string
	for _, f := range workoutfile.AllForms() {
		if f.Write != nil {
			names = append(names, f.Name)
		}
	}
	return strings.Join(names, ", ")
}

// readWorkout is a workout read from a file, for a given day.
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
		r.days, r.day = days, o.given.in(days.On(today, training.DisciplineOf(r.Sport, r.SubSport)))
		return use(r)
	})
}

// maxWorkoutFile far exceeds the size of any workout's file.
const maxWorkoutFile = 16 << 20

func (a *app) readWorkout(o workoutOptions) (*readWorkout, error) {
	sport, sub, _, ok := training.ParseSpokenSport(o.sport)
	if !ok {
		return nil, training.Errorf(training.KindInvalid, "Unknown sport %q.", o.sport).WithFix("Use ride, run, swim or another sport.")
	}
	form, err := workoutfile.Named(o.file)
	if err != nil {
		return nil, err
	}
	if form.Read == nil {
		return nil, training.Errorf(training.KindInvalid, "Lapkeep cannot read workouts from .%s files.", form.Name).
			WithFix("Pass a file in another format.")
	}
	path, err := filepath.EvalSymlinks(a.here(o.file))
	var data []byte
	if err == nil {
		data, err = disk.ReadRegular(path, maxWorkoutFile)
	}
	if err != nil {
		return nil, training.Errorf(training.KindInvalid, "The file %s cannot be read: %w.", o.file, disk.Cause(err)).WithFix("Check the " +
			"file name.")
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

// tellFaults prints the faults, and returns an error if the workout cannot be used.
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

// here returns a path as seen from the command's working folder.
func (a *app) here(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(a.Places.WorkDir, path)
}

func (a *app) newWorkoutConvert() *cobra.Command {
	var o workoutOptions
	c := a.newOfWorkout("convert FILE", "Convert a workout to another format, using today's thresholds", &o, a.convertWorkout)
	c.Flags().StringVar(&o.form, "to", "", "format: "+formNames()+"; default from the name of --out")
	c.Flags().StringVar(&o.out, "out", "", "file to write; default standard output")
	return c
}

func (a *app) convertWorkout(r *readWorkout) error {
	if r.form == "" && r.out == "" {
		return training.Errorf(training.KindInvalid, "The output format is missing.").WithFix("Pass --to FORMAT or --out FILE.")
	}
	form, err := workoutfile.Named(cmp.Or(r.form, r.out))
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
		a.say(a.Streams.Err, "%s\n", l.Sentence())
	}
	if r.out == "" {
		_, err = a.Streams.Out.Write(data)
		return err
	}
	return a.writeNamed(r.out, data)
}

func (a *app) newWorkoutCheck() *cobra.Command {
	var o workoutOptions
	c := a.newOfWorkout("check FILE",
		"Check a workout (.txt, .json, .fit, .zwo, .erg, .mrc): show its duration and load, and what each format cannot keep",
		&o, a.checkWorkout)
	c.Flags().StringVar(&o.picture, "picture", "", "save a picture of the workout as this file (.svg or .png)")
	return c
}

func (a *app) checkWorkout(r *readWorkout) error {
	if err := drawable(r.picture); err != nil {
		return err
	}
	if err := cmp.Or(a.tellFaults(r), workout.CheckWrite(&r.Workout)); err != nil {
		return err
	}
	out := a.Streams.Out
	fmt.Fprintf(out, "%s\n", strings.TrimRight(workout.WriteIn(a.text, &r.Workout, r.day), "\n"))
	c := workouts.WorkoutOn(r.days, r.day, answers.Frame{}, &workouts.Draft{Workout: r.Workout, Picture: r.picture != ""})
	for _, x := range []struct {
		what  string
		value float64
		unit  i18n.Unit
	}{
		{"Distance", c.DistanceKm, i18n.Kilometres()},
		{"Work", c.WorkKJ, i18n.Unit{Shown: "kJ"}},
		{"Normalized power", c.NormalizedPowerW, i18n.Unit{Shown: "W"}},
		{"Load", c.Load, i18n.Unit{Shown: "TSS"}},
	} {
		if x.value > 0 {
			a.say(out, "%s: %s\n", i18n.Word(x.what), i18n.Measured("%.4g ", x.value, x.unit))
		}
	}
	if why := c.Missing["load"]; why != "" {
		a.say(out, "Its load is unknown: %s.\n", why)
	}
	for _, x := range []struct{ what, field string }{{"duration", "duration_s"}, {"load", "load"}} {
		if why := c.Estimated[x.field]; why != "" {
			a.say(out, "Its %s is an estimate: %s.\n", i18n.Word(x.what), why)
		}
	}
	a.tellForms(c)
	if r.picture != "" {
		return a.drawWorkout(r.picture, c)
	}
	return nil
}

// tellForms prints what is lost in each format.
func (a *app) tellForms(c *workouts.Checked) {
	out := a.Streams.Out
	for _, f := range workoutfile.AllForms() {
		losses := c.Losses[f.Name]
		switch {
		case c.NotIn[f.Name] != "":
			a.say(out, "Cannot be written as %s: %s\n", f.Name, c.NotIn[f.Name])
		case len(losses) > 0:
			a.say(out, "Writing it as %s needs %s:\n", f.Name, i18n.Numbered(len(losses), "change", "changes"))
		}
		for _, l := range losses {
			a.say(out, "  %s\n", l)
		}
	}
}

// The extensions of pictures.
const (
	svg = ".svg"
	png = ".png"
)

// dense is the number of pixels per unit of a picture: current screens have two.
const dense = 2

// drawable rejects a file that is not a picture.
func drawable(file string) error {
	switch ext := filepath.Ext(file); strings.ToLower(ext) {
	case svg, png:
	case "":
		if file != "" {
			return training.Errorf(training.KindInvalid, "%s has no picture format.", file).
				WithFix("Use a name ending in .svg or .png.")
		}
	default:
		return training.Errorf(training.KindInvalid, "Pictures cannot be saved as %s.", ext).WithFix("Use a name ending in .svg or .png.")
	}
	return nil
}

// drawWorkout draws the workout's profile into a file.
func (a *app) drawWorkout(file string, c *workouts.Checked) error {
	drawn := c.Pictures()
	if len(drawn) == 0 {
		return training.Errorf(training.KindInvalid, "No picture can be drawn: %s.", c.Missing["picture"])
	}
	return a.writePicture(file, drawn[0])
}

// writeNamed writes a file that the command line names.
func (a *app) writeNamed(file string, data []byte) error {
	if err := disk.WriteAtomic(a.here(file), data, 0o600); err != nil {
		return backup.Unwritten(file, err)
	}
	a.say(a.Streams.Out, "Saved: %s\n", file)
	return nil
}
