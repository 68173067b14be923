package fitness

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/load"
	"lapkeep/internal/metrics/stream"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Loads computes loads using the thresholds of each day and the athlete's own rules. Like
// its timeline, it is not safe for concurrent use.
type Loads struct {
	Timeline *Timeline
	Rules    load.Rules
}

// NewLoads returns a Loads with the settings of an athlete.
func NewLoads(a *training.Athlete, h training.History) Loads {
	return Loads{Timeline: NewTimeline(h), Rules: load.RulesOf(a)}
}

// ReadLoads reads the settings of an athlete and returns a Loads with them.
func ReadLoads(ctx context.Context, r store.Reader, s training.Scope) (Loads, error) {
	who, err := r.Athlete(ctx, s)
	if err != nil {
		return Loads{}, err
	}
	history, err := r.History(ctx, s)
	return NewLoads(&who, history), err
}

// At returns the thresholds for an activity, by its day and by whether it was indoors.
func (l Loads) At(in *store.LoadInput) training.Thresholds {
	return l.Timeline.At(in.Discipline(), in.Day).In(in.Indoor)
}

// Of returns the load of one activity, or the reason why it has none.
func (l Loads) Of(in *store.LoadInput) (load.Load, i18n.Sentence) {
	return l.Rules.Of(answers.LoadInput(in), l.At(in))
}

// by restricts the methods of loads to those that a word of [LoadMethods] selects. "" means
// no restriction.
func (l Loads) by(word string) Loads {
	if word != "" {
		l.Rules = l.Rules.Only(word)
	}
	return l
}

// work holds the activities on some days, with everything that their loads depend on.
type work struct {
	Loads

	rated []rated
}

// rated is an activity with its load, or the reason why it has none. Its load
// takes the other activities on its day into account.
type rated struct {
	*store.LoadInput

	load load.Load
	why  i18n.Sentence
}

// perHour returns the load per hour.
func (r *rated) perHour() float64 { return r.load.TSS / max(r.TimerS, 1) }

// rate computes the loads of activities in order of day.
func (l Loads) rate(inputs []store.LoadInput) []rated {
	out := make([]rated, len(inputs))
	for i := range inputs {
		r := &out[i]
		r.LoadInput = &inputs[i]
		r.load, r.why = l.Of(r.LoadInput)
	}
	for from := 0; from < len(out); {
		to := from + 1
		for to < len(out) && out[to].Day == out[from].Day {
			to++
		}
		if to > from+1 { // a single activity has already been judged by itself
			judgeDay(out[from:to])
		}
		from = to
	}
	return out
}

// judgeDay removes the load of the sessions with the most load per hour, until a person could
// have achieved the day's total. The most intense session is the likeliest to be wrong.
func judgeDay(day []rated) {
	var tss, seconds float64
	for i := range day {
		if day[i].why == "" {
			tss, seconds = tss+day[i].load.TSS, seconds+day[i].TimerS
		}
	}
	for why := stream.Day(tss, seconds); stream.Day(tss, seconds) != ""; {
		var worst *rated
		for i := range day {
			r := &day[i]
			if r.why == "" && (worst == nil || cmp.Or(cmp.Compare(r.perHour(), worst.perHour()), cmp.Compare(worst.ID, r.ID)) > 0) {
				worst = r
			}
		}
		if worst == nil {
			return
		}
		tss, seconds = tss-worst.load.TSS, seconds-worst.TimerS
		worst.load, worst.why = load.Load{}, why
	}
}

// readWork reads the activities on the given days in the given sports; no
// sports means all. word, if set, restricts the methods of load.
func readWork(
	ctx context.Context, r store.Reader, s training.Scope, days training.DayRange, sports []training.Discipline, word string,
) (*work, error) {
	inputs, err := r.LoadInputs(ctx, s, days)
	if err != nil {
		return nil, err
	}
	loads, err := ReadLoads(ctx, r, s)
	if err != nil {
		return nil, err
	}
	w := &work{Loads: loads.by(word)}
	w.rated = w.rate(inputs)
	if len(sports) > 0 {
		w.rated = slices.DeleteFunc(w.rated, func(r rated) bool { return !training.AnyHas(sports, r.Discipline()) })
	}
	return w, nil
}

// ofSports returns the inputs in the given sports; no sports means all.
func ofSports(inputs []store.LoadInput, sports []training.Discipline) []store.LoadInput {
	if len(sports) == 0 {
		return inputs
	}
	var out []store.LoadInput
	for i := range inputs {
		if training.AnyHas(sports, inputs[i].Discipline()) {
			out = append(out, inputs[i])
		}
	}
	return out
}

// within returns the activities within days. The activities must be in order of day.
func within(all []rated, days training.DayRange) []rated {
	before := func(r rated, day training.Day) int { return cmp.Compare(r.Day, day) }
	from, _ := slices.BinarySearchFunc(all, days.From, before)
	to, _ := slices.BinarySearchFunc(all, days.To+1, before)
	return all[from:max(from, to)]
}

