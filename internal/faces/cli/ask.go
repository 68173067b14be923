package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/faces/cli/connect"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
)

// shortcut is a command that calls a tool. Its flags are the tool's arguments.
type shortcut struct {
	name, short, tool string
	takesID           bool     // the command's only argument is the tool's id
	takesPairs        bool     // the command's arguments alternate between names and values
	hides             []string // fields that people do not need; --json has them
	view              view     // how people see the usual answer; one with chosen sections is shown whole
}

// ofShortcut is the help text of a shortcut.
const ofShortcut = "%s.\nCalls the tool %s; the flags are its arguments. See docs/tools.md."

// forPrograms lists the fields of answers that only programs need.
func forPrograms() []string {
	return []string{"time_zone", "next_cursor", "stop_reason", "truncated", "narrow", "resolution", "as_of", "source", "rule"}
}

func shortcuts() []shortcut {
	return []shortcut{
		{name: "activities", short: "List activities, newest first", tool: "list_activities", view: viewActivities},
		{name: "activity", short: "Show one activity", takesID: true, tool: "get_activity", view: viewActivity},
		{name: "load", short: "Show training load, fitness and form", tool: "analyze_training_load", view: viewLoad},
		{name: "curve", short: "Show your best efforts by duration or distance", tool: "get_curves", view: viewCurve},
		{name: "week", short: "Show the totals of a week or another period", tool: "get_training_summary", view: viewWeek},
		{name: "records", short: "Show personal records", tool: "get_records"},
		{name: "goals", short: "Show your goals and what they still need", tool: "list_goals", view: viewGoals},
		{name: "gear", short: "Show your bikes, shoes and parts with their use", tool: "list_gear", view: viewGear},
		{name: "segments", short: "Show your segments and climbs with your best times", tool: "list_segments", view: viewSegments},
		{name: "roster", short: "Show all athletes of this home folder, those who need attention first", tool: "get_roster", view: viewRoster},
		{name: "settings", short: "Show your thresholds, zones and other settings", tool: "get_athlete_profile", view: viewSettings},
		{
			name: "set", short: "Set thresholds, weight and other settings, such as ftp 250", takesPairs: true,
			tool: "update_athlete_settings",
		},
		{name: "wellness", short: "Show sleep, resting heart rate, weight and more", tool: "get_wellness", view: viewWellness},
	}
}

func (a *app) newShortcut(s shortcut) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   s.name,
		Short: s.short,
		Long:  fmt.Sprintf(ofShortcut, s.short, s.tool),
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(cmd.Context(), OpenOptions{Create: true, OrReadOnly: true}, func(w *Workbench) error {
				return a.runShortcut(cmd, w, s, args, asJSON)
			})
		},
	}
	if s.takesID {
		c.Use += " ID"
		c.Args = cobra.ExactArgs(1)
		c.ValidArgsFunction = a.completeActivities
	}
	if s.takesPairs {
		c.Use += " [NAME VALUE]..."
		c.Args = cobra.ArbitraryArgs
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the same output as lapkeep call")
	return c
}

// prepare adds the flags to the command in a command line, if it is a shortcut. Only
// shortcuts build the tool table, so that other commands do not wait for it.
func (a *app) prepare(args []string) {
	if len(args) > 0 && (args[0] == "help" || strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)) {
		args = args[1:]
	}
	c, _, err := a.root.Find(args)
	if err != nil || c.Parent() != a.root {
		return
	}
	for _, s := range shortcuts() {
		if s.name == c.Name() {
			a.addArguments(c, s)
		}
	}
}

func (a *app) runShortcut(cmd *cobra.Command, w *Workbench, s shortcut, args []string, asJSON bool) error {
	said := map[string]any{}
	if row, ok := w.Table.Lookup(s.tool); ok {
		given(cmd, row, said)
		if s.takesPairs {
			if err := pairs(cmd, row, args, said); err != nil {
				return err
			}
		}
	}
	if s.takesID {
		said["id"] = args[0]
	}
	arguments, err := json.Marshal(said)
	if err != nil {
		return err
	}
	shown := s.view
	if said["sections"] != nil {
		shown = nil
	}
	return a.runCall(cmd.Context(), w, s.tool, arguments, a.printer(!asJSON, shown, append(forPrograms(), s.hides...)...))
}

