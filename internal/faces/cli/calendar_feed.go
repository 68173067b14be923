package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/training"
)

// FeedChange is what becomes of a calendar's feed.
type FeedChange int

// The changes.
const (
	FeedShow FeedChange = iota // none
	FeedOn                     // a fresh address, in place of one that there was
	FeedOff
)

// Feed is whether others may read a calendar at the HTTP server.
type Feed struct {
	On       bool
	Path     string // when it was made just now
	Replaced bool   // a path that held until now
}

func (a *app) newCalendarFeed() *cobra.Command {
	return &cobra.Command{
		Use:       "feed [on|off]",
		Short:     "Let other calendars subscribe to this one at an unguessable address of the HTTP server, or stop that",
		Args:      usage(cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs)),
		ValidArgs: []string{"on", "off"},
		RunE: func(_ *cobra.Command, args []string) error {
			change := FeedShow
			if len(args) > 0 {
				change = map[string]FeedChange{"on": FeedOn, "off": FeedOff}[args[0]]
			}
			return a.runFeed(change)
		},
	}
}

// runFeed prints an address alone on standard output, the one time that it is known.
func (a *app) runFeed(change FeedChange) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	if change == FeedOn && !isHome(s.Get(settings.Home)) {
		return training.Errorf(training.KindNotFound, "There is no home yet whose calendar could be read.").
			WithFix("Run lapkeep setup, or lapkeep import with a file.")
	}
	feed, err := a.Feed(s, change)
	if err != nil {
		return err
	}
	out := a.Streams.Err
	switch {
	case feed.Path != "":
		for _, base := range feedBases(s) {
			fmt.Fprintln(a.Streams.Out, base+feed.Path)
		}
		a.say(out, "Whoever knows this address can read the calendar, and nothing else. It is shown only this once.\n")
		if feed.Replaced {
			a.say(out, "The address of before ended with that.\n")
		}
		a.sayAtHome(out, "It answers while lapkeep serve --http runs. End it with: lapkeep calendar feed off\n")
	case feed.On:
		a.sayAtHome(out, "The calendar is read at an address that was shown when it was made. A fresh one: lapkeep calendar feed on\n")
	case change == FeedOff:
		a.say(out, "Nobody reads the calendar at an address any more.\n")
	default:
		a.sayAtHome(out, "Nobody reads the calendar at an address. Make one with: lapkeep calendar feed on\n")
	}
	return nil
}

// feedBases are the addresses that the HTTP server is set to answer at.
func feedBases(s settings.Settings) []string {
	var out []string
	for _, u := range s.List(settings.PublicURL) {
		out = append(out, strings.TrimSuffix(u, "/"))
	}
	if len(out) > 0 {
		return out
	}
	addr := s.Get(settings.HTTP)
	if addr == "" {
		addr = s.Get(settings.Host) + ":" + s.Get(settings.Port)
	}
	scheme := "http://"
	if s.Get(settings.TLSCert) != "" {
		scheme = "https://"
	}
	return []string{scheme + addr}
}
