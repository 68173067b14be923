package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/authserver"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/people"
	"lapkeep/internal/training"
)

func (a *app) newLogin() *cobra.Command {
	c := &cobra.Command{
		Use:   "login",
		Short: "Let people sign in from claude.ai, ChatGPT or a phone, and see and withdraw what they allowed",
		Long: "Let people sign in to the HTTP server from claude.ai, ChatGPT or a phone.\n" +
			"Until people are set up, the server accepts only its key. Run lapkeep login setup once, then lapkeep serve --http with --public-url.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(a.newLoginSetup(), a.newLoginAdd(), a.newLoginCode(), a.newLoginList(), a.newLoginWithdraw(), a.newLoginClient(),
		a.newLoginLink(), a.newLoginOut(), a.newLoginLog())
	for _, sub := range c.Commands() {
		a.flagOfServe(sub, settings.Homes)
	}
	return c
}

// peopleBook says who may sign in, to a home or to many homes.
type peopleBook struct {
	*people.Book
	folder string // of the home, or of the homes
	// named returns the athlete or home with an id, and all of them if it is empty.
	named func(id string) ([]training.AthleteID, error)
}

// withPeople opens what a home, or the folder of many homes, keeps of people.
func (a *app) withPeople(cmd *cobra.Command, o OpenOptions, f func(ctx context.Context, b peopleBook) error) error {
	ctx := cmd.Context()
	s, err := a.settings()
	if err != nil {
		return err
	}
	if s.Get(settings.Homes) != "" {
		return a.withPeopleOfHomes(ctx, o, f)
	}
	return a.open(ctx, o, func(w *Workbench) error {
		return f(ctx, peopleBook{w.People, w.Settings.Get(settings.Home), func(id string) ([]training.AthleteID, error) {
			if id == "" {
				return []training.AthleteID{w.Athlete}, nil
			}
			who, err := w.DB.Athlete(ctx, training.Everything(training.AthleteID(id)))
			return []training.AthleteID{who.ID}, err
		}})
	})
}

func (a *app) withPeopleOfHomes(ctx context.Context, o OpenOptions, f func(ctx context.Context, b peopleBook) error) error {
	root, err := a.homesRoot()
	if err == nil {
		a.beside = string(root)
		err = root.Check()
	}
	if err != nil {
		return err
	}
	b, err := a.OpenBook(ctx, root, o.Create)
	if err != nil {
		return err
	}
	if b == nil {
		return training.Errorf(training.KindNotFound, "Nobody can sign in to these homes.").WithFix("Run lapkeep login setup NAME first.")
	}
	return errors.Join(f(ctx, peopleBook{b, string(root), func(id string) (out []training.AthleteID, err error) {
		if id == "" {
			names, err := root.Names()
			for _, name := range names {
				out = append(out, training.AthleteID(name))
			}
			return out, err
		}
		if !root.Has(id) {
			return nil, training.Errorf(training.KindNotFound, "There is no home %s.", id).WithFix("To see all homes: lapkeep homes list")
		}
		return []training.AthleteID{training.AthleteID(id)}, nil
	}}), b.Close())
}

func (a *app) printCode(ctx context.Context, b *people.Book, p people.Person) error {
	if at, err := b.Provider(ctx); err != nil || at != nil && at.Client != "" {
		if err == nil {
			a.say(a.Streams.Out, "%s signs in at %s. Say who that is there: lapkeep login link %s SUBJECT\n", p.Name, at.Issuer, p.Name)
		}
		return err
	}
	code, err := b.SignInCode(ctx, p)
	if err != nil {
		return err
	}
	a.say(a.Streams.Out, "Code for %s, which works once within %d minutes: %s\n", p.Name, int(people.CodeLife.Minutes()), code)
	return nil
}

