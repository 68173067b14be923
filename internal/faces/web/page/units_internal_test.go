package page

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/glossary"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// TestUnits checks how numbers of the tools are shown, metric and in miles and
// feet.
func TestUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ key, told, metric, miles string }{
		{"distance_km", "42.195", "42.2 km", "26.2 mi"},
		{"distance_km", "5", "5.00 km", "3.11 mi"},
		{"distance_km", "16.09", "16.09 km", "10.00 mi"},
		{"distance_km", "180.26", "180.3 km", "112.0 mi"},
		{"distance_km", "12.3456", "12.35 km", "7.67 mi"},
		{"distance_km", "5123.4", "5,123 km", "3,184 mi"},
		{"distance_m", "400", "400 m", "0.25 mi"},
		{"distance_m", "10000", "10,000 m", "6.21 mi"},
		{"swum_m", "1500", "1,500 m", "1,640 yd"},
		{"pool_length_m", "25", "25 m", "25 m"},
		{"pool_length_m", "50", "50 m", "50 m"},
		{"elevation_gain_m", "0", "0 m", "0 ft"},
		{"pool_length_m", "22.86", "23 m", "25 yd"},
		{"pace_s_per_km", "300", "5:00 /km", "8:03 /mi"},
		{"threshold_pace_s_per_km", "240.5", "4:01 /km", "6:27 /mi"},
		{"css_s_per_100m", "100", "1:40 /100 m", "1:31 /100 yd"},
		{"avg_speed_kmh", "30", "30.0 km/h", "18.6 mph"},
		{"threshold_speed_mps", "4", "4 m/s", "8.95 mph"},
		{"elevation_gain_m", "1000", "1,000 m", "3,281 ft"},
		{"elevation_gain_m", "-0.1", "0 m", "0 ft"},
		{"vam_m_per_h", "1000", "1,000 m/h", "3,281 ft/h"},
		{"elevation_gain_m_per_km", "10", "10 m/km", "52.8 ft/mi"},
		{"weight_kg", "61.8", "61.8 kg", "136.2 lb"},
		{"change_28d_kg", "-0.5", "-0.5 kg", "-1.1 lb"},
		{"height_cm", "180", "180 cm", "70.9 in"},
		{"avg_temp_c", "0", "0 °C", "32 °F"},
		{"avg_temp_c", "-40", "-40 °C", "-40 °F"},
		{"avg_temp_c", "21.5", "21.5 °C", "70.7 °F"},
		{"avg_power_w_per_kg", "4.162", "4.16 W/kg", "4.16 W/kg"},
		{"avg_leg_stiffness_kn_per_m", "11.4", "11.4 kN/m", "11.4 kN/m"},
		{"carbs_g_per_h", "60", "60 g/h", "60 g/h"},
		{"fluid_ml_per_h", "500", "500 ml/h", "500 ml/h"},
		{"force_n_per_m", "2", "2 ", "2 "}, // a unit that nobody told the page
		{"fatigued_after_kj_per_kg", "30", "30 kJ/kg", "30 kJ/kg"},
		{"eddington_km", "91", "91 ", "91 "},
		{"avg_power_w", "244", "244 W", "244 W"},
		{"avg_power_w", "-1234.5", "-1,235 W", "-1,235 W"},
		{"tss", "84.31", "84 ", "84 "},
		{"load_cycling", "84.61", "85 ", "85 "},
		{"ctl", "48.8", "49 ", "49 "},
		{"intensity_factor", "0.847", "0.85 ", "0.85 "},
		{"decoupling_pct", "3.27", "3.3 %", "3.3 %"},
		{"hr_recovery_60s_bpm", "21.84", "22 bpm", "22 bpm"},
		{"steps", "12345", "12,345 ", "12,345 "},
		{"original_bytes", "45641853", "45.6 MB", "45.6 MB"},
		{"birth_year", "1980", "1980 ", "1980 "},
		{"avg_cadence_rpm", "88", "88 rpm", "88 rpm"},
		{"duration_s", "3661", "1:01:01 ", "1:01:01 "},
		{"distance_km", "", "– ", "– "},
	} {
		for _, miles := range []bool{false, true} {
			want := c.metric
			if miles {
				want = c.miles
			}
			m := (&Page{Miles: miles}).Number(c.key, json.Number(c.told))
			if got := m.Text + " " + m.Unit; got != want {
				t.Errorf("%s %s, miles %v: %q, want %q", c.key, c.told, miles, got, want)
			}
			if m.Value != c.told {
				t.Errorf("%s: the tool's %s became %s", c.key, c.told, m.Value)
			}
			digits, _, _ := strings.Cut(m.Exact, " ")
			told, clock := c.told != "", strings.Contains(m.Text, ":") && !strings.Contains(c.told, ".")
			if less := told && (miles && c.miles != c.metric || strings.ReplaceAll(m.Text, ",", "") != c.told && !clock); less && digits != c.told ||
				!less && digits != "" {
				t.Errorf("%s %s, miles %v: the title is %q", c.key, c.told, miles, m.Exact)
			}
		}
	}
}

