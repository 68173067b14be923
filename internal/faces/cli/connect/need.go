package connect

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// Way is the way in which an athlete signs in to a service.
type Way int

// The ways: with a key, with an account and its password, or through an app that
// the athlete registered with the service.
const (
	ByKey Way = iota
	ByAccount
	ByApp
)

// Region is a part of a service with separate accounts.
type Region struct{ Name, Title string }

// Threshold is a number from a setting or another program's file, with its location.
type Threshold struct {
	Text, From string
	// Setting is the setting that already holds the number, or "" if there is none.
	Setting string
}

// Need lists what connecting a service requires.
type Need struct {
	Title string
	Asks  string // what the athlete needs, and where to find it; empty if nothing
	Way   Way
	// Steps describe how to create an app on the service.
	Steps []string
	// Writing lists the extra permissions an app needs to change data there; empty
	// means there is no choice.
	Writing []string
	// Regions lists the choices, in order; empty means there is no choice.
	Regions []Region
	// Given holds the known answers, and From describes where their secret came from. Empty
	// answers are asked for.
	Given Answers
	From  string
	// TokensFrom describes where the given tokens of an app came from.
	TokensFrom string
	// PasswordIn lists the environment variables that may hold the password.
	PasswordIn []string
	// Former is the config file of another program whose account may be adopted, or empty.
	// TakeOver returns the need with that file's values.
	Former   string
	TakeOver func() (Need, error)
	// FTPW and LTHRBpm are the athlete's thresholds in the settings.
	FTPW, LTHRBpm Threshold
	// Agree holds the terms to agree to first, Assistants the terms to agree to
	// before assistants see anything; an empty text means that there are none.
	Agree, Assistants Terms
	// Address is where the secret will be sent, if not to the service's own address, and
	// AddressFrom is the origin of that address.
	Address, AddressFrom string
}

// Terms holds a text that a person agrees to by typing a word.
type Terms struct{ Text, Version, Word string }

// Answers holds a person's answers for connecting a service.
type Answers struct {
	// Account is the service's id for an athlete whom the owner of the key coaches;
	// empty means the athlete in the settings or, without one, the owner.
	Account string
	// Key is the key or, for an app, an existing access token; Refresh renews that
	// token.
	Key, Refresh source.Secret
	// Credentials holds the user and password of an account, or the id and secret of an app.
	source.Credentials
	// Write requests permission to change data on the service too.
	Write bool
	// Agreed is the version of the text that the athlete agreed to, empty if none.
	Agreed string
	// Browse lets the person agree in a browser; only an app needs it.
	Browse func(ctx context.Context, address string) (pasted string, err error)
}

// longestSecret exceeds the length of any service's key.
const longestSecret = 4096

// answers collects what a service needs from the command line, the settings and
// the person.
func (e *Env) answers(ctx context.Context, n Need, o signIn) (a Answers, err error) {
	if n.Address != "" && n.Asks != "" {
		e.say(e.Err, "Your key will be sent to %s (set by %s), which is not the service's own address.\n",
			textclean.Line(n.Address, textclean.NameRunes), n.AddressFrom)
	}
	a.Account = o.account
	if a.Agreed, err = e.agreed(ctx, n.Title, n.Agree); err != nil {
		return a, err
	}
	switch n.Way {
	case ByAccount:
		a.Credentials, err = e.credentials(ctx, n, o, "User name: ", "Password (hidden as you type): ")
	case ByApp:
		err = e.app(ctx, n, o, &a)
	default:
		if n.Asks != "" {
			a.Key, err = e.key(ctx, n)
		}
	}
	return a, err
}

