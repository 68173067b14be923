package tools

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// Table is a set of tools, ordered by name. It is immutable and safe for concurrent use.
type Table struct {
	rows     []Row          // offered rows, by name
	at       map[string]int // index in rows, by name
	within   []Row          // offered rows and those that can be offered; nil if nothing can widen the table
	all      []Row          // all rows, including those not selected, for hints
	old      map[string]string
	log      *slog.Logger
	calling  func(tool string) (ended func(outcome string)) // nil if nobody counts calls
	refs     References                                     // if nil, ids are used unchanged
	services []string                                       // services whose ids refs can find, in the order in which they are tried
	athletes Athletes                                       // nil if the table serves a single athlete
	everyone Athletes                                       // about whom the tools answer that answer about all
	// accessLog records the calls of people from elsewhere.
	accessLog AccessLog
	// making makes a row with its handler when the tool is called; nil if the rows have theirs.
	making func(tool string) Row
	// home is the flag with which commands find the folder with the data. It is empty for
	// the default folder.
	home string
}

// NewTable returns a table of rows. If two rows have the same name, the first
// is used, but the tests of the table reject this.
func NewTable(rows ...Row) *Table {
	t := &Table{all: slices.Clone(rows), log: slog.New(slog.DiscardHandler)}
	slices.SortStableFunc(t.all, func(a, b Row) int { return strings.Compare(a.Name, b.Name) })
	return t.offering(t.all)
}

func (t *Table) offering(rows []Row) *Table {
	c := *t
	c.rows, c.at = rows, make(map[string]int, len(rows))
	for i, r := range rows {
		if _, taken := c.at[r.Name]; !taken {
			c.at[r.Name] = i
		}
	}
	return &c
}

// Making returns a table whose rows only say what is offered, as those of a table without a store:
// the row that a call runs is made by the function. It is for [Call.Home].
func (t *Table) Making(row func(tool string) Row) *Table {
	c := *t
	c.making = row
	return &c
}

// WithLog returns a table that logs bugs in tools to log.
func (t *Table) WithLog(log *slog.Logger) *Table {
	c := *t
	c.log = log
	return &c
}

// WithCounter returns a table that reports each call to calling and its end, with "ok" or the
// kind of the error, to what that returns.
func (t *Table) WithCounter(calling func(tool string) (ended func(outcome string))) *Table {
	c := *t
	c.calling = calling
	return &c
}

// WithHome returns a table that adds the flag that selects the home (" --home X") to the
// commands in its advice.
func (t *Table) WithHome(flag string) *Table {
	c := *t
	c.home = flag
	return &c
}

// WithOldNames returns a table that accepts the names of other servers' tools.
// old maps each name to its replacement here ("get_activity with sections laps").
func (t *Table) WithOldNames(old map[string]string) *Table {
	c := *t
	c.old = maps.Clone(old)
	return &c
}

// Lookup returns the offered row with the given name.
func (t *Table) Lookup(name string) (Row, bool) {
	i, ok := t.at[name]
	if !ok {
		return Row{}, false
	}
	return t.rows[i], true
}

// Rows returns the offered rows, ordered by name.
func (t *Table) Rows() []Row { return slices.Clone(t.rows) }

// Names returns the names of the offered tools in order.
func (t *Table) Names() []string { return names(t.rows) }

func names(rows []Row) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.Name
	}
	return out
}

// Toolsets returns the names of all toolsets, offered or not, in order.
func (t *Table) Toolsets() []string {
	var sets []string
	for _, r := range t.all {
		sets = append(sets, r.Toolset)
	}
	slices.Sort(sets)
	return slices.Compact(sets)
}

func (t *Table) replacement(name string) (string, bool) {
	if r, ok := t.old[name]; ok {
		return r, true
	}
	r, ok := t.old[snake(name)]
	return r, ok
}

// Explains reports whether the table can explain why a tool is not offered: because it
// was not selected, or because it has another name here.
func (t *Table) Explains(name string) bool {
	if _, offered := t.Lookup(name); offered {
		return false
	}
	_, moved := t.replacement(name)
	return moved || slices.ContainsFunc(t.all, func(r Row) bool { return r.Name == name })
}

// unknown returns the error for a call to a tool that is not offered.
func (t *Table) unknown(name string) error {
	if slices.ContainsFunc(t.all, func(r Row) bool { return r.Name == name }) {
		return training.Errorf(training.KindForbidden, "%s is not offered here.", name).WithFix("%s", upper(t.way(name)))
	}
	e := training.Errorf(training.KindNotFound, "There is no tool %q.", Clip(name))
	if replacement, ok := t.replacement(name); ok {
		return e.WithFix("Use %s.", replacement)
	}
	for _, rows := range [][]Row{t.rows, t.all} {
		if near := nearest(snake(name), rows); near != "" {
			return e.WithFix("Did you mean %s?", near)
		}
	}
	return e.WithFix("The tools are %s.", listWords(t.Names(), "none"))
}