// TestUnitsOfASport: runners count the steps of both feet, and swimmers metres.
func TestUnitsOfASport(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sport, key, told, want, exact string }{
		{"running", "avg_cadence_rpm", "86.6", "173 spm", "86.6 rpm"},
		{"cycling", "avg_cadence_rpm", "86.6", "87 rpm", "86.6 rpm"},
		{"swimming", "distance_km", "1.525", "1,525 m", "1.525 km"},
		{"cycling", "distance_km", "1.526", "1.53 km", "1.526 km"},
	} {
		m := (&Page{}).For(c.sport).Number(c.key, json.Number(c.told))
		if got := m.Whole(); got != c.want || m.Exact != c.exact || m.Value != c.told {
			t.Errorf("%s, %s: %q, %q, %q", c.sport, c.key, got, m.Exact, m.Value)
		}
	}
	for _, c := range []struct{ key, told, metric, miles string }{
		{"distance_m", "400", "400 m", "0.25 mi"},
		{"distance_m", "3000", "3 km", "1.86 mi"},
		{"distance_m", "5000", "5 km", "5 km"},
		{"distance_m", "21097.5", "Half marathon", "Half marathon"},
		{"distance_km", "42.195", "Marathon", "Marathon"},
		{"distance_m", "1609.344", "1 mi", "1 mi"},
		{"swum_m", "5000", "5,000 m", "5,468 yd"},
		{"duration_s", "5000", "1:23:20", "1:23:20"},
	} {
		for want, miles := range map[string]bool{c.metric: false, c.miles: true} {
			if got := (&Page{Call: &tools.Call{}, Miles: miles || c.metric == c.miles}).Stretch(c.key, json.Number(c.told)).Whole(); got != want {
				t.Errorf("%s %s is %q, not %q", c.key, c.told, got, want)
			}
		}
	}
	if got := (&Page{Miles: true, Doing: "swimming"}).Number("distance_km", "1.5").Whole(); got != "1,640 yd" {
		t.Errorf("a pool in yards: %s", got)
	}
}

// TestChartsDrawInTheReadersUnits: a chart has the numbers of the tool, and what
// makes those of the reader of them.
func TestChartsDrawInTheReadersUnits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ key, factor, shift string }{
		{"pace_s_per_km", "1.609344", "0"}, {"avg_temp_c", "1.8", "32"}, {"power_w", "", ""}, {"load", "", ""},
	} {
		if f, s := (&Page{Miles: true}).axisOf(c.key); f != c.factor || s != c.shift {
			t.Errorf("%s: %q and %q", c.key, f, s)
		}
		if f, s := (&Page{}).axisOf(c.key); f != "" || s != "" {
			t.Errorf("metric %s: %q and %q", c.key, f, s)
		}
	}
	if shown, f, s, n := (&Page{Miles: true}).StreamUnit("avg_speed_kmh", 3.6); shown != "mph" || f[:6] != "2.2369" || s != "0" || n != "1" {
		t.Errorf("speed: %s %s %s %s", shown, f, s, n)
	}
}

