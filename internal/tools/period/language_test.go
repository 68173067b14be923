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

func TestOtherLanguagesReadAsEnglish(t *testing.T) {
	t.Parallel()
	for english, all := range map[string]string{
		"today":                "heute|hoy|aujourd'hui|aujourd’hui|今天|今日",
		"yesterday":            "gestern|Gestern|ayer|hier|昨天|昨日",
		"tomorrow":             "morgen|mañana|demain|明天",
		"day after tomorrow":   "übermorgen|pasado mañana|après-demain|后天",
		"day before yesterday": "vorgestern|anteayer|avant-hier|前天",
		"last week": "letzte Woche|letzter Woche|in der letzten Woche|vorige Woche|vergangene Woche|la semana pasada|" +
			"semana anterior|" +
			"la pasada semana|la semaine dernière|la semaine passée|上周|上个星期|上星期|上个礼拜|上一周",
		"this week": "diese Woche|in dieser Woche|esta semana|cette semaine|本周|这周|这个星期|本星期",
		"next week": "nächste Woche|naechste Woche|kommende Woche|la próxima semana|la semana que viene|" +
			"la semaine prochaine|下周|下个星期",
		"past week":    "过去一周|最近一周",
		"last month":   "letzten Monat|im letzten Monat|el mes pasado|le mois dernier|上个月|上月|上一个月",
		"this month":   "diesen Monat|este mes|ce mois-ci|ce mois|本月|这个月",
		"next month":   "nächsten Monat|el mes que viene|le mois prochain|下个月",
		"last year":    "letztes Jahr|voriges Jahr|el año pasado|l'année dernière|l’an dernier|去年",
		"this year":    "dieses Jahr|este año|cette année|今年",
		"last quarter": "letztes Quartal|el trimestre pasado|le trimestre dernier|上个季度|上季度",
		"last weekend": "letztes Wochenende|am letzten Wochenende|el fin de semana pasado|le week-end dernier|上周末",
		"this weekend": "dieses Wochenende|este fin de semana|ce week-end|本周末|这个周末",
		"last 30 days": "letzte 30 Tage|die letzten 30 Tage|in den letzten dreißig Tagen|los últimos 30 días|" +
			"les 30 derniers jours|最近30天|过去三十天|近30天|最近３０天",
		"last 7 days": "letzte 7 Tage|últimos 7 días|en los últimos siete días|ces 7 derniers jours|" +
			"au cours des 7 derniers jours|过去7天|最近7天|过去七天",
		"last 4 weeks":     "die letzten vier Wochen|las últimas 4 semanas|les 4 dernières semaines|最近四周|过去4个星期",
		"last 3 months":    "letzte 3 Monate|últimos tres meses|les trois derniers mois|最近三个月|近3个月",
		"last 6 months":    "letztes halbes Jahr|最近半年|过去半年",
		"next 7 days":      "die nächsten 7 Tage|los próximos 7 días|les 7 prochains jours|未来7天|接下来七天",
		"3 days ago":       "vor 3 Tagen|vor drei Tagen|hace 3 días|il y a 3 jours|3天前|三天前",
		"a month ago":      "vor einem Monat|hace un mes|il y a un mois|一个月前",
		"2 years ago":      "vor 2 Jahren|hace dos años|il y a deux ans|两年前",
		"in 3 days":        "in 3 Tagen|dentro de 3 días|en 3 días|dans trois jours|3天后|三天之后",
		"may":              "Mai|im Mai|mayo|en mayo|mai|en mai|5月|五月",
		"march 2026":       "März 2026|im März 2026|marzo de 2026|mars 2026|en mars 2026|2026年3月|2026年三月",
		"2025":             "im Jahr 2025|en 2025|en el año 2025|2025年",
		"3 may":            "3. Mai|am 3. Mai|3 de mayo|el 3 de mayo|3 mai|le 3 mai|5月3日|5月3号",
		"1 may 2026":       "1. Mai 2026|1 de mayo de 2026|1er mai 2026|le 1er mai 2026|2026年5月1日",
		"wednesday 20 may": "Mittwoch, 20. Mai|miércoles 20 de mayo|mercredi 20 mai",
		"monday":           "Montag|am Montag|el lunes|lundi|周一|星期一|礼拜一",
		"last monday":      "letzten Montag|el lunes pasado|el pasado lunes|lundi dernier",
		"next monday":      "nächsten Montag|el próximo lunes|el lunes que viene|lundi prochain",
		"monday last week": "Montag letzter Woche|letzte Woche Montag|el lunes de la semana pasada|" +
			"lundi de la semaine dernière|上周一|上星期一|上个星期一",
		"friday next week": "Freitag nächster Woche|viernes de la próxima semana|vendredi de la semaine prochaine|下周五",
		"since may":        "seit Mai|ab Mai|desde mayo|depuis mai|5月以来|从5月起|自五月以来",
		"since last month": "seit letztem Monat|desde el mes pasado|depuis le mois dernier|上个月以来",
		"since 3 weeks":    "seit 3 Wochen|seit drei Wochen|depuis trois semaines",
		"until may":        "bis Mai|hasta mayo|jusqu'en mai|直到5月",
		"before may":       "vor Mai|antes de mayo|avant mai|5月之前",
		"march to may": "von März bis Mai|März - Mai|de marzo a mayo|desde marzo hasta mayo|de mars à mai|从3月到5月|3月至5月|" +
			"3月-5月",
		"monday to today": "Montag bis heute|de lunes a hoy|lundi à aujourd'hui|周一到今天",
		"1 may to 10 may": "vom 1. Mai bis 10. Mai|del 1 de mayo al 10 de mayo|du 1er mai au 10 mai|5月1日到5月10日",
		"2026-05-01 to now": "seit 2026-05-01|von 2026-05-01 bis heute|desde el 1.5.2026|du 2026-05-01 au 20.5.2026|" +
			"从2026-05-01到今天",
		"ytd":               "seit Jahresbeginn|en lo que va de año|depuis le début de l'année|今年以来|年初至今",
		"mtd":               "seit Monatsbeginn|depuis le début du mois|本月以来",
		"all":               "alles|todo|tout|全部|所有",
		"4 weeks":           "4 Wochen|cuatro semanas|quatre semaines|四周|4个星期",
		"last season":       "letzte Saison|la temporada pasada|la saison dernière|上个赛季",
		"1 december 2025":   "1. Dezember 2025|1 dic 2025|1er décembre 2025|2025年12月1日",
		"12 september 2025": "12 septembre 2025|12. Sept. 2025|2025年9月12号",
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
		"la última semana":    "last week, or past week",
		"le dernier mois":     "last month, or past month",
		"acht Tage":           "7 days, or 8 days",
		"quinze jours":        "14 days, or 15 days",
		"hace quince días":    "14 days ago, or 15 days ago",
		"am Wochenende":       "last weekend, or this weekend",
		"le week-end":         "last weekend, or this weekend",
		"周末":                  "last weekend, or this weekend",
		"desde última semana": "since last week, or since past week",
	} {
		got, err := period.Parse(text, wednesday, time.Monday)
		if training.KindOf(err) != training.KindInvalid || !strings.Contains(err.Error(), "in English: "+meant+".") {
			t.Errorf("Parse(%q) = %s, %v; want the two readings %s", text, got, err, meant)
		}
	}
}

