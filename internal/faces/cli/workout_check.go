package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

func (a *app) newWorkoutCheck() *cobra.Command {
	var o workoutOptions
	c := a.newOfWorkout("check FILE",
		"Say what is wrong with a workout (.txt, .json, .fit, .zwo, .erg, .mrc), what it takes and what each form would lose",
		&o, a.checkWorkout)
	c.Flags().StringVar(&o.picture, "picture", "", "draw its course into this file (.svg or .png)")
	return c
}

func (a *app) checkWorkout(r *readWorkout) error {
	if err := drawable(r.picture); err != nil {
		return err
	}
	if err := a.tellFaults(r); err != nil {
		return err
	}
	out := a.Streams.Out
	fmt.Fprintf(out, "%s\n", strings.TrimRight(workout.WriteIn(a.text, &r.Workout, r.day), "\n"))
	c := workouts.WorkoutOn(r.days, r.day, answers.Frame{}, &workouts.Draft{Workout: r.Workout, Picture: r.picture != ""})
	for _, x := range []struct {
		what  string
		value float64
		unit  string
	}{
		{"Distance", c.DistanceKm, "km"},
		{"Work", c.WorkKJ, "kJ"},
		{"Normalized power", c.NormalizedPowerW, "W"},
		{"Load", c.Load, "TSS"},
	} {
		if x.value > 0 {
			a.say(out, "%s: %.4g %s\n", i18n.Word(x.what), x.value, x.unit)
		}
	}
	if why := c.Missing["load"]; why != "" {
		a.say(out, "Its load is not known: %s.\n", why)
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

// tellForms says what each form would change.
func (a *app) tellForms(c *workouts.Checked) {
	out := a.Streams.Out
	for _, f := range workoutfile.AllForms() {
		losses := c.Losses[f.Name]
		switch {
		case c.NotIn[f.Name] != "":
			a.say(out, "As %s it cannot be written: %s\n", f.Name, c.NotIn[f.Name])
		case len(losses) > 0:
			a.say(out, "As %s it is written with %s:\n", f.Name, i18n.Numbered(len(losses), "change", "changes"))
		}
		for _, l := range losses {
			a.say(out, "  %s\n", l)
		}
	}
}

// The endings of pictures.
const (
	svg = ".svg"
	png = ".png"
)

// dense is how many pixels a unit of a picture has: a screen of today shows two.
const dense = 2

// drawable refuses a file that is no picture.
func drawable(file string) error {
	switch ext := filepath.Ext(file); strings.ToLower(ext) {
	case svg, png:
	case "":
		if file != "" {
			return training.Errorf(training.KindInvalid, "%s does not say what kind of picture it is to be.", file).
				WithFix("End its name in .svg or .png.")
		}
	default:
		return training.Errorf(training.KindInvalid, "Pictures are not drawn as %s.", ext).WithFix("End the name in .svg or .png.")
	}
	return nil
}

// drawWorkout draws the course of the workout into a file.
func (a *app) drawWorkout(file string, c *workouts.Checked) error {
	drawn := c.Pictures()
	if len(drawn) == 0 {
		return training.Errorf(training.KindInvalid, "There is no picture: %s.", c.Missing["picture"])
	}
	data := drawn[0].SVG()
	if strings.ToLower(filepath.Ext(file)) == png {
		var err error
		if data, err = drawn[0].PNG(dense); err != nil {
			return err
		}
	}
	return a.writeNamed(file, data)
}

// writeNamed writes a file that the command line names.
func (a *app) writeNamed(file string, data []byte) error {
	if err := disk.WriteAtomic(a.here(file), data, 0o600); err != nil {
		return training.Errorf(training.KindInvalid, "The file %s cannot be written: %w.", file, reason(err)).WithFix("Check its folder.")
	}
	a.say(a.Streams.Out, "Written: %s\n", file)
	return nil
}
