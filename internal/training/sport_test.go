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
