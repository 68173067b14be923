package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/answers/athlete"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

func (a *app) newZonePropose() *cobra.Command {
	return &cobra.Command{
		Use:   "propose",
		Short: "Suggest privacy zones around the places where your activities start and end, and save the ones you accept",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.open(cmd.Context(), OpenOptions{ReadOnly: !a.Streams.InTTY},
				func(d *Workbench) error { return a.proposeZones(cmd.Context(), d) })
		},
	}
}

func (a *app) proposeZones(ctx context.Context, d *Workbench) error {
	all, err := zones(ctx, d)
	if err != nil {
		return err
	}
	known := make([]training.PrivacyZone, len(all))
	for i, z := range all {
		known[i] = z.PrivacyZone
	}
	found, of, err := athlete.Propose(ctx, d.DB, d.Athlete, known)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		a.say(a.Streams.Out, "Your %s with a track have no common start or end%s.\n",
			i18n.Numbered(of, "activity", "activities"), a.beyondZones(known))
		return nil
	}
	lines := bufio.NewScanner(a.Streams.In)
	for i, p := range found {
		a.say(a.Streams.Out, "Place %d: %d of %d activities start or end within %.0f m of%s.\n", i+1, p.Activities, of,
			p.Zone.RadiusM, a.zonePlace(p.Zone))
		if !a.Streams.InTTY || !a.agrees(lines, a.text("Hide it from assistants?")) {
			continue
		}
		fmt.Fprint(a.Streams.Err, a.text("Name for this place (home)? "))
		p.Zone.Name = "home"
		if lines.Scan() && strings.TrimSpace(lines.Text()) != "" {
			p.Zone.Name = textclean.Line(lines.Text(), textclean.NameRunes)
		}
		if err := a.keepZone(ctx, d, p.Zone); err != nil {
			return err
		}
	}
	if !a.Streams.InTTY {
		a.sayAtHome(a.Streams.Out, "Nothing was changed. Run lapkeep privacy propose in a terminal to accept zones.\n")
	}
	return nil
}

func (a *app) beyondZones(known []training.PrivacyZone) string {
	if len(known) == 0 {
		return ""
	}
	return a.text(" outside your existing zones")
}

func (a *app) newZoneAdd() *cobra.Command {
	z := training.PrivacyZone{}
	const usual, least, most = 500, 100, 20_000
	c := &cobra.Command{
		Use: "add LAT,LON",
		Short: "Add a privacy zone around a place, given in degrees. Its centre is shifted at random and its radius grows by the same " +
			"distance, so its edge does not reveal the place",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			lat, lon, ok := strings.Cut(args[0], ",")
			var err1, err2 error
			z.LatDeg, err1 = strconv.ParseFloat(strings.TrimSpace(lat), 64)
			z.LonDeg, err2 = strconv.ParseFloat(strings.TrimSpace(lon), 64)
			if !ok || err1 != nil || err2 != nil || !(math.Abs(z.LatDeg) <= 90) || !(math.Abs(z.LonDeg) <= 180) {
				return training.Errorf(training.KindInvalid, "%q is not a place.",
					args[0]).WithFix("Write latitude and longitude in degrees, such as 47.3769,8.5417.")
			}
			if !(z.RadiusM >= least && z.RadiusM <= most) {
				return training.Errorf(training.KindInvalid, "The radius of %g m is too small or too large.",
					z.RadiusM).WithFix("Use %d to %d m.", least, most)
			}
			z.Name = textclean.Line(z.Name, textclean.NameRunes)
			return a.open(cmd.Context(), OpenOptions{}, func(d *Workbench) error { return a.keepZone(cmd.Context(), d, z) })
		},
	}
	c.Flags().Float64Var(&z.RadiusM, "radius", usual, "radius in metres")
	c.Flags().StringVar(&z.Name, "name", "", "your name for the place")
	return c
}

// keepZone stores a zone with its centre moved by a random distance.
func (a *app) keepZone(ctx context.Context, d *Workbench, z training.PrivacyZone) error {
	z = athlete.Blurred(z, d.NewID())
	fields, err := json.Marshal(z)
	if err != nil {
		return err
	}
	id := d.NewID()
	named := zone{id, z}
	summary := i18n.Sentencef("Hide %.0f m around %s from assistants.", z.RadiusM, named.words())
	return a.writePrivacy(ctx, d, summary, "zone:"+id, func(tx *store.Tx) (journal.Effect, error) {
		former, err := tx.PutOwn(d.Athlete, document.PrivacyZones, id, document.Own{Fields: fields})
		return journal.Effect{
			Changes: []journal.Change{{Of: store.ChangeKind(document.PrivacyZones), Target: id, Field: "privacy zone", After: i18n.Sentencef(
				"%s", named.words())}},
			Changed: []journal.Changed{journal.DocumentChanged{Collection: document.PrivacyZones, ID: id, Before: former}},
		}, err
	})
}

func (a *app) newZoneRemove() *cobra.Command {
	return &cobra.Command{
		Use:   "remove ZONE",
		Short: "Remove a zone; assistants can then see positions there again",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.onlyPerson("privacy remove"); err != nil {
				return err
			}
			return a.open(cmd.Context(), OpenOptions{}, func(d *Workbench) error { return a.removeZone(cmd.Context(), d, args[0]) })
		},
	}
}