// app asks for the credentials of an app that the athlete registered.
func (e *Env) app(ctx context.Context, n Need, o signIn, a *Answers) (err error) {
	a.Browse = e.browse
	if e.InTTY && n.Given.Password.Empty() && len(n.Steps) > 0 {
		e.say(e.Err, "If you have no application of your own on %s yet, create one:\n", n.Title)
		for i, step := range n.Steps {
			fmt.Fprintf(e.Err, "  %d. %s\n", i+1, e.in().Text(step))
		}
	}
	a.Credentials, err = e.credentials(ctx, n, o, "Client ID of your app: ", "Client secret (hidden as you type): ")
	if a.Write = o.write; err == nil && !a.Write && e.InTTY && len(n.Writing) > 0 {
		a.Write, err = e.yes(ctx, e.in().Sprintf("Should Lapkeep also make changes on %s? This needs the permissions %s. [y/N] ", n.Title,
			strings.Join(n.Writing, ", ")))
	}
	if err == nil && (!n.Given.Key.Empty() || !n.Given.Refresh.Empty()) {
		e.say(e.Err, "Using the sign-in from %s.\n", n.TokensFrom)
		a.Key, a.Refresh = n.Given.Key, n.Given.Refresh
	}
	return err
}

// key returns the key from the settings, from a person at the terminal, or from
// standard input.
func (e *Env) key(ctx context.Context, n Need) (source.Secret, error) {
	if !n.Given.Key.Empty() {
		e.say(e.Err, "Using the key from %s.\n", n.From)
		return n.Given.Key, nil
	}
	var text string
	var err error
	if e.InTTY {
		e.say(e.Err, "%s needs %s.\n", n.Title, e.in().Text(n.Asks))
		text, err = e.AskSecret(ctx, e.in().Text("Key (hidden as you type): "))
	} else {
		text, err = bufio.NewReader(io.LimitReader(e.In, longestSecret)).ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
	}
	if err != nil {
		return source.Secret{}, unread(ctx, err)
	}
	text = strings.TrimSpace(text)
	if text == "" || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return source.Secret{}, training.Errorf(training.KindInvalid, "No key was entered.").
			WithFix("Enter %s at a terminal, or pass it on standard input.", e.in().Text(n.Asks))
	}
	return source.NewSecret(text), nil
}

func unread(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, io.EOF):
		return unanswered()
	}
	return training.Errorf(training.KindUnavailable, "The key could not be read: %w.", err)
}

// credentials asks for region, user and password, in the order in which they depend
// on each other. The password is typed or comes from a variable, because others
// could read it in an argument or a file.
func (e *Env) credentials(ctx context.Context, n Need, o signIn, user, password string) (c source.Credentials, err error) {
	if e.InTTY {
		e.say(e.Err, "%s needs %s.\n", n.Title, e.in().Text(n.Asks))
	}
	if c.Region, err = e.region(ctx, n, o.region); err != nil {
		return c, err
	}
	c.User = cmp.Or(o.user, n.Given.User)
	if c.User == "" && e.InTTY {
		if c.User, err = e.Ask(ctx, e.in().Text(user)); err != nil {
			return c, err
		}
	}
	if c.User == "" {
		return c, training.Errorf(training.KindInvalid, "No user name was entered.").WithFix("Type it at a terminal, or pass --user.")
	}
	if !n.Given.Password.Empty() {
		e.say(e.Err, "Using the password from %s.\n", n.From)
		c.Password = n.Given.Password
		return c, nil
	}
	text := ""
	if e.InTTY {
		if text, err = e.AskSecret(ctx, e.in().Text(password)); err != nil {
			return c, unread(ctx, err)
		}
	}
	if text == "" || len(text) > longestSecret {
		return c, training.Errorf(training.KindInvalid, "No password was entered. Lapkeep does not read passwords from a pipe or an "+
			"argument.").
			WithFix("Type it at a terminal, or set %s.", strings.Join(n.PasswordIn, ", "))
	}
	c.Password = source.NewSecret(text)
	return c, nil
}

