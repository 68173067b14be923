package app

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lapkeep/internal/app/connections"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/tooltest"
	"lapkeep/test/golden"
)

// TestDocsAreMadeFromTheCode compares the generated pages with what the code
// says now; -update writes them anew.
func TestDocsAreMadeFromTheCode(t *testing.T) {
	t.Parallel()
	for page, text := range map[string]string{
		"docs/tools.md":   toolsPage(wholeTable(t)),
		"docs/cli.md":     cliPage(newPerson(t).root()),
		"docs/metrics.md": metricsPage(),
	} {
		golden.Check(t, path.Join(repository, page), text)
	}
}

// metricsPage returns docs/metrics.md.
func metricsPage() string {
	var b strings.Builder
	b.WriteString(metricsPreface)
	for _, g := range glossary.Groups() {
		fmt.Fprintf(&b, "\n## %s\n", g.Title)
		for _, e := range g.Entries {
			b.WriteString("\n" + e.Markdown())
		}
	}
	return b.String()
}

const metricsPreface = `# Metrics

What every number means, how it is computed, and how it was verified. This page
is generated from ` + "`internal/metrics/glossary`" + `; change it there.

Every metric has one canonical value, computed by Lapkeep from the full
recording. The device's own value is shown next to it under ` + "`device`" + `. A missing
value is left out and its reason is given; it is never shown as zero.

Time is counted in the same way everywhere: samples are used while the timer
runs, including the exact second of a stop or a start. A row covers one second.
If fewer than nine of ten steps between rows are one second (smart recording),
a row covers the time to the next row, at most 10 s. If even the median step is
over 5 s, it may cover more: twice the step that nine of ten do not exceed, at
most four times the median step and 10 minutes. Under smart recording, a power
value covers a step of up to 1.5 times the median step, or 5 s; over a longer
step it covers only its own second, followed by 0 W. Heart rate and temperature
last for up to 60 s instead of less than 30. If several rows have the same
second, the last one is used; for distance, the one furthest along.

Impossible values are left out and counted: power above 2,500 W, a heart rate of
0 or above 240 bpm, and speed above the sport's limit: 36 m/s on the bike, 12.5
on foot, 3 in water, 9 in a boat, 25 on skates and cross-country skis, 70
downhill, 100 in any other sport. Rows that leap to another distance, place or
altitude and back are left out too. A channel of 60 rows or more with nothing
but zeros is treated as no sensor. A distance of 60 rows or more that would
require three times the limit as a whole is in another unit and is ignored.
data_quality reports all of this.

A session with values beyond what a person can do is kept, shown and reported,
but not used for any load, record or threshold. This applies to sessions faster
overall than the sport's records for that duration, with a margin for wind,
currents and descents (a marathon in 1 h 36 min, an hour at 74 km/h on the
bike), and to power for a minute or longer more than a tenth above the best for
100 kg (836 W for 5 minutes, 704 W for an hour); in that case, load is computed
from heart rate. A load above 1,600, or above 100 per hour of a longer session,
is rejected too.
`

// root returns the command tree of a program that this person could start.
func (p *person) root() *cobra.Command { return cli.NewRoot(p.program(nil, nil).deps()) }

const toolsPreface = `# Tools

All tools, the same for MCP, ` + "`lapkeep call`" + ` and the tests. This page is generated from the code by ` + "`make docs`" + `.
Tools marked *default* are offered unless ` + "`--toolsets`" + ` is set. Ids are strings; units are part of the names; missing values are
left out and listed under ` + "`missing`" + `. Inexact input is understood ("10" for 10, "last week" for a range, "ride" for cycling),
and ` + "`read_as`" + ` shows how it was read. If an answer uses data from a connected service, ` + "`freshness`" + ` shows when that
service was last read.

`

func toolsPage(table *tools.Table) string {
	var b strings.Builder
	b.WriteString(toolsPreface)
	b.WriteString("| tool | toolset | safety | default |\n|---|---|---|---|\n")
	for _, r := range table.Rows() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s |\n", r.Name, r.Name, r.Toolset, safetyWords(r), map[bool]string{true: "yes"}[r.Default])
	}
	for _, r := range table.Rows() {
		toolSection(&b, r)
	}
	return b.String()
}