func (a *app) removeZone(ctx context.Context, d *Workbench, id string) error {
	all, err := zones(ctx, d)
	if err != nil {
		return err
	}
	for _, z := range all {
		if z.id != id {
			continue
		}
		if !a.agrees(bufio.NewScanner(a.Streams.In), a.text("Let assistants see positions around %s?", z.words())) {
			a.say(a.Streams.Out, "Nothing was changed.\n")
			return nil
		}
		return a.writePrivacy(ctx, d, i18n.Sentencef("Remove the privacy zone %s.", z.words()), "zone:"+id,
			func(tx *store.Tx) (journal.Effect, error) {
				former, err := tx.PutOwn(d.Athlete, document.PrivacyZones, id, document.Own{Deleted: true})
				return journal.Effect{
					Changes: []journal.Change{{Of: store.ChangeKind(document.PrivacyZones), Target: id, Field: "privacy zone", Before: i18n.Sentencef(
						"%s", z.words())}},
					Changed: []journal.Changed{journal.DocumentChanged{Collection: document.PrivacyZones, ID: id, Before: former}},
				}, err
			})
	}
	return training.Errorf(training.KindNotFound, "There is no privacy zone %q.", id).WithFix("lapkeep privacy lists them.")
}

// sendWorkout adds a workout to a day of the calendar, or to the library, from
// which it is sent to the services.
func (a *app) sendWorkout(ctx context.Context, o *pushOptions) error {
	if o.form != "" || o.force || o.given != (givenThresholds{}) {
		return training.Errorf(training.KindInvalid, "--form, --force, --ftp and --lthr need --to with a folder.").
			WithFix("Leave them out, or pass a folder with --to, such as GARMIN/NewFiles of a mounted watch.")
	}
	in := map[string]any{}
	if o.on != "" {
		in["date"] = o.on
	}
	if o.folder != "" {
		in["folder_id"] = o.folder
	}
	if a.isOfFile(o.file) {
		r, err := a.readWorkout(o.workoutOptions)
		if err == nil {
			err = a.tellFaults(r)
		}
		if err != nil {
			return err
		}
		in["name"], in["sport"], in["description"] = r.Name, sportWord(&r.Workout), r.Notes
		in["steps"] = json.RawMessage(steptext.WriteForm(r.Steps, r.Sport))
	} else {
		in["workout_id"] = o.file
	}
	call := map[string]any{"workouts": []any{in}}
	if o.source != "" {
		call["source"] = o.source
	}
	arguments, err := json.Marshal(call)
	if err != nil {
		return err
	}
	return a.open(ctx, OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
		if in["workout_id"] != nil {
			if err := a.copied(ctx, w, o); err != nil {
				return err
			}
		}
		return a.runCall(ctx, w, "create_workout", arguments, a.printSent)
	})
}

// copied returns an error if the argument is a workout that is already in the
// library or the calendar, and the options give no day or folder for it.
func (a *app) copied(ctx context.Context, w *Workbench, o *pushOptions) error {
	_, err := workouts.FindWorkout(ctx, w.DB, w.Scope(), o.file)
	switch {
	case training.KindOf(err) == training.KindNotFound && err != nil:
		if _, other := calendar.Find(ctx, w.DB, w.Scope(), o.file); o.on == "" && (other == nil || a.isPeriod(o.file)) {
			return nil
		}
		return training.Errorf(training.KindNotFound, "There is no workout or file %q.", o.file).
			WithFix("Pass a file, an id from lapkeep workout list, or days such as \"this week\" without --on.")
	case err == nil && o.on == "":
		return training.Errorf(training.KindInvalid, "%s is already in the library.", o.file).
			WithFix("Put it on a day with --on, or into a folder with --to.")
	}
	return err
}

// sportWord returns the sport with its sub-sport, if that is a known one.
func sportWord(w *workout.Workout) string {
	refined := training.Refined(w.Sport, w.SubSport)
	if _, _, ok := training.ParseRefined(refined); ok {
		return refined
	}
	return string(w.Sport)
}

// printSent prints where the workouts went, and how to undo that.
func (a *app) printSent(answer json.RawMessage) error {
	var out struct {
		Workouts []struct {
			ID     string        `json:"id"`
			In     string        `json:"in"`
			Status string        `json:"status"`
			Day    *training.Day `json:"local_date"`
			Name   string        `json:"name"`
		} `json:"workouts"`
		Notes []string `json:"notes"`
		Undo  string   `json:"undo"`
	}
	if err := json.Unmarshal(answer, &out); err != nil {
		return err
	}
	for _, w := range out.Workouts {
		where := w.In
		if w.Day != nil {
			where += " " + w.Day.String()
		}
		fmt.Fprintf(a.Streams.Out, "%s, %s: %s (%s)\n", where, w.Status, w.Name, w.ID)
	}
	for _, n := range out.Notes {
		fmt.Fprintln(a.Streams.Err, n)
	}
	if out.Undo != "" {
		a.say(a.Streams.Out, "Undo with: %s\n", out.Undo)
	}
	return nil
}
