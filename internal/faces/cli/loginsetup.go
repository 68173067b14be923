package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/authserver"
	"lapkeep/internal/people"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/training"
)

// ProviderSecretFile is the file in the home with the secret of Lapkeep at a provider.
const ProviderSecretFile = "login.secret" //nolint:gosec // the name of a file

// noProvider is the value of --issuer that makes people sign in here again.
const noProvider = "off"

// providerFlags say where people sign in instead of here.
type providerFlags struct {
	issuer, client, secretFile string
	tokens                     bool
}

func (a *app) newLoginSetup() *cobra.Command {
	var f providerFlags
	c := &cobra.Command{
		Use: "setup [NAME]", Short: "Switch signing in on, with the person who owns this home",
		Long: "Switch signing in on, with the person who owns this home.\n" +
			"With --issuer, people sign in at a provider (OpenID Connect) and not here; --issuer off ends that.",
		Args: usage(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(args); err != nil {
				return err
			}
			return a.withPeople(cmd, OpenOptions{Create: true}, func(ctx context.Context, b peopleBook) error {
				all, err := b.People(ctx)
				if err != nil {
					return err
				}
				if len(all) == 0 && len(args) == 0 {
					return training.Errorf(training.KindInvalid, "Nobody can sign in yet.").WithFix("Run lapkeep login setup NAME, with your name.")
				}
				if len(all) > 0 && len(args) > 0 {
					return training.Errorf(training.KindConflict, "People can already sign in to this home.").
						WithFix("Add others with lapkeep login add, or get a code with lapkeep login code.")
				}
				if f.issuer != "" {
					if err := a.setProvider(ctx, b, f); err != nil || len(args) == 0 {
						return err
					}
				}
				p, err := b.Add(ctx, args[0], training.RoleOwner, nil, time.Time{})
				if err != nil {
					return err
				}
				if a.beside != "" {
					a.say(a.Streams.Out, "%s owns all of these homes and can sign in. Restart running servers.\n", p.Name)
				} else {
					a.say(a.Streams.Out, "%s owns this home and can sign in. Restart running servers.\n", p.Name)
				}
				a.sayAtHome(a.Streams.Out,
					"Next: lapkeep serve --http 127.0.0.1:8642 --public-url https://YOUR-NAME, and add https://YOUR-NAME/mcp as a connector.\n")
				return a.printCode(ctx, b.Book, p)
			})
		},
	}
	c.Flags().StringVar(&f.issuer, "issuer", "", "the provider where people sign in, or off")
	c.Flags().StringVar(&f.client, "client-id", "", "id of Lapkeep at the provider, to sign people in there")
	c.Flags().StringVar(&f.secretFile, "secret-file", "", "file with the secret of Lapkeep at the provider; otherwise it is asked for")
	c.Flags().BoolVar(&f.tokens, "tokens", false, "programs get their access tokens from the provider, and none here")
	return c
}

func (f *providerFlags) check(args []string) error {
	switch {
	case f.issuer == "" && (f.client != "" || f.secretFile != "" || f.tokens):
		return training.Errorf(training.KindInvalid, "It is not known which provider is meant.").WithFix("Add --issuer ADDRESS.")
	case f.issuer == "" && len(args) == 0:
		return training.Errorf(training.KindInvalid, "It is not known what to set up.").
			WithFix("Give your name: lapkeep login setup NAME, or a provider with --issuer.")
	case f.issuer == "" || f.issuer == noProvider:
		return nil
	case f.client == "" && !f.tokens:
		return training.Errorf(training.KindInvalid, "It is not known what the provider is for.").
			WithFix("Add --client-id to sign people in there, --tokens to accept its access tokens, or both.")
	}
	return authserver.CheckIssuer(f.issuer)
}

// setProvider stores the provider, with its secret in a file of the home.
func (a *app) setProvider(ctx context.Context, b peopleBook, f providerFlags) error {
	file := filepath.Join(b.folder, ProviderSecretFile)
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unwritable(file, err)
	}
	if f.issuer == noProvider {
		err := b.SetProvider(ctx, nil)
		if err == nil {
			a.say(a.Streams.Out, "People sign in here. Restart running servers.\n")
		}
		return err
	}
	if f.client != "" {
		secret, err := a.providerSecret(ctx, f)
		if err != nil {
			return err
		}
		if secret != "" {
			if err := disk.WriteAtomic(file, []byte(secret+"\n"), 0o600); err != nil {
				return unwritable(file, err)
			}
		}
	}
	err := b.SetProvider(ctx, &people.Provider{Issuer: f.issuer, Client: f.client, Tokens: f.tokens})
	if err == nil {
		a.say(a.Streams.Out, "The provider is %s. Restart running servers.\n", f.issuer)
	}
	if err == nil && f.client != "" {
		a.say(a.Streams.Out, "Register https://YOUR-NAME%s there as the address for the answer.\n", authserver.ProviderAnswers)
	}
	return err
}

func unwritable(file string, err error) error {
	return training.Errorf(training.KindUnavailable, "The secret cannot be saved in %s: %w.", file, err).WithFix("Make the folder writable.")
}

// longestSecret exceeds the length of any provider's secret.
const longestSecret = 4096

func (a *app) providerSecret(ctx context.Context, f providerFlags) (string, error) {
	if f.secretFile == "" {
		text, err := a.AskSecret(ctx, a.language().Sprintf("Secret of Lapkeep at the provider (hidden as you type; Enter if there is none): "))
		return strings.TrimSpace(text), err
	}
	text, err := disk.ReadRegular(f.secretFile, longestSecret)
	if err != nil {
		return "", training.Errorf(training.KindInvalid, "The secret in %s cannot be read: %w.", f.secretFile, err).
			WithFix("Check the file, or leave out --secret-file.")
	}
	return strings.TrimSpace(string(text)), nil
}

func (a *app) newLoginLink() *cobra.Command {
	return &cobra.Command{
		Use: "link NAME SUBJECT", Short: "Say who a person is at the provider, as the sign-in page shows it", Args: usage(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withPeople(cmd, OpenOptions{}, func(ctx context.Context, b peopleBook) error {
				at, err := b.Provider(ctx)
				if err == nil && at == nil {
					err = training.Errorf(training.KindNotFound, "There is no provider.").WithFix("Run lapkeep login setup --issuer ADDRESS first.")
				}
				if err != nil {
					return err
				}
				p, err := b.Person(ctx, args[0])
				if err != nil {
					return err
				}
				if err = b.Link(ctx, p, at.Issuer, args[1]); err == nil {
					a.say(a.Streams.Out, "%s is %s at %s.\n", p.Name, args[1], at.Issuer)
				}
				return err
			})
		},
	}
}

// listProvider prints the provider, and who people are there.
func (a *app) listProvider(ctx context.Context, b *people.Book, all []people.Person) error {
	at, err := b.Provider(ctx)
	if err != nil || at == nil {
		return err
	}
	subjects, err := b.Subjects(ctx, at.Issuer)
	a.say(a.Streams.Out, "Provider: %s\n", at.Issuer)
	for _, p := range all {
		if subject := subjects[p.ID]; subject != "" {
			a.say(a.Streams.Out, "%s is %s at %s.\n", p.Name, subject, at.Issuer)
		}
	}
	return err
}