// given adds the arguments from the command line. A range of days on the command
// line replaces the default range.
func given(cmd *cobra.Command, row tools.Row, said map[string]any) {
	for _, name := range row.Input().PropertyOrder {
		f := cmd.Flags().Lookup(flagOf(name))
		if f == nil || !f.Changed {
			continue
		}
		if name == "from" || name == "to" {
			delete(said, "range")
		}
		said[name] = argument(row.Input().Properties[name], f.Value.String())
	}
}

// pairs adds the arguments of a command line in which names and values alternate. A name may
// lack its unit: "ftp" for ftp_w.
func pairs(cmd *cobra.Command, row tools.Row, args []string, said map[string]any) error {
	in := row.Input()
	for i := 0; i < len(args); i += 2 {
		name, ok := settingOf(in.PropertyOrder, args[i])
		switch {
		case !ok:
			return &usageError{wrongUse(sayingf("%q is not a setting.", args[i])), seeHelp(cmd)}
		case i+1 == len(args):
			return &usageError{
				wrongUse(sayingf("%q has no value.", args[i])),
				sayingf("Run: %s", cmd.CommandPath()+" "+args[i]+" VALUE"),
			}
		}
		said[name] = argument(in.Properties[name], args[i+1])
	}
	return nil
}

// settingOf finds the argument with the given name, with or without its unit.
func settingOf(all []string, name string) (string, bool) {
	name = strings.ReplaceAll(strings.ToLower(name), "-", "_")
	for _, x := range all {
		if x == name || strings.TrimSuffix(x, i18n.UnitOf(x).Suffix) == name {
			return x, true
		}
	}
	return "", false
}

// argument converts a flag's text to the form that the tool expects; a list may be
// comma-separated words. Text that does not fit is passed on for the tool to reject.
func argument(p *jsonschema.Schema, text string) any {
	all := kinds(p)
	raw := func(kind string) bool { return slices.Contains(all, kind) && json.Valid([]byte(text)) }
	switch {
	case raw("number"), raw("integer"), raw("boolean"), raw("object"), raw("array") && strings.HasPrefix(text, "["):
		return json.RawMessage(text)
	case slices.Contains(all, "array") && p.Items != nil:
		var list []any
		for part := range strings.SplitSeq(text, ",") {
			list = append(list, argument(p.Items, strings.TrimSpace(part)))
		}
		return list
	}
	return text
}

// completeActivities offers the latest activities.
func (a *app) completeActivities(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []cobra.Completion
	err := a.open(cmd.Context(), OpenOptions{ReadOnly: true}, func(w *Workbench) error {
		var err error
		out, err = latest(cmd.Context(), w)
		return err
	})
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

func latest(ctx context.Context, w *Workbench) ([]cobra.Completion, error) {
	call, err := w.NewCall(ctx)
	if err != nil {
		return nil, err
	}
	res, err := w.Table.Call(ctx, "list_activities", call, json.RawMessage(`{"limit":30}`))
	if err != nil {
		return nil, err
	}
	var answer struct {
		Activities []struct {
			ID   string `json:"id"`
			Date string `json:"local_date"`
			Name string `json:"name"`
		} `json:"activities"`
	}
	err = json.Unmarshal(res.Structured, &answer)
	var out []cobra.Completion
	for _, x := range answer.Activities {
		out = append(out, cobra.CompletionWithDesc(x.ID, strings.TrimSpace(x.Date+" "+x.Name)))
	}
	return out, err
}

// helpInWords shows the help in the language of this run. Texts are translated only
// when help is requested, so other commands do not wait for it.
func (a *app) helpInWords(root *cobra.Command) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		a.sayCommand(c)
		help(c, args)
	})
	root.SetUsageFunc(func(c *cobra.Command) error {
		a.sayCommand(c)
		_, err := fmt.Fprint(c.OutOrStderr(), a.usageText(c))
		return err
	})
}

