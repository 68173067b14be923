package i18n_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
)

// loud formats each sentence in capitals, without operands that are names.
func loud(format string, args ...any) string {
	for i, arg := range args {
		if s, ok := arg.(interface {
			Say(say func(format string, args ...any) string) string
		}); ok {
			args[i] = s.Say(loud)
		}
		if err, ok := arg.(error); ok && format == "%w" {
			return strings.ToUpper(err.Error())
		}
	}
	parts := strings.Split(strings.ReplaceAll(format, "%%", "\x01"), "%")
	for i, p := range parts {
		if i == 0 {
			parts[i] = strings.ToUpper(p)
		} else if p != "" {
			at := strings.IndexAny(p, "sdqfg") + 1
			parts[i] = p[:at] + strings.ToUpper(p[at:])
		}
	}
	return strings.ReplaceAll(fmt.Sprintf(strings.Join(parts, "%"), args...), "\x01", "%")
}

func TestSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s           i18n.Sentence
		plain, said string
	}{
		{"5 % of it", "5 % of it", "5 % OF IT"},
		{i18n.Sentencef("nothing"), "nothing", "NOTHING"},
		{i18n.Sentencef("%d of %g in %q", 3, 0.5, "a:b"), `3 of 0.5 in "a:b"`, `3 OF 0.5 IN "a:b"`},
		{
			i18n.Sentencef("%s, %s", i18n.Numbered(1, "day", "days"), i18n.Numbered(2, "day", "days")),
			"1 day, 2 days", "1 DAYS, 2 DAYS",
		},
		{i18n.Sentencef("it is %s by %s", i18n.Word("low"), time.Minute), "it is low by 1m0s", "IT IS LOW BY 1m0s"},
		{i18n.Sentencef("%.0f %% and %+g", 12.4, 1.5), "12 % and +1.5", "12 % AND +1.5"},
		{i18n.Sentencef("it: %s", errors.New("x")), "it: x", "IT: X"},
		{i18n.Joined("%s and %s", "a", i18n.Sentencef("b %s", "x"), "c"), "a and b x and c", "A AND B x AND C"},
		{i18n.Joined("%s, %s"), "", ""},
	} {
		if c.s.String() != c.plain {
			t.Errorf("%q, want %q", c.s.String(), c.plain)
		}
		if got := c.s.Say(loud); got != c.said {
			t.Errorf("said %q, want %q", got, c.said)
		}
		b, err := json.Marshal(map[string]any{"x": c.s})
		want, _ := json.Marshal(map[string]any{"x": c.plain})
		if err != nil || string(b) != string(want) {
			t.Errorf("%s %v, want %s", b, err, want)
		}
	}
}

// TestASentenceIsWhatItsFormatSays, whatever its operands are.
func TestASentenceIsWhatItsFormatSays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text, n, f := rapid.String().Draw(t, "text"), rapid.Int().Draw(t, "n"), rapid.Float64Range(-1e9, 1e9).Draw(t, "f")
		inner := i18n.Sentencef("%s (%d)", text, n)
		got := i18n.Sentencef("%s: %q, %.2f, %g and %d", inner, text, f, f, n)
		want := fmt.Sprintf("%s (%d): %q, %s, %g and %d", text, n, text, half(f, 2), f, n)
		if got.String() != want {
			t.Fatalf("%q, want %q", got.String(), want)
		}
		_ = i18n.Sentence("\x00" + text).String() // what is damaged is no reason to stop
	})
}

// half rounds the digits that a person sees, and ties away from zero.
func half(x float64, decimals int) string {
	r, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'f', -1, 64))
	text := r.FloatString(decimals)
	if math.Signbit(x) && !strings.HasPrefix(text, "-") {
		text = "-" + text
	}
	return text
}

