package cli

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// agreed returns the server that a client's entry is to start, and the variables that the
// entry sets. If the server may do more than before, agreed first asks a person.
func (a *app) agreed(c clients.Client, path string, o mcpOptions) (s clients.Server, environ []string, err error) {
	if s, err = a.server(o); err != nil {
		return s, nil, err
	}
	standing, found, err := c.Standing(path, o.name)
	if err != nil || !found {
		return s, nil, err
	}
	s, more := a.keeping(standing, s)
	return s, standing.Environ, a.agreeToMore(c, more, o)
}

// keeping returns the server that an entry is to start: the current one, with the options of
// this command line. more lists the rights that the new server adds.
func (a *app) keeping(standing clients.Standing, asked clients.Server) (s clients.Server, more []string) {
	switch {
	case standing.HTTP() != asked.HTTP() && standing.HTTP():
		return asked, []string{a.text("it started its own server before, and now connects to %s", standing.URL)}
	case standing.HTTP() != asked.HTTP():
		return asked, []string{
			a.text("the server at %s decided what is allowed; now the client starts its own server", asked.URL),
		}
	case asked.HTTP():
		return asked, nil
	case !startsLapkeep(standing):
		return asked, []string{a.text("it now starts a different program (%s)", standing.Command)}
	}
	asked.Args = keptArguments(standing.Args, asked.Args)
	was, err := a.entrySettings(standing.Args, standing.Environ)
	if err != nil {
		return asked, []string{a.text("what it currently allows is unknown: %w", err)}
	}
	now, err := a.entrySettings(asked.Args, standing.Environ)
	if err != nil {
		return asked, nil // connecting to it will report what is wrong
	}
	return asked, a.wider(was, now)
}