// nearest returns the tool that was most likely meant. It returns a tool that
// deletes only if the name asks to delete something.
func nearest(name string, rows []Row) string {
	first, _, _ := strings.Cut(name, "_")
	deletes := i18n.Nearest(first, []string{"delete", "remove", "disconnect", "clear", "cancel", "unschedule"}) != ""
	return i18n.Nearest(name, names(slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return !deletes && (r.Deletes || r.Safety == Destructive)
	})))
}

// way explains in a sentence how to get a tool that is not offered.
func (t *Table) way(name string) string {
	for _, r := range t.within {
		if r.Name == name {
			return fmt.Sprintf("%s with toolset %s offers %s.", t.widener(), r.Toolset, name)
		}
	}
	i := slices.IndexFunc(t.all, func(r Row) bool { return r.Name == name })
	return fmt.Sprintf("the person who runs Lapkeep can offer %s with %s.", name, remedy(t.all[i]))
}

// widener returns the name of the tool that offers more of the table.
func (t *Table) widener() string {
	for _, r := range t.within {
		if r.Widens {
			return r.Name
		}
	}
	return ""
}

// remedy returns the command-line options with which a tool is offered.
func remedy(r Row) string {
	out := "--toolsets default," + r.Toolset
	switch {
	case r.Full:
		out += " and writes full in the config file, which a flag can only narrow"
	case r.Safety != Read:
		out += " --writes safe"
	}
	return out
}

// boundTo returns a table that offers what t offers, with the ids, commands and log of a home.
func (t *Table) boundTo(home *Table) *Table {
	c := *t
	c.refs, c.services, c.home, c.log, c.everyone = home.refs, home.services, home.home, home.log, home.everyone
	return &c
}

// References resolves the ids that services use.
type References interface {
	// Reference returns the id itself, or the local ids of the things that a service has
	// under this id.
	Reference(ctx context.Context, s training.Scope, id string) ([]string, error)
}

// WithReferences returns a table that accepts the ids that services use ("i55", "1018") wherever
// it accepts an id. If several services have the same id, the first of these services is used.
func (t *Table) WithReferences(r References, services ...string) *Table {
	c := *t
	c.refs, c.services = r, slices.Clone(services)
	return &c
}

// ids lists the arguments for ids of things that a service may have. Keys that
// the caller chooses are not among them.
var ids = []string{
	"id", "ids", "activity_id", "around", "done_by", "folder", "folder_id", "gear", "gear_id",
	"part_of", "plan_id", "reminder_id", "workout_id",
}

// referrer returns a function that resolves ids.
func (t *Table) referrer(ctx context.Context, s training.Scope) func(text string) (string, error) {
	if t.refs == nil {
		return func(text string) (string, error) { return text, nil }
	}
	return func(text string) (string, error) {
		bare := strings.ToLower(strings.TrimSpace(text))
		source, there, named := strings.Cut(bare, ":")
		if !named {
			there = bare
		}
		if named && !slices.Contains(t.services, source) || !bareID(there) {
			return text, nil
		}
		candidates := []string{text}
		for _, name := range t.services {
			if !named || name == source {
				candidates = append(candidates, name+":"+there)
			}
		}
		for _, id := range candidates {
			found, err := t.refs.Reference(ctx, s, id)
			if err != nil || len(found) == 1 {
				return strings.Join(found, ""), err
			}
		}
		return text, nil
	}
}

// bareID reports whether a text looks like an id from a service: a number, possibly after
// a single letter.
func bareID(s string) bool {
	digits := strings.TrimLeft(s, "abcdefghijklmnopqrstuvwxyz")
	return digits != "" && len(s)-len(digits) <= 1 && strings.Trim(digits, "0123456789") == ""
}

// identity reads an id or a list of ids.
func (rd *reader) identity(path string, s *jsonschema.Schema, v any) (any, error) {
	read, err := rd.value(path, s, &shape{elem: &shape{kind: idShape}}, v)
	text, ok := read.(string)
	if err != nil || !ok || rd.refer == nil {
		return read, err
	}
	ref, err := rd.refer(text)
	if err == nil && ref != text {
		rd.note(path, i18n.Name(ref))
	}
	return ref, err
}
