package period_test

import (
	"strings"
	"testing"
	"time"

	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
)

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
		"从5月", "这几天", "上上周", "last 周", "letzte 周", "..", "从 ..", "周上", "香蕉",
		strings.Repeat("上", 5000),
	} {
		if got, err := period.Parse(text, wednesday, time.Monday); training.KindOf(err) != training.KindInvalid {
			t.Errorf("Parse(%q) = %s, %v; want an invalid-input error", text, got, err)
		}
	}
}