// sayCommand translates the help texts of a command.
func (a *app) sayCommand(c *cobra.Command) {
	in := a.language()
	c.Short, c.Long = a.about(c)
	for _, sub := range c.Commands() {
		sub.Short, _ = a.about(sub)
	}
	say := func(f *pflag.Flag) {
		f.Usage = in.Text(f.Usage)
		switch f.Name {
		case "help":
			f.Usage = a.text("help for %s", c.Name())
		case "version":
			f.Usage = a.text("version for %s", c.Name())
		}
	}
	c.LocalFlags().VisitAll(say)
	c.InheritedFlags().VisitAll(say)
}

// about returns the short and long description of a command, translated.
func (a *app) about(c *cobra.Command) (short, long string) {
	if c.Parent() == a.root {
		if c.Name() == "connect" {
			return connect.About(a.Services, a.text)
		}
		for _, s := range shortcuts() {
			if s.name == c.Name() {
				return a.language().Text(s.short), a.text(ofShortcut, i18n.Word(s.short), s.tool)
			}
		}
	}
	return a.language().Text(c.Short), a.language().Text(c.Long)
}

// usageText returns the usage text of a command, laid out as cobra does.
func (a *app) usageText(c *cobra.Command) string {
	var b strings.Builder
	b.WriteString(a.text("Usage:"))
	if c.Runnable() {
		fmt.Fprintf(&b, "\n  %s", c.UseLine())
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\n  %s [command]", c.CommandPath())
		a.listCommands(&b, c)
	}
	flags := func(title string, set *pflag.FlagSet) {
		if set.HasAvailableFlags() {
			b.WriteString("\n\n" + title + "\n" + strings.TrimRight(set.FlagUsagesWrapped(a.Streams.Width), " \n"))
		}
	}
	flags(a.text("Flags:"), c.LocalFlags())
	if c.HasAvailableInheritedFlags() {
		b.WriteString("\n\n" + a.text("Flags of all commands: lapkeep --help"))
	}
	if c.HasAvailableSubCommands() {
		b.WriteString("\n\n" + a.text("Use \"%s [command] --help\" for more information about a command.", c.CommandPath()))
	}
	b.WriteString("\n")
	return b.String()
}

// group is a part of the list of commands in the help.
type group struct{ title, names string }

// groups returns the parts in order; the last one has all other commands.
func (a *app) groups() []group {
	return []group{
		{a.text("To start:"), "setup demo import watch connect sync check disconnect"},
		{a.text("Your data:"), "activities activity week load curve records wellness goals gear segments settings set duplicates"},
		{a.text("Training:"), "today report picture plan workout calendar note memory"},
		{a.text("Assistants and the dashboard:"), "dashboard mcp skill serve key login approve privacy tools call"},
		{a.text("Care:"), ""},
	}
}

// listCommands writes the commands below c; those of the program are in groups.
func (a *app) listCommands(b *strings.Builder, c *cobra.Command) {
	rest := slices.DeleteFunc(slices.Clone(c.Commands()), func(sub *cobra.Command) bool {
		return !sub.IsAvailableCommand() && sub.Name() != "help"
	})
	list := func(title string, all []*cobra.Command) {
		b.WriteString("\n\n" + title)
		for _, sub := range all {
			fmt.Fprintf(b, "\n  %-*s %s", sub.NamePadding(), sub.Name(), sub.Short)
		}
	}
	if c.HasParent() {
		list(a.text("Available Commands:"), rest)
		return
	}
	for _, g := range a.groups() {
		var in []*cobra.Command
		for name := range strings.FieldsSeq(g.names) {
			if i := slices.IndexFunc(rest, func(sub *cobra.Command) bool { return sub.Name() == name }); i >= 0 {
				in = append(in, rest[i])
				rest = slices.Delete(rest, i, i+1)
			}
		}
		if g.names == "" {
			in = rest
		}
		list(g.title, in)
	}
}
