package training

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
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
			if sport, sub, _, ok := ParseSpokenSport(w); !ok || Refined(sport, sub) != want {
				t.Errorf("%q is %s %v, want %s", w, Refined(sport, sub), ok, want)
			}
		}
	}
	for word, want := range map[string]string{"Rennen": "run ride", "course": "run ride", "滑雪": "alpine ski xc ski", "Banane": ""} {
		if _, _, meant, ok := ParseSpokenSport(word); ok || strings.Join(meant, " ") != want {
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

// TestAKindIsReadByItsNameAlone: an answer says sub_sport: pool, and whoever
// asks for pool then gets it, or is told what the word can mean.
func TestAKindIsReadByItsNameAlone(t *testing.T) {
	t.Parallel()
	for _, k := range sportKinds {
		if _, _, meant, ok := ParseSpokenSport(k.sub); k.sub != "" && !ok && len(meant) == 0 {
			t.Errorf("%q is no sport, and %s is", k.sub, Refined(k.sport, k.sub))
		}
	}
	if sport, sub, _, ok := ParseSpokenSport("Pool"); !ok || Refined(sport, sub) != "swimming/pool" {
		t.Errorf("Pool is %s %v", Refined(sport, sub), ok)
	}
	if _, _, meant, _ := ParseSpokenSport("track"); !slices.Equal(meant, []string{"cycling/track", "running/track"}) {
		t.Errorf("track can mean %q", meant)
	}
}

// TestRunsAreTheRowsThatAreSet: loops over runs see each row of a stretch that
// is set, once, and no other.
func TestRunsAreTheRowsThatAreSet(t *testing.T) {
	t.Parallel()
	words := []uint64{0, 1, 1 << 63, ^uint64(0), 0xFF00, ^uint64(1)}
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		b := make(Bitmap, random.IntN(6))
		for i := range b {
			b[i] = words[random.IntN(len(words))]
		}
		first := random.IntN(330)
		end := first + random.IntN(330)
		next := first
		for from, to := b.Run(first, end); from < to; from, to = b.Run(to, end) {
			for ; next < to; next++ {
				if b.Get(next) != (next >= from) {
					t.Fatalf("%x: row %d: set %v, run [%d, %d)", b, next, b.Get(next), from, to)
				}
			}
		}
		for ; next < end; next++ {
			if b.Get(next) {
				t.Fatalf("%x: row %d is set and in no run", b, next)
			}
		}
	}
}

// BenchmarkSumOfAnHour measures the gain of [Bitmap.Run] over asking for each row.
func BenchmarkSumOfAnHour(b *testing.B) {
	values, set := make([]int32, 3600), NewBitmap(3600)
	for i := range values {
		values[i] = int32(i)
		if i%900 > 20 {
			set.Set(i)
		}
	}
	for name, sum := range map[string]func([]int32, Bitmap) int64{"rows": sumOfRows, "runs": sumOfRuns} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				sum(values, set)
			}
		})
	}
}

func sumOfRows(values []int32, set Bitmap) (sum int64) {
	for i, x := range values {
		if set.Get(i) {
			sum += int64(x)
		}
	}
	return sum
}

func sumOfRuns(values []int32, set Bitmap) (sum int64) {
	for from, to := set.Run(0, len(values)); from < to; from, to = set.Run(to, len(values)) {
		for _, x := range values[from:to] {
			sum += int64(x)
		}
	}
	return sum
}

// TestWeekdays checks weekdays against the calendar, before 1970 too.
func TestWeekdays(t *testing.T) {
	t.Parallel()
	for d := NewDay(1899, time.December, 25); d < NewDay(2105, time.January, 1); d += 5 {
		if got, want := d.Weekday(), d.Time(time.UTC).Weekday(); got != want {
			t.Fatalf("%s: %s, want %s", d, got, want)
		}
	}
}

func TestLocalTimes(t *testing.T) {
	t.Parallel()
	sydney, err := time.LoadLocation("Australia/Sydney")
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]LocalTime{
		"2026-03-01":           "2026-03-01T00:00:00",
		"2026-03-01T23:30":     "2026-03-01T23:30:00",
		"2026-03-01T23:30:05":  "2026-03-01T23:30:05",
		"2026-03-01T23:30:05Z": "",
		"tomorrow":             "",
	} {
		got, err := ParseLocalTime(in)
		if got != want || (err == nil) != (want != "") || err != nil && KindOf(err) != KindInvalid {
			t.Errorf("%s: %q %v", in, got, err)
		}
		if want != "" && (got.Day() != NewDay(2026, 3, 1) || LocalTimeOf(got.In(sydney)) != got) {
			t.Errorf("%s: on %s", in, got.Day())
		}
	}
	if at := LocalTime("2026-03-01T00:00:00").In(sydney); !at.Equal(time.Date(2026, 2, 28, 13, 0, 0, 0, time.UTC)) {
		t.Error(at)
	}
	if !LocalTime("").In(sydney).IsZero() {
		t.Error("an empty time is some time")
	}
}

func TestEventCategories(t *testing.T) {
	t.Parallel()
	races := slices.DeleteFunc(EventCategories(), func(c EventCategory) bool { return !c.Race() })
	if !slices.Equal(races, []EventCategory{EventRaceA, EventRaceB, EventRaceC}) {
		t.Error(races)
	}
}

func TestDefaultNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sport Sport
		sub   string
		hour  int
		want  string
	}{
		{Running, SubTrail, 6, "Morning run"},
		{Swimming, SubPool, 12, "Lunch swim"},
		{Strength, "", 18, "Evening strength session"},
		{"rock_climbing", "", 15, "Afternoon rock climbing"},
		{Other, "", 3, "Night activity"},
	} {
		if got := DefaultName(tt.sport, tt.sub, tt.hour); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
	for _, s := range Sports() {
		if nouns[s] == "" {
			t.Errorf("%s has no noun", s)
		}
	}
}

func TestWellnessDay(t *testing.T) {
	t.Parallel()
	var w WellnessDay
	w.Put(WellnessSteps, math.NaN(), "garmin")
	w.Put(WellnessSteps, math.Inf(1), "garmin")
	w.Set(WellnessComments, "", "athlete")
	if !w.Empty() {
		t.Errorf("nothing was said: %+v", w)
	}
	w.Day = NewDay(2026, 3, 1)
	w.Put(WellnessSteps, 0, "garmin")
	w.Set(WellnessComments, "tired", "athlete")
	w.Put(CustomWellness("Knee"), 2, "intervals")
	got, err := json.Marshal(w)
	want := `{"local_date":"2026-03-01","numbers":{"custom:Knee":{"value":2,"source":"intervals"},"steps":{"value":0,"source":"garmin"}},"words":{"comments":{"text":"tired","source":"athlete"}}}`
	if err != nil || string(got) != want || w.Empty() {
		t.Errorf("%s %v", got, err)
	}
}

func TestWellnessRanges(t *testing.T) {
	t.Parallel()
	for f := range wellnessRanges {
		if low, high, ok := f.Range(); !ok || low >= high {
			t.Errorf("%s: %v to %v", f, low, high)
		}
	}
	for _, f := range []WellnessField{WellnessComments, WellnessSleepStart, CustomWellness("Knee")} {
		if _, _, ok := f.Range(); ok {
			t.Errorf("%s is no number we know", f)
		}
	}
}

// TestEveryRatingHasItsScale: a field without a unit in its name says what its
// numbers mean.
func TestEveryRatingHasItsScale(t *testing.T) {
	t.Parallel()
	for _, f := range []WellnessField{
		WellnessSleepQuality, WellnessSoreness, WellnessFatigue, WellnessStress, WellnessMood,
		WellnessMotivation, WellnessInjury, WellnessHydration, WellnessSleepScore, WellnessReadiness,
	} {
		if f.Scale() == "" {
			t.Errorf("%s has no scale", f)
		}
	}
	if WellnessWeightKg.Scale() != "" {
		t.Error("a weight is no rating")
	}
}

func TestRoutePointsAreArrays(t *testing.T) {
	t.Parallel()
	high := 512.3
	want := Route{Name: "Lake", Points: []RoutePoint{{LatDeg: 47.123456, LonDeg: -8.5}, {LatDeg: 47, LonDeg: 8, AltitudeM: &high}}}
	b, err := json.Marshal(want)
	if err != nil || string(b) != `{"name":"Lake","points":[[47.123456,-8.5],[47,8,512.3]]}` {
		t.Fatal(string(b), err)
	}
	var got Route
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(want, got) {
		t.Errorf("%+v", got)
	}
	for _, bad := range []string{`[47]`, `[47,8,1,2]`, `[91,0]`, `[0,181]`, `{}`, `"x"`} {
		if err := json.Unmarshal([]byte(bad), &RoutePoint{}); err == nil {
			t.Errorf("%s is a point", bad)
		}
	}
}

// TestBoundsThatRise: zones that do not are not sent.
func TestBoundsThatRise(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		bounds []float64
		ok     bool
	}{
		{[]float64{100, 150, 200}, true},
		{[]float64{1}, true},
		{[]float64{0, 1}, false},
		{[]float64{100, 100}, false},
		{[]float64{100, 150, 120}, false},
		{[]float64{100, -1}, false},
	} {
		if got := rising(c.bounds); (got != nil) != c.ok || c.ok && !slices.Equal(got, c.bounds) {
			t.Errorf("%v: %v", c.bounds, got)
		}
	}
}

func TestSaidIsLaidOver(t *testing.T) {
	t.Parallel()
	below := Activity{Sport: Cycling, SubSport: SubGravel, Name: "File", Tags: []string{"own"}, PerceivedExertion: 3}
	for name, tt := range map[string]struct {
		said Statement
		want func(a *Activity)
	}{
		"nothing":        {Statement{}, func(*Activity) {}},
		"the same sport": {Statement{Sport: Cycling}, func(*Activity) {}},
		"another sport":  {Statement{Sport: Running}, func(a *Activity) { a.Sport, a.SubSport = Running, "" }},
		"a finer sport":  {Statement{Sport: Cycling, SubSport: SubMountain}, func(a *Activity) { a.SubSport = SubMountain }},
		"words":          {Statement{Name: "Said", Tags: []string{"x"}}, func(a *Activity) { a.Name, a.Tags = "Said", []string{"x"} }},
		"feel and food": {
			Statement{Feel: 2, CarbsG: 40, FluidML: 500, Ignored: []Ignored{{Channel: "hr"}}},
			func(a *Activity) { a.Feel, a.CarbsG, a.FluidML, a.Ignored = 2, 40, 500, []Ignored{{Channel: "hr"}} },
		},
		"marks and exertion":  {Statement{Race: true, PerceivedExertion: 8}, func(a *Activity) { a.Race, a.PerceivedExertion = true, 8 }},
		"weather":             {Statement{Weather: Values{MetricFeelsLikeC: 3}}, func(*Activity) {}},
		"a note is not shown": {Statement{PrivateNote: "x"}, func(*Activity) {}},
	} {
		got, want := below, below
		tt.said.Over(&got)
		tt.want(&want)
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}
