package account

import (
	"context"

	"lapkeep/internal/analysis/connected"
	"lapkeep/internal/journal"
	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

type connectIn struct {
	Source string `json:"source,omitempty" jsonschema:"intervals, say; default all there are"`
}

type connectOut struct {
	LocalDate training.Day      `json:"local_date"`
	TimeZone  string            `json:"time_zone"`
	AthleteID string            `json:"athlete_id"`
	Sources   []connected.View  `json:"sources"`
	Words     []phrase.Sentence `json:"words"`
}

// connectRow tells how to connect. It takes no key: what an assistant hears
// is kept by others.
func connectRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "connect_source", Title: "How to connect a service", Toolset: toolset, Idempotent: true,
		Description: "Which services (Intervals.icu …) can be connected, which are, and the command a person runs at a terminal to connect " +
			"one. It takes no key or password.",
	}, func(ctx context.Context, c *tools.Call, in connectIn) (*connectOut, error) {
		out := &connectOut{LocalDate: c.Today, TimeZone: c.Location.String(), AthleteID: string(c.Scope.Athlete), Words: []phrase.Sentence{}}
		var err error
		now := c.Now.In(c.Location)
		if in.Source == "" {
			out.Sources, err = d.services(c).Views(ctx, now)
		} else {
			out.Sources = make([]connected.View, 1)
			out.Sources[0], err = d.services(c).View(ctx, in.Source, now)
		}
		if err != nil {
			return nil, err
		}
		for _, v := range out.Sources {
			if v.Connected {
				out.Words = append(out.Words, phrase.Sentencef("%s is connected; sync_now reads what is new.", v.Name))
			} else {
				out.Words = append(out.Words,
					phrase.Sentencef("To connect %s, a person runs at a terminal: %s. It asks for the key there, and nowhere else.",
						v.Name, v.HowTo))
			}
		}
		return out, ctx.Err()
	})
}

type disconnectIn struct {
	Source   string `json:"source" jsonschema:"service"`
	KeepData bool   `json:"keep_data,omitempty" jsonschema:"keep what was read from it"`
}

type disconnectOut struct {
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	AthleteID string       `json:"athlete_id"`
	journal.Outcome
}

func disconnectRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "disconnect_source", Title: "Disconnect a service", Toolset: toolset, Safety: tools.Destructive, Full: true,
		Description: "Forgets the key of a connected service and takes away what was read from it, unless keep_data. Asks a person first. " +
			"Undo brings the data back, not the key; data that may stay for some days only is deleted for good. At the service only " +
			"the access is revoked, where it offers that.",
	}, func(ctx context.Context, c *tools.Call, in disconnectIn) (*disconnectOut, error) {
		outcome, err := d.Connections(c.Scope.Athlete).Disconnect(ctx, in.Source, in.KeepData, c.Write("", nil))
		if err != nil {
			return nil, err
		}
		return &disconnectOut{c.Today, c.Location.String(), string(c.Scope.Athlete), outcome}, nil
	})
}
