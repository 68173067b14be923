// Package connect holds the commands for connections to services: connect, disconnect,
// check and sync. A key comes from a person's keyboard, from standard input or from the
// settings, never from an argument, which other users of the machine can see. No service is
// named here.
//
// # Watch
//
// Watch finds the new, complete files in a folder. It scans only when called and has no
// timer. A file is complete when two successive scans find the same size and modification
// time. If the system reports changes below a folder, scans without a report can be skipped.
// Watch tests whether the system reports changes, because some mounts report nothing. It
// neither reads the contents of a file nor decides what happens to it.
//
// # Collect
//
// The commands import, watch and duplicates import recordings and let the athlete decide
// which ones belong together. They depend on no tool and no service.
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

// signIn holds the sign-in options of a command line.
type signIn struct {
	account, as, region, user string
	write, takeOver           bool
	prepare                   bool
}

func (o *signIn) flags(f *pflag.FlagSet) {
	f.StringVar(&o.region, "region", "", "region of the account, for services that keep accounts by region")
	f.StringVar(&o.user, "user", "", "user name of the account; the password is typed or comes from an environment variable")
	f.BoolVar(&o.write, "write", false, "also ask for permission to make changes on the service (for services connected through your "+
		"own app)")
	f.BoolVar(&o.takeOver, "take-over", false, "reuse the account or sign-in saved in the file of the MCP server you used before")
}

// About returns the help texts of connect, translated by say.
func About(services []Offer, say func(format string, args ...any) string) (short, long string) {
	var names []string
	coach := ""
	for _, s := range services {
		if names = append(names, s.Name); s.Coaches {
			coach += say("\nCoaches: connect each athlete with the key that you already entered: lapkeep connect %s --athlete ID --as "+
				"NAME", s.Name)
		}
	}
	return say("Connect a service (%s); checks the key first", strings.Join(names, ", ")),
		say("Connect a service. Lapkeep asks for its key, or reads it from standard input or the settings. For services with\n"+
			"accounts it asks for the account and its password, which you type or set in the environment. The sign-in is checked with\n"+
			"the service, then kept in the system's keyring, or else in a file that only you can read.") + coach
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
		"let assistants see the data from a connected service whose terms need a separate agreement; =false stops it")
	c.Flags().StringVar(&webhook, "webhook", "",
		"let a connected service notify lapkeep serve --http at this address of changes; off stops it")
	c.Flags().BoolVar(&o.prepare, "prepare", false,
		"enter only what needs a person: agreement to the terms, and the application's ID and secret; an assistant then shows you the "+
			"address to open (connect_source)")
	c.Flags().StringVar(&o.account, "athlete", "", "the service's id of an athlete you coach; default yourself")
	c.Flags().StringVar(&o.as, "as", "", "the athlete's id in Lapkeep; default the current athlete")
	o.flags(c.Flags())
	return c
}

