package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/platform/atomicfile"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
	"lapkeep/internal/workout/chart"
	"lapkeep/internal/workout/forms"
	"lapkeep/internal/workout/plain"
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
	for _, x := range []struct{ what, field string }{{"duration", "duration_s"}, {"load", "load"}} {
		if why := t.Estimated[x.field]; why != "" {
			fmt.Fprintf(out, "Its %s is an estimate: %s.\n", x.what, why)
		}
	}
	a.tellForms(r)
	if r.picture != "" {
		return a.drawWorkout(r, t.Load)
	}
	return nil
}

// tellForms says what each form would change.
func (a *app) tellForms(r *readWorkout) {
	out := a.Streams.Out
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

// drawWorkout draws the course of the workout, with its load if that is known.
func (a *app) drawWorkout(r *readWorkout, load float64) error {
	c, why := chart.Of(&r.Workout, r.day)
	if why != "" {
		return training.Errorf(training.KindInvalid, "There is no picture: %s.", why)
	}
	if load > 0 {
		c.Note += fmt.Sprintf(" · %.0f TSS", load)
	}
	canvas := c.Canvas()
	data := canvas.SVG()
	if strings.ToLower(filepath.Ext(r.picture)) == png {
		var err error
		if data, err = canvas.PNG(dense); err != nil {
			return err
		}
	}
	return a.writeNamed(r.picture, data)
}

// writeNamed writes a file that the command line names.
func (a *app) writeNamed(file string, data []byte) error {
	if err := atomicfile.Write(a.here(file), data, 0o600); err != nil {
		return training.Errorf(training.KindInvalid, "The file %s cannot be written: %w.", file, reason(err)).WithFix("Check its folder.")
	}
	fmt.Fprintf(a.Streams.Out, "Written: %s\n", file)
	return nil
}
