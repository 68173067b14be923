package memory_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/training"
)

const text = `# What I know

Words before any section.

## Athlete
Lives at 900 m.

## PRs (self-reported)
- 5k 19:40

## My own section
Kept.

## Patterns & Insights
Sleeps badly before races.

## Session History
- 2026-04-20: Agreed on three weeks of base.
`

func section(t *testing.T, text string, k memory.Key) memory.Section {
	t.Helper()
	s, ok := memory.Find(memory.Sections(text), k)
	if !ok {
		t.Fatalf("there is no section %s in\n%s", k, text)
	}
	return s
}

// TestASectionIsWrittenInItsPlace: the rest stays to the byte.
func TestASectionIsWrittenInItsPlace(t *testing.T) {
	t.Parallel()
	got := memory.Set(text, memory.Athlete, "Moved to the sea.")
	want := strings.Replace(text, "## Athlete\nLives at 900 m.", "## Athlete\n\nMoved to the sea.", 1)
	if got != want {
		t.Error(got)
	}
	if again := memory.Set(got, memory.Athlete, "Moved to the sea.\n"); again != got {
		t.Error("writing it twice changed something")
	}
	got = memory.Set(text, memory.Goals, "Half under 1:30.")
	want = strings.Replace(text, "## Patterns", "## Goals\n\nHalf under 1:30.\n\n## Patterns", 1)
	if got != want {
		t.Error(got)
	}
	if back := memory.Set(got, memory.Goals, ""); back != text {
		t.Error(back)
	}
	if got := memory.Set("", memory.SessionHistory, "x"); got != "## Session history\n\nx\n" {
		t.Errorf("%q", got)
	}
	crlf := strings.ReplaceAll(text, "\n", "\r\n")
	if got := memory.Set(crlf, memory.Athlete, "a\nb"); strings.Count(got, "\n") != strings.Count(got, "\r\n") {
		t.Errorf("%q", got)
	}
}

// TestABackslashIsKept: content is no pattern.
func TestABackslashIsKept(t *testing.T) {
	t.Parallel()
	for _, content := range []string{`\1 \g<0> \d+ C:\runs\u`, `$1 ${2} %s %!d`, `\`, "tail\\"} {
		got := memory.Set(memory.Set(text, memory.Athlete, content), memory.Athlete, content)
		if s := section(t, got, memory.Athlete); s.Content != content {
			t.Errorf("%q became %q", content, s.Content)
		}
	}
}

// TestAHeadingWithMoreWordsIsMatched: and not written a second time.
func TestAHeadingWithMoreWordsIsMatched(t *testing.T) {
	t.Parallel()
	for heading, k := range map[string]memory.Key{
		"PRs (self-reported)": memory.PRs, "prs": memory.PRs, "PRs: recent": memory.PRs, "Goals for 2027": memory.Goals,
		"Active Flags ⚠": memory.ActiveFlags, "active_flags": memory.ActiveFlags, "Training Context — base": memory.TrainingContext,
		"Patterns & Insights": memory.Patterns, "Patterns": memory.Patterns, "Patterns and insights": memory.Patterns,
		"Session History (auto)": memory.SessionHistory, "Athlete ##": memory.Athlete,
	} {
		got := memory.Set("## "+heading+"\nold\n", k, "new")
		if n := len(memory.Sections(got)); n != 1 || section(t, got, k).Content != "new" {
			t.Errorf("%s: %q", heading, got)
		}
	}
	for _, other := range []string{"Athletes", "Goalsetting", "PRsx", "My goals"} {
		if s := memory.Sections("## " + other + "\n"); s[0].Key != "" {
			t.Errorf("%s is taken for %s", other, s[0].Key)
		}
	}
	// Of two the one that says it best is meant.
	got := memory.Set("## Goals of old\na\n\n## Goals\nb\n", memory.Goals, "c")
	if got != "## Goals of old\na\n\n## Goals\n\nc\n" {
		t.Errorf("%q", got)
	}
}

// TestHeadingsInContentDoNotSplit: nor does a fence that nobody closed take in
// what follows.
func TestHeadingsInContentDoNotSplit(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"## Injuries\nNone.":          "### Injuries\nNone.",
		"# All\ntext\n## More\ntext":  "### All\ntext\n### More\ntext",
		"## Athlete\nLives high up.":  "Lives high up.",
		"### Fine\n#no heading":       "### Fine\n#no heading",
		"   ## Set in\nx":             "### Set in\nx",
		"```\n## In code\n```\nafter": "```\n## In code\n```\nafter",
		"```\n## Never closed":        "```\n### Never closed\n```",
		"~~~~ yaml\nx":                "~~~~ yaml\nx\n~~~~",
	} {
		got := memory.Set(text, memory.Athlete, content)
		if n := len(memory.Sections(got)); n != 5 {
			t.Errorf("%q makes %d sections of 5", content, n)
		}
		if s := section(t, got, memory.Athlete); s.Content != want {
			t.Errorf("%q became %q", content, s.Content)
		}
	}
}

