package period_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
)

func TestParse(t *testing.T) {
	t.Parallel()
	today := training.NewDay(2026, time.May, 20) // a Wednesday
	for text, want := range map[string]string{
		"2026-05-01":                    "2026-05-01 to 2026-05-01",
		" 2026/05/01 ":                  "2026-05-01 to 2026-05-01",
		"20260501":                      "2026-05-01 to 2026-05-01",
		"2026-05-01T10:00:00Z":          "2026-05-01 to 2026-05-01",
		"1.5.2026":                      "2026-05-01 to 2026-05-01",
		"2026-05":                       "2026-05-01 to 2026-05-31",
		"2024-02":                       "2024-02-01 to 2024-02-29",
		"2026":                          "2026-01-01 to 2026-12-31",
		"in 2025":                       "2025-01-01 to 2025-12-31",
		"2026-W18":                      "2026-04-27 to 2026-05-03",
		"2020-w53":                      "2020-12-28 to 2021-01-03",
		"2026-Q2":                       "2026-04-01 to 2026-06-30",
		"q4 2025":                       "2025-10-01 to 2025-12-31",
		"Q3":                            "2025-07-01 to 2025-09-30",
		"Q2":                            "2026-04-01 to 2026-06-30",
		"H1":                            "2026-01-01 to 2026-06-30",
		"03/14":                         "2026-03-14 to 2026-03-14",
		"14/3":                          "2026-03-14 to 2026-03-14",
		"on 10/25":                      "2025-10-25 to 2025-10-25",
		"10/25/24":                      "2024-10-25 to 2024-10-25",
		"25/10/2024":                    "2024-10-25 to 2024-10-25",
		"last night":                    "2026-05-19 to 2026-05-20",
		"this morning":                  "2026-05-20 to 2026-05-20",
		"the same week last year":       "2025-05-19 to 2025-05-25",
		"this week last year":           "2025-05-19 to 2025-05-25",
		"same month last year":          "2025-05-01 to 2025-05-31",
		"the week before last":          "2026-05-04 to 2026-05-10",
		"month before last":             "2026-03-01 to 2026-03-31",
		"the weekend after next":        "2026-06-06 to 2026-06-07",
		"today":                         "2026-05-20 to 2026-05-20",
		"Yesterday":                     "2026-05-19 to 2026-05-19",
		"tomorrow":                      "2026-05-21 to 2026-05-21",
		"this week":                     "2026-05-18 to 2026-05-24",
		"last week":                     "2026-05-11 to 2026-05-17",
		"next_week":                     "2026-05-25 to 2026-05-31",
		"past week":                     "2026-05-14 to 2026-05-20",
		"this weekend":                  "2026-05-23 to 2026-05-24",
		"last weekend":                  "2026-05-16 to 2026-05-17",
		"this month":                    "2026-05-01 to 2026-05-31",
		"the last month":                "2026-04-01 to 2026-04-30",
		"past month":                    "2026-04-21 to 2026-05-20",
		"last quarter":                  "2026-01-01 to 2026-03-31",
		"this quarter":                  "2026-04-01 to 2026-06-30",
		"last year":                     "2025-01-01 to 2025-12-31",
		"this season":                   "2026-01-01 to 2026-12-31",
		"last 30 days":                  "2026-04-21 to 2026-05-20",
		"30d":                           "2026-04-21 to 2026-05-20",
		"last 4 weeks":                  "2026-04-23 to 2026-05-20",
		"12 weeks":                      "2026-02-26 to 2026-05-20",
		"last 3 months":                 "2026-02-21 to 2026-05-20",
		"two weeks ago":                 "2026-05-06 to 2026-05-06",
		"last two weeks":                "2026-05-07 to 2026-05-20",
		"this winter":                   "2025-12-01 to 2026-02-28",
		"last winter":                   "2025-12-01 to 2026-02-28",
		"this spring":                   "2026-03-01 to 2026-05-31",
		"last spring":                   "2025-03-01 to 2025-05-31",
		"next summer":                   "2026-06-01 to 2026-08-31",
		"summer 2025":                   "2025-06-01 to 2025-08-31",
		"in the fall of 2024":           "2024-09-01 to 2024-11-30",
		"winter 2025/26":                "2025-12-01 to 2026-02-28",
		"week 20":                       "2026-05-11 to 2026-05-17",
		"week 47":                       "2025-11-17 to 2025-11-23",
		"week 47 of 2024":               "2024-11-18 to 2024-11-24",
		"first half of 2026":            "2026-01-01 to 2026-06-30",
		"the second half of last year":  "2025-07-01 to 2025-12-31",
		"2025-H2":                       "2025-07-01 to 2025-12-31",
		"2 years":                       "2024-05-21 to 2026-05-20",
		"next 7 days":                   "2026-05-20 to 2026-05-26",
		"3 days ago":                    "2026-05-17 to 2026-05-17",
		"a month ago":                   "2026-04-20 to 2026-04-20",
		"may":                           "2026-05-01 to 2026-05-31",
		"June":                          "2025-06-01 to 2025-06-30",
		"in Sept 2024":                  "2024-09-01 to 2024-09-30",
		"May 3rd":                       "2026-05-03 to 2026-05-03",
		"3 June":                        "2025-06-03 to 2025-06-03",
		"May 1, 2024":                   "2024-05-01 to 2024-05-01",
		"monday":                        "2026-05-18 to 2026-05-18",
		"Wednesday":                     "2026-05-20 to 2026-05-20",
		"last wednesday":                "2026-05-13 to 2026-05-13",
		"next wed":                      "2026-05-27 to 2026-05-27",
		"thursday last week":            "2026-05-14 to 2026-05-14",
		"on Tuesday":                    "2026-05-19 to 2026-05-19",
		"in 3 days":                     "2026-05-23 to 2026-05-23",
		"2026-05-01..2026-05-10":        "2026-05-01 to 2026-05-10",
		"2026-05-01/2026-05-10":         "2026-05-01 to 2026-05-10",
		"from 2026-05-01 to today":      "2026-05-01 to 2026-05-20",
		"between march and may":         "2026-03-01 to 2026-05-31",
		"2025-11 – 2026-01":             "2025-11-01 to 2026-01-31",
		"2026-05-01..":                  "2026-05-01 to 2026-05-20",
		"..2026-05-01":                  "1900-01-01 to 2026-05-01",
		"since last month":              "2026-04-01 to 2026-05-20",
		"until 2026-05-01":              "1900-01-01 to 2026-05-01",
		"before may":                    "1900-01-01 to 2026-04-30",
		"ytd":                           "2026-01-01 to 2026-05-20",
		"month to date":                 "2026-05-01 to 2026-05-20",
		"week to date":                  "2026-05-18 to 2026-05-20",
		"all":                           "1900-01-01 to 2026-05-20",
		"2026-05-01 through 2026-05-02": "2026-05-01 to 2026-05-02",
	} {
		got, err := period.Parse(text, today, time.Monday)
		if err != nil || got.String() != want {
			t.Errorf("Parse(%q) = %s, %v; want %s", text, got, err, want)
		}
	}
}

