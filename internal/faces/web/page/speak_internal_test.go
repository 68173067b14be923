package page

import (
	"regexp"
	"testing"
	"time"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

func speaking(language string) *Page {
	p := &Page{Call: &tools.Call{Language: language, Today: training.NewDay(2026, time.November, 28)}}
	if language == settings.Chinese {
		p.Call.Said = i18n.In(language).Sprintf
	}
	p.Speak()
	return p
}

// TestSentencesOfToolsAreForReaders: days, settings and sports in them are in words,
// at any depth, and what is said besides stays.
func TestSentencesOfToolsAreForReaders(t *testing.T) {
	t.Parallel()
	day, other := training.NewDay(2026, time.November, 21), training.NewDay(2025, time.May, 2)
	span := training.DayRange{From: other, To: day}
	for i, c := range []struct {
		said           i18n.Sentence
		english, simpl string
	}{
		{
			i18n.Sentencef("%d activities from %s to %s.", 3, other, day),
			"3 activities from Fri, May 2 2025 to Sat, Nov 21.", "从 2025 年 5月2日 周五 到 11月21日 周六 共 3 个活动。",
		},
		{i18n.Sentencef("%s", i18n.Sentencef("%s", span)), "Fri, May 2 2025 to Sat, Nov 21", ""},
		{
			i18n.Sentencef("%s is set for all sports and stays as it is; update_athlete_settings changes it.", "weight_kg"),
			"Weight is set for all sports and stays as it is; Settings changes it.", "",
		},
		{
			"no weight is set; set weight_kg with update_athlete_settings",
			"no weight is set; set it under Settings", "未设置体重；可在“设置”页设置",
		},
		{
			i18n.Sentencef("%d values of %s were beyond what is possible and were left out.", 2066, i18n.Word("hr")),
			"2066 values of heart rate were beyond what is possible and were left out.", "",
		},
		{
			i18n.Sentencef("%s: %s", i18n.Sentencef("%s %s", "2026-11-21", "cycling"), "2026-11-21 and my_notes"),
			"Sat, Nov 21 cycling: 2026-11-21 and my_notes", "11月21日 周六 骑行：2026-11-21 and my_notes",
		},
	} {
		if got := c.said.In(speaking(settings.English).Say); got != c.english {
			t.Errorf("%d: %q, want %q", i, got, c.english)
		}
		if got := c.said.In(speaking(settings.Chinese).Say); c.simpl != "" && got != c.simpl {
			t.Errorf("%d: %q, want %q", i, got, c.simpl)
		}
	}
}

// TestWhatPagesSayInPlaceOfATool: each is of a sentence that there is, and names no
// tool itself.
func TestWhatPagesSayInPlaceOfATool(t *testing.T) {
	t.Parallel()
	chinese, tool := i18n.In(settings.Chinese), regexp.MustCompile(`[a-z]_[a-z]`)
	for of, as := range speaking(settings.English).spoken() {
		if chinese.Text(of) == of {
			t.Errorf("nothing says %q", of)
		}
		if tool.MatchString(string(as)) {
			t.Errorf("%q names a tool", as)
		}
	}
}