func safetyWords(r tools.Row) string {
	word := map[tools.Safety]string{
		tools.Read: "reads", tools.WriteFile: "writes a file", tools.Write: "writes",
		tools.Destructive: "asks a person first",
	}[r.Safety]
	if r.Asks {
		word += ", and asks a person first if the change is large, in the past or visible to others"
	}
	if r.Full {
		word += "; available only with `writes: full`"
	}
	return word
}

func toolSection(b *strings.Builder, r tools.Row) {
	fmt.Fprintf(b, "\n## %s\n\n%s. Toolset %s; %s.\n\n%s\n\n", r.Name, r.Title, r.Toolset, safetyWords(r), r.Description)
	fmt.Fprintf(b, "```sh\nlapkeep call %s '%s'\n```\n\n", r.Name, exampleOf(r.Name))
	if in := r.Input(); len(in.PropertyOrder) == 0 {
		b.WriteString("It takes no arguments.\n")
	} else {
		b.WriteString("| argument | type | meaning |\n|---|---|---|\n")
		argumentRows(b, "", in)
	}
	b.WriteString("\nIt answers with:\n\n")
	outputRows(b, "", r.Output())
}

func argumentRows(b *strings.Builder, prefix string, s *jsonschema.Schema) {
	for _, name := range s.PropertyOrder {
		p := s.Properties[name]
		kind := typeWords(p)
		if slices.Contains(s.Required, name) {
			kind += ", required"
		}
		meaning := p.Description
		if bounds := boundWords(p); bounds != "" {
			meaning = strings.TrimSuffix(meaning, ".") + "." + bounds
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", prefix+name, kind, cell(meaning))
		if p.Items != nil && p.Items.Type == "object" {
			argumentRows(b, prefix+name+"[].", p.Items)
		}
		argumentRows(b, prefix+name+".", p)
	}
}

// boundWords returns the values that are right.
func boundWords(s *jsonschema.Schema) string {
	out := ""
	if s.Items != nil && len(s.Items.Enum) > 0 {
		out += " Each one of " + enumWords(s.Items.Enum) + "."
	}
	if len(s.Enum) > 0 {
		out += " One of " + enumWords(s.Enum) + "."
	}
	if s.Minimum != nil {
		out += fmt.Sprintf(" At least %v.", *s.Minimum)
	}
	if s.Maximum != nil {
		out += fmt.Sprintf(" At most %v.", *s.Maximum)
	}
	if s.MaxItems != nil {
		out += fmt.Sprintf(" At most %d items.", *s.MaxItems)
	}
	if s.Default != nil {
		out += " Default `" + string(s.Default) + "`."
	}
	return out
}

func enumWords(values []any) string {
	var out []string
	for _, v := range values {
		out = append(out, fmt.Sprintf("`%v`", v))
	}
	return strings.Join(out, ", ")
}

func outputRows(b *strings.Builder, prefix string, s *jsonschema.Schema) {
	for _, name := range s.PropertyOrder {
		p := s.Properties[name]
		fmt.Fprintf(b, "- `%s` %s", prefix+name, typeWords(p))
		if p.Description != "" {
			fmt.Fprintf(b, ": %s", p.Description)
		}
		b.WriteString("\n")
		below, path := p, prefix+name
		for below.Items != nil {
			below, path = below.Items, path+"[]"
		}
		outputRows(b, path+".", below)
	}
}

// typeWords returns a schema's type as a reader would say it.
func typeWords(s *jsonschema.Schema) string {
	switch {
	case s.Type == "array" && s.Items != nil:
		return "list of " + typeWords(s.Items)
	case s.Type == "object" && s.AdditionalProperties != nil && s.AdditionalProperties.Type != "":
		return "map to " + typeWords(s.AdditionalProperties)
	case len(s.Types) > 0:
		return strings.Join(s.Types, " or ")
	}
	return s.Type
}

func cell(s string) string {
	return strings.TrimSpace(strings.NewReplacer("|", "\\|", "\n", " ").Replace(s))
}

const cliPreface = `# Commands

Generated from the code by ` + "`make docs`" + `.

Exit codes: 0 for success, 1 for a failure with its reason on standard error, 2 for a wrong command line.
` + "`" + `lapkeep import` + "`" + ` imports every file that can be read, and exits with 1 if one could not; the file's line and the summary show it.
Answers go to standard output, everything else to standard error. Long work shows its progress on standard error.

## Settings

A flag takes precedence over the environment, the environment over ` + "`.env`" + ` in the home folder (or the one file of ` + "`--env-file`" + `),
and ` + "`.env`" + ` over ` + "`config.yaml`" + ` in the home folder. A ` + "`.env`" + ` in the working folder may have come with other people's files: it is
ignored, except for the settings of services (the last of the table) and ` + "`delete_mode`" + ` by their environment names, in a folder
that you trusted with ` + "`lapkeep trust-env`" + `. The limits for assistants are the exception: the config file sets the maximum that the
other sources can ask for. ` + "`lapkeep doctor`" + ` shows where each value came from.

| config file | flag | environment | default | meaning |
|---|---|---|---|---|
`

func cliPage(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString(cliPreface)
	for _, d := range settings.Catalogue(connections.Settings(connections.Kinds())) {
		flag := ""
		if d.Flag != "" {
			flag = "`--" + d.Flag + "`"
		}
		help := d.Help
		if d.Allowed != nil {
			help += " (" + strings.Join(d.Allowed, ", ") + ")"
		}
		name, fallback := "`"+string(d.Key)+"`", d.Default
		if d.Key == settings.Home {
			name, fallback = "", "~/.lapkeep"
		}
		fmt.Fprintf(&b, "| %s | %s | `%s` | %s | %s |\n", name, flag, strings.Join(d.Env, "`, `"), fallback, help)
	}
	for _, c := range root.Commands() {
		if c.Name() != "help" {
			commandSection(&b, c)
		}
	}
	return b.String()
}

func commandSection(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "\n## lapkeep %s\n\n%s.\n\n```text\n%s\n```\n", c.Name(), c.Short, c.UseLine())
	if c.Long != "" && c.Name() != "completion" {
		fmt.Fprintf(b, "\n%s\n", c.Long)
	}
	if subs := c.Commands(); len(subs) > 0 {
		b.WriteString("\n")
		for _, s := range subs {
			fmt.Fprintf(b, "- `%s`: %s\n", s.CommandPath(), s.Short)
		}
	}
	first := true
	c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name == "help" {
			return
		}
		if first {
			b.WriteString("\n| flag | meaning |\n|---|---|\n")
			first = false
		}
		name := "--" + f.Name
		if kind := f.Value.Type(); kind != "bool" {
			name += " " + strings.ReplaceAll(kind, "|", `\|`)
		}
		if name = "`" + name + "`"; f.DefValue != "" && f.DefValue != "false" {
			name += " (" + f.DefValue + ")"
		}
		fmt.Fprintf(b, "| %s | %s |\n", name, f.Usage)
	})
}

