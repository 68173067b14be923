package research

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// These are the maximum numbers of results of each kind.
const (
	maxActivities = 12
	maxNotes      = 5
	maxMetrics    = 5
	noteReach     = 100 // number of activities whose notes are searched
)

func search(
	ctx context.Context, s store.Reader, timed activity.Timekeeper, known func() metrics, c *tools.Call, text string,
) (*found, error) {
	if strings.TrimSpace(text) == "" {
		return nil, training.Errorf(training.KindInvalid,
			"The query is empty.").WithFix("Give words, days or a sport, such as: long rides in May 2026.")
	}
	q := parse(text, c)
	q.timed = timed
	exact, other := known().named(q.words, c.Say)
	rows, err := activities(ctx, s, c.Scope, q)
	if err != nil {
		return nil, err
	}
	noted, err := notes(ctx, s, c.Scope, q)
	if err != nil {
		return nil, err
	}
	out := &found{Results: []hit{}} // a list even if it is empty
	for _, hits := range [][]hit{exact, rows, noted, other} {
		out.Results = append(out.Results, hits...)
	}
	if len(out.Results) == 0 {
		out.Narrow = "Nothing matches. Try fewer or other words, or a period such as last 3 months; get_status shows which days and " +
			"sports have data."
	}
	return out, nil
}

// activities searches for activities that contain all words, and then for those that
// contain only some.
func activities(ctx context.Context, s store.Reader, scope training.Scope, q *query) ([]hit, error) {
	if len(q.words) == 0 && q.plain() {
		return list(ctx, s, scope, q, "")
	}
	hits, err := list(ctx, s, scope, q, strings.Join(q.words, " "))
	if err != nil || len(hits) > 0 || len(q.words) < 2 && q.plain() {
		return hits, err
	}
	count, at := map[hit]int{}, map[hit]int{}
	for _, w := range q.words {
		some, err := list(ctx, s, scope, q, w)
		if err != nil {
			return nil, err
		}
		for i, h := range some {
			if count[h]++; count[h] == 1 {
				at[h] = i
				hits = append(hits, h)
			}
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Or(count[b]-count[a], at[a]-at[b]) })
	if len(hits) == 0 && !q.plain() {
		return list(ctx, s, scope, q, "") // the words may only be about the selected days or sport
	}
	return hits[:min(len(hits), maxActivities)], nil
}

func list(ctx context.Context, s store.Reader, scope training.Scope, q *query, text string) ([]hit, error) {
	page, err := activity.ListActivities(ctx, s, scope, activity.ListQuery{Filter: q.filter(text), SortByLoad: q.byLoad, Timed: q.timed})
	if err != nil {
		return nil, err
	}
	out := make([]hit, 0, len(page.Activities))
	for _, f := range page.Activities {
		id := fmt.Sprint(f["id"])
		out = append(out, hit{ID: id, Title: title(f), URL: activityURL(id)})
	}
	return out, nil
}

// title describes an activity: day, sport, name and size.
func title(f activity.Facts) i18n.Sentence {
	out, size := i18n.Sentencef("%s %s", fmt.Sprint(f["local_date"]), fmt.Sprint(f["sport"])), i18n.Sentence("")
	if name, ok := f["name"].(string); ok {
		out = i18n.Sentencef("%s: %s", out, name)
	}
	if km, ok := f["distance_km"].(float64); ok && km > 0 {
		size = i18n.Sentencef("%s", i18n.Measured("%.1f ", km, i18n.Kilometres()))
	}
	if s, ok := f["duration_s"].(float64); ok && s > 0 {
		size = i18n.Joined("%s, %s", size, i18n.Name(fmt.Sprintf("%d:%02d h", int(s)/3600, int(s)/60%60)))
	}
	if size != "" {
		out = i18n.Sentencef("%s (%s)", out, size)
	}
	return out
}

func activityURL(id string) string { return "lapkeep://activity/" + id }