// runConnect connects a service. o.account is the service's id for an athlete whom
// the key's owner coaches; o.as is the athlete's name in Lapkeep.
func (e *Env) runConnect(ctx context.Context, name string, o signIn) error {
	return e.With(ctx, Whose{Athlete: o.as, Unmet: true}, func(d Backend) error {
		need, err := d.Needs(name, o.account)
		if err != nil {
			return err
		}
		if !o.prepare { // an existing account needs no assistant
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

// prepared stores the typed answers so that an assistant can continue with
// them.
func (e *Env) prepared(ctx context.Context, d Backend, name string, a Answers) error {
	if err := d.Prepare(ctx, name, a); err != nil {
		return err
	}
	v, err := d.View(ctx, name, e.Now().In(d.Zone))
	if err == nil {
		e.say(e.Out, "What you typed for %s is saved. Lapkeep has not contacted the service yet. Ask your assistant to connect it: "+
			"connect_source shows the address to open.\n", v.Name)
	}
	return err
}

// connectWith signs in and, on success, sets the thresholds.
func (e *Env) connectWith(ctx context.Context, d Backend, name string, a Answers, t []threshold) error {
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
func (e *Env) welcome(ctx context.Context, d Backend, name string, who source.Account) error {
	v, err := d.View(ctx, name, e.Now().In(d.Zone))
	if err != nil {
		return err
	}
	o := e.offer(v.Source)
	if as := person(who); as != "" {
		e.say(e.Out, "%s is connected as %s.\n", v.Name, as)
	} else {
		e.say(e.Out, "%s is connected.\n", v.Name)
	}
	if len(who.Missing) > 0 {
		e.say(e.Out, "The service did not grant these permissions, so Lapkeep leaves out the data that needs them: %s.\n",
			strings.Join(who.Missing, ", "))
	}
	if !o.Keyless {
		e.say(e.Out, "The key is kept in the %s. %s\n", e.place(v.KeyIn), e.may(who.Scopes, o))
	}
	e.say(e.Out, "Lapkeep reads: %s.\n", e.words(o.Reads))
	if v.Terms != nil && v.Terms.Assistants == "" {
		e.say(e.Out, "The data is deleted after %d days. It is kept separate from all other data, and assistants cannot see it. To let "+
			"them see it:\n",
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
		e.say(e.Out, "Your edits to these are sent back: %s. To send new ones as well:\n", e.words(v.Takes))
		fmt.Fprint(e.Out, e.AtHome(fmt.Sprintf("  lapkeep set home-source %s\n", home(v.Source, v.Takes))))
	}
	fmt.Fprint(e.Out, e.AtHome(e.in().Text("Next: lapkeep sync (a running server syncs on its own).\n")))
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

// person returns an athlete's name and id on the service. The name is untrusted text.
func person(a source.Account) string { return named(source.MaskedIn(a.Name), a.ID) }

func named(name, id string) string {
	if name := textclean.Line(name, textclean.NameRunes); name != "" {
		return fmt.Sprintf("%s (%s)", name, id)
	}
	return id
}

// noteRunes is the maximum length in runes of the notes on an athlete as shown.
const noteRunes = 150

// coached describes an athlete whom the key's owner coaches or follows, with
// the service's fields. It is shown to a person only; no tool returns it.
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

// may returns a sentence about the key's permissions, with the service's scopes if
// it has any.
func (e *Env) may(scopes []string, o Offer) string {
	switch {
	case len(scopes) > 0:
		return e.in().Sprintf("Permissions: %s.", strings.Join(scopes, ", "))
	case len(o.Takes) > 0:
		return e.in().Text("It has permission to read and write everything.")
	}
	return e.in().Text("It has permission to read everything.")
}

func (e *Env) disconnect() *cobra.Command {
	var keep bool
	c := &cobra.Command{
		Use:   "disconnect SERVICE",
		Short: "Disconnect a service and delete its data; shows what will be deleted first",
		Args:  cobra.ExactArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return e.runDisconnect(cmd.Context(), args[0], keep) },
	}
	c.Flags().BoolVar(&keep, "keep-data", false, "keep the service's data")
	return c
}

func (e *Env) runDisconnect(ctx context.Context, name string, keep bool) error {
	return e.With(ctx, Whose{}, func(d Backend) error {
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
		e.say(e.Out, "Disconnected. Lapkeep has deleted its copy of the key; you may delete the key on the service too.\n")
		switch {
		case keep:
		case out.Undo == "":
			e.say(e.Out, "The service's data is permanently deleted.\n")
			for _, change := range out.Changes {
				if change.Gravity == journal.Recorded {
					e.say(e.Out, "Deleted: %s.\n", change.Before)
				}
			}
		default:
			e.say(e.Out, "The service's data is no longer used anywhere. To bring it back: %s\n", out.Undo)
		}
		for _, at := range out.AtService {
			fmt.Fprintln(e.Out, e.in().Sprintf("%s", at.Note))
		}
		return nil
	})
}