// The ids of two activities in the examples.
const (
	exampleID  = "xu5dfeps4c"
	exampleID2 = "fe35xjqmwj"
)

// exampleOf returns a call of a tool.
func exampleOf(name string) string { return cmp.Or(examples()[name], "{}") }

// examples returns the arguments of a call of each tool; one without is called
// with none.
func examples() map[string]string {
	return map[string]string{
		"add_activity_note":       `{"id": "xu5dfeps4c", "text": "Legs were heavy after the flight."}`,
		"analyze_training_load":   `{"range": "last 6 weeks"}`,
		"apply_training_plan":     `{"plan_id": "base-plan", "start_date": "2026-09-07"}`,
		"apply_sport_settings":    `{"sport": "ride", "from": "2026-01-01"}`,
		"compare_activities":      `{"ids": ["xu5dfeps4c", "fe35xjqmwj"]}`,
		"connect_source":          `{"source": "intervals"}`,
		"create_activities":       `{"activities": [{"sport": "strength", "start": "2026-05-20T18:00", "duration_s": 2700, "name": "Core", "perceived_exertion": 5}]}`,
		"check_training_plan":     `{"weeks": "1-2"}`,
		"check_workout":           `{"sport": "ride", "description": "- 10m 60%\n\n3x\n- 8m 95-100%\n- 4m 55%"}`,
		"create_workout":          `{"workouts": [{"name": "Threshold", "sport": "ride", "date": "2026-09-15", "steps": [{"duration_s": 600, "power": "60%"}, {"repeat": 3, "steps": [{"duration_s": 480, "power": "95-100%"}, {"duration_s": 240, "power": "55%"}]}]}]}`,
		"create_events":           `{"events": [{"date": "2026-09-15", "name": "Threshold", "sport": "ride", "duration_s": "1h15m", "intensity_factor": 0.85}]}`,
		"delete_activity":         `{"id": "xu5dfeps4c"}`,
		"delete_custom_item":      `{"id": "caffeine"}`,
		"delete_events":           `{"ids": ["club-ride"]}`,
		"delete_gear":             `{"id": "spare-wheel"}`,
		"delete_goal":             `{"id": "weekly-km"}`,
		"delete_segment":          `{"id": "old-sprint"}`,
		"delete_sport_settings":   `{"sport": "ride"}`,
		"delete_workout":          `{"id": "base-2"}`,
		"disconnect_source":       `{"source": "intervals", "keep_data": true}`,
		"duplicate_events":        `{"ids": ["hill-race"], "copies": 2, "weeks_between": 1}`,
		"estimate_thresholds":     `{"sport": "cycling", "days": 120}`,
		"edit_training_plan":      `{"id": "autumn-10k", "operations": [{"op": "move", "session": "w2-tue", "day": "Wednesday"}, {"op": "set", "session": "w2-sun", "fields": {"distance_km": 14}}]}`,
		"export_activity":         `{"id": "xu5dfeps4c", "format": "gpx"}`,
		"export_workout":          `{"id": "base-1", "format": "txt", "inline": true}`,
		"export_route":            `{"id": "lake-loop", "format": "gpx"}`,
		"fetch":                   `{"id": "metric:normalized_power_w"}`,
		"get_activity":            `{"id": "xu5dfeps4c", "sections": ["summary", "laps", "zones"]}`,
		"get_activity_notes":      `{"id": "xu5dfeps4c"}`,
		"get_activity_streams":    `{"id": "xu5dfeps4c", "channels": ["power", "hr"], "resolution": "1min"}`,
		"get_body_map":            `{"range": "last 28 days"}`,
		"get_coach_context":       `{"parts": ["alerts", "memory", "plan"], "max_tokens": 2000}`,
		"get_curves":              `{"kind": "power", "range": "last 12 weeks"}`,
		"get_custom_item":         `{"id": "caffeine"}`,
		"get_event":               `{"id": "hill-race"}`,
		"get_pending_digests":     `{"range": "last 12 weeks", "limit": 2}`,
		"get_persona":             `{"name": "compass"}`,
		"get_records":             `{"sport": "cycling"}`,
		"get_route":               `{"id": "lake-loop", "points": 20}`,
		"get_segment":             `{"id": "River bend"}`,
		"get_segment_ranking":     `{"id": "igpsport:5100", "period": "year", "limit": 10}`,
		"get_session_logs":        `{"range": "last 14 days"}`,
		"get_sport_settings":      `{"sport": "ride", "date": "2026-05-15"}`,
		"get_training_summary":    `{"period": "month", "date": "2026-05-15"}`,
		"get_wellness":            `{"range": "last 28 days"}`,
		"get_workout":             `{"id": "base-1"}`,
		"import_files":            `{"paths": ["2026-07-01-cycling.fit"]}`,
		"list_activities":         `{"range": "last year", "sport": "ride", "limit": 5}`,
		"list_custom_items":       `{"help": true}`,
		"list_events":             `{"view": "agenda", "range": "next 14 days"}`,
		"list_gear":               `{"id": "road-bike"}`,
		"list_routes":             `{"text": "lake"}`,
		"list_segments":           `{"kind": "own", "limit": 10}`,
		"list_workouts":           `{"folder": "Base"}`,
		"mark_body_regions":       `{"by": "athlete", "marks": [{"region": "left_achilles", "pain": 3, "kind": "stiffness", "note": "First steps in the morning."}]}`,
		"predict_race":            `{"distances_m": [10000, 21097.5, 42195], "days": 365}`,
		"save_custom_item":        `{"type": "input_field", "name": "Gels", "content": "{\"code\":\"Gels\",\"type\":\"numeric\",\"aggregate\":\"SUM\"}"}`,
		"save_gear":               `{"id": "road-bike", "name": "Road bike", "earlier_km": 1200}`,
		"save_gear_reminder":      `{"gear_id": "road-bike", "text": "Oil the chain", "every_km": 300}`,
		"save_digest":             `{"id": "xu5dfeps4c", "digest": "WU 15min | 3×8min | CD 10min [workout]"}`,
		"save_goal":               `{"measure": "distance_km", "target": 200, "period": "week", "sport": "ride"}`,
		"save_segment":            `{"activity_id": "xu5dfeps4c", "from_km": 1, "to_km": 3, "name": "River flats", "sport": "run"}`,
		"save_session_log":        `{"summary": "Easy week agreed; Sunday depends on the Achilles.\\n\\nNext: 4 runs, none above 140 bpm.", "coach": "calm"}`,
		"save_sport_settings":     `{"sport": "ride", "ftp_w": 250, "power_zone_names": ["Recovery", "Endurance", "Tempo", "Threshold", "VO2max", "Anaerobic", "Sprint"]}`,
		"save_training_plan":      `{"id": "autumn-10k", "text": "plan_name: Autumn 10k\nweeks:\n  - week_number: 1\n    week_start_date: 2026-09-07\n    sessions:\n      - {day_of_week: Tuesday, type: easy, sport: running, distance_km: 8}\n"}`,
		"create_training_plan":    `{"for": "5 km", "start_date": "2026-09-07", "race_date": "2026-11-29", "days_per_week": 3, "hours_per_week": 3}`,
		"save_workout":            `{"name": "Thirties", "sport": "ride", "description": "10x\n- 30s 120%\n- 30s 50%", "duration_s": "40min"}`,
		"search":                  `{"query": "longest ride in May 2026"}`,
		"search_intervals":        `{"sport": "ride", "interval_s": "4min", "min_percent": 100}`,
		"star_segment":            `{"id": "river-bend"}`,
		"sync_now":                `{"source": "", "full": false}`,
		"undo":                    `{"dry_run": true}`,
		"update_activity":         `{"id": "xu5dfeps4c", "name": "Hill repeats", "tags": ["hills"]}`,
		"update_activity_streams": `{"id": "xu5dfeps4c", "drop": [{"channel": "power", "start_offset_s": 0, "end_offset_s": 60}]}`,
		"update_athlete_settings": `{"ftp_w": 255, "effective_from": "2026-05-01"}`,
		"update_coach_memory":     `{"fact": {"kind": "injury", "text": "Left Achilles sore after hills.", "until": "2026-09-30"}}`,
		"update_wellness":         `{"values": {"weight_kg": "70.4", "soreness": "2"}}`,
		"use_toolset":             `{"toolset": "gear"}`,
		"update_event":            `{"id": "hill-race", "date": "2026-08-30", "load": 140}`,
	}
}

// TestDocsExamplesWork calls every example of docs/tools.md.
func TestDocsExamplesWork(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	all := examples()
	for _, r := range a.table.Rows() {
		example := exampleOf(r.Name)
		if example == "{}" && len(r.Input().Required) > 0 {
			t.Errorf("%s has no example", r.Name)
			continue
		}
		delete(all, r.Name)
		if r.Safety == tools.Destructive || r.Name == "delete_workout" { // a person is asked
			problem := tooltest.Fails(t, a.table, a.call(t), r.Name, a.own(example))
			if !strings.Contains(problem.Fix, "lapkeep approve ") {
				t.Errorf("%s: %s", r.Name, problem)
			}
			continue
		}
		tooltest.Call(t, a.table, a.call(t), r.Name, a.own(example))
	}
	for name := range all {
		t.Errorf("the example of %s belongs to no tool", name)
	}
	for name, example := range examples() {
		if !json.Valid([]byte(example)) {
			t.Errorf("%s: %s", name, example)
		}
	}
}
