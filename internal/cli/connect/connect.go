package connect

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/journal"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/source"
	"lapkeep/internal/training"
)

type connectOptions struct{ account, as string }

func (e *Env) connect() *cobra.Command {
	var o connectOptions
	var names []string
	coach := ""
	for _, s := range e.Services {
		if names = append(names, s.Name); s.Coaches {
			coach += "\nA coach connects each athlete by itself, by the key given once: lapkeep connect " + s.Name + " --athlete ID --as NAME"
		}
	}
	c := &cobra.Command{
		Use:   "connect SERVICE",
		Short: "Connect a service (" + strings.Join(names, ", ") + "), after a check of the key",
		Long: "Connect a service: asks for its key, or reads it from standard input or the settings, checks it with the\n" +
			"service and keeps it in the system's keyring, or else in a file that only you can read." + coach,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.Connect(cmd.Context(), args[0], o.account, o.as)
		},
	}
	c.Flags().StringVar(&o.account, "athlete", "", "the service's id of an athlete whom you coach; yourself if left out")
	c.Flags().StringVar(&o.as, "as", "", "the athlete's name here; the one you work for if left out")
	return c
}

// Connect connects a service. account is the service's id of an athlete whom
// the key's owner coaches, as is what the athlete is called here.
func (e *Env) Connect(ctx context.Context, name, account, as string) error {
	return e.With(ctx, Whose{Athlete: as, Unmet: true}, func(d Desk) error {
		need, err := d.Needs(name, account)
		if err != nil {
			return err
		}
		key, err := e.key(need)
		if err != nil {
			return err
		}
		who, err := d.Connect(ctx, name, key, account, e.Now())
		if err != nil {
			return err
		}
		return e.welcome(ctx, d, name, who)
	})
}

// longestKey is more than any service's key has.
const longestKey = 4096

// key is the one of the settings, or a person's, or the one on standard input.
func (e *Env) key(n Need) (source.Secret, error) {
	if n.Address != "" {
		e.say(e.Err, "The key will be sent to %s, which %s names: it is not the service's own address.\n",
			textclean.Line(n.Address, textclean.NameRunes), n.AddressFrom)
	}
	if !n.Key.Empty() {
		e.say(e.Err, "The key is the one of %s.\n", n.From)
		return n.Key, nil
	}
	var text string
	var err error
	if e.InTTY {
		e.say(e.Err, "%s needs %s.\n", n.Title, e.in().Text(n.Asks))
		text, err = e.AskSecret(e.in().Text("Key (it is not shown): "))
	} else {
		text, err = bufio.NewReader(io.LimitReader(e.In, longestKey)).ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	if err != nil {
		return source.Secret{}, training.Errorf(training.KindUnavailable, "The key could not be read: %w.", err)
	}
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return source.Secret{}, training.Errorf(training.KindInvalid, "No key was given.").
			WithFix("Give %s: at a terminal, or on standard input.", e.in().Text(n.Asks))
	}
	return source.NewSecret(text), nil
}

// welcome says what was connected.
func (e *Env) welcome(ctx context.Context, d Desk, name string, who source.Account) error {
	v, err := d.View(ctx, name, e.Now().In(d.Zone))
	if err != nil {
		return err
	}
	e.say(e.Out, "%s is connected as %s.\n", v.Name, person(who))
	o := e.offer(v.Source)
	e.say(e.Out, "The key is kept in the %s. %s\n", e.place(v.KeyIn), e.may(who.Scopes, o))
	e.say(e.Out, "Read from there: %s.\n", e.words(o.Reads))
	for _, a := range who.Others {
		if a.Here == "" {
			fmt.Fprint(e.Out, e.AtHome(e.in().Sprintf(
				"Not connected: %s. To connect: lapkeep connect %s --athlete %s --as NAME\n", e.coached(a), v.Source, a.ID)))
		}
	}
	if len(o.Takes) > 0 {
		e.say(e.Out, "Changes are sent back of: %s. To send what is new too:\n", e.words(o.Takes))
		fmt.Fprint(e.Out, e.AtHome(fmt.Sprintf("  lapkeep call update_athlete_settings '{\"home_source\": \"%s\"}'\n", home(v.Source, o))))
	}
	fmt.Fprint(e.Out, e.AtHome(e.in().Text("Next: lapkeep sync (a running server syncs by itself).\n")))
	return nil
}

// home is how a service is made the home of what it takes.
func home(name string, o Offer) string {
	if len(o.Takes) == len(training.ThingKinds()) {
		return name
	}
	parts := make([]string, len(o.Takes))
	for i, kind := range o.Takes {
		parts[i] = kind + "=" + name
	}
	return strings.Join(parts, ", ")
}

// person names an athlete as the service does. The name is others' words.
func person(a source.Account) string { return named(a.Name, a.ID) }

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

// may says what the key allows, in the service's words.
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
		default:
			e.say(e.Out, "What was read no longer appears in any answer. To bring it back: %s\n", out.Undo)
		}
		return nil
	})
}
