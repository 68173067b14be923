package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	views "lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/limitedrows"
	shares "lapkeep/internal/faces/web/activity"
	"lapkeep/internal/picture"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/drawn"
	"lapkeep/internal/training"
)

// sent are the entries of a week that are drawn: sessions and races, no notes.
const sent = `{"range":{"from":%q,"to":%q},"categories":["workout","race_a","race_b","race_c"],"picture":true}`

// clipM is the length that is cut off at both ends of a track, as on a page for others.
const clipM = 300

func (a *app) newPicture() *cobra.Command {
	c := &cobra.Command{
		Use: "picture", Short: "Save a picture of the week or of an activity, to send to others", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	var out, day string
	open := func(ctx context.Context, draw func(*Workbench) (*picture.Canvas, error)) error {
		if out == "" {
			return training.Errorf(training.KindInvalid, "There is no file name.").WithFix("Give one: --out week.png")
		}
		if err := drawable(out); err != nil {
			return err
		}
		return a.open(ctx, OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
			if err := a.catchUpSoon(ctx, w); err != nil {
				return err
			}
			drawn, err := draw(w)
			if err != nil {
				return err
			}
			return a.writePicture(out, drawn)
		})
	}
	week := &cobra.Command{
		Use: "week", Short: "Save a picture of the sessions of a week", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			return open(ctx, func(w *Workbench) (*picture.Canvas, error) { return a.pictureOfWeek(ctx, w, out, day) })
		},
	}
	activity := &cobra.Command{
		Use: "activity ID", Short: "Save a picture of an activity; its track leaves out the ends and your hidden places",
		Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			return open(ctx, func(w *Workbench) (*picture.Canvas, error) { return a.pictureOf(ctx, w, args[0], out) })
		},
	}
	week.Flags().StringVar(&day, "date", "", "a day of the week; without it this week, on its first day the week before")
	for _, sub := range []*cobra.Command{week, activity} {
		sub.Flags().StringVar(&out, "out", "", "save it as this file (.png or .svg)")
		c.AddCommand(sub)
	}
	return c
}

// leaving returns a call whose answer leaves the machine as a file of the given name.
func (a *app) leaving(ctx context.Context, w *Workbench, out string, to training.Audience) (*tools.Call, error) {
	call, err := w.NewCall(ctx)
	if err != nil {
		return nil, err
	}
	a.tellPerson(call)
	call.Scope.Audience, call.Bitmap = to, strings.EqualFold(filepath.Ext(out), png)
	return call, nil
}

// pictureOfWeek draws the week of a day as an assistant may see it, or the latest with a day that has ended.
func (a *app) pictureOfWeek(ctx context.Context, w *Workbench, out, day string) (*picture.Canvas, error) {
	call, err := a.leaving(ctx, w, out, training.AudienceModel)
	if err != nil {
		return nil, err
	}
	on := call.Today - 1
	if day != "" {
		if on, err = training.ParseDay(day); err != nil {
			return nil, err
		}
	}
	first := on.WeekStart(call.Week)
	res, err := w.Table.Call(ctx, "list_events", call, fmt.Appendf(nil, sent, first.String(), (first+6).String()))
	if err != nil {
		return nil, err
	}
	if len(res.Pictures) == 0 {
		return nil, training.Errorf(training.KindNotFound, "%s", res.NotDrawn)
	}
	return res.Pictures[0], nil
}

// pictureOf draws an activity with the part of its track that others may see.
func (a *app) pictureOf(ctx context.Context, w *Workbench, id, out string) (*picture.Canvas, error) {
	call, err := a.leaving(ctx, w, out, training.AudienceExport)
	if err != nil {
		return nil, err
	}
	asked, err := json.Marshal(map[string]any{"id": id, "sections": []views.Section{views.SectionSummary, views.SectionZones}})
	if err != nil {
		return nil, err
	}
	res, err := w.Table.Call(ctx, "get_activity", call, asked)
	if err != nil {
		return nil, err
	}
	var d limitedrows.Detail
	if err := json.Unmarshal(res.Structured, &d); err != nil {
		return nil, err
	}
	hidden, err := w.DB.HiddenPlaces(ctx, training.Scope{Athlete: call.Scope.Athlete, Audience: training.AudienceModel})
	if err != nil {
		return nil, err
	}
	columns, err := w.DB.Stream(ctx, call.Scope, training.ActivityID(d.ID), store.Channels(training.Latitude, training.Longitude))
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return nil, err
	}
	var track [][]picture.Point
	var cut bool
	if columns != nil {
		k := shares.Cutting{Places: hidden, ClipM: clipM, More: shares.MoreOf(d.ID), Sport: training.Sport(d.Sport)}
		track, cut = k.Track(columns)
	}
	c, why := drawn.Sent(call.Voice(), &d, track, cut)
	if c == nil {
		return nil, training.Errorf(training.KindNotFound, "%s", call.Say("There is no picture: %s.", why))
	}
	return c, nil
}

// writePicture saves a picture in the format that the file's name has.
func (a *app) writePicture(file string, c *picture.Canvas) error {
	data := c.SVG()
	if strings.EqualFold(filepath.Ext(file), png) {
		var err error
		if data, err = c.PNG(dense); err != nil {
			return err
		}
	}
	return a.writeNamed(file, data)
}