// TestNumbersHaveANameInChinese: each number of the glossary and of a day is called something on a
// Chinese page that is no key. Those of answers are looked at with the table of tools.
func TestNumbersHaveANameInChinese(t *testing.T) {
	t.Parallel()
	p := &Page{Call: &tools.Call{Language: settings.Chinese, Said: i18n.In(settings.Chinese).Sprintf}}
	var keys []string
	for _, e := range glossary.Entries() {
		keys = append(keys, e.Key)
	}
	for _, f := range training.WellnessFields() {
		keys = append(keys, string(f))
	}
	if len(keys) < 200 {
		t.Errorf("only %d numbers were looked at", len(keys))
	}
	for _, key := range keys {
		label := p.Label(key)
		han := strings.ContainsFunc(label, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		if !han && label != "FTP" {
			t.Errorf("%s is called %q", key, label)
		}
	}
}

// TestKeysAndValuesHaveNames: a value may have another name in one argument, and a key that
// consists of others another than the number; what has no name is written in words.
func TestKeysAndValuesHaveNames(t *testing.T) {
	t.Parallel()
	p := speaking(settings.English)
	for _, x := range [][2]string{
		{p.Choice("sort", "distance"), "Longest distance first"},
		{p.Choice("by", "distance"), "By distance"},
		{p.Choice("sport", "cycling"), "Ride"},
		{p.Choice("tag", "my own words"), ""},
		{p.Label("steps"), "Daily steps"},
		{p.Section("steps"), "Steps"},
		{p.Label("set.avg_power_w"), "Intervals: Average power"},
		{p.Label("running"), "Run"},
		{p.Label("my_own_field"), "My own field"},
		{p.Label(""), ""},
		{p.OwnLabel("my_own_field"), ""},
		{p.FieldLabel("distance_km"), "Distance, km"},
		{p.FieldLabel("text"), "New note"},
		{p.Term("my_own_word"), "my own word"},
	} {
		if x[0] != x[1] {
			t.Errorf("%q, want %q", x[0], x[1])
		}
	}
	if p.Miles = true; p.Label("splits") != "Splits by mile" {
		t.Errorf("splits are called %q", p.Label("splits"))
	}
}

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
			"3 activities from Fri, May 2 2025 to Sat, Nov 21.", "从 2025年5月2日 周五 到 11月21日 周六 共 3 个活动。",
		},
		{i18n.Sentencef("%s", i18n.Sentencef("%s", span)), "Fri, May 2 2025 to Sat, Nov 21", ""},
		{
			i18n.Sentencef("%s is set for all sports and was not changed; change it with update_athlete_settings.", "weight_kg"),
			"Weight is set for all sports and was not changed; change it under Settings.", "",
		},
		{
			"no weight is set; set weight_kg with update_athlete_settings",
			"no weight is set; set it under Settings", "未设置体重；可在“设置”页设置",
		},
		{
			i18n.Sentencef("%d impossible values of %s were left out.", 2066, i18n.Word("hr")),
			"2066 impossible values of heart rate were left out.", "",
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
	for of, as := range spoken() {
		if chinese.Text(of) == of {
			t.Errorf("nothing says %q", of)
		}
		if tool.MatchString(string(as)) {
			t.Errorf("%q names a tool", as)
		}
	}
}

// TestSportsOfAChartHaveColoursOfTheirOwn: as many as there are colours for, and
// each its usual one unless a sport before it has that.
func TestSportsOfAChartHaveColoursOfTheirOwn(t *testing.T) {
	t.Parallel()
	got := SportClasses([]string{"hiking", "alpine_skiing", "other", "cross_country_skiing", "cycling", "walking"})
	for sport, want := range map[string]string{"hiking": "walking", "alpine_skiing": "skiing", "cycling": "cycling", "other": otherSports} {
		if got[sport] != want {
			t.Errorf("%s is %s, not %s", sport, got[sport], want)
		}
	}
	var all []string
	for _, s := range training.Sports() {
		all = append(all, string(s))
	}
	for n := range all {
		seen := map[string]bool{}
		for sport, class := range SportClasses(all[:n+1]) {
			if class != otherSports && seen[class] {
				t.Errorf("of %d sports two are %s", n+1, class)
			}
			seen[class] = true
			if class == otherSports && n < mostColors && sport != otherSports {
				t.Errorf("of %d sports %s has no colour", n+1, sport)
			}
		}
		delete(seen, otherSports)
		if len(seen) > mostColors {
			t.Errorf("%d colours", len(seen))
		}
	}
}

// TestTimesInAnswersAreWords: an instant is shown as its day and the clock of its place; a
// name that begins like one is not changed.
func TestTimesInAnswersAreWords(t *testing.T) {
	t.Parallel()
	p := &Page{Call: &tools.Call{}}
	for text, want := range map[string]string{
		"2026-06-20T09:25:06+02:00": p.Day("2026-06-20") + " 09:25",
		"2026-06-20":                p.Day("2026-06-20"),
		"2026-06-20Trail run":       "2026-06-20Trail run",
		"2026-06-20T":               "2026-06-20T",
	} {
		if got := p.word(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
