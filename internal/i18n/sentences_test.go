package i18n_test

import (
	"errors"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/platform/textclean"
)

// code is everything that may be said to a person.
var code = sync.OnceValue(func() *scan {
	s := newScan("..")
	s.wording("../faces/web/page/wording.json")
	s.names("../tools/names.json")
	return s
})

// values are the sentences that are known by their types.
var values = sync.OnceValues(newTyped)

// ofAll returns commands and units, the same in every language.
func ofAll() []string {
	return []string{
		"amp mcp list", "claude mcp list", "qwen mcp list", "opencode mcp list", "openclaw mcp probe lapkeep", "goose info -v",
		"%s rpm", "%s bpm", "%s W", "%.1f km", "%.4g km", "W", "bpm", "true", "false", "30-32km/h", "90-95rpm",
	}
}

func TestEverySentenceIsThere(t *testing.T) {
	t.Parallel()
	table, s := i18n.Chinese(), code()
	for _, err := range s.errs {
		t.Error(err)
	}
	for format, at := range s.found {
		if table[format] == "" && !slices.Contains(ofAll(), format) {
			t.Errorf("%s: no sentence for %q", at[0], format)
		}
	}
	if len(s.found) < 100 {
		t.Errorf("only %d sentences were found in the code", len(s.found))
	}
	v, err := values()
	if err != nil {
		t.Fatal(err)
	}
	for format, at := range v.found {
		if table[format] == "" && !slices.Contains(ofAll(), format) {
			t.Errorf("%s: no sentence for %q", at[0], format)
		}
	}
	if len(v.found) < 4500 {
		t.Errorf("only %d sentences have types in the code", len(v.found))
	}
}

// unseen returns the files that pass on sentences which are no texts at that
// place, with their number. A change that adds one adds its texts to the
// tables, and raises the number.
func unseen() map[string]int {
	known := map[string]int{}
	for _, of := range []struct {
		file string
		n    int
	}{
		{"answers/curves/view.go", 3},
		{"coach/plan/replan.go", 1},
		{"coach/report/print.go", 1},
		{"coach/report/report.go", 1},
		{"answers/fitness/period.go", 1},
		{"answers/curves/query.go", 2},
		{"answers/fitness/summaryview.go", 3},
		{"answers/workouts/query.go", 3},
		{"answers/athlete/list.go", 2},
		{"answers/workouts/query.go", 2},
		{"answers/wellness/columns.go", 1},
		{"answers/wellness/view.go", 2},
		{"writes/intake/sink.go", 1},
		{"formats/workoutfile/read.go", 1},
		{"formats/workoutfile/block.go", 1},
		{"app/serve.go", 1},
		{"faces/web/page/spoken.go", 2},
		{"faces/web/page/names.go", 1},
		{"training/errors.go", 1},
		{"formats/workout/scale.go", 1},
		{"app/dashboard.go", 1},
		{"faces/web/page/page.go", 1},
		{"faces/cli/connect/watch.go", 1},
		{"answers/limitedrows/facts.go", 1},
		{"app/connections/agreement.go", 1},
		{"app/connections/connect.go", 1},
		{"faces/cli/connect/env.go", 1},
		{"faces/cli/connect/collectenv.go", 1},
		{"faces/cli/connect/connect.go", 1},
		{"faces/cli/connect/env.go", 1},
		{"faces/cli/connect/setup.go", 1},
		{"faces/cli/connect/need.go", 5},
		{"faces/cli/deps.go", 1},
		{"faces/cli/ask.go", 5},
		{"faces/cli/mcp_install.go", 3},
		{"faces/cli/mcp_keep.go", 4},
		{"faces/cli/mcp.go", 5},
		{"faces/cli/mcp_install.go", 1},
		{"faces/cli/privacyenv.go", 1},
		{"faces/cli/root.go", 1},
		{"faces/cli/usage.go", 2},
		{"faces/cli/undo.go", 1},
		{"faces/cli/views.go", 1},
		{"faces/cli/dashboard.go", 1},
		{"faces/cli/workout.go", 2},
		{"coach/plan/read.go", 1},
		{"importing/match/untyped.go", 1},
		{"coach/plan/words.go", 1},
		{"coach/plan/values.go", 1},
		{"importing/account.go", 2},
		{"writes/outbox/enqueue.go", 1},
		{"writes/kinds/recordings.go", 1},
		{"writes/outbox/send.go", 2},
		{"writes/journal/outward.go", 2},
		{"metrics/stream/power.go", 1},
		{"metrics/summary/summary.go", 3},
		{"services/source/failure.go", 1},
		{"services/client/lenient.go", 1},
		{"store/backup/verify.go", 1},
		{"services/connection/report.go", 2},
		{"tools/account/rows.go", 1},
		{"tools/activities/addnote.go", 1},
		{"tools/calendar/change.go", 1},
		{"tools/drawn/activity.go", 1},
		{"tools/drawn/summary.go", 1},
		{"tools/read.go", 1},
		{"tools/row.go", 1},
		{"formats/workout/session.go", 4},
		{"formats/workoutfile/wire.go", 1},
		{"formats/workout/plain.go", 2},
		{"formats/steptext/unit.go", 1},
		{"formats/steptext/read.go", 5},
		{"formats/steptext/line.go", 1},
		{"formats/workout/sums.go", 1},
		{"formats/workout/sums.go", 1},
		{"formats/workout/target.go", 3},
	} {
		known[of.file] += of.n
	}
	return known
}

