package training

import (
	"strings"
	"testing"
)

func TestNoWordMeansTwoSports(t *testing.T) {
	t.Parallel()
	seen := map[string]sportKind{}
	for _, k := range sportKinds {
		for w := range strings.SplitSeq(k.words+","+k.more, ",") {
			f := foldSport(w)
			if other, has := seen[f]; has && f != "" {
				t.Errorf("%q is %s %s and %s %s", w, k.sport, k.sub, other.sport, other.sub)
			}
			seen[f] = k
		}
	}
}

func TestSportsInWords(t *testing.T) {
	t.Parallel()
	for word, want := range map[string][2]string{
		"mountain biking": {"cycling", SubMountain}, "Virtual Ride": {"cycling", SubVirtual}, "VirtualRide": {"cycling", SubVirtual},
		"trail run": {"running", SubTrail}, "trail_running": {"running", SubTrail}, "EBikeRide": {"cycling", "e_bike"},
		"Rennrad": {"cycling", SubRoad}, "Wandern": {"hiking", ""}, "Laufband": {"running", SubIndoor},
		"Course à pied": {"running", ""}, "VTT": {"cycling", SubMountain}, "Senderismo": {"hiking", ""},
		"Ciclismo de montaña": {"cycling", SubMountain}, "Corsa": {"running", ""}, "Nuoto": {"swimming", ""},
		"Hardlopen": {"running", ""}, "Wielrennen": {"cycling", SubRoad}, "Corrida": {"running", ""},
		"骑行": {"cycling", ""}, "跑步": {"running", ""}, "バーチャルライド": {"cycling", SubVirtual}, "ランニング": {"running", ""},
		"lap_swimming": {"swimming", SubPool}, "Indoor Cycling": {"cycling", SubIndoor}, "cross-country skiing": {"cross_country_skiing", ""},
	} {
		if sport, sub, ok := ParseKind(word); !ok || string(sport) != want[0] || sub != want[1] {
			t.Errorf("%q is %q %q %v, want %q", word, sport, sub, ok, want)
		}
	}
	for _, word := range []string{"", "Loop", "Trail", "Course", "Rit", "lake"} { // words of sentences
		if sport, ok := ParseSport(word); ok {
			t.Errorf("%q is %s", word, sport)
		}
	}
	for _, s := range Sports() {
		if got, ok := ParseSport(string(s)); !ok || got != s {
			t.Errorf("%s is %s", s, got)
		}
	}
}

func TestSportsThatPeopleSay(t *testing.T) {
	t.Parallel()
	for want, words := range map[string]string{
		"cycling":          "ride,Radfahren,Rad,Radeln,vélo,VÉLO,cyclisme,bici,ciclismo,骑行,骑车,单车",
		"cycling/mountain": "VTT,bicicleta de montaña,山地车", "cycling/indoor": "spinning,Rollentraining,骑行台,室内骑行",
		"running":       "run,Laufen,Joggen,carrera,correr,course à pied,footing,跑步,慢跑",
		"running/trail": "trail run,Traillauf,carrera de montaña,越野跑", "swimming": "Schwimmen,natación,natation,nage,游泳",
		"walking": "Gehen,caminata,marche,步行,散步", "hiking": "Wandern,senderismo,randonnée,徒步",
		"strength": "Krafttraining,fuerza,musculation,力量训练,健身", "rowing": "Rudern,remo,aviron,划船",
		"cross_country_skiing": "Langlauf,ski de fond,esquí de fondo,越野滑雪",
	} {
		for w := range strings.SplitSeq(words, ",") {
			if sport, sub, _, ok := SaidSport(w); !ok || Refined(sport, sub) != want {
				t.Errorf("%q is %s %v, want %s", w, Refined(sport, sub), ok, want)
			}
		}
	}
	for word, want := range map[string]string{"Rennen": "run ride", "course": "run ride", "滑雪": "alpine ski xc ski", "Banane": ""} {
		if _, _, meant, ok := SaidSport(word); ok || strings.Join(meant, " ") != want {
			t.Errorf("%q means %q %v, want %q", word, meant, ok, want)
		}
	}
	for said, english := range saidWords() {
		for w := range strings.SplitSeq(english, "|") {
			if _, _, ok := ParseRefined(w); !ok {
				t.Errorf("%q is %q, which is no sport", said, w)
			}
		}
	}
}
