package drawn_test

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/curves"
	"lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/wellness"
	"lapkeep/internal/i18n"
	"lapkeep/internal/picture"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/drawn"
	"lapkeep/internal/training"
)

const today training.Day = 20000 // 2024-10-04, a Friday

func english() tools.Voice { return (&tools.Call{Bitmap: true, Week: time.Monday}).Voice() }

func pointer[T any](x T) *T { return &x }

// seen is what somebody sees who looks at a picture, and does not know how it was drawn.
type seen struct {
	bars  []rect
	words []word
	lines []path
}

type rect struct {
	X      float64 `xml:"x,attr"`
	Y      float64 `xml:"y,attr"`
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Class  string  `xml:"class,attr"`
}

type word struct {
	X      float64 `xml:"x,attr"`
	Y      float64 `xml:"y,attr"`
	Anchor string  `xml:"text-anchor,attr"`
	Text   string  `xml:",chardata"`
}

type path struct {
	D     string `xml:"d,attr"`
	Class string `xml:"class,attr"`
}

func look(t *testing.T, c *picture.Canvas) (s seen) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(c.SVG())))
	for {
		token, err := d.Token()
		if token == nil {
			return s
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "rect":
			s.bars = append(s.bars, decoded[rect](t, d, e))
		case "text":
			s.words = append(s.words, decoded[word](t, d, e))
		case "path":
			s.lines = append(s.lines, decoded[path](t, d, e))
		}
	}
}

func decoded[T any](t *testing.T, d *xml.Decoder, e xml.StartElement) (out T) {
	t.Helper()
	if err := d.DecodeElement(&out, &e); err != nil {
		t.Fatal(err)
	}
	return out
}

// ruler reads a vertical axis off its labels, as a person does.
type ruler struct{ zero, per, top, bottom float64 }

// ruled returns the axis of the plot below a title.
func (s seen) ruled(t *testing.T, title string) ruler {
	t.Helper()
	from := slices.IndexFunc(s.words, func(w word) bool { return w.Text == title })
	if from < 0 {
		t.Fatalf("there is no plot %q", title)
	}
	var at, of []float64
	before := s.words[from].Y
	for _, w := range s.words[from+1:] {
		if w.Anchor != "end" {
			if len(at) > 0 {
				break
			}
			continue // the legend
		}
		x, err := strconv.ParseFloat(w.Text, 64)
		if err != nil {
			break
		}
		at, of = append(at, w.Y-4), append(of, x)
	}
	if len(at) < 2 {
		t.Fatalf("the axis of %q has %d labels", title, len(at))
	}
	n := len(at) - 1
	per := (of[n] - of[0]) / (at[0] - at[n])
	return ruler{zero: at[0] + of[0]/per, per: per, top: before, bottom: at[0]}
}

// bars returns the values of the bars of a class in the plot, from left to right.
func (s seen) measured(r ruler, class string) (out []float64) {
	for _, b := range s.bars {
		if b.Class == class && b.Y > r.top+4 && b.Y < r.bottom+1 && b.Height > 0 && b.Width != b.Height {
			out = append(out, b.Height*r.per)
		}
	}
	return out
}

// same compares measured values with those of an answer, to a pixel. Zero has no bar.
func same(t *testing.T, what string, r ruler, got, want []float64) {
	t.Helper()
	want = slices.DeleteFunc(slices.Clone(want), func(x float64) bool { return x == 0 })
	if len(got) != len(want) {
		t.Fatalf("%s: %d bars for %d values", what, len(got), len(want))
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > r.per {
			t.Errorf("%s: bar %d shows %g instead of %g, and a pixel is %g", what, i, got[i], want[i], r.per)
		}
	}
}

func random(r *rand.Rand, n int, most float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		if r.IntN(5) > 0 {
			out[i] = math.Round(r.Float64()*most*10) / 10
		}
	}
	return out
}

func dates(from training.Day, n, step int) (out []training.Day) {
	for i := range n {
		out = append(out, from+training.Day(i*step))
	}
	return out
}