func TestSentencesThatAreNotSeenHereAreKnown(t *testing.T) {
	t.Parallel()
	got := map[string]int{}
	for _, at := range code().vague {
		file, _, _ := strings.Cut(strings.TrimPrefix(at, "../"), ":")
		got[file]++
	}
	v, err := values()
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range v.vague {
		file, _, _ := strings.Cut(at, ":")
		got[file]++
	}
	for file := range unseen() {
		got[file] += 0
	}
	for _, file := range slices.Sorted(maps.Keys(got)) {
		if got[file] != unseen()[file] {
			t.Errorf("%s hands on %d sentences whose text is not seen, %d are known", file, got[file], unseen()[file])
		}
	}
}

// TestNoSentenceIsLeftOver: one that nothing says would never be seen to be wrong.
func TestNoSentenceIsLeftOver(t *testing.T) {
	t.Parallel()
	s := code()
	v, err := values()
	if err != nil {
		t.Fatal(err)
	}
	titled := titles()
	for english := range i18n.Chinese() {
		if s.found[english] == nil && v.found[english] == nil && titled[english] == "" && !s.texts[english] &&
			!slices.Contains(ofOthers(), english) {
			t.Errorf("nothing says %q", english)
		}
	}
}

// ofOthers returns sentences of the system and of libraries, and those that are
// made of the names of forms.
func ofOthers() []string {
	return []string{
		"no such file or directory", "permission denied", "is a directory", "not a directory", "no space left on device", "file exists",
		"read-only file system", "connection refused", "context deadline exceeded", "unexpected EOF", "too many open files", "input/output error",
		"Help about any command", "Generate the autocompletion script for the specified shell",
		"format of the file: fit, zwo, erg, mrc; default fit",
		"format: txt, json, fit, zwo, erg, mrc, igpsport, plain; default from the name of --out",
		"%d indoor activities", "%d outdoor activities", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
		"vertical oscillation", "left balance", "ground contact", "ground contact balance", "step length", "temperature", "core temperature",
	}
}

var placeholder = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`%([-+# 0]*[\d.*]*)(?:\[(\d+)\])?([a-zA-Z%])`)
})

// verbs returns the operands of a format and how each is written.
func verbs(format string) map[int]string {
	out, next := map[int]string{}, 1
	for _, m := range placeholder().FindAllStringSubmatch(format, -1) {
		if m[3] == "%" {
			continue
		}
		if m[2] != "" {
			next, _ = strconv.Atoi(m[2]) // digits
		}
		out[next] += m[1] + m[3]
		next++
	}
	return out
}

// operands returns some that fit a format.
func operands(format string) []any {
	all := verbs(format)
	out := make([]any, len(all))
	for i, verb := range all {
		switch verb[len(verb)-1] {
		case 'd', 'x', 'o':
			out[i-1] = 7
		case 'f', 'g':
			out[i-1] = 0.5
		case 'w':
			out[i-1] = errors.New("cut off")
		default:
			out[i-1] = "x"
		}
	}
	return out
}

func TestPlaceholdersAreThoseOfTheEnglishSentence(t *testing.T) {
	t.Parallel()
	p := i18n.In(settings.Chinese)
	v, err := values()
	if err != nil {
		t.Fatal(err)
	}
	for english, said := range i18n.Chinese() {
		if v.found[english] != nil && !v.formats[english] && code().found[english] == nil { // 60 % of it is no operand
			if got := p.Sprintf("%s", i18n.Sentence(english)); got != said {
				t.Errorf("%q becomes %q", said, got)
			}
			continue
		}
		if !maps.Equal(verbs(english), verbs(said)) {
			t.Errorf("%q has %v, %q has %v", english, verbs(english), said, verbs(said))
			continue
		}
		if got := p.Sprintf(english, operands(english)...); strings.Contains(got, "%!") {
			t.Errorf("%q becomes %q", said, got)
		}
		if end := func(s string) int { return len(s) - len(strings.TrimRight(s, "\n")) }; end(english) != end(said) {
			t.Errorf("%q ends a line, or does not, unlike %q", said, english)
		}
		if got := p.Text(english); got != said {
			t.Errorf("the catalogue makes %q of %q", got, said)
		}
	}
	if got := i18n.In(settings.English).Text("Stopped."); got != "Stopped." {
		t.Errorf("English is %q", got)
	}
}