func TestTiesAreRoundedInOneWay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		decimals := rapid.IntRange(0, 2).Draw(t, "decimals")
		x := (float64(rapid.IntRange(-1e6, 1e6).Draw(t, "n")) + 0.5) / math.Pow10(decimals)
		format, want := fmt.Sprintf("%%.%df", decimals), half(x, decimals)
		places := []i18n.Rounding{i18n.Whole, i18n.Tenths, i18n.Hundredths}[decimals]
		shown := i18n.Converted{Factor: 1, Places: places}.Text(x, strconv.FormatFloat(x, 'f', -1, 64))
		for from, got := range map[string]string{
			"number": i18n.Fixed(x, decimals), "sentence": i18n.Sentencef(format, x).String(),
			"translated": i18n.Sentencef(format, x).Say(i18n.NewPrinter(map[string]string{"": ""}).Sprintf),
			"quantity":   i18n.Measured(format, x, i18n.Unit{}).String(),
		} {
			if got != want {
				t.Errorf("%s of %v: %s, want %s", from, x, got, want)
			}
		}
		if strings.Trim(want, "-0.") != "" && shown != want {
			t.Errorf("display of %v: %s, want %s", x, shown, want)
		}
	})
}

func TestQuantities(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		of           i18n.Quantity
		metric, mile string
	}{
		{i18n.Measured("%.1f ", 12.34, i18n.Kilometres()), "12.3 km", "7.67 mi"},
		{i18n.Measured("%v ", 3806.4, i18n.Kilometres()), "3806.4 km", "2365 mi"},
		{i18n.Measured("%.0f ", 1694, i18n.Metres()), "1694 m", "5558 ft"},
		{i18n.Measured("%+.0f", 27, i18n.Metres()), "+27m", "+89ft"},
		{i18n.Measured("%.0f ", 400, i18n.MetresOfWay()), "400 m", "437 yd"},
		{i18n.Measured("%g ", 60, i18n.Kilograms()), "60 kg", "132.3 lb"},
		{i18n.Measured("%g ", -5, i18n.Degrees()), "-5 °C", "23 °F"},
		{i18n.Measured("%.1f ", 30, i18n.KilometresPerHour()), "30.0 km/h", "18.6 mph"},
		{i18n.Pace(300), "5:00/km", "8:03/mi"},
		{i18n.Paces(300, 290), "5:00–4:50/km", "8:03–7:47/mi"},
		{i18n.Paces(300, 300.1), "5:00/km", "8:03/mi"},
		{i18n.Measured("%.0f ", 250, i18n.Unit{Shown: "W"}), "250 W", "250 W"},
	} {
		s := i18n.Sentencef("so %s: %s", i18n.Sentencef("%s (%d)", c.of, 3), errors.New("x"))
		if got, want := s.String(), fmt.Sprintf("so %s (3): x", c.metric); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := s.Say(i18n.InMiles(nil)), fmt.Sprintf("so %s (3): x", c.mile); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got, want := i18n.Sentence(string(s)).Say(i18n.InMiles(loud)), fmt.Sprintf("SO %s (3): X", c.mile); got != want {
			t.Errorf("in another language %q, want %q", got, want)
		}
	}
}

// explainedTexts returns the texts of the glossary's entries, titles apart.
func explainedTexts() map[string]string {
	out := map[string]string{}
	for _, e := range glossary.Entries() {
		for _, text := range []string{e.Formula, e.Inputs, e.Needs, e.Unit, e.Source, e.Limits, e.Differs, e.Proof} {
			if text != "" {
				out[text] = e.Key
			}
		}
	}
	return out
}

var (
	// nameOfAll are units, symbols of formulas and names of tests.
	nameOfAll = regexp.MustCompile(`\b(km|h|s|rpm|kJ|W|kg|ml|min|bpm|m|mm|ms|cm|kN|ln|bal|kcal|kJ|[a-z0-9]+\.Test\w+)\b`)
	ofEnglish = regexp.MustCompile(`\b[a-z]{2,}\b`)
	english3  = regexp.MustCompile(`\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b`)
	numeral   = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
)