func loadView(r *rand.Rand, n, ahead int) *fitness.LoadView {
	v := &fitness.LoadView{
		Range: answers.SpanOf(training.DayRange{From: today - training.Day(n) + 1, To: today}),
		Actual: &fitness.LoadSeries{
			SeriesIndex: fitness.SeriesIndex{Resolution: fitness.ByDay, Dates: dates(today-training.Day(n)+1, n, 1)},
			Load:        random(r, n, 300), CTL: random(r, n, 90), ATL: random(r, n, 120), TSB: random(r, n, 30), Ramp: random(r, n, 5),
		},
	}
	v.LocalDate = today
	if ahead > 0 {
		v.Project = &fitness.Projection{
			Basis: "an assumed load", SeriesIndex: fitness.SeriesIndex{Resolution: fitness.ByDay, Dates: dates(today+1, ahead, 1)},
			Load: random(r, ahead, 200), CTL: random(r, ahead, 90), ATL: random(r, ahead, 120), TSB: random(r, ahead, 30),
		}
	}
	return v
}

// TestBarsShowTheValuesOfTheAnswer: measured in the SVG to a pixel, for random answers.
func TestBarsShowTheValuesOfTheAnswer(t *testing.T) {
	t.Parallel()
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 46))
		v := loadView(r, 2+r.IntN(60), r.IntN(30))
		c, why := drawn.Load(english(), v)
		if c == nil {
			t.Fatal(why)
		}
		s := look(t, c)
		axis := s.ruled(t, "Load by day (TSS)")
		same(t, "load", axis, s.measured(axis, "zone-1"), v.Actual.Load)
		if v.Project != nil {
			if strings.Contains(s.text(), "Projected: ") { // few days beside many have an axis of their own
				axis = s.ruled(t, "Projected: Load by day (TSS)")
			}
			same(t, "projected load", axis, s.measured(axis, "zone-none projected"), v.Project.Load)
		}

		n := 2 + r.IntN(50)
		sum := &fitness.SummaryView{ByWeek: &fitness.Series{From: dates(today-training.Day(7*n), n, 7)}}
		sum.Totals.Activities, sum.Period.To = n, today
		var seconds, hours, km []float64
		for range n {
			seconds, km = append(seconds, float64(r.IntN(50_000))), append(km, float64(r.IntN(30_000))/100)
			last := len(seconds) - 1
			sum.ByWeek.DurationS = append(sum.ByWeek.DurationS, &seconds[last])
			sum.ByWeek.DistanceKM = append(sum.ByWeek.DistanceKM, pointer(km[last]))
			hours = append(hours, seconds[last]/3600)
		}
		if c, why = drawn.Summary(english(), sum); c == nil {
			t.Fatal(why)
		}
		s = look(t, c)
		axis = s.ruled(t, "Time by week (h)")
		same(t, "time", axis, s.measured(axis, "zone-2"), hours)
		axis = s.ruled(t, "Distance by week (km)")
		same(t, "distance", axis, s.measured(axis, "zone-3"), km)
	}
}

// TestLinesShowTheValuesOfTheAnswer: each point of the line of fitness, with gaps in a curve.
func TestLinesShowTheValuesOfTheAnswer(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 46))
	v := loadView(r, 40, 0)
	c, _ := drawn.Load(english(), v)
	s := look(t, c)
	axis := s.ruled(t, "Fitness, fatigue and form")
	i := slices.IndexFunc(s.lines, func(p path) bool { return p.Class == "zone-2" })
	got := heights(t, s.lines[i].D)
	if len(got) != 2*39 {
		t.Fatalf("%d ends of lines", len(got))
	}
	for k := range got {
		if want := v.Actual.CTL[(k+1)/2]; math.Abs((axis.zero-got[k])*axis.per-want) > axis.per {
			t.Errorf("point %d shows %g instead of %g", k, (axis.zero-got[k])*axis.per, want)
		}
	}
}

