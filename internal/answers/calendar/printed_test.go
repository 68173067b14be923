package calendar_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/training"
)

// sheet is the week of Friday, 2024-10-04, with one session of each state.
func sheet(week time.Weekday) *calendar.Sheet {
	const today training.Day = 20000
	monday := today - 4
	first := today.WeekStart(week)
	row := func(n training.Day, name string, state calendar.State) calendar.EventRow {
		return calendar.EventRow{
			Day: monday + n, Name: name, Status: state, Category: training.EventWorkout,
			Planned: &calendar.Amounts{DurationS: 3600, DistanceKm: 7.5},
		}
	}
	done := row(0, "Easy", calendar.Done)
	done.Done = &calendar.DoneBy{Amounts: calendar.Amounts{DurationS: 3660}}
	done.Compliance = &calendar.Compliance{By: "duration", Percent: map[string]float64{"duration": 102}}
	return &calendar.Sheet{
		Frame: answers.Frame{Today: today, Week: week}, Days: training.DayRange{From: first, To: first + 6},
		Events: []calendar.EventRow{
			done, row(1, "<b>Cut</b> | short", calendar.Partly), row(2, "Swapped", calendar.Moved), row(3, "Gone", calendar.Missed),
			row(5, "Long", calendar.Upcoming),
		},
		Unplanned: []calendar.Unplanned{{Day: monday + 1, Sport: training.Cycling, Status: calendar.Extra}},
		Weeks:     []calendar.Week{{Start: first, Planned: &calendar.Sum{Sessions: 5, DurationS: 18000, DistanceKm: 37.5}}},
	}
}

func english(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// TestThePageNeedsNothing: it fetches nothing, runs nothing, and shows what
// others wrote as text.
func TestThePageNeedsNothing(t *testing.T) {
	t.Parallel()
	page := string(calendar.HTML(sheet(time.Monday), "Block & race", "en", english))
	for _, bad := range []string{"<script", "http://", "https://", "src=", "url(", "<b>Cut</b>", "%!"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	for _, want := range []string{
		"default-src 'none'", "@media print", "Block &amp; race", "&lt;b&gt;Cut&lt;/b&gt;", "7.5 km", "102 %", "partly done", "extra", "37.5 km",
		"at least 80 % of it", `class="today"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// TestWeeksBeginAsTheAthletesDo.
func TestWeeksBeginAsTheAthletesDo(t *testing.T) {
	t.Parallel()
	for week, want := range map[time.Weekday]string{
		time.Monday: "<th>Monday</th><th>Tuesday</th>", time.Sunday: "<th>Sunday</th><th>Monday</th>",
	} {
		if page := string(calendar.HTML(sheet(week), "x", "en", english)); !strings.Contains(page, "<tr>"+want) {
			t.Errorf("a week from %s begins otherwise", week)
		}
	}
}

// TestMarkdownIsATableAWeek whose cells nobody breaks.
func TestMarkdownIsATableAWeek(t *testing.T) {
	t.Parallel()
	text := string(calendar.Markdown(sheet(time.Monday), "Block", english))
	for _, want := range []string{
		"| Monday, 2024-09-30 | Easy | 1:00:00, 7.5 km | done: 1:01:00, 102 % |",
		`| &lt;b&gt;Cut&lt;/b&gt; \| short |`, "| Friday, 2024-10-04 |  |  |  |", "| cycling |  | extra:",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %s:\n%s", want, text)
		}
	}
	for _, l := range strings.Split(text, "\n") {
		if strings.HasPrefix(l, "|") && strings.Count(strings.ReplaceAll(l, `\|`, ""), "|") != 5 {
			t.Errorf("a row is broken: %s", l)
		}
	}
}
