package training

import (
	"encoding/json"
	"testing"
)

// everyDiscipline returns all disciplines that the words for sports can mean.
func everyDiscipline() (all []Discipline) {
	for _, k := range sportKinds {
		all = append(all, DisciplineOf(k.sport, k.sub))
	}
	return all
}

func TestDisciplineMeansItsWords(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]Discipline{
		"indoor ride":      {Sport: Cycling, Indoor: true},
		"virtual ride":     {Sport: Cycling, SubSport: SubVirtual, Indoor: true},
		"VirtualRide":      {Sport: Cycling, SubSport: SubVirtual, Indoor: true},
		"treadmill":        {Sport: Running, Indoor: true},
		"trail run":        {Sport: Running, SubSport: SubTrail},
		"pool swim":        {Sport: Swimming, SubSport: SubPool},
		"ride":             {Sport: Cycling},
		"running/trail":    {Sport: Running, SubSport: SubTrail},
		"cycling/indoor":   {Sport: Cycling, Indoor: true},
		"open water swim":  {Sport: Swimming, SubSport: SubOpenWater},
		"indoor rowing":    {Sport: Rowing, Indoor: true},
		"cycling/mountain": {Sport: Cycling, SubSport: SubMountain},
	} {
		sport, sub, _, ok := ParseSpokenSport(said)
		if got := DisciplineOf(sport, sub); !ok || got != want {
			t.Errorf("%q means %+v, want %+v", said, got, want)
		}
	}
}

func TestDisciplineHasWhatRefinesIt(t *testing.T) {
	t.Parallel()
	trainer, game := DisciplineOf(Cycling, SubIndoor), DisciplineOf(Cycling, SubVirtual)
	gravel, road := DisciplineOf(Cycling, SubGravel), DisciplineOf(Cycling, "")
	for _, c := range []struct {
		of   Discipline
		has  []Discipline
		lack []Discipline
	}{
		{Discipline{}, []Discipline{trainer, gravel, DisciplineOf(Running, SubTrail)}, nil},
		{Cycling.Plain(), []Discipline{trainer, game, gravel, road}, []Discipline{DisciplineOf(Running, "")}},
		{trainer, []Discipline{trainer, game}, []Discipline{gravel, road, DisciplineOf(Running, SubIndoor)}},
		{game, []Discipline{game}, []Discipline{trainer, gravel, road}},
		{gravel, []Discipline{gravel, gravel.In(true)}, []Discipline{trainer, game, road}},
		{gravel.In(true), []Discipline{gravel.In(true)}, []Discipline{gravel, trainer}},
	} {
		for _, d := range c.has {
			if !c.of.Has(d) {
				t.Errorf("%s lacks %s", c.of, d)
			}
		}
		for _, d := range c.lack {
			if c.of.Has(d) {
				t.Errorf("%s has %s", c.of, d)
			}
		}
	}
}

// TestDisciplineComesBack proves that the text of every discipline, and the
// plain names that homes, exports and undo entries hold already, are read.
func TestDisciplineComesBack(t *testing.T) {
	t.Parallel()
	all := append(everyDiscipline(), Discipline{}, DisciplineOf(Running, SubTrack).In(true), DisciplineOf("padel", "doubles"))
	for _, d := range all {
		b, err := json.Marshal(map[string]Discipline{"sport": d})
		var back map[string]Discipline
		if err == nil {
			err = json.Unmarshal(b, &back)
		}
		if err != nil || back["sport"] != d {
			t.Errorf("%s comes back as %s (%v)", b, back["sport"], err)
		}
		if kept := DisciplineOf(d.Sport, d.Kept()); kept.In(d.Indoor) != d {
			t.Errorf("an activity of %s is of %s", d, kept)
		}
	}
	for _, s := range Sports() {
		if d := ReadDiscipline(string(s)); d != s.Plain() || d.String() != string(s) {
			t.Errorf("%s is read as %+v", s, d)
		}
	}
	var none struct {
		Sport Discipline `json:"sport,omitzero"`
	}
	if b, err := json.Marshal(none); err != nil || string(b) != "{}" {
		t.Errorf("no sport is written as %s (%v)", b, err)
	}
}

// TestSettingsOfAKindHoldBeforeThoseOfItsSport: what is not set for a kind falls
// back to its sport, and what is set for it holds for nothing else.
func TestSettingsOfAKindHoldBeforeThoseOfItsSport(t *testing.T) {
	t.Parallel()
	one := func(k ThresholdKey, d Discipline, v float64) ThresholdEntry {
		return ThresholdEntry{Key: k, Sport: d, From: 10, Values: []float64{v}}
	}
	trail, trainer, game := DisciplineOf(Running, SubTrail), DisciplineOf(Cycling, SubIndoor), DisciplineOf(Cycling, SubVirtual)
	h := History{
		one(KeyMaxHR, Discipline{}, 190), one(KeyLTHR, Running.Plain(), 172), one(KeyLTHR, trail, 165), one(KeyThresholdPace, Running.Plain(), 4),
		one(KeyFTP, Cycling.Plain(), 260), one(KeyIndoorFTP, Cycling.Plain(), 250),
		one(KeyLTHR, trainer, 160), one(KeyFTP, game, 240),
	}
	for _, c := range []struct {
		of              Discipline
		lthr, mps, watt float64
	}{
		{Running.Plain(), 172, 4, 0},
		{trail, 165, 4, 0},
		{trail.In(true), 165, 4, 0},
		{DisciplineOf(Running, SubTrack), 172, 4, 0},
		{Cycling.Plain(), 0, 0, 260},
		{DisciplineOf(Cycling, SubGravel), 0, 0, 260},
		{trainer, 160, 0, 250},
		{game, 160, 0, 240}, // its own, not the sport's indoors
	} {
		got := h.At(c.of, 20).In(c.of.Indoor)
		if got.LTHRBpm != c.lthr || got.ThresholdMPS != c.mps || got.FTPW != c.watt || got.MaxHRBpm != 190 {
			t.Errorf("%s has %+v", c.of, got)
		}
	}
}