func heights(t *testing.T, d string) (out []float64) {
	t.Helper()
	for _, p := range strings.FieldsFunc(d, func(r rune) bool { return r == 'M' || r == 'L' }) {
		_, y, _ := strings.Cut(p, " ")
		v, err := strconv.ParseFloat(y, 64)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

// text returns all words of a picture.
func (s seen) text() string {
	var out []string
	for _, w := range s.words {
		out = append(out, w.Text)
	}
	return strings.Join(out, "\n")
}

// TestPicturesSayWhatTheyShow: title, units, legend, range, and what is estimated or projected.
func TestPicturesSayWhatTheyShow(t *testing.T) {
	t.Parallel()
	v := loadView(rand.New(rand.NewPCG(7, 46)), 30, 10)
	v.Actual.Estimated = map[string][]training.Day{"hr": {today, today - 1}, "rpe": {today}}
	v.Coverage = fitness.LoadCoverage{Activities: 5, WithLoad: 4}
	c, _ := drawn.Load(english(), v)
	text := look(t, c).text()
	for _, want := range []string{
		"Training load", "2024-09-05 – 2024-10-14", "Fitness", "Fatigue", "Form", "done", "projected", "Load by day (TSS)",
		"Dashed: projected. An assumed load.", "Estimated: the load of 2 days.", "1 activity without a load.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}

// TestNothingIsDrawnWithoutData: instead, the reason is a sentence.
func TestNothingIsDrawnWithoutData(t *testing.T) {
	t.Parallel()
	v := english()
	correlated := &wellness.View{Correlation: &wellness.Correlation{}}
	unloaded := &fitness.LoadView{Coverage: fitness.LoadCoverage{Activities: 3}}
	if _, why := drawn.Wellness(v, correlated); !strings.Contains(string(why), "without correlate") {
		t.Error(why)
	}
	if _, why := drawn.Load(v, unloaded); why != "no activity in this period has a load" {
		t.Error(why)
	}
	for name, draw := range map[string]func() (*picture.Canvas, i18n.Sentence){
		"load":     func() (*picture.Canvas, i18n.Sentence) { return drawn.Load(v, &fitness.LoadView{}) },
		"curves":   func() (*picture.Canvas, i18n.Sentence) { return drawn.Curves(v, &curves.View{}) },
		"no bests": func() (*picture.Canvas, i18n.Sentence) { return drawn.Curves(v, &curves.View{Curve: &curves.Curve{}}) },
		"wellness": func() (*picture.Canvas, i18n.Sentence) { return drawn.Wellness(v, &wellness.View{}) },
		"streams":  func() (*picture.Canvas, i18n.Sentence) { return drawn.Streams(v, &activity.Streams{}) },
		"no channel": func() (*picture.Canvas, i18n.Sentence) {
			return drawn.Streams(v, &activity.Streams{OffsetS: []int32{0}})
		},
		"summary":  func() (*picture.Canvas, i18n.Sentence) { return drawn.Summary(v, &fitness.SummaryView{}) },
		"calendar": func() (*picture.Canvas, i18n.Sentence) { return drawn.Events(v, &calendar.View{}) },
		"compare":  func() (*picture.Canvas, i18n.Sentence) { return drawn.Compare(v, &activity.Comparison{}) },
		"plan":     func() (*picture.Canvas, i18n.Sentence) { return drawn.Plan(v, "", &calendar.View{}) },
		"activity": func() (*picture.Canvas, i18n.Sentence) {
			return drawn.Activity(v, &limitedrows.Detail{Detail: &activity.Detail{Sport: "cycling"}})
		},
	} {
		if c, why := draw(); c != nil || why == "" {
			t.Errorf("%s: %v, because %q", name, c != nil, why)
		}
	}
}

// TestFewPointsAndGaps: two values are no course, one between gaps is visible, and a pause is not bridged.
func TestFewPointsAndGaps(t *testing.T) {
	t.Parallel()
	if c, why := drawn.Streams(english(), &activity.Streams{
		Sport: "cycling", ResolutionS: 10, OffsetS: []int32{0, 10}, Channels: map[string][]*float64{"power_w": {pointer(200.0), pointer(9.0)}},
	}); c != nil || !strings.Contains(string(why), "fewer than three values") {
		t.Errorf("two values are drawn, or %q", why)
	}
	two := curves.Columns{PowerW: []*float64{pointer(200.0), nil, pointer(180.0)}}
	few := &curves.View{Kind: curves.Power, Curve: &curves.Curve{Columns: two}}
	few.Curve.DurationS = []float64{300, 600, 900}
	if c, why := drawn.Curves(english(), few); c != nil || !strings.Contains(string(why), "fewer than three values") {
		t.Errorf("two bests are drawn, or %q", why)
	}
	few.Ranking = &curves.Columns{PowerW: two.PowerW[:1], Dates: []*string{pointer("2024-10-04")}}
	if c, why := drawn.Curves(english(), few); c == nil {
		t.Errorf("a ranking is not drawn: %s", why)
	}
	c, why := drawn.Streams(english(), &activity.Streams{
		Sport: "cycling", LocalDate: "2024-10-04", ResolutionS: 10, OffsetS: []int32{0, 10, 20},
		Channels: map[string][]*float64{"power_w": {nil, pointer(200.0), nil}},
	})
	if c == nil {
		t.Fatal(why)
	}
	if s := look(t, c); !slices.ContainsFunc(s.bars, func(r rect) bool { return r.Class == "zone-2" && r.Width == 5 }) {
		t.Error("one point is not visible")
	}
	c, _ = drawn.Streams(english(), &activity.Streams{
		Sport: "cycling", ResolutionS: 10, OffsetS: []int32{0, 10, 20, 300, 310, 320},
		Channels: map[string][]*float64{
			"power_w": {pointer(1.0), pointer(2.0), pointer(3.0), pointer(4.0), nil, pointer(5.0)}, "latitude_deg": {pointer(1.0)},
		},
	})
	s := look(t, c)
	i := slices.IndexFunc(s.lines, func(p path) bool { return p.Class == "zone-2" })
	if n := len(heights(t, s.lines[i].D)); n != 4 {
		t.Errorf("a line with a pause and a missing value has %d ends", n)
	}
	if strings.Contains(s.text(), "atitude") {
		t.Error("positions are drawn")
	}
}

// TestNamesThatAPictureCannotWrite: other letters, long names, another language.
func TestNamesThatAPictureCannotWrite(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Very long ride ", 14)[:200]
	chinese := (&tools.Call{Bitmap: true, Said: i18n.In("zh-CN").Sprintf}).Voice()
	page := (&tools.Call{Said: i18n.In("zh-CN").Sprintf}).Voice()
	for _, c := range []struct {
		voice       tools.Voice
		name, title string
	}{
		{english(), "Évening Ärger Фонтан", "Évening Ärger Фонтан"},
		{english(), "רכיבת בוקר", "רכיבת בוקר"},
		{english(), "晨骑", "晨骑"},
		{english(), "晨骑龘", "Ride"},
		{chinese, "晨骑龘", "骑行"},
		{chinese, "晨骑", "晨骑"},
		{page, "晨骑", "晨骑"},
		{page, "", "骑行"},
	} {
		d := &limitedrows.Detail{Detail: &activity.Detail{
			Name: c.name, Sport: "cycling", LocalDate: "2024-10-04", Summary: activity.Facts{"duration_s": 3600.0},
		}}
		got, why := drawn.Activity(c.voice, d)
		if got == nil {
			t.Fatal(why)
		}
		if s := look(t, got); s.words[0].Text != c.title || got.Title != c.title {
			t.Errorf("the title of %q is %q", c.name, s.words[0].Text)
		}
	}
	got, _ := drawn.Activity(english(), &limitedrows.Detail{Detail: &activity.Detail{
		Name: long, Sport: "cycling", LocalDate: "2024-10-04", Summary: activity.Facts{"duration_s": 3600.0},
	}})
	title := look(t, got).words[0].Text
	if !strings.HasSuffix(title, "…") || picture.NewRuler().Width(title, 17) > got.Width-150 {
		t.Errorf("the long title is %q", title)
	}
}

// TestChineseSentencesCanBeWritten: the font of a PNG has every letter of the program's own words.
func TestChineseSentencesCanBeWritten(t *testing.T) {
	t.Parallel()
	var all struct {
		Sentences map[string]string `json:"sentences"`
	}
	b, err := os.ReadFile("../../i18n/zh.json")
	if err == nil {
		err = json.Unmarshal(b, &all)
	}
	if err != nil || len(all.Sentences) < 1000 {
		t.Fatal(len(all.Sentences), err)
	}
	lacks := map[string]bool{}
	for _, s := range all.Sentences {
		for _, c := range s {
			if c > 0x2e80 && !picture.Writes(string(c)) {
				lacks[string(c)] = true
			}
		}
	}
	if len(lacks) > 0 {
		t.Errorf("run internal/picture/han/make.py for %v", lacks)
	}
}

// TestCalendarsShowEachState: planned, done, missed, extra, and how many do not fit into a day.
func TestCalendarsShowEachState(t *testing.T) {
	t.Parallel()
	v := &calendar.View{Range: answers.SpanOf(training.DayRange{From: today - 4, To: today + 2})}
	v.LocalDate = today
	for i, state := range []calendar.State{calendar.Done, calendar.Partly, calendar.Missed, calendar.Upcoming} {
		v.Events = append(v.Events, calendar.EventRow{
			Day: today - 4 + training.Day(i), Name: fmt.Sprintf("Session %d", i), Status: state,
			Planned: &calendar.Amounts{DurationS: 5400, Load: 80},
		})
	}
	for range 6 {
		v.Unplanned = append(v.Unplanned, calendar.Unplanned{Day: today + 1, Sport: training.Running, Status: calendar.Extra})
	}
	c, why := drawn.Events(english(), v)
	if c == nil {
		t.Fatal(why)
	}
	text := look(t, c).text()
	for _, want := range []string{
		"done", "partly", "missed", "upcoming", "not planned", "Session 0", "1 h 30 · 80", "Run", "+2", "Mon", "30 Sep",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}

// TestAMovedSessionIsWhereItWasDone: its day in the calendar is the day of the activity.
func TestAMovedSessionIsWhereItWasDone(t *testing.T) {
	t.Parallel()
	drawnAs := func(planned training.Day, done *training.Day) string {
		v := &calendar.View{Events: []calendar.EventRow{{
			ID: "a", Day: planned, Name: "Pool swim", Sport: training.Swimming, Status: calendar.Done, Planned: &calendar.Amounts{DurationS: 1800},
			Done: &calendar.DoneBy{Day: done, Amounts: calendar.Amounts{DurationS: 1900}},
		}}}
		v.Range = answers.SpanOf(training.DayRange{From: today, To: today + 6})
		v.LocalDate = today + 6
		c, why := drawn.Events(english(), v)
		if c == nil {
			t.Fatal(why)
		}
		return string(c.SVG())
	}
	on := today + 3
	if drawnAs(today+2, &on) != drawnAs(on, nil) {
		t.Error("it is on the day for which it was planned")
	}
}

// TestComparisonsAndPlans: equal values have equal bars, and each phase has its own paint.
func TestComparisonsAndPlans(t *testing.T) {
	t.Parallel()
	c, why := drawn.Compare(english(), &activity.Comparison{
		Activities: []activity.Facts{{"local_date": "2024-10-01", "sport": "running"}, {"local_date": "2024-10-02", "name": "Tempo"}},
		Metrics: map[string][]*float64{
			"distance_km": {pointer(10.0), pointer(5.0)}, "tss": {pointer(80.0), nil}, "duration_s": {pointer(3600.0), pointer(3600.0)},
		},
	})
	if c == nil {
		t.Fatal(why)
	}
	s := look(t, c)
	if mixed, why := drawn.Compare(english(), &activity.Comparison{
		Activities: []activity.Facts{{"sport": "running"}, {"sport": "cycling"}},
		Metrics:    map[string][]*float64{"efficiency_factor": {pointer(1.2), pointer(1.1)}},
	}); mixed != nil || why == "" {
		t.Error("the efficiency of different sports is compared")
	}
	var long []float64
	for _, b := range s.bars {
		if (b.Class == "zone-2" || b.Class == "zone-5") && b.Height > 10 {
			long = append(long, b.Width)
		}
	}
	if len(long) != 4 || math.Abs(long[0]-long[1]) > 0.02 || math.Abs(long[2]-2*long[3]) > 0.02 {
		t.Errorf("bars of a comparison: %v", long)
	}
	p := &calendar.View{Range: answers.SpanOf(training.DayRange{From: today, To: today + 55})}
	for i := range 8 {
		p.Weeks = append(p.Weeks, calendar.Week{
			Start: today + training.Day(7*i), Phase: []string{"base", "build"}[i/4], Planned: &calendar.Sum{Load: float64(100 + i)},
		})
	}
	if c, why = drawn.Plan(english(), "Autumn", p); c == nil {
		t.Fatal(why)
	}
	s = look(t, c)
	axis := s.ruled(t, "Planned: Load by week (TSS)")
	same(t, "base", axis, s.measured(axis, "zone-2"), []float64{100, 101, 102, 103})
	same(t, "build", axis, s.measured(axis, "zone-5"), []float64{104, 105, 106, 107})
}

// TestEveryPictureFitsIntoAChat: at most 200 KB at the width of a chat.
func TestEveryPictureFitsIntoAChat(t *testing.T) {
	t.Parallel()
	c, _ := drawn.Streams(english(), streams(3000))
	if b, err := c.PNG(1); err != nil || len(b) > 200<<10 || c.Width != 720 {
		t.Errorf("%d bytes, %g wide, %v", len(b), c.Width, err)
	}
}

// TestTheFutureIsSetApart: a line stands on today if there is a projection, planned and completed
// loads stand side by side, and strokes of a swimmer are no revolutions.
func TestTheFutureIsSetApart(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 46))
	for ahead, want := range map[int]int{0: 0, 10: 2} {
		c, _ := drawn.Load(english(), loadView(r, 30, ahead))
		uprights := 0
		for _, l := range look(t, c).lines {
			for part := range strings.SplitSeq(strings.TrimPrefix(l.D, "M"), "M") {
				from, to, _ := strings.Cut(part, "L")
				x, y, _ := strings.Cut(from, " ")
				u, v, _ := strings.Cut(to, " ")
				a, _ := strconv.ParseFloat(y, 64)
				b, _ := strconv.ParseFloat(v, 64)
				if x == u && math.Abs(b-a) > 50 {
					uprights++
				}
			}
		}
		if uprights != want {
			t.Errorf("%d days ahead: %d lines", ahead, uprights)
		}
	}

	year := &calendar.View{Range: answers.SpanOf(training.DayRange{From: today, To: today + 70})}
	for i := range 10 {
		year.Weeks = append(year.Weeks, calendar.Week{
			Start: today + training.Day(7*i), Planned: &calendar.Sum{Load: float64(300 + i)}, Done: &calendar.Sum{Load: float64(200 + 9*i)},
		})
	}
	year.Weeks[0].Planned = nil // what was not planned has all the room
	c, why := drawn.Events(english(), year)
	if c == nil {
		t.Fatal(why)
	}
	var bars []rect
	for _, b := range look(t, c).bars {
		if b.Width != b.Height && (b.Class == "zone-1 projected" || b.Class == "zone-3") { // marks of the legend are squares
			bars = append(bars, b)
		}
	}
	slices.SortFunc(bars, func(a, b rect) int { return cmp.Compare(a.X, b.X) })
	for i := 1; i < len(bars); i++ {
		if a, b := bars[i-1], bars[i]; a.X+a.Width > b.X+0.02 {
			t.Errorf("a bar covers the next one: %+v %+v", a, b)
		}
	}
	if len(bars) != 19 || math.Abs(bars[0].Width-bars[1].Width-bars[2].Width) > 0.02 {
		t.Errorf("%d bars: %+v", len(bars), bars)
	}

	swim := &activity.Streams{
		Sport: "swimming", ResolutionS: 1, OffsetS: []int32{0, 1, 2},
		Channels: map[string][]*float64{"cadence_rpm": {pointer(50.0), pointer(52.0), pointer(51.0)}},
	}
	c, _ = drawn.Streams(english(), swim)
	if text := look(t, c).text(); !strings.Contains(text, "(/min)") || strings.Contains(text, "rpm") {
		t.Error(text)
	}
}
