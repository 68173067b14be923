package account

import (
	"context"
	"strings"

	"lapkeep/internal/answers/serviced"
	"lapkeep/internal/i18n"
	"lapkeep/internal/services/syncer"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

type connectIn struct {
	Source string `json:"source,omitempty" jsonschema:"intervals, say; default all there are"`
	Answer string `json:"answer,omitempty" jsonschema:"the whole address at which the athlete's browser ended after agreeing at the address that was given; taken once"`
}

type connectOut struct {
	LocalDate training.Day             `json:"local_date"`
	TimeZone  string                   `json:"time_zone"`
	AthleteID string                   `json:"athlete_id"`
	DryRun    bool                     `json:"dry_run,omitempty"`
	Sources   []serviced.ConnectedView `json:"sources"`
	// Ask is how the athlete lets their app in at a service that was named.
	Ask   *serviced.Asked `json:"ask,omitempty"`
	Words []i18n.Sentence `json:"words"`
}

// connectRow tells how to connect. It takes no key: what an assistant hears
// is kept by others. What the answer of a service's page holds is of no use to
// who has it: it is good once, here, and with the secret that a person typed.
func connectRow(d Deps) tools.Row {
	return tools.New(tools.Spec{
		Name: "connect_source", Title: "Connect a service", Toolset: toolset, Safety: tools.Write, Idempotent: true, OpenWorld: true,
		Aliases: map[string]string{"code": "answer", "redirect_url": "answer", "url": "answer"},
		Description: "Which services (Intervals.icu, Strava …) can be connected, which are, and what connecting takes: a command that a " +
			"person runs at a terminal, or an address that they open and whose answer they paste. It takes no key, token or password.",
	}, func(ctx context.Context, c *tools.Call, in connectIn) (*connectOut, error) {
		out := &connectOut{
			LocalDate: c.Today, TimeZone: c.Location.String(), AthleteID: string(c.Scope.Athlete), DryRun: c.DryRun, Words: []i18n.Sentence{},
		}
		if in.Answer != "" {
			if err := d.answer(ctx, c, in, out); err != nil || c.DryRun {
				return out, err
			}
		}
		var err error
		now := c.Now.In(c.Location)
		if in.Source == "" {
			out.Sources, err = d.services(c).Views(ctx, now)
		} else {
			out.Sources = make([]serviced.ConnectedView, 1)
			out.Sources[0], err = d.services(c).View(ctx, in.Source, now)
		}
		if err != nil {
			return nil, err
		}
		if v := out.Sources[0]; in.Source != "" && in.Answer == "" && (!v.Connected || v.State == syncer.Failing) {
			ask, err := d.services(c).Ask(ctx, v.Source, now, c.DryRun)
			if err != nil {
				return nil, err
			}
			if ask.Prepare != "" {
				out.Ask = &ask
			}
		}
		for _, v := range out.Sources {
			out.Words = append(out.Words, howTo(v, out.Ask)...)
		}
		return out, ctx.Err()
	})
}

// answer connects by what a person pasted, and says as what.
func (d Deps) answer(ctx context.Context, c *tools.Call, in connectIn, out *connectOut) error {
	if in.Source == "" {
		return training.Errorf(training.KindInvalid, "An answer is of one service, and none was named.").WithFix("Give source beside answer.")
	}
	who, err := d.services(c).Answer(ctx, in.Source, in.Answer, c.Now.In(c.Location), c.DryRun)
	switch {
	case err != nil:
		return err
	case c.DryRun:
		out.Sources = []serviced.ConnectedView{}
		out.Words = append(out.Words, "It answers the address that was given. Without dry_run it is used, once.")
	case len(who.Missing) > 0:
		out.Words = append(out.Words, i18n.Sentencef(
			"These rights were asked for and not given, so that what they are for is left out: %s.", strings.Join(who.Missing, ", ")))
	}
	return nil
}

// howTo says how a service is connected, or that it is.
func howTo(v serviced.ConnectedView, ask *serviced.Asked) (words []i18n.Sentence) {
	if v.Connected {
		words = append(words, i18n.Sentencef("%s is connected; sync_now reads what is new.", v.Name))
		if v.Terms != nil && v.Terms.Assistants == "" {
			words = append(words, i18n.Sentencef("Assistants see nothing of what is read there before the athlete types a second "+
				"agreement at a terminal: lapkeep connect %s --assistants", v.Source))
		}
	}
	switch {
	case ask == nil && !v.Connected:
		words = append(words, i18n.Sentencef("To connect %s, a person runs at a terminal: %s. It asks for the key there, and nowhere else.",
			v.Name, v.HowTo))
	case ask == nil:
	case len(ask.Lacks) > 0:
		words = append(words, i18n.Sentencef("Before %s can be connected, this is missing, and no assistant can give it: %s. A person runs "+
			"at a terminal: %s. Then call connect_source again; or they run %s, which does all of it there.",
			v.Name, i18n.Joined("%s, %s", ask.Lacks...), ask.Prepare, i18n.Name("lapkeep connect "+v.Source)))
	case ask.Address != "":
		words = append(words, i18n.Sentencef("To connect %s, the athlete opens the address in a browser and agrees there. The browser ends at "+
			"a page that it cannot open: its whole address goes into connect_source as answer, before %s.", v.Name, ask.Until))
	default:
		words = append(words, i18n.Sentencef("%s can be connected; without dry_run an address is given that the athlete opens.", v.Name))
	}
	return words
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
