package training

import (
	"strings"
	"sync"
)

// SaidSport reads a sport as a person asks for it: in the words of
// [ParseRefined], or in German, French, Spanish, Chinese or another language
// that [ParseKind] knows. A word that can mean several sports is not read, and
// meant are those, in English.
func SaidSport(s string) (sport Sport, subSport string, meant []string, ok bool) {
	if sport, subSport, ok = ParseRefined(s); ok {
		return sport, subSport, nil, true
	}
	if english := saidWords()[foldSport(s)]; english != "" {
		if meant = strings.Split(english, "|"); len(meant) > 1 {
			return "", "", meant, false
		}
		s = english
	}
	sport, subSport, ok = ParseKind(s)
	return sport, subSport, nil, ok
}

// saidWords are words that people ask by and that stand in no file: with them
// in the table of [ParseKind], files would be read anew.
var saidWords = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for english, words := range map[string]string{
		"ride":              "Radeln,Radsport,rouler,pédaler,pedalear,montar en bici,骑车,骑自行车,单车,自行车骑行",
		"road ride":         "公路车,公路自行车",
		"mountain bike":     "山地车",
		"indoor ride":       "Rolle,骑行台,室内骑车",
		"run":               "laufe,courir,trote",
		"swim":              "nage",
		"walk":              "散步",
		"strength":          "Kraft,muscu,renforcement,健身",
		"run|ride":          "Course,Rennen,比赛",
		"trail run|hike":    "Trail",
		"alpine ski|xc ski": "Ski,Esquí,Esquiar,滑雪",
		"ride|skating":      "Roller",
	} {
		for w := range strings.SplitSeq(words, ",") {
			m[foldSport(w)] = english
		}
	}
	return m
})