// region returns the given region, or lets a person choose one.
func (e *Env) region(ctx context.Context, n Need, said string) (string, error) {
	said = cmp.Or(said, n.Given.Region)
	var names []string
	for _, r := range n.Regions {
		names = append(names, r.Name)
	}
	switch {
	case said == "" && len(names) == 0, slices.Contains(names, said):
		return said, nil
	case said != "" && len(names) == 0:
		return "", training.Errorf(training.KindInvalid, "%s has no regions, so --region cannot be used.", n.Title).WithFix("Leave --region out.")
	case said != "":
		return "", training.Errorf(training.KindInvalid, "Unknown region %q.", said).WithFix("Use one of: %s.", strings.Join(names, ", "))
	case !e.InTTY:
		return "", training.Errorf(training.KindInvalid, "%s has separate accounts for each region, and --region is missing.", n.Title).
			WithFix("Pass --region with one of: %s.", strings.Join(names, ", "))
	}
	var titles []string
	for _, r := range n.Regions {
		titles = append(titles, e.in().Text(r.Title)+" ("+r.Name+")")
	}
	i, err := e.Choose(ctx, e.in().Sprintf("Region of the account (1 to %d): ", len(titles)), titles)
	if errors.Is(err, ErrLeft) {
		err = unanswered()
	}
	return names[i], err
}

// ErrLeft is the error for a menu that the person left without choosing.
var ErrLeft = errors.New("left the menu")

// Choose asks a person to choose one of several options by its number, and returns its
// index.
func (e *Env) Choose(ctx context.Context, prompt string, titles []string) (int, error) {
	for i, title := range titles {
		fmt.Fprintf(e.Err, "  %d  %s\n", i+1, title)
	}
	for {
		text, err := e.pick(ctx, prompt)
		if err != nil {
			return 0, err
		}
		if i, err := strconv.Atoi(text); err == nil && i >= 1 && i <= len(titles) {
			return i - 1, nil
		}
	}
}

// pick asks a person for a line that q, Esc or Ctrl-C leave with [ErrLeft].
func (e *Env) pick(ctx context.Context, prompt string) (string, error) {
	ask := e.AskMenu
	if ask == nil {
		ask = e.Ask
	}
	text, err := ask(ctx, prompt)
	if errors.Is(err, io.EOF) || strings.EqualFold(text, "q") {
		err = ErrLeft
	}
	return text, err
}

// Accepts asks a yes-or-no question that Enter and y accept, and anything else declines.
func (e *Env) Accepts(ctx context.Context, question string) (bool, error) {
	text, err := e.pick(ctx, question)
	if err != nil && ctx.Err() == nil {
		return false, nil // the person left
	}
	return text == "" || strings.EqualFold(text, "y") || strings.EqualFold(text, "yes"), err
}

// browse shows the address at which to agree. If the browser cannot reach this
// machine, the person pastes the address of its last page.
func (e *Env) browse(ctx context.Context, address string) (string, error) {
	e.say(e.Err, "Open this page in a browser and agree there:\n  %s\n", address)
	e.say(e.Err, "If the browser ends on a page that does not load, paste that page's address here, or the code in it.\n")
	return e.line(ctx)
}

// Ask asks a person for a line.
func (e *Env) Ask(ctx context.Context, question string) (string, error) {
	fmt.Fprint(e.Err, question)
	text, err := e.line(ctx)
	if err != nil && ctx.Err() == nil {
		return "", unanswered()
	}
	return text, err
}

func unanswered() error {
	return training.Errorf(training.KindInvalid, "Nothing was saved, because one question was not answered.").WithFix("Run it again.")
}

// typed is a line of standard input.
type typed struct {
	text string
	err  error
}

// line returns the next line of standard input. If ctx ends first, the line is
// returned by the next call.
func (e *Env) line(ctx context.Context) (string, error) {
	if e.typing == nil {
		to := make(chan typed, 1)
		e.typing = to
		go func() {
			text, err := readLine(e.In)
			to <- typed{text, err}
		}()
	}
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case t := <-e.typing:
		e.typing = nil
		return t.text, t.err
	}
}

// readLine reads a line and no byte after it, because what follows may be a
// password, which another function reads.
func readLine(r io.Reader) (string, error) {
	var line []byte
	for b := [1]byte{}; len(line) < longestSecret; {
		n, err := r.Read(b[:])
		if n == 1 && b[0] == '\n' {
			break
		}
		line = append(line, b[:n]...)
		if err != nil {
			if errors.Is(err, io.EOF) && len(line) > 0 {
				break
			}
			return "", err
		}
	}
	return strings.TrimSpace(string(line)), nil
}
