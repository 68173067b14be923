package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/training"
)

func (a *app) newWorkoutConvert() *cobra.Command {
	var o workoutOptions
	c := a.newOfWorkout("convert FILE", "Write a workout in another form, by the thresholds of today", &o, a.convertWorkout)
	c.Flags().StringVar(&o.form, "to", "", "form: "+formNames()+"; else as the file of --out is called")
	c.Flags().StringVar(&o.out, "out", "", "file to write; else standard output")
	return c
}

func (a *app) convertWorkout(r *readWorkout) error {
	if r.form == "" && r.out == "" {
		return training.Errorf(training.KindInvalid, "It is not said what to write.").WithFix("Name the form with --to or a file with --out.")
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
