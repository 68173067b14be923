package cli

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/clients"
)

func (a *app) newMCPConfig() *cobra.Command {
	var o mcpOptions
	c := &cobra.Command{
		Use:   "config [CLIENT]",
		Short: "Print what a client must be told; without CLIENT, what most of them read",
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
	a.flagAthletes(c)
	return c
}

// keyPlace marks the place of the key in a printed block.
const keyPlace = "KEY"

func (a *app) printGeneric(s clients.Server) error {
	s.Key = keyPlace
	block, err := clients.Generic().Block(s)
	if err != nil {
		return err
	}
	fmt.Fprint(a.Streams.Out, block)
	if s.HTTP() {
		a.sayAtHome(a.Streams.Err, "Replace KEY by the key that lapkeep key show prints.\n")
	}
	a.sayAtHome(a.Streams.Err, "Some clients want another form; name yours: lapkeep mcp config CLIENT, one of lapkeep mcp list.\n")
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
		a.say(out, "Or with its own command:\n\n  %s\n\n", add)
	}
	if link := c.Deeplink(s); link != "" {
		a.say(out, "Or with a link:\n\n  %s\n\n", link)
	}
	switch {
	case s.HTTP() && c.Prompts: // more than one entry; see allowKey
	case s.HTTP():
		a.sayAtHome(out, "Or let Lapkeep do it: lapkeep mcp install %s --http %s\n", c.ID, s.URL)
	default:
		a.sayAtHome(out, "Or let Lapkeep do it: lapkeep mcp install %s\n", c.ID)
	}
	a.say(out, "Then:             %s\nCheck:            %s\n", a.language().Text(c.Reload), a.language().Text(c.Verify))
	if s.HTTP() {
		a.printKeyAdvice(c, s)
	}
	a.printNotes(c)
	return nil
}

// printKeyAdvice says where the client gets the bearer key from.
func (a *app) printKeyAdvice(c clients.Client, s clients.Server) {
	switch {
	case c.Prompts:
		a.sayAtHome(a.Streams.Out, "Key:              %s asks for it: lapkeep key show.\n", c.Name)
	case c.HoldsKey(s):
		a.sayAtHome(a.Streams.Out, "Key:              replace KEY by it (lapkeep key show), and keep the file to yourself (chmod 600).\n")
	default:
		a.sayAtHome(a.Streams.Out, "Key:              %s is read from the client's environment: set it to what lapkeep key "+
			"show prints.\n", clients.KeyVariable)
	}
	if u, err := url.Parse(s.URL); err == nil && u.Scheme == "http" && !loopback(u.Hostname()) {
		a.say(a.Streams.Out, "Warning:          over plain http everybody between here and there can read the key. Use https.\n")
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

// printChange shows a change of a file as lines taken out and put in, with
// some lines around them.
func (a *app) printChange(ch clients.Change) {
	fmt.Fprintln(a.Streams.Out, ch.Path)
	for _, line := range diff(string(ch.Before), string(ch.After)) {
		fmt.Fprintln(a.Streams.Out, line)
	}
}

// around is how many lines of context a change is shown with.
const around = 2

// diff compares the part between the lines that two texts begin and end with: a
// merge changes one place.
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