// notes searches the notes on the latest activities that match the query.
func notes(ctx context.Context, s store.Reader, scope training.Scope, q *query) ([]hit, error) {
	if len(q.words) == 0 {
		return nil, nil
	}
	f := q.filter("")
	f.Limit, f.SortBy = noteReach, ""
	all, err := s.NotesOn(ctx, scope, f)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(n store.Note) bool { return !contains(activityindex.Words(n.Text), q.words) })
	if len(all) == 0 {
		return nil, nil
	}
	on := store.ActivityFilter{}
	for i := range all {
		on.IDs = append(on.IDs, all[i].Activity)
	}
	page, err := s.Activities(ctx, scope, on)
	if err != nil {
		return nil, err
	}
	var out []hit
	for i := range page.Rows {
		for j := range all {
			if len(out) < maxNotes && all[j].Activity == page.Rows[i].ID {
				out = append(out, noteHit(&page.Rows[i], &all[j]))
			}
		}
	}
	return out, nil
}

func contains(text string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(text, activityindex.Words(w)) {
			return false
		}
	}
	return true
}

// titleRunes is the maximum length of the part of a note that is used as the title of a result.
const titleRunes = 80

func noteHit(a *store.ActivityRow, n *store.Note) hit {
	return hit{
		ID:    notePrefix + string(a.ID) + ":" + n.ID,
		Title: i18n.Name(fmt.Sprintf("Note on the %s of %s: %s", a.Sport, a.LocalDay, textclean.Line(n.Text, titleRunes))),
		URL:   activityURL(string(a.ID)),
	}
}

// metrics holds the entries of the glossary in searchable form.
type metrics []metric

type metric struct {
	hit
	key, words string
}

func readMetrics() metrics {
	var all metrics
	for _, e := range glossary.Entries() {
		all = append(all, metric{
			hit{ID: metricPrefix + e.Key, Title: i18n.Sentence(e.Title), URL: metricURL(e.Key)},
			e.Key, activityindex.Words(strings.ReplaceAll(e.Key, "_", " ") + " " + e.Title),
		})
	}
	return all
}

// named returns the metrics whose name is one of the words, and those whose title
// contains all words. The title may be English or in the caller's language.
func (all metrics) named(words []string, say func(format string, args ...any) string) (exact, other []hit) {
	if len(words) == 0 {
		return nil, nil
	}
	for i := range all {
		m := &all[i]
		found, title := m.hit, say("%s", m.Title)
		found.Title = metricTitle(say, m.Title)
		switch {
		case slices.Contains(words, m.key):
			exact = append(exact, found)
		case contains(m.words, words), contains(activityindex.Words(title), words):
			other = append(other, found)
		}
	}
	return exact[:min(len(exact), maxMetrics)], other[:min(len(other), maxMetrics)]
}

func metricTitle(say func(format string, args ...any) string, title i18n.Sentence) i18n.Sentence {
	return i18n.Name(say("Metric: %s", title))
}

func metricURL(key string) string { return "lapkeep://metrics/" + key }

const toolset = "research"

// Rows returns the tools of the toolset. timed finds efforts on segments; it may be nil.
func Rows(s store.Reader, timed activity.Timekeeper) []tools.Row {
	return []tools.Row{searchRow(s, timed), fetchRow(s)}
}

type searchIn struct {
	Query string `json:"query" jsonschema:"e.g. longest ride last year"`
}

// found is the answer from search.
type found struct {
	Results []hit `json:"results"`
	// Narrow suggests what to try if there are no results.
	Narrow i18n.Sentence `json:"narrow,omitempty"`
}

// hit is a thing that fetch can read.
type hit struct {
	ID    string        `json:"id"`
	Title i18n.Sentence `json:"title"`
	URL   string        `json:"url"`
}