// TestAheadReadsWhatSomebodyPlans: words without a year and a past mean days
// ahead; others keep their meaning.
func TestAheadReadsWhatSomebodyPlans(t *testing.T) {
	t.Parallel()
	today := training.NewDay(2026, time.November, 22) // a Sunday
	for text, want := range map[string]string{
		"thursday":              "2026-11-26 to 2026-11-26",
		"on thursday":           "2026-11-26 to 2026-11-26",
		"this thursday":         "2026-11-26 to 2026-11-26",
		"next thursday":         "2026-11-26 to 2026-11-26",
		"last thursday":         "2026-11-19 to 2026-11-19",
		"sunday":                "2026-11-22 to 2026-11-22",
		"next sunday":           "2026-11-29 to 2026-11-29",
		"thursday next week":    "2026-11-26 to 2026-11-26",
		"26 November":           "2026-11-26 to 2026-11-26",
		"the 26th of november":  "2026-11-26 to 2026-11-26",
		"Thursday, 26 November": "2026-11-26 to 2026-11-26",
		"22 november":           "2026-11-22 to 2026-11-22",
		"5 march":               "2027-03-05 to 2027-03-05",
		"26 november 2025":      "2025-11-26 to 2025-11-26",
		"2025-11-26":            "2025-11-26 to 2025-11-26",
		"this winter":           "2026-12-01 to 2027-02-28",
		"week 50":               "2026-12-07 to 2026-12-13",
		"november":              "2026-11-22 to 2026-11-30",
		"may":                   "2027-05-01 to 2027-05-31",
		"in 3 days":             "2026-11-25 to 2026-11-25",
		"in a week":             "2026-11-29 to 2026-11-29",
		"2 weeks from today":    "2026-12-06 to 2026-12-06",
		"in 2 months":           "2027-01-22 to 2027-01-22",
		"next week":             "2026-11-23 to 2026-11-29",
		"this week":             "2026-11-22 to 2026-11-22",
		"this weekend":          "2026-11-22 to 2026-11-22",
		"3 days":                "2026-11-22 to 2026-11-24",
		"yesterday":             "2026-11-21 to 2026-11-21",
		"3 days ago":            "2026-11-19 to 2026-11-19",
		"day after tomorrow":    "2026-11-24 to 2026-11-24",
		"monday to friday":      "2026-11-23 to 2026-11-27",
	} {
		got, err := period.Ahead(text, today, time.Monday)
		if err != nil || got.String() != want {
			t.Errorf("Ahead(%q) = %s, %v; want %s", text, got, err, want)
		}
	}
	if got, err := period.Ahead("friday 26 november", today, time.Monday); err == nil {
		t.Errorf("the 26th is no Friday, yet it was read as %s", got)
	}
}

