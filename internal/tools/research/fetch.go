// Package research contains the two tools that deep-research clients require, in the form that they
// require: search finds things, and fetch reads them. They cover activities, notes on activities
// and the glossary of metrics, with the same content as other tools. The package does not depend on
// the clients, or on the way in which the addresses in its answers are served.
package research

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// These are the prefixes of ids that are not activities.
const (
	metricPrefix = "metric:"
	notePrefix   = "note:"
)

func fetch(ctx context.Context, s store.Reader, c *tools.Call, id string) (*document, error) {
	scope := c.Scope
	if key, ok := strings.CutPrefix(id, metricPrefix); ok {
		return fetchMetric(c, key)
	}
	if rest, ok := strings.CutPrefix(id, notePrefix); ok {
		return fetchNote(ctx, s, scope, rest)
	}
	d, err := activity.Describe(ctx, s, scope, activity.DetailQuery{ID: id, Sections: []activity.Section{
		activity.SectionSummary, activity.SectionDevice, activity.SectionLaps, activity.SectionZones, activity.SectionNotes,
	}})
	if err != nil {
		return nil, err
	}
	facts, err := factsOf(d)
	if err != nil {
		return nil, err
	}
	head := maps.Clone(facts) // title also needs values from the summary
	for k, v := range d.Summary {
		if head[k] == nil {
			head[k] = v
		}
	}
	out := &document{
		ID: d.ID, Title: title(head), URL: activityURL(d.ID),
		Metadata: map[string]string{"kind": "activity", "local_date": d.LocalDate, "time_zone": d.TimeZone, "sport": d.Sport},
	}
	out.Text = lines(facts)
	return out, nil
}

func fetchMetric(c *tools.Call, key string) (*document, error) {
	e, ok := glossary.Find(key)
	if !ok {
		return nil, notFound(metricPrefix + key)
	}
	return &document{
		ID: metricPrefix + key, Title: metricTitle(c.Say, i18n.Sentence(e.Title)), Text: e.Markdown(), URL: metricURL(key),
		Metadata: map[string]string{"kind": "metric"},
	}, nil
}

// fetchNote reads a note if the scope may see it. The same rule applies to search.
func fetchNote(ctx context.Context, s store.Reader, scope training.Scope, id string) (*document, error) {
	own, noteID, _ := strings.Cut(id, ":")
	row, err := activity.Find(ctx, s, scope, own)
	if err != nil {
		return nil, err
	}
	all, err := s.Notes(ctx, scope, row.ID)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].ID != noteID {
			continue
		}
		h := noteHit(&row, &all[i])
		text := lines(activity.Facts{
			"at_local": all[i].At.In(row.Location()).Format(time.RFC3339),
			"author":   textclean.Line(all[i].Author, textclean.NameRunes),
			"text":     textclean.Text(all[i].Text, textclean.TextRunes),
		})
		return &document{
			ID: h.ID, Title: h.Title, Text: text, URL: h.URL,
			Metadata: map[string]string{
				"kind": "note", "local_date": row.LocalDay.String(), "time_zone": activity.ZoneName(&row.Activity), "activity_id": string(row.ID),
			},
		}, nil
	}
	return nil, notFound(notePrefix + id)
}

func notFound(id string) error {
	return training.Errorf(training.KindNotFound, "There is nothing with the id %q.", id).WithFix("search returns ids.")
}

func factsOf(v any) (activity.Facts, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out activity.Facts
	return out, json.Unmarshal(b, &out)
}

// maxText limits the length of a text, so that an answer stays below 32 KB.
// Escaping for JSON makes the text longer.
const maxText = 20_000

// lines converts an answer to text, with one fact or table row per line: single values
// first, tables last. Texts are quoted, so that they cannot be mistaken for other lines.
func lines(facts activity.Facts) string {
	var t text
	t.json = json.NewEncoder(&t.value)
	t.json.SetEscapeHTML(false)
	t.object("", facts)
	if t.cut {
		t.b.WriteString("truncated: the rest is in get_activity, section by section\n")
	}
	return t.b.String()
}

// text collects lines until the maximum length is reached.
type text struct {
	b     strings.Builder
	value bytes.Buffer // value of the current line
	json  *json.Encoder
	cut   bool
}

func (t *text) object(path string, facts map[string]any) {
	var inner, tables []string
	for _, k := range slices.Sorted(maps.Keys(facts)) {
		switch x := facts[k].(type) {
		case map[string]any:
			inner = append(inner, k)
		case []any:
			if len(x) > 0 && isObject(x[0]) {
				tables = append(tables, k)
				continue
			}
			t.line(path+k, x)
		default:
			t.line(path+k, x)
		}
	}
	for _, k := range inner {
		t.object(path+k+".", facts[k].(map[string]any))
	}
	for _, k := range tables {
		for i, row := range facts[k].([]any) {
			t.line(fmt.Sprintf("%s%s[%d]", path, k, i+1), row)
		}
	}
}

func isObject(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

func (t *text) line(name string, v any) {
	if t.cut {
		return
	}
	t.value.Reset()
	if err := t.json.Encode(v); err != nil || t.b.Len()+len(name)+t.value.Len() > maxText {
		t.cut = true
		return
	}
	t.b.WriteString(name)
	t.b.WriteString(": ")
	t.b.Write(t.value.Bytes())
}