func (a *app) newLoginAdd() *cobra.Command {
	var role string
	var athletes []string
	var days int
	c := &cobra.Command{
		Use: "add NAME", Short: "Let another person sign in, or let one ask about more athletes who agreed", Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withPeople(cmd, OpenOptions{}, func(ctx context.Context, b peopleBook) error {
				if all, err := b.People(ctx); err != nil || len(all) == 0 {
					_, err = b.Person(ctx, args[0]) // says how to begin
					return err
				}
				var ids []training.AthleteID
				for _, x := range athletes {
					who, err := b.named(x)
					if err != nil {
						return err
					}
					ids = append(ids, who...)
				}
				var until time.Time
				if days > 0 {
					until = a.Now().AddDate(0, 0, days)
				}
				if p, err := b.Person(ctx, args[0]); err == nil && len(ids) > 0 {
					return a.agree(ctx, b, p, training.Role(role), ids, until)
				}
				p, err := b.Add(ctx, args[0], training.Role(role), ids, until)
				if err != nil {
					return err
				}
				return a.printCode(ctx, b.Book, p)
			})
		},
	}
	c.Flags().StringVar(&role, "role", string(training.RoleAthlete), "owner, athlete, coach or viewer")
	c.Flags().StringSliceVar(&athletes, "of", nil, "ids of the athletes who agreed")
	c.Flags().IntVar(&days, "days", 0, "days for which they agreed; 0 means until it is withdrawn")
	return c
}

// agree records that more athletes agreed to a person, who may be something else to them.
func (a *app) agree(
	ctx context.Context, b peopleBook, p people.Person, role training.Role, athletes []training.AthleteID, until time.Time,
) error {
	if p.Role == training.RoleOwner {
		return training.Errorf(training.KindConflict, "%s owns this, and needs no agreement of an athlete.", p.Name).
			WithFix("lapkeep login list shows who may ask about whom.")
	}
	for _, x := range athletes {
		if err := b.Agree(ctx, people.Agreement{Person: p.ID, Athlete: x, Role: role, Until: until}); err != nil {
			return err
		}
	}
	a.say(a.Streams.Out, "%s may ask about %s (%s). Programs get this when %s allows them again.\n",
		p.Name, joined(athletes), string(role), p.Name)
	return nil
}

func (a *app) newLoginCode() *cobra.Command {
	return &cobra.Command{
		Use: "code [NAME]", Short: "Print a one-time code with which a person signs in", Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withPeople(cmd, OpenOptions{}, func(ctx context.Context, b peopleBook) error {
				name := strings.Join(args, "")
				if all, err := b.People(ctx); err == nil && name == "" && len(all) > 0 {
					name = string(all[0].ID)
				}
				p, err := b.Person(ctx, name)
				if err != nil {
					return err
				}
				return a.printCode(ctx, b.Book, p)
			})
		},
	}
}

func (a *app) newLoginList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List people, the athletes who agreed to them, and programs with access", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withPeople(cmd, OpenOptions{}, func(ctx context.Context, b peopleBook) error {
				return a.listPeople(ctx, b.Book)
			})
		},
	}
}

func (a *app) listPeople(ctx context.Context, b *people.Book) error {
	all, err := b.People(ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		a.sayAtHome(a.Streams.Out, "Nobody can sign in. To switch it on: lapkeep login setup NAME\n")
		return nil
	}
	grants, err := b.Grants(ctx)
	keys, kerr := b.Passkeys(ctx)
	if err = errors.Join(err, kerr, a.listProvider(ctx, b, all)); err != nil {
		return err
	}
	for _, p := range all {
		roles, err := b.Roles(ctx, p)
		if err != nil {
			return err
		}
		athletes := training.Texts(slices.Sorted(maps.Keys(roles)))
		for i, x := range athletes {
			if role := roles[training.AthleteID(x)]; role != p.Role {
				athletes[i] += " (" + string(role) + ")"
			}
		}
		a.say(a.Streams.Out, "%s  %s, %s: %s\n", string(p.ID), p.Name, string(p.Role), strings.Join(athletes, ", "))
		for _, g := range grants {
			if g.Person == p.ID {
				a.say(a.Streams.Out, "  %s  %s may %s about %s until %s\n", g.ID, g.ClientName, joined(g.Permissions), joined(g.Athletes),
					g.Expires.Format(time.DateOnly))
			}
		}
	}
	for _, k := range keys {
		i := slices.IndexFunc(all, func(p people.Person) bool { return p.ID == k.Person })
		if i >= 0 {
			a.say(a.Streams.Out, "%s  passkey of %s, added on %s\n", k.ID, all[i].Name, k.Made.Format(time.DateOnly))
		}
	}
	clients, err := b.Clients(ctx)
	for _, c := range clients {
		a.say(a.Streams.Out, "%s  program %s, returns to %s\n", c.ID, c.Name, strings.Join(c.Redirects, ", "))
	}
	return err
}