// startsLapkeep reports whether an entry starts this program, in any folder; a
// wrapper (a container, a remote machine) is not rewritten.
func startsLapkeep(s clients.Standing) bool {
	name := s.Command[strings.LastIndexAny(s.Command, `/\`)+1:]
	return strings.HasPrefix(strings.ToLower(name), "lapkeep") && slices.Contains(s.Args, "serve")
}

// keptArguments returns the current arguments with the requested flags set. asked is a
// command, then pairs of flag and value.
func keptArguments(standing, asked []string) []string {
	out := standing
	for pair := range slices.Chunk(asked[1:], 2) {
		out = withFlag(out, pair[0], pair[1])
	}
	return out
}

// withFlag sets a flag at its first occurrence, or at the end.
func withFlag(args []string, flag, value string) []string {
	var out []string
	at := -1
	for i := 0; i < len(args); i++ {
		alone := args[i] == flag
		if !alone && !strings.HasPrefix(args[i], flag+"=") {
			out = append(out, args[i])
			continue
		}
		if at < 0 {
			at = len(out)
		}
		if alone {
			i++ // skip its value
		}
	}
	if at < 0 {
		at = len(out)
	}
	return slices.Insert(out, at, flag, value)
}

// entrySettings returns the settings of a server that a client starts: without
// this shell's variables and outside any project folder.
func (a *app) entrySettings(args, environ []string) (settings.Settings, error) {
	in := a.Places
	in.WorkDir, in.Environ = in.UserHome, append(a.bareEnvironment(), environ...)
	in.Flags = map[settings.Key]string{}
	for _, d := range settings.Catalogue(a.Places.Services) {
		if text, ok := flagIn(args, "--"+d.Flag); ok && d.Flag != "" && !d.Switch {
			in.Flags[d.Key] = text
		}
	}
	in.EnvFile, _ = flagIn(args, "--env-file")
	return settings.Load(in)
}

// flagIn returns the last value of a flag.
func flagIn(args []string, flag string) (value string, ok bool) {
	for i, arg := range args {
		if text, found := strings.CutPrefix(arg, flag+"="); found {
			value, ok = text, true
		}
		if arg == flag && i+1 < len(args) {
			value, ok = args[i+1], true
		}
	}
	return value, ok
}

// wider returns the rights that the new settings give an assistant beyond the
// old ones.
func (a *app) wider(was, now settings.Settings) []string {
	var out []string
	for _, k := range []settings.Key{settings.Writes, settings.Consent} {
		before, after := was.Value(k), now.Value(k)
		if slices.Index(after.Allowed, after.Text) > slices.Index(after.Allowed, before.Text) {
			out = append(out, a.text("%s %s instead of %s", k, after.Text, before.Text))
		}
	}
	if after, before := now.List(settings.Athletes), was.List(settings.Athletes); !slices.Contains(before, "all") {
		for _, who := range after {
			if !slices.Contains(before, who) {
				out = append(out, a.text("answers about the athlete %s", who))
			}
		}
	}
	if a.offersMore(was, now) {
		out = append(out, a.text("toolsets %s instead of %s", now.Get(settings.Toolsets), was.Get(settings.Toolsets)))
	}
	for _, dir := range now.Paths(settings.ImportDirs) {
		if !slices.ContainsFunc(was.Paths(settings.ImportDirs), func(had string) bool { return below(dir, had) }) {
			out = append(out, a.text("imports from %s", dir))
		}
	}
	return out
}

// offersMore reports whether the new toolsets offer a tool that the old ones
// did not, ignoring the permission to write.
func (a *app) offersMore(was, now settings.Settings) bool {
	if was.Get(settings.Toolsets) == now.Get(settings.Toolsets) {
		return false
	}
	table := a.Table(now)
	before, err := table.Select(tools.Selection{Toolsets: was.List(settings.Toolsets), Writes: tools.WritesFull})
	if err != nil {
		return true
	}
	after, err := table.Select(tools.Selection{Toolsets: now.List(settings.Toolsets), Writes: tools.WritesFull})
	return err == nil && slices.ContainsFunc(after.Names(), func(name string) bool { return !slices.Contains(before.Names(), name) })
}

// below reports whether path is folder or lies inside it.
func below(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// agreeToMore asks for agreement before an entry allows more than the current one.
func (a *app) agreeToMore(c clients.Client, more []string, o mcpOptions) error {
	if len(more) == 0 || o.replace {
		return nil
	}
	said := a.text("%s already has the entry %s, and the new one may allow more: %s.", c.Name, o.name, a.together(more))
	if o.dryRun {
		a.say(a.Streams.Err, "%s Pass --replace to save it.\n", said)
		return nil
	}
	if a.Streams.InTTY {
		a.say(a.Streams.Err, "%s\nSave it? [y/N] ", said)
		var typed string
		if _, err := fmt.Fscanln(a.Streams.In, &typed); err == nil && strings.HasPrefix(strings.ToLower(typed), "y") {
			return nil
		}
		return training.Errorf(training.KindNeedsConsent, "Nothing was changed, because you did not confirm.")
	}
	return training.Errorf(training.KindNeedsConsent, "%s", said).WithFix("To save it anyway, add --replace.")
}

func (a *app) newMCPConfig() *cobra.Command {
	var o mcpOptions
	c := &cobra.Command{
		Use:   "config [CLIENT]",
		Short: "Print the configuration for a client; without CLIENT, the block that most clients accept",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := a.server(o)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return a.printGeneric(s)
			}
			c, err := clients.Find(args[0])
			if err != nil {
				return err
			}
			return a.printConfig(c, s)
		},
	}
	o.flagName(c)
	o.flagHTTP(c)
	a.flagOfServe(c, settings.Athletes)
	return c
}

// keyPlace is the placeholder for the key in a printed block.
const keyPlace = "KEY"

func (a *app) printGeneric(s clients.Server) error {
	s.Key = keyPlace
	block, err := clients.Generic().Block(s)
	if err != nil {
		return err
	}
	fmt.Fprint(a.Streams.Out, block)
	if s.HTTP() {
		a.sayAtHome(a.Streams.Err, "Replace KEY with the output of lapkeep key show.\n")
	}
	a.sayAtHome(a.Streams.Err, "Some clients need another format: lapkeep mcp config CLIENT, with a name from lapkeep mcp list.\n")
	return nil
}

func (a *app) printConfig(c clients.Client, s clients.Server) error {
	out := a.Streams.Out
	if c.Manual() {
		for i, step := range c.Steps {
			fmt.Fprintf(out, "%d. %s\n", i+1, a.language().Text(step))
		}
		a.printNotes(c)
		return nil
	}
	s.Key = keyPlace
	block, err := c.Block(s)
	if err != nil {
		return err
	}
	path, err := c.File(a.place())
	if err != nil {
		path = a.text("the client's configuration file")
	}
	a.say(out, "%s, in %s:\n\n%s\n", c.Name, path, block)
	if add := c.AddCommand(s, runtime.GOOS); add != "" {
		a.say(out, "Or use its own command:\n\n  %s\n\n", add)
	}
	if link := c.Deeplink(s); link != "" {
		a.say(out, "Or open this link:\n\n  %s\n\n", link)
	}
	switch {
	case s.HTTP() && c.Prompts: // more than one entry; see allowKey
	case s.HTTP():
		a.sayAtHome(out, "Or let Lapkeep do it: lapkeep mcp install %s --http %s\n", c.ID, s.URL)
	default:
		a.sayAtHome(out, "Or let Lapkeep do it: lapkeep mcp install %s\n", c.ID)
	}
	a.say(out, "Then:             %s\nTest:             %s\n", a.language().Text(c.Reload), a.language().Text(c.Verify))
	if s.HTTP() {
		a.printKeyAdvice(c, s)
	}
	a.printNotes(c)
	return nil
}

// printKeyAdvice prints where the client gets the bearer key from.
func (a *app) printKeyAdvice(c clients.Client, s clients.Server) {
	switch {
	case c.Prompts:
		a.sayAtHome(a.Streams.Out, "Key:              %s asks for it: lapkeep key show.\n", c.Name)
	case c.HoldsKey(s):
		a.sayAtHome(a.Streams.Out, "Key:              replace KEY with the output of lapkeep key show, and make the file readable only "+
			"by you (chmod 600).\n")
	default:
		a.sayAtHome(a.Streams.Out, "Key:              the client reads it from the environment variable %s: set it to the output of "+
			"lapkeep key show.\n", clients.KeyVariable)
	}
	if u, err := url.Parse(s.URL); err == nil && u.Scheme == "http" && !loopback(u.Hostname()) {
		a.say(a.Streams.Out, "Warning:          with plain http, anyone between you and the server can read the key. Use https.\n")
	}
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

func (a *app) printNotes(c clients.Client) {
	for _, n := range c.Notes {
		a.say(a.Streams.Out, "Note:             %s\n", a.language().Text(n))
	}
}

func (a *app) exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// printChange shows the removed and added lines of a file, with some lines of
// context.
func (a *app) printChange(ch clients.Change) {
	fmt.Fprintln(a.Streams.Out, ch.Path)
	for _, line := range diff(string(ch.Before), string(ch.After)) {
		fmt.Fprintln(a.Streams.Out, line)
	}
}

// around is the number of context lines around a change.
const around = 2

// diff compares two texts between their common first and last lines: a merge
// changes only one part.
func diff(before, after string) []string {
	x, y := lines(before), lines(after)
	head := 0
	for head < min(len(x), len(y)) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < min(len(x), len(y))-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	var out []string
	for _, l := range x[max(0, head-around):head] {
		out = append(out, "  "+l)
	}
	for _, l := range x[head : len(x)-tail] {
		out = append(out, "- "+l)
	}
	for _, l := range y[head : len(y)-tail] {
		out = append(out, "+ "+l)
	}
	for _, l := range x[len(x)-tail : len(x)-tail+min(around, tail)] {
		out = append(out, "  "+l)
	}
	return out
}

func lines(text string) []string {
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