func TestParseByTheAthletesWeek(t *testing.T) {
	t.Parallel()
	sunday := training.NewDay(2026, time.May, 24)
	for start, want := range map[time.Weekday]string{
		time.Monday: "2026-05-18 to 2026-05-24",
		time.Sunday: "2026-05-24 to 2026-05-30",
	} {
		if got, err := period.Parse("this week", sunday, start); err != nil || got.String() != want {
			t.Errorf("week from %s: %s, %v; want %s", start, got, err, want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "..", "to", "sometime", "2026-02-30", "2026-13", "32.1.2026", "2025-W53", "05/01/2026", "0 days",
		"2026-05-10..2026-05-01", "today to yesterday", "next", "last banana", "may may", "may 32", "since",
		"monday monday monday", "31 june 2026",
	} {
		got, err := period.Parse(text, training.NewDay(2026, time.May, 20), time.Monday)
		if training.KindOf(err) != training.KindInvalid {
			t.Errorf("Parse(%q) = %s, %v; want an invalid-input error", text, got, err)
		}
	}
}

// TestADateWithSlashesIsAmbiguous: it says both days that it can mean.
func TestADateWithSlashesIsAmbiguous(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"03/04": "4 March, or 3 April", "03/04/2026": "4 March, or 3 April", "on 3/4/26": "4 March, or 3 April",
	} {
		r, err := period.Parse(text, training.NewDay(2026, time.May, 20), time.Monday)
		if err == nil || !strings.Contains(err.Error(), "can mean different days") || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %s, %v; want %s", text, r, err, want)
		}
	}
}

func TestOpenEnded(t *testing.T) {
	t.Parallel()
	if !period.OpenEnded(" Since May") || period.OpenEnded("last week") {
		t.Error("since May has no end of its own, last week has")
	}
}

func TestParseLaws(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		today := training.Day(rapid.IntRange(0, 40000).Draw(t, "today"))
		week := time.Weekday(rapid.IntRange(0, 6).Draw(t, "week start"))
		read := func(s string) training.DayRange {
			r, err := period.Parse(s, today, week)
			if err != nil {
				t.Fatalf("%q on %s: %v", s, today, err)
			}
			return r
		}
		if r := read(today.String()); r.From != today || r.To != today {
			t.Fatalf("a date is itself: %s", r)
		}
		for _, unit := range []string{"week", "month", "quarter", "year"} {
			last, this, next := read("last "+unit), read("this "+unit), read("next "+unit)
			if !this.Contains(today) || last.To+1 != this.From || this.To+1 != next.From {
				t.Fatalf("%s does not tile: %s, %s, %s", unit, last, this, next)
			}
		}
		n := rapid.IntRange(1, 400).Draw(t, "n")
		if r := read("last " + strconv.Itoa(n) + " days"); r.Days() != n || r.To != today {
			t.Fatalf("last %d days: %s", n, r)
		}
		if r := read("monday"); r.From.Weekday() != time.Monday || r.From > today || r.From <= today-7 {
			t.Fatalf("monday on %s: %s", today, r)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("last week")
	f.Add("2026-05-01..2026-05-31")
	f.Add("May 3rd")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := period.Parse(text, training.NewDay(2026, time.May, 20), time.Monday)
		if err == nil && r.From > r.To {
			t.Errorf("%q: %s ends before it begins", text, r)
		}
	})
}

// wednesday is 20 May 2026.
var wednesday = training.NewDay(2026, time.May, 20)

