package research

import (
	"slices"
	"strings"
	"unicode"

	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// query holds the parts of a question.
type query struct {
	words  []string // that are neither days, sports nor filling
	days   *training.DayRange
	sports []training.Sport
	sort   training.Metric
	byLoad bool
}

// plain says that nothing but words was asked for.
func (q *query) plain() bool { return q.days == nil && q.sports == nil && q.sort == "" && !q.byLoad }

func (q *query) filter(text string) store.ActivityFilter {
	return store.ActivityFilter{Days: q.days, Sports: q.sports, Text: text, SortBy: q.sort, Limit: maxActivities}
}

// maxWords keeps a pasted page from becoming a hundred questions.
const maxWords = 24

// parse takes a question apart: the longest run of words that are days, then
// sports and superlatives; the rest is searched for.
func parse(text string, c *tools.Call) *query {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./'", r)
	})
	words = words[:min(len(words), maxWords)]
	for i := range words {
		words[i] = strings.Trim(words[i], "-_./'")
	}
	q := &query{}
	words = q.takeDays(words, c)
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

// takeDays reads the longest run of words that means days, and returns the others.
func (q *query) takeDays(words []string, c *tools.Call) []string {
	for n := min(6, len(words)); n > 0; n-- {
		for i := 0; i+n <= len(words); i++ {
			run := strings.Join(words[i:i+n], " ")
			if n == 1 && notDays(run) {
				continue
			}
			if days, err := tools.ParseRange(run, c.Today, c.Week); err == nil {
				q.days = &days
				return slices.Concat(words[:i], words[i+n:])
			}
		}
	}
	return words
}

// notDays are words that could be days and mostly are not.
func notDays(w string) bool {
	return len(w) < 4 && w != "may" || w == "season" || w == "march" || w == "ever"
}

func (q *query) sport(w string) bool {
	if slices.Contains([]string{"training", "workout", "fitness", "other", "generic", "transition"}, w) {
		return false
	}
	s, ok := training.ParseSport(w)
	if ok && !slices.Contains(q.sports, s) {
		q.sports = append(q.sports, s)
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

// filling reports whether a word is without meaning for the search.
func filling(w string) bool {
	return slices.Contains([]string{
		"a", "an", "the", "my", "me", "i", "of", "in", "on", "at", "for", "to", "from", "and", "or", "with", "about", "by",
		"was", "were", "is", "are", "did", "do", "have", "has", "had", "how", "what", "when", "which", "where", "who", "why",
		"show", "find", "all", "any", "activity", "activities", "session", "sessions", "workout", "workouts", "training",
		"data", "best", "recent", "latest", "during", "s",
	}, w)
}