// TestAnySectionComesBack: whatever is written into one, it is read again, and
// every other is as it was.
func TestAnySectionComesBack(t *testing.T) {
	t.Parallel()
	piece := rapid.SampledFrom([]string{
		"## ", "# ", "### ", "```", "~~~", "\n", "\n\n", "\\", "Athlete", "Goals", "- [goal] x", "é", " ", "x", "#", "\t", "\r\n", "`", "~~~~",
	})
	doc := rapid.Map(rapid.SliceOfN(piece, 0, 30), func(all []string) string { return strings.Join(all, "") })
	rapid.Check(t, func(t *rapid.T) {
		before, content := doc.Draw(t, "text"), doc.Draw(t, "content")
		k := rapid.SampledFrom(memory.Keys()).Draw(t, "key")
		after := memory.Set(before, k, content)
		s, _ := memory.Find(memory.Sections(after), k)
		if want := memory.Body(k, content); strings.TrimSpace(want) != s.Content && !strings.Contains(before, "\r\n") {
			t.Fatalf("%q became %q in %q", want, s.Content, after)
		}
		others := func(text string) (out []string) {
			for _, s := range memory.Sections(text) {
				if s.Key != k {
					out = append(out, s.Heading+"\n"+s.Content)
				}
			}
			return out
		}
		a, b := others(before), others(after)
		if strings.Join(a, "\x00") != strings.Join(b, "\x00") {
			t.Fatalf("%q: %q became %q", k, a, b)
		}
	})
}

// TestALargeSection checks that a large section stays one section, and the rest
// stays.
func TestALargeSection(t *testing.T) {
	t.Parallel()
	large := strings.TrimSpace(strings.Repeat("## heading\nwords\\1 ", 50_000))
	got := memory.Set(text, memory.Patterns, large)
	if n := len(memory.Sections(got)); n != 5 {
		t.Error(n)
	}
	if back := memory.Set(got, memory.Patterns, "Sleeps badly before races."); len(back) != len(text)+1 {
		t.Error(len(back), len(text))
	}
}

var noon = time.Date(2026, 5, 1, 12, 5, 0, 0, time.UTC)

func TestSessionsOfADay(t *testing.T) {
	t.Parallel()
	d := training.DayOf(noon)
	log := memory.AppendSession("", d, noon, "calm", "Legs heavy; easy week agreed.\n\n## Next\nFive easy runs.")
	log = memory.AppendSession(log, d, noon.Add(4*time.Hour), "", "- Slept well\\1\n- Ran")
	want := "# Sessions of 2026-05-01\n\n## 12:05 — calm\n\nLegs heavy; easy week agreed.\n\n### Next\nFive easy runs.\n\n" +
		"## 16:05\n\n- Slept well\\1\n- Ran\n"
	if log != want {
		t.Error(log)
	}
	if got := memory.Distill(log); got != "Legs heavy; easy week agreed.; Slept well\\1" {
		t.Error(got)
	}
	// A log of another program.
	if got := memory.Distill("## Session 2026-03-17 — Coach\n\nGood week.\nMore."); got != "Good week." {
		t.Error(got)
	}
	if got := memory.Distill(strings.Repeat("## x\n"+strings.Repeat("w", 400)+"\n", 9)); len([]rune(got)) > 300 {
		t.Error(len(got))
	}
}

// TestTheHistoryHasALineADay: the newest first, and none is lost that has no log.
func TestTheHistoryHasALineADay(t *testing.T) {
	t.Parallel()
	body := "## Session History\n\nBegun in April.\n- 2026-04-30: Old.\n- 2026-04-29: Older.\n"
	d := training.DayOf(noon)
	all := func(training.Day) bool { return true }
	body = memory.Remember(body, d, "New.", all)
	body = memory.Remember(body, d-1, "Written again.", all)
	want := "## Session History\n\nBegun in April.\n- 2026-05-01: New.\n- 2026-04-30: Written again.\n- 2026-04-29: Older.\n"
	if body != want {
		t.Error(body)
	}
	for i := range 40 {
		body = memory.Remember(body, d+1+training.Day(i), fmt.Sprint("day ", i), func(d training.Day) bool { return d != training.DayOf(noon) })
	}
	if n := strings.Count(body, "\n- "); n != 31 || !strings.Contains(body, "2026-05-01: New.") || !strings.Contains(body, "Begun in April.") {
		t.Errorf("%d lines: %s", n, body)
	}
}
