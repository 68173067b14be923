// Package connect holds the commands on connections to services: connect,
// disconnect, check and sync. A key comes from a person's keyboard, from
// standard input or from the settings, never from an argument, which others on
// the machine can see. It must not know any service by name.
//
// # Watch
//
// Finds the files of a folder that are new and complete. It looks when it is
// called and keeps no time of its own: a file is complete when two looks in a
// row found the same size and modification time. If the system reports changes
// below a folder, looks between them can be skipped; whether it does is found
// out, since some mounts report nothing. It must not know what is in a file,
// nor what becomes of it.
//
// # Collect
//
// The commands by which recordings come in, and by which the athlete decides
// which of them belong together: import, watch and duplicates. It must not know
// tools, nor any service.
package connect

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// signIn is what a command line says to sign in with.
type signIn struct {
	account, as, region, user string
	write, takeOver           bool
	prepare                   bool
}

func (o *signIn) flags(f *pflag.FlagSet) {
	f.StringVar(&o.region, "region", "", "where the account is, of a service whose accounts are apart")
	f.StringVar(&o.user, "user", "", "user name of the account; the password is typed, or of a variable")
	f.BoolVar(&o.write, "write", false, "ask for the rights to change things there too, of a service that an app of yours is connected to")
	f.BoolVar(&o.takeOver, "take-over", false, "use the account or sign-in in the file of the server that you had before")
}

// About returns the help texts of connect, translated by say.
func About(services []Offer, say func(format string, args ...any) string) (short, long string) {
	var names []string
	coach := ""
	for _, s := range services {
		if names = append(names, s.Name); s.Coaches {
			coach += say("\nA coach connects each athlete by itself, by the key given once: lapkeep connect %s --athlete ID --as NAME", s.Name)
		}
	}
	return say("Connect a service (%s), after it was tried", strings.Join(names, ", ")),
		say("Connect a service: asks for its key, or reads it from standard input or the settings, or asks for the account\n"+
			"and its password, which is typed or comes from the settings. It tries them at the service and keeps them in\n"+
			"the system's keyring, or else in a file that only you can read.") + coach
}

func (e *Env) connect() *cobra.Command {
	var o signIn
	var assistants bool
	var webhook string
	short, long := About(e.Services, fmt.Sprintf)
	c := &cobra.Command{
		Use:   "connect SERVICE",
		Short: short,
		Long:  long,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("webhook") {
				return e.runWebhook(cmd.Context(), args[0], webhook)
			}
			asked := cmd.Flags().Changed("assistants")
			if o.prepare || !asked {
				if err := e.runConnect(cmd.Context(), args[0], o); err != nil {
					return err
				}
			}
			if !asked {
				return nil
			}
			return e.runAssistants(cmd.Context(), args[0], assistants)
		},
	}
	c.Flags().BoolVar(&assistants, "assistants", false,
		"let assistants see what is read from a connected service whose terms ask for an agreement of its own; =false ends it")
	c.Flags().StringVar(&webhook, "webhook", "",
		"have a connected service call lapkeep serve --http at this address when something changes there; off ends it")
	c.Flags().BoolVar(&o.prepare, "prepare", false,
		"type only what must be typed, the terms and the app; an assistant then gives the address to open (connect_source)")
	c.Flags().StringVar(&o.account, "athlete", "", "the service's id of an athlete whom you coach; yourself if left out")
	c.Flags().StringVar(&o.as, "as", "", "the athlete's name here; the one you work for if left out")
	o.flags(c.Flags())
	return c
}

// runConnect connects a service. account is the service's id of an athlete whom
// the key's owner coaches, as is what the athlete is called here.
func (e *Env) runConnect(ctx context.Context, name string, o signIn) error {
	return e.With(ctx, Whose{Athlete: o.as, Unmet: true}, func(d Desk) error {
		need, err := d.Needs(name, o.account)
		if err != nil {
			return err
		}
		if !o.prepare { // what is there already needs no assistant
			if need, err = e.takeOver(ctx, need, o.takeOver); err != nil {
				return err
			}
		}
		a, err := e.answers(ctx, need, o)
		if err != nil {
			return err
		}
		if o.prepare {
			return e.prepared(ctx, d, name, a)
		}
		return e.connectWith(ctx, d, name, a, thresholdsOf(need))
	})
}

// prepared keeps the typed answers, so that an assistant can continue from
// them.
func (e *Env) prepared(ctx context.Context, d Desk, name string, a Answers) error {
	if err := d.Prepare(ctx, name, a); err != nil {
		return err
	}
	v, err := d.View(ctx, name, e.Now().In(d.Zone))
	if err == nil {
		e.say(e.Out, "What must be typed for %s is kept; nothing was asked of it yet. Ask the assistant to connect it: connect_source gives the "+
			"address that you open.\n", v.Name)
	}
	return err
}

// connectWith signs in and, once that was right, puts down the thresholds.
func (e *Env) connectWith(ctx context.Context, d Desk, name string, a Answers, t []threshold) error {
	if err := fits(t); err != nil {
		return err
	}
	who, err := d.Connect(ctx, name, a, e.Now())
	if err != nil {
		return err
	}
	if err := e.welcome(ctx, d, name, who); err != nil {
		return err
	}
	return e.settle(ctx, d, t)
}