func TestChineseReadsAsEnglish(t *testing.T) {
	t.Parallel()
	for english, all := range map[string]string{
		"today":                "今天|今日",
		"yesterday":            "昨天|昨日",
		"tomorrow":             "明天",
		"day after tomorrow":   "后天",
		"day before yesterday": "前天",
		"last week":            "上周|上个星期|上星期|上个礼拜|上一周",
		"this week":            "本周|这周|这个星期|本星期",
		"next week":            "下周|下个星期",
		"past week":            "过去一周|最近一周",
		"last month":           "上个月|上月|上一个月",
		"this month":           "本月|这个月",
		"next month":           "下个月",
		"last year":            "去年",
		"this year":            "今年",
		"last quarter":         "上个季度|上季度",
		"week before last":     "上上周|上上个星期",
		"month before last":    "上上个月",
		"week after next":      "下下周",
		"last night":           "昨晚",
		"last weekend":         "上周末",
		"this weekend":         "本周末|这个周末",
		"last 30 days":         "最近30天|过去三十天|近30天|最近３０天",
		"last 7 days":          "过去7天|最近7天|过去七天",
		"last 4 weeks":         "最近四周|过去4个星期",
		"last 3 months":        "最近三个月|近3个月",
		"last 6 months":        "最近半年|过去半年",
		"next 7 days":          "未来7天|接下来七天",
		"3 days ago":           "3天前|三天前",
		"a month ago":          "一个月前",
		"2 years ago":          "两年前",
		"in 3 days":            "3天后|三天之后",
		"may":                  "5月|五月",
		"march 2026":           "2026年3月|2026年三月",
		"2025":                 "2025年",
		"3 may":                "5月3日|5月3号",
		"1 may 2026":           "2026年5月1日",
		"monday":               "周一|星期一|礼拜一",
		"monday last week":     "上周一|上星期一|上个星期一",
		"friday next week":     "下周五",
		"since may":            "5月以来|从5月起|自五月以来",
		"since last month":     "上个月以来",
		"until may":            "直到5月",
		"before may":           "5月之前",
		"march to may":         "从3月到5月|3月至5月|3月-5月",
		"monday to today":      "周一到今天",
		"1 may to 10 may":      "5月1日到5月10日",
		"2026-05-01 to now":    "从2026-05-01到今天",
		"ytd":                  "今年以来|年初至今",
		"mtd":                  "本月以来",
		"all":                  "全部|所有",
		"4 weeks":              "四周|4个星期",
		"last season":          "上个赛季",
		"1 december 2025":      "2025年12月1日",
		"12 september 2025":    "2025年9月12号",
	} {
		want, err := period.Parse(english, wednesday, time.Monday)
		if err != nil {
			t.Errorf("%q: %v", english, err)
			continue
		}
		wantAhead, errAhead := period.Ahead(english, wednesday, time.Monday)
		for text := range strings.SplitSeq(all, "|") {
			if got, err := period.Parse(text, wednesday, time.Monday); err != nil || got != want {
				t.Errorf("Parse(%q) = %s, %v; want %s, as %q", text, got, err, want, english)
			}
			if got, err := period.Ahead(text, wednesday, time.Monday); (err == nil) != (errAhead == nil) || got != wantAhead {
				t.Errorf("Ahead(%q) = %s, %v; want %s, as %q", text, got, err, wantAhead, english)
			}
			if open := strings.HasPrefix(english, "since "); open && !period.OpenEnded(text) {
				t.Errorf("%q has no end of its own", text)
			}
		}
	}
}

// TestWordsOfTwoMeaningsAreRefused: the answer names what can be meant.
func TestWordsOfTwoMeaningsAreRefused(t *testing.T) {
	t.Parallel()
	for text, meant := range map[string]string{
		"周末":   "last weekend, or this weekend",
		"周末以来": "since last weekend, or since this weekend",
	} {
		got, err := period.Parse(text, wednesday, time.Monday)
		if training.KindOf(err) != training.KindInvalid || !strings.Contains(err.Error(), "in English: "+meant+".") {
			t.Errorf("Parse(%q) = %s, %v; want the two readings %s", text, got, err, meant)
		}
	}
}

// TestTheTableSaysEachWordOnce: a word that stands in it twice, or is not
// folded, would be lost.
func TestTheTableSaysEachWordOnce(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, w := range period.Words() {
		if seen[w] || strings.TrimSpace(period.Fold(w)) != w {
			t.Errorf("%q stands twice, or is not folded", w)
		}
		seen[w] = true
	}
}

// TestOtherTextIsRefused: also days in languages that an assistant translates.
func TestOtherTextIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"gestern", "letzte Woche", "la semana pasada", "le mois dernier", "Mai 2026", "最近", "前7天", "13月", "30日", "3月35日",
		"从5月", "这几天", "上上上周", "last 周", "letzte 周", "..", "从 ..", "周上", "香蕉",
		strings.Repeat("上", 5000),
	} {
		if got, err := period.Parse(text, wednesday, time.Monday); training.KindOf(err) != training.KindInvalid {
			t.Errorf("Parse(%q) = %s, %v; want an invalid-input error", text, got, err)
		}
	}
}
