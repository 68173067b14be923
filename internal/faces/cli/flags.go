package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
)

// valued is a flag's value with the name that the help gives it.
type valued struct {
	pflag.Value
	name string
}

// Type returns the name.
func (v valued) Type() string { return v.name }

// taken lists the values that flags take, with the flags. A flag that takes different values in
// different commands has its command before it.
func taken() map[string]string {
	return map[string]string{
		"ADDRESS": "addr host http public-url webhook redirect issuer",
		"AUTHOR":  "note.by",
		"BPM":     "lthr",
		"CIDR":    "trusted-proxy",
		"CLIENT":  "client",
		"COMMAND": "terminal",
		"CTL":     "ctl ramp",
		"DATE":    "start race",
		"DAY":     "on week.date",
		"DAYS":    "range days off long",
		"FILE":    "out picture tls-cert tls-key env-file file secret-file",
		"FOLDER":  "home homes dir push.to",
		"FORMAT":  "to form",
		"GOAL":    "for",
		"HOURS":   "hours",
		"ID":      "athlete as folder withdraw.of log.of client-id",
		"IDS":     "athletes add.of",
		"KIND":    "publish.to replan.to",
		"KM":      "distance-km",
		"LEVEL":   "level",
		"METRES":  "radius",
		"NAME":    "name race-name user id",
		"NAMES":   "toolsets",
		"NUMBER":  "port rate-limit",
		"PATH":    "path",
		"PATHS":   "import-dirs",
		"PERIOD":  "every",
		"REGION":  "region",
		"ROLE":    "role",
		"SERVICE": "source",
		"SPORT":   "sport",
		"TEXT":    "title",
		"TIME":    "goal-time",
		"WATTS":   "ftp",
		"WEEKS":   "weeks",
	}
}

// nameValues names the values of the flags of all commands.
func nameValues(root *cobra.Command, all []settings.Definition) {
	names := map[string]string{}
	for name, flags := range taken() {
		for flag := range strings.FieldsSeq(flags) {
			names[flag] = name
		}
	}
	for _, d := range all {
		if d.Flag != "" && d.Allowed != nil {
			names[d.Flag] = strings.Join(d.Allowed, "|")
		}
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			name := cmp.Or(names[c.Name()+"."+f.Name], names[f.Name])
			if f.NoOptDefVal == "true" {
				name = "bool" // a switch, whose value need not be written
			}
			if name != "" {
				f.Value = valued{f.Value, name}
				if slices.Contains([]string{"0", "[]"}, f.DefValue) {
					f.DefValue = ""
				}
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) { f.Value = valued{f.Value, cmp.Or(names[f.Name], f.Value.Type())} })
	walk(root)
}

// usual returns what the help says about arguments that many tools have without a description.
func usual() map[string]string {
	return map[string]string{
		"commute": "only commutes; =false leaves them out",
		"race":    "only races; =false leaves them out",
		"dry_run": "show the change without making it",
		"range":   "days, such as \"last 30 days\" or 2026-05",
		"from":    "first day, such as 2026-05-01",
		"to":      "last day",
		"date":    "a day of the period",
		"sport":   "sport, such as cycling or \"trail running\"",
		"indoor":  "only indoors; =false only outdoors",
		"limit":   "maximum number of rows",
	}
}

// addArguments makes a flag of each argument of the first tool.
func (a *app) addArguments(c *cobra.Command, s shortcut) {
	row, ok := a.Table(settings.Settings{}).Lookup(s.tool)
	if !ok {
		return
	}
	in := row.Input()
	for _, name := range in.PropertyOrder {
		flag, p := flagOf(name), in.Properties[name]
		taken := c.Flags().Lookup(flag) != nil || a.root.PersistentFlags().Lookup(flag) != nil || flag == "help"
		if taken || s.takesID && name == "id" {
			continue
		}
		c.Flags().String(flag, "", help(name, p))
		f := c.Flags().Lookup(flag)
		f.Value = valued{f.Value, valueOf(name, p)}
		if slices.Contains(kinds(p), "boolean") {
			f.NoOptDefVal = "true"
		}
		f.Hidden = name == "cursor" // the next page is for programs
		if words := choices(p); words != nil {
			_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)) // the flag exists
		}
	}
}

// help returns the description of a tool's argument: its own, the usual one, or its name with
// its unit.
func help(name string, p *jsonschema.Schema) string {
	about := cmp.Or(p.Description, usual()[name])
	if about == "" {
		about = label(name)
		if len(about) > 1 && strings.ToUpper(about[:2]) != about[:2] {
			about = strings.ToLower(about[:1]) + about[1:]
		}
		if unit := i18n.UnitOf(name); unit.Shown != "" && !unit.Clock {
			about += " in " + unit.Shown
		}
	}
	if words := choices(p); len(words) > mostWords {
		about += ": " + strings.Join(words, ", ")
	}
	return about
}

// mostWords is the maximum number of words to choose from that are shown as the name of a value.
const mostWords = 4

// valueOf returns the name of the value that a tool's argument takes.
func valueOf(name string, p *jsonschema.Schema) string {
	words, all := choices(p), kinds(p)
	switch {
	case slices.Contains(all, "boolean"):
		return "bool" // a flag without a value
	case len(words) > mostWords:
		return "WORD"
	case len(words) > 0:
		return strings.Join(words, "|")
	case slices.Contains([]string{"range", "compare", "days_off"}, name):
		return "DAYS"
	case slices.Contains([]string{"from", "to", "date", "effective_from"}, name):
		return "DAY"
	case slices.Contains(all, "number"), slices.Contains(all, "integer"):
		return "NUMBER"
	case slices.Contains(all, "array"):
		return "LIST"
	}
	return "TEXT"
}

// flagOf returns the flag of a tool's argument, with hyphens for underscores.
func flagOf(argument string) string {
	if argument == "effective_from" {
		return "from"
	}
	return strings.ReplaceAll(argument, "_", "-")
}

func kinds(p *jsonschema.Schema) []string { return append(slices.Clone(p.Types), p.Type) }

// choices returns the values that an argument allows, if it lists them.
func choices(p *jsonschema.Schema) []string {
	enum := p.Enum
	if p.Items != nil {
		enum = p.Items.Enum
	}
	var out []string
	for _, v := range enum {
		out = append(out, fmt.Sprint(v))
	}
	return out
}