func searchRow(s store.Reader, timed activity.Timekeeper) tools.Row {
	known := sync.OnceValue(readMetrics)
	return tools.New(tools.Spec{
		Name: "search", Title: "Search training data", Toolset: toolset, Idempotent: true,
		Description: "Finds activities by words, days, sports and superlatives (longest, hardest, fastest), recent notes, and metrics " +
			"of the glossary, each with an id for fetch. list_activities is more exact.",
		Input: func(s *jsonschema.Schema) { tools.MaxLength(s, "query", 400) },
	}, func(ctx context.Context, c *tools.Call, in searchIn) (*found, error) {
		return search(ctx, s, timed, known, c, in.Query)
	})
}

type fetchIn struct {
	ID string `json:"id"`
}

// document is the answer from fetch.
type document struct {
	ID       string            `json:"id"`
	Title    i18n.Sentence     `json:"title"`
	Text     string            `json:"text"`
	URL      string            `json:"url"`
	Metadata map[string]string `json:"metadata"`
}

func fetchRow(s store.Reader) tools.Row {
	return tools.New(tools.Spec{
		Name: "fetch", Title: "Read one search result", Toolset: toolset, Idempotent: true,
		Description: "Reads one search result as text: an activity, a note or a metric.",
	}, func(ctx context.Context, c *tools.Call, in fetchIn) (*document, error) {
		return fetch(ctx, s, c, in.ID)
	})
}

// query holds the parsed parts of a question.
type query struct {
	words  []string // all words except days, sports and filler words
	days   *training.DayRange
	sports []training.Discipline
	sort   training.Metric
	byLoad bool
	timed  activity.Timekeeper
}

// plain reports whether a query consists only of words.
func (q *query) plain() bool { return q.days == nil && q.sports == nil && q.sort == "" && !q.byLoad }

func (q *query) filter(text string) store.ActivityFilter {
	return store.ActivityFilter{Days: q.days, Sports: q.sports, Text: text, SortBy: q.sort, Limit: maxActivities}
}

// maxWords is the maximum number of words searched for. It prevents a pasted
// page from causing a hundred searches.
const maxWords = 24

// parse parses a question. It first takes the longest sequence of words that describes
// days, and then words for sports and superlatives. All other words are searched for.
func parse(text string, c *tools.Call) *query {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./'", r)
	})
	words = words[:min(len(words), maxWords)]
	for i := range words {
		words[i] = strings.Trim(words[i], "-_./'")
	}
	q := &query{}
	said, days, words := tools.FindRange(words, c.Today, c.Week)
	if said != "" {
		q.days = &days
	}
	for _, w := range words {
		switch {
		case w == "" || filling(w):
		case q.superlative(w):
		case q.sport(w):
		case !slices.Contains(q.words, w):
			q.words = append(q.words, w)
		}
	}
	return q
}

func (q *query) sport(w string) bool {
	if slices.Contains([]string{"training", "workout", "fitness", "other", "generic", "transition"}, w) {
		return false
	}
	sport, sub, ok := training.ParseRefined(w)
	if d := training.DisciplineOf(sport, sub); ok && !slices.Contains(q.sports, d) {
		q.sports = append(q.sports, d)
	}
	return ok
}

func (q *query) superlative(w string) bool {
	switch w {
	case "longest", "farthest", "furthest", "biggest":
		q.sort = training.MetricDistanceKM
	case "fastest", "quickest":
		q.sort = training.MetricAvgSpeedKMH
	case "hilliest", "climbing":
		q.sort = training.MetricElevationGainM
	case "hardest", "toughest":
		q.byLoad = true
	default:
		return false
	}
	return true
}

// filling reports whether a word is irrelevant for the search.
func filling(w string) bool {
	return slices.Contains([]string{
		"a", "an", "the", "my", "me", "i", "of", "in", "on", "at", "for", "to", "from", "and", "or", "with", "about", "by",
		"was", "were", "is", "are", "did", "do", "have", "has", "had", "how", "what", "when", "which", "where", "who", "why",
		"show", "find", "all", "any", "activity", "activities", "session", "sessions", "workout", "workouts", "training",
		"data", "best", "recent", "latest", "during", "s",
	}, w)
}