// TestTablesSayEachWordOnce: a word that stands in a table twice, or is not
// folded, would be lost.
func TestTablesSayEachWordOnce(t *testing.T) {
	t.Parallel()
	for name, words := range period.TableWords() {
		seen := map[string]bool{}
		for _, w := range words {
			if seen[w] || w != period.Fold(w) {
				t.Errorf("%s: %q stands twice, or is not folded", name, w)
			}
			seen[w] = true
		}
	}
}

func TestOtherLanguagesRefuse(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"letzte", "Banane", "letzte Banane", "bald", "neulich", "seit", "bis", "die der das", "30. Februar 2026", "Mai Mai",
		"hace", "pronto", "31 de junio de 2026", "récemment", "ces derniers jours", "letzte Wochen",
		"últimas semanas", "les dernières semaines", "ces derniers mois", "最近", "前7天", "13月", "30日", "3月35日",
		"从5月", "这几天", "上上周", "last 周", "letzte week", "2 días de 3 mayo", "vendredi 20 mai 2026", "..", "seit ..",
		strings.Repeat("上", 5000),
	} {
		if got, err := period.Parse(text, wednesday, time.Monday); training.KindOf(err) != training.KindInvalid {
			t.Errorf("Parse(%q) = %s, %v; want an invalid-input error", text, got, err)
		}
	}
}
