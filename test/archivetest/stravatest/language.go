package stravatest

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Language is an account language.
type Language string

// The languages in which archives are made. Of Korean no header is known: its
// columns have names that no reader can know.
const (
	English    Language = "en"
	German     Language = "de"
	French     Language = "fr"
	Spanish    Language = "es"
	Dutch      Language = "nl"
	Czech      Language = "cs"
	Portuguese Language = "pt"
	Italian    Language = "it"
	Polish     Language = "pl"
	Norwegian  Language = "no"
	Russian    Language = "ru"
	Japanese   Language = "ja"
	Chinese    Language = "zh"
	Korean     Language = "ko"
)

// Languages are all of them.
func Languages() []Language {
	return []Language{
		English, German, French, Spanish, Dutch, Czech, Portuguese, Italian, Polish, Norwegian, Russian, Japanese, Chinese, Korean,
	}
}

// kinds are the words of Activity Type for a ride, a run, a walk and a swim.
var kinds = map[Language]string{
	English:    "Ride,Run,Walk,Swim",
	German:     "Radfahrt,Lauf,Spaziergang,Schwimmen",
	French:     "Vélo,Course à pied,Marche,Natation",
	Spanish:    "Vuelta ciclista,Carrera,Caminata,Natación",
	Dutch:      "Fietsrit,Hardloopsessie,Wandeling,Zwemmen",
	Czech:      "Jízda,Běh,Chůze,Plavání",
	Portuguese: "Pedalada,Corrida,Caminhada,Natação",
	Italian:    "Giro,Corsa,Camminata,Nuoto",
	Polish:     "Jazda,Bieg,Spacer,Pływanie",
	Norwegian:  "Sykkeltur,Løpetur,Gåtur,Svømming",
	Russian:    "Велозаезд,Забег,Ходьба,Плавание",
	Japanese:   "ライド,ランニング,ウォーキング,水泳",
	Chinese:    "骑行,跑步,步行,游泳",
	Korean:     "라이드,달리기,걷기,수영",
}

func kind(l Language, en string) string {
	for i, w := range strings.Split(kinds[English], ",") {
		if w == en {
			return strings.Split(kinds[l], ",")[i]
		}
	}
	return en
}

// months are the short names where dates have them.
var months = map[Language]string{
	French:     "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
	Spanish:    "ene feb mar abr may jun jul ago sep oct nov dic",
	Dutch:      "jan feb mrt apr mei jun jul aug sep okt nov dec",
	Portuguese: "jan. fev. mar. abr. mai. jun. jul. ago. set. out. nov. dez.",
	Italian:    "gen feb mar apr mag giu lug ago set ott nov dic",
	Polish:     "sty lut mar kwi maj cze lip sie wrz paź lis gru",
	Norwegian:  "jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des.",
	Russian:    "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
}

// date is a UTC instant without its zone as the language writes it.
func date(l Language, t time.Time) string {
	t = t.UTC()
	month := ""
	if names := strings.Fields(months[l]); len(names) > 0 {
		month = names[t.Month()-1]
	}
	clock := t.Format("15:04:05")
	switch l {
	case German:
		return t.Format("02.01.2006, 15:04:05")
	case French:
		return fmt.Sprintf("%d %s %d à %s", t.Day(), month, t.Year(), clock)
	case Spanish: // as in Mexico
		return fmt.Sprintf("%d %s %d, %s", t.Day(), month, t.Year(),
			strings.NewReplacer("AM", "a.m.", "PM", "p.m.").Replace(t.Format("3:04:05 PM")))
	case Dutch, Italian, Polish:
		return fmt.Sprintf("%d %s %d, %s", t.Day(), month, t.Year(), clock)
	case Czech:
		return t.Format("2. 1. 2006 15:04:05")
	case Portuguese:
		return fmt.Sprintf("%d de %s de %d, %s", t.Day(), month, t.Year(), clock)
	case Norwegian:
		return fmt.Sprintf("%d. %s %d, %s", t.Day(), month, t.Year(), clock)
	case Russian:
		return fmt.Sprintf("%d %s %d\u202fг., %s", t.Day(), month, t.Year(), clock)
	case Japanese:
		return t.Format("2006/01/02 15:04:05")
	case Chinese:
		return t.Format("2006年1月2日 15:04:05")
	case Korean:
		return t.Format("2006. 1. 2. ") + strings.NewReplacer("AM", "오전", "PM", "오후").Replace(t.Format("PM 3:04:05"))
	}
	return t.Format("Jan 2, 2006, 3:04:05 PM")
}

// number is a display number, with a decimal comma where the language has one.
func number(l Language, v float64, places int) string {
	s := strconv.FormatFloat(v, 'f', places, 64)
	switch l {
	case English, Japanese, Chinese, Korean:
		return s
	}
	return strings.Replace(s, ".", ",", 1)
}