// TestTheGlossaryIsExplained: nothing lacks but what is the same in every language,
// nothing is left over, and every number of a formula is in it.
func TestTheGlossaryIsExplained(t *testing.T) {
	t.Parallel()
	table, texts := i18n.ExplainedChinese(), explainedTexts()
	for text, key := range texts {
		said := i18n.Explained(settings.Chinese, text)
		if table[text] == "" {
			if words := ofEnglish.FindAllString(nameOfAll.ReplaceAllString(text, ""), -1); len(words) > 0 {
				t.Errorf("%s: no Chinese for %q", key, text)
			}
			continue
		}
		if said != table[text] || i18n.Explained(settings.English, text) != text {
			t.Errorf("%s: %q is said %q", key, text, said)
		}
		if words := english3.FindString(said); words != "" {
			t.Errorf("%s: %q has English words: %q", key, said, words)
		}
		if strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "al.") && !strings.HasSuffix(said, "。") {
			t.Errorf("%s: %q ends as no sentence", key, said)
		}
		given, found := numeral.FindAllString(text, -1), numeral.FindAllString(said, -1)
		slices.Sort(given)
		slices.Sort(found)
		if !slices.Equal(given, found) {
			t.Errorf("%s: %q has the numbers %q, not %q", key, said, found, given)
		}
	}
	for _, text := range slices.Sorted(maps.Keys(table)) {
		if texts[text] == "" {
			t.Errorf("the glossary does not say %q", text)
		}
	}
}

var update = flag.Bool("update", false, "write the files of languages in their order")

// TestFilesAreSorted keeps one line a sentence, in the order of the English texts, so that a change is one line
// of a diff. A text that is there twice is found too.
func TestFilesAreSorted(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("*.json")
	if err != nil || len(names) == 0 {
		t.Fatalf("no file of a language: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var all map[string]map[string]string
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var sorted bytes.Buffer
		enc := json.NewEncoder(&sorted)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(all); err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(text, sorted.Bytes()) {
			continue
		}
		if *update {
			if err := os.WriteFile(name, sorted.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("%s is not sorted, or has a sentence twice: go test ./internal/i18n -run Sorted -update", name)
	}
}

func TestMessageSentences(t *testing.T) {
	t.Parallel()
	p := i18n.NewPrinter(map[string]string{
		"%d of %s: %w": "%[2]s 的 %[1]d 个：%[3]w", "Stopped.": "已停止。",
	})
	cause := errors.New("cut off")
	for _, c := range []struct {
		p    i18n.Printer
		want string
	}{{p, "Garmin 的 12345 个：cut off"}, {i18n.Printer{}, "12345 of Garmin: cut off"}} {
		if got := c.p.Sprintf("%d of %s: %w", 12345, "Garmin", cause); got != c.want {
			t.Errorf("%q, want %q: no digit may change", got, c.want)
		}
	}
	if p.Text("Stopped.") != "已停止。" || p.Text("Not known: 5 %") != "Not known: 5 %" {
		t.Error("a sentence that is not known stays as it is written")
	}
}

func TestCounted(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0 activities", 1: "1 activity", 2: "2 activities", 1500: "1500 activities"} {
		if got := i18n.Counted(n, "activity", "activities"); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s    string
		most int
		want string
	}{
		{"", 3, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"äöüß", 3, "äöü…"}, {"äöü", 3, "äöü"},
	} {
		if got := i18n.Clip(c.s, c.most); got != c.want {
			t.Errorf("Clip(%q, %d) is %q, want %q", c.s, c.most, got, c.want)
		}
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[float64]string{
		0: "0:00", 59.6: "1:00", 240: "4:00", 3599: "59:59", 3600: "1:00:00", 37_230: "10:20:30",
		-0.4: "0:00", -65: "-1:05", -3725: "-1:02:05",
	} {
		if got := i18n.Clock(seconds); got != want {
			t.Errorf("%g s: %s, want %s", seconds, got, want)
		}
	}
}