// welcome prints the name of the connected service and the next steps.
func (e *Env) welcome(ctx context.Context, d Desk, name string, who source.Account) error {
	v, err := d.View(ctx, name, e.Now().In(d.Zone))
	if err != nil {
		return err
	}
	e.say(e.Out, "%s is connected as %s.\n", v.Name, person(who))
	o := e.offer(v.Source)
	if len(who.Missing) > 0 {
		e.say(e.Out, "These rights were asked for and not given, so that what they are for is left out: %s.\n", strings.Join(who.Missing, ", "))
	}
	e.say(e.Out, "The key is kept in the %s. %s\n", e.place(v.KeyIn), e.may(who.Scopes, o))
	e.say(e.Out, "Read from there: %s.\n", e.words(o.Reads))
	if v.Terms != nil && v.Terms.Assistants == "" {
		e.say(e.Out, "What is read stays for %d days, apart from everything else, and assistants do not see it. To open it to them:\n",
			v.Terms.KeptDays)
		fmt.Fprint(e.Out, e.AtHome("  lapkeep connect "+v.Source+" --assistants\n"))
	}
	for _, a := range who.Others {
		if a.Here == "" {
			fmt.Fprint(e.Out, e.AtHome(e.in().Sprintf(
				"Not connected: %s. To connect: lapkeep connect %s --athlete %s --as NAME\n", e.coached(a), v.Source, a.ID)))
		}
	}
	if len(v.Takes) > 0 {
		e.say(e.Out, "Changes are sent back of: %s. To send what is new too:\n", e.words(v.Takes))
		fmt.Fprint(e.Out, e.AtHome(fmt.Sprintf("  lapkeep call update_athlete_settings '{\"home_source\": \"%s\"}'\n", home(v.Source, v.Takes))))
	}
	fmt.Fprint(e.Out, e.AtHome(e.in().Text("Next: lapkeep sync (a running server syncs by itself).\n")))
	return nil
}

// home returns the setting that makes a service the home of the kinds that it
// accepts.
func home(name string, takes []string) string {
	if len(takes) == len(training.ThingKinds()) {
		return name
	}
	parts := make([]string, len(takes))
	for i, kind := range takes {
		parts[i] = kind + "=" + name
	}
	return strings.Join(parts, ", ")
}

// person names an athlete as the service does. The name is others' words.
func person(a source.Account) string { return named(source.MaskedIn(a.Name), a.ID) }

func named(name, id string) string {
	if name := textclean.Line(name, textclean.NameRunes); name != "" {
		return fmt.Sprintf("%s (%s)", name, id)
	}
	return id
}

// noteRunes is how much of the notes on an athlete is shown.
const noteRunes = 150

// coached names one whom the key's owner coaches or follows, with the service's
// fields. A person reads this; no tool gives it.
func (e *Env) coached(o source.Other) string {
	parts := []string{named(o.Name, o.ID)}
	if access := textclean.Line(o.Access, textclean.NameRunes); access != "" {
		parts = append(parts, e.in().Text("access: ")+access)
	}
	var tags []string
	for _, tag := range o.Tags {
		tags = append(tags, textclean.Line(tag, textclean.NameRunes))
	}
	if len(tags) > 0 {
		parts = append(parts, e.in().Text("tags: ")+strings.Join(tags, ", "))
	}
	if notes := textclean.Line(o.Notes, noteRunes); notes != "" {
		parts = append(parts, e.in().Text("notes: ")+notes)
	}
	return strings.Join(parts, "; ")
}

func (e *Env) place(where string) string {
	if where == "file" {
		return e.in().Text("home, in a file that only you can read")
	}
	return e.in().Text(where)
}

// may returns a sentence on what the key allows, with the service's scopes if
// it has any.
func (e *Env) may(scopes []string, o Offer) string {
	switch {
	case len(scopes) > 0:
		return e.in().Sprintf("It may: %s.", strings.Join(scopes, ", "))
	case len(o.Takes) > 0:
		return e.in().Text("It may read and write everything.")
	}
	return e.in().Text("It may read everything.")
}

func (e *Env) disconnect() *cobra.Command {
	var keep bool
	c := &cobra.Command{
		Use:   "disconnect SERVICE",
		Short: "Forget a service's key and delete what was read from it; shows what first",
		Args:  cobra.ExactArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return e.runDisconnect(cmd.Context(), args[0], keep) },
	}
	c.Flags().BoolVar(&keep, "keep-data", false, "keep what was read")
	return c
}

func (e *Env) runDisconnect(ctx context.Context, name string, keep bool) error {
	return e.With(ctx, Whose{}, func(d Desk) error {
		args, err := json.Marshal(map[string]any{"source": name, "keep_data": keep})
		if err != nil {
			return err
		}
		w := journal.Write{Audience: training.AudienceExport, Face: "cli", Tool: "disconnect_source", Args: args, Now: e.Now()}
		out, err := d.Disconnect(ctx, name, keep, w)
		if ask, ok := needsConsent(err); ok {
			if err := d.Agree(ask.Preview); err != nil {
				return err
			}
			w.Approval = ask.Preview.Token
			out, err = d.Disconnect(ctx, name, keep, w)
		}
		if err != nil {
			return err
		}
		e.say(e.Out, "Disconnected. The key is forgotten here; you may delete it at the service too.\n")
		switch {
		case keep:
		case out.Undo == "":
			e.say(e.Out, "What was read is deleted for good.\n")
			for _, change := range out.Changes {
				if change.Gravity == journal.Recorded {
					e.say(e.Out, "Deleted: %s.\n", change.Before)
				}
			}
		default:
			e.say(e.Out, "What was read no longer appears in any answer. To bring it back: %s\n", out.Undo)
		}
		for _, at := range out.AtService {
			fmt.Fprintln(e.Out, e.in().Sprintf("%s", at.Note))
		}
		return nil
	})
}