func joined[T ~string](all []T) string { return strings.Join(training.Texts(all), ", ") }

func (a *app) newLoginWithdraw() *cobra.Command {
	var of string
	c := &cobra.Command{
		Use: "withdraw ID", Short: "Revoke a program's access or a passkey by its id, or all access of a person; it ends at once",
		Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withPeople(cmd, OpenOptions{}, func(ctx context.Context, b peopleBook) error {
				err := b.Withdraw(ctx, args[0])
				if training.KindOf(err) == training.KindNotFound && b.RemovePasskey(ctx, args[0]) == nil {
					return nil
				}
				if of == "" && (err == nil || training.KindOf(err) != training.KindNotFound) {
					return err
				}
				p, unknown := b.Person(ctx, args[0])
				switch {
				case unknown != nil:
					return err
				case of != "":
					return b.Disagree(ctx, p.ID, training.AthleteID(of))
				}
				return b.End(ctx, p.ID)
			})
		},
	}
	c.Flags().StringVar(&of, "of", "", "only the agreement of this athlete with the person")
	return c
}

func (a *app) newLoginOut() *cobra.Command {
	return &cobra.Command{
		Use: "out NAME", Short: "Sign a person out of all browsers; programs keep their access", Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withPeople(cmd, OpenOptions{}, func(ctx context.Context, b peopleBook) error {
				p, err := b.Person(ctx, args[0])
				if err != nil {
					return err
				}
				return b.SignOutAll(ctx, p.ID)
			})
		},
	}
}

func (a *app) newLoginClient() *cobra.Command {
	var redirects []string
	c := &cobra.Command{
		Use: "client NAME", Short: "Register a program that publishes no description of itself", Args: usage(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, to := range redirects {
				if err := authserver.CheckRedirect(to); err != nil {
					return err
				}
			}
			if len(redirects) == 0 {
				return training.Errorf(training.KindInvalid, "The program's return address (redirect URI) is missing.").
					WithFix("Add --redirect ADDRESS, from the program's own documentation.")
			}
			return a.withPeople(cmd, OpenOptions{}, func(ctx context.Context, b peopleBook) error {
				x, err := b.AddClient(ctx, args[0], redirects)
				if err == nil {
					a.say(a.Streams.Out, "Client id: %s (there is no secret)\n", x.ID)
				}
				return err
			})
		},
	}
	c.Flags().StringSliceVar(&redirects, "redirect", nil, "return addresses (redirect URIs) of the program")
	return c
}

// logLines is the number of lines that lapkeep login log prints.
const logLines = 200

func (a *app) newLoginLog() *cobra.Command {
	var of string
	c := &cobra.Command{
		Use: "log", Short: "Show who asked what about the athlete, day by day", Args: usage(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withPeople(cmd, OpenOptions{}, func(ctx context.Context, b peopleBook) error { return a.printLog(ctx, b, of) })
		},
	}
	c.Flags().StringVar(&of, "of", "", "the athlete or the home; otherwise that of this command, or all homes")
	return c
}

func (a *app) printLog(ctx context.Context, b peopleBook, of string) error {
	athletes, err := b.named(of)
	if err != nil {
		return err
	}
	lines := 0
	for _, id := range athletes {
		all, err := b.Log(ctx, id, logLines)
		if err != nil {
			return err
		}
		if lines += len(all); len(all) > 0 && len(athletes) > 1 {
			fmt.Fprintf(a.Streams.Out, "%s\n", id)
		}
		for _, l := range all {
			a.say(a.Streams.Out, "%s  %s with %s: %s, %d calls, %d of them refused\n", l.Day.String(), l.Person, l.ClientName, l.Tool,
				l.Calls, l.Refused)
		}
	}
	nobody, err := b.Log(ctx, "", logLines)
	if err == nil && lines+len(nobody) == 0 {
		a.say(a.Streams.Out, "Nobody has asked about this athlete through a sign-in yet.\n")
	}
	for _, l := range nobody {
		a.say(a.Streams.Out, "%s  %s with %s: %s, %d calls about no athlete who agreed, all refused\n", l.Day.String(), l.Person, l.ClientName,
			l.Tool, l.Calls)
	}
	return err
}
