package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/faces/clients"
	"lapkeep/internal/tools"
)

// first completes the first argument of a command from a list that is made
// when it is asked for.
func first(list func() []cobra.Completion) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return list(), cobra.ShellCompDirectiveNoFileComp
	}
}

func (a *app) toolNames() []cobra.Completion {
	var out []cobra.Completion
	for _, r := range a.Table(settings.Settings{}).Rows() {
		if !r.PageOnly {
			out = append(out, cobra.CompletionWithDesc(r.Name, r.Title))
		}
	}
	return out
}

func clientNames() []cobra.Completion {
	var out []cobra.Completion
	for _, c := range clients.Table() {
		out = append(out, cobra.CompletionWithDesc(c.ID, c.Name))
	}
	return out
}

// skillClients are those that read skills.
func skillClients() []cobra.Completion {
	var out []cobra.Completion
	for _, c := range clients.Table() {
		if c.Skills != "" {
			out = append(out, cobra.CompletionWithDesc(c.ID, c.Name))
		}
	}
	return out
}

// services are those that can be connected.
func (a *app) services() []cobra.Completion {
	var out []cobra.Completion
	for _, s := range a.Services {
		out = append(out, s.Name)
	}
	return out
}

// completeToolsets completes the last of several names between commas.
func (a *app) completeToolsets(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	var out []cobra.Completion
	for _, set := range append([]string{tools.DefaultSet, tools.AllSets}, a.Table(settings.Settings{}).Toolsets()...) {
		out = append(out, before+set)
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeSettings completes the flags of settings that know a few words.
func (a *app) completeSettings(c *cobra.Command) {
	for _, d := range settings.Catalogue(a.Places.Services) {
		complete := cobra.FixedCompletions(d.Allowed, cobra.ShellCompDirectiveNoFileComp)
		if d.Key == settings.Toolsets {
			complete = a.completeToolsets
		}
		if d.Flag != "" && c.PersistentFlags().Lookup(d.Flag) != nil && (d.Allowed != nil || d.Key == settings.Toolsets) {
			_ = c.RegisterFlagCompletionFunc(d.Flag, complete) // the flag is there
		}
	}
}

// completeArguments completes what the commands' arguments name.
func (a *app) completeArguments() {
	for name, list := range map[string]func() []cobra.Completion{
		"call": a.toolNames, "tools": a.toolNames,
		"mcp install": clientNames, "mcp config": clientNames, "mcp remove": clientNames,
		"skill install": skillClients, "skill remove": skillClients,
		"connect": a.services, "setup": a.services, "disconnect": a.services, "sync": a.services, "check": a.services,
	} {
		if c, _, err := a.root.Find(strings.Fields(name)); err == nil {
			c.ValidArgsFunction = first(list)
		}
	}
}