// TestSentencesAreChinese, in its punctuation too.
func TestSentencesAreChinese(t *testing.T) {
	t.Parallel()
	for english, said := range i18n.Chinese() {
		if !strings.ContainsFunc(said, func(r rune) bool { return unicode.Is(unicode.Han, r) }) && !wordless(english) &&
			!slices.Contains([]string{
				"the FTP", "%s of 10", "%s %% FTP", "RPE %s", "FTP", "an FTP of %s W", "an FTP of %.0f W", "%g m", "%s km", "the %s", "%s %s the range",
				"update_athlete_settings", "TSB",
			}, english) {
			t.Errorf("%q is not Chinese", said)
		}
		if strings.HasSuffix(english, ".") && !strings.HasSuffix(said, "。") && !strings.HasSuffix(said, "%s") {
			t.Errorf("%q ends as no sentence: %q", english, said)
		}
		if strings.HasSuffix(said, ".") {
			t.Errorf("%q ends in a full stop of another script", said)
		}
	}
}

// wordless reports whether a text has only separators and names.
func wordless(english string) bool {
	return strings.Trim(placeholder().ReplaceAllString(english, ""), " .,:;()and/→") == ""
}

// titles returns the titles of the glossary, which are no operands of anything, with what has them.
func titles() map[string]string {
	of := map[string]string{}
	for _, g := range glossary.Groups() {
		of[g.Title] = "the group"
		for _, e := range g.Entries {
			of[e.Title] = e.Key
		}
	}
	return of
}

func TestTitlesOfMetricsAreThere(t *testing.T) {
	t.Parallel()
	table := i18n.Chinese()
	for title, of := range titles() {
		if table[title] == "" {
			t.Errorf("%s: no sentence for %q", of, title)
		}
	}
}

// TestSentencesAreNoMarkup: an assistant's program may draw what it is told, so
// that what looks like an element gets a backslash on the way.
func TestSentencesAreNoMarkup(t *testing.T) {
	t.Parallel()
	v, err := values()
	if err != nil {
		t.Fatal(err)
	}
	for text, at := range v.found {
		if drawn := textclean.Markdown(text); drawn != text {
			t.Errorf("%s: an assistant reads %q", at[0], drawn)
		}
	}
}

// TestOneWordOneMeaning: a term of docs/vocabulary.zh-CN.md is the same in
// every sentence. Names of tools, arguments and commands are no words.
func TestOneWordOneMeaning(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/vocabulary.zh-CN.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| ([a-z ]+) \| ([^|-]+) \|$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) < 25 {
		t.Fatalf("only %d terms were read", len(rows))
	}
	for _, row := range rows {
		word := regexp.MustCompile(`(?i)(?:^|[\s("])` + row[1] + `(?:$|[\s,.;:!?")])`)
		n := 0
		for english, said := range i18n.Chinese() {
			if !word.MatchString(english) || slices.Contains(otherMeanings(), english) ||
				strings.HasPrefix(english, "Event categories") { // pace is a value there
				continue
			}
			if n++; !strings.Contains(said, row[2]) {
				t.Errorf("%s is %s, and %q is %q", row[1], row[2], english, said)
			}
		}
		if n == 0 {
			t.Errorf("no sentence has %q", row[1])
		}
	}
}

// otherMeanings returns sentences whose word is a name there.
func otherMeanings() []string {
	return []string{
		"Use kind \"pace\" or \"distance\" with running, or leave graded out.", "Give power, hr or pace, or leave it out for automatic.",
		"It is not a table of TrainingPeaks workouts: %w.", "Run: lapkeep connect SERVICE",
		"on pace", "behind, should be at %s", "%s: %d reached, %d on pace, %d behind.",
		"It can be power_zone, power_custom, power_percent_ftp, hr_zone, hr_custom, cadence or speed.", "Write %s Pace.",
		"Write it as 5:00/km Pace, per km, mi, 100m, 100y, 250m, 400m or 500m.",
		"Request the archive again with the account set to English, or import its activities folder by itself.",
	}
}