// MethodAuto stands for all methods, in the athlete's order.
const MethodAuto = "auto"

// LoadMethods returns the words that restrict load to some methods.
func LoadMethods() []string {
	return []string{load.WordPower, load.WordPace, load.WordHR, load.WordExertion}
}

// methodNames are the readable names of these words.
var methodNames = map[string]i18n.Word{
	load.WordPower: "power", load.WordPace: "pace", load.WordHR: "heart rate", load.WordExertion: "perceived exertion",
}

// tellMethod returns notes on the effect of restricting load to one method.
func (v *LoadView) tellMethod() []i18n.Sentence {
	var out []i18n.Sentence
	if name, ok := methodNames[v.Model.Method]; ok {
		out = append(out, i18n.Sentencef("Only load computed by %s counts, so these values differ from those for all methods.", name))
		if v.Project != nil {
			out = append(out, "Planned load counts as planned, whatever the method.")
		}
	}
	if v.Actual != nil && len(v.Actual.Estimated) > 0 {
		out = append(out, "The load of some days is estimated from heart rate or feel, in a sport where other days use power or pace.")
	}
	return out
}

// bestShare is the minimum share of a sport's loads that a kind of method must provide to
// become the standard for the sport. If a sensor was only tried a few times, the other loads
// should not count as estimates.
const bestShare = 0.1

// These are the kinds of methods: by work, by the body's response, and by feel. A load
// that the athlete set belongs to none.
const (
	byWork = iota
	byHeart
	byFeel
	numKinds
	ofNoKind = -1
)

func kindOf(m load.Method) int {
	switch m.Word() {
	case load.WordPower, load.WordPace:
		return byWork
	case load.WordHR:
		return byHeart
	case load.WordExertion:
		return byFeel
	}
	return ofNoKind
}

// ranks returns the rank of each kind in an order of methods; 0 is the best.
func ranks(order []load.Method) (out [numKinds]int) {
	for k := range out {
		out[k] = slices.IndexFunc(order, func(m load.Method) bool { return kindOf(m) == k })
		if out[k] < 0 {
			out[k] = math.MaxInt
		}
	}
	return out
}

// bestOf returns the rank of the best kind by sport. It ignores kinds that provide too
// few of the sport's loads.
func (w *work) bestOf(ranks [numKinds]int) map[training.Sport]int {
	counts := map[training.Sport]*[numKinds]int{}
	for i := range w.rated {
		r := &w.rated[i]
		k := kindOf(r.load.Method)
		if r.why != "" || k == ofNoKind {
			continue
		}
		if counts[r.Sport] == nil {
			counts[r.Sport] = &[numKinds]int{}
		}
		counts[r.Sport][k]++
	}
	out := make(map[training.Sport]int, len(counts))
	for sport, n := range counts {
		all := n[byWork] + n[byHeart] + n[byFeel]
		best := math.MaxInt
		for k, of := range n {
			if float64(of) >= bestShare*float64(all) {
				best = min(best, ranks[k])
			}
		}
		out[sport] = best
	}
	return out
}

// estimated returns, by method, the days with a load from heart rate or feel that ranks
// behind the best kind of its sport.
func (w *work) estimated(days training.DayRange) map[string][]training.Day {
	ranks := ranks(w.Rules.Order)
	best := w.bestOf(ranks)
	out := map[string][]training.Day{}
	for _, r := range within(w.rated, days) {
		k := kindOf(r.load.Method)
		if r.why != "" || k == ofNoKind || k == byWork || ranks[k] <= best[r.Sport] {
			continue
		}
		m := string(r.load.Method)
		if of := out[m]; len(of) == 0 || of[len(of)-1] != r.Day {
			out[m] = append(of, r.Day)
		}
	}
	return out
}

// since returns the estimated days from the first of dates on, or nil if there are none.
func since(estimated map[string][]training.Day, dates []training.Day) map[string][]training.Day {
	var out map[string][]training.Day
	for m, days := range estimated {
		if i, _ := slices.BinarySearch(days, dates[0]); i < len(days) {
			if out == nil {
				out = map[string][]training.Day{}
			}
			out[m] = days[i:]
		}
	}
	return out
}

// EachLoad calls f with each activity on the given days, in order of day, and
// its TSS based on the thresholds of its day; 0 means no load.
func EachLoad(
	ctx context.Context, r store.Reader, s training.Scope, days training.DayRange, f func(in *store.LoadInput, tss float64),
) error {
	w, err := readWork(ctx, r, s, days, nil, "")
	if err != nil {
		return err
	}
	for i := range w.rated {
		f(w.rated[i].LoadInput, w.rated[i].load.TSS)
	}
	return ctx.Err()
}
