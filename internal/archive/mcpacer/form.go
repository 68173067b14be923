package mcpacer

import (
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"lapkeep/internal/archive/listing"
	"lapkeep/internal/training"
)

// Form is how the folder looks.
type Form struct{}

// The folders of the program below its root.
const (
	plans    = "training_plans/"
	coaching = "coaching_data/"
	runs     = "run_data/"
)

var (
	planName = regexp.MustCompile(`^plan_(.+)\.ya?ml$`)
	runName  = regexp.MustCompile(`^run_(\d{1,18})\.json$`)
)

// Top is where those folders lie. Each of them alone shows it.
func (Form) Top(e *listing.Entry) (string, bool) {
	name := strings.ToLower(e.Rel)
	base := path.Base(name)
	for _, f := range []struct {
		folder string
		shows  bool
	}{
		{plans, planName.MatchString(base)},
		{coaching, base == memoryFile || base == guidelinesFile},
		{coaching + logs, strings.HasSuffix(base, ".md")},
		{runs, runName.MatchString(base)},
	} {
		top, ok := strings.CutSuffix(name, f.folder+base)
		if ok && f.shows && (top == "" || strings.HasSuffix(top, "/")) {
			return e.Rel[:len(top)], true
		}
	}
	return "", false
}

// Emit yields the texts, and when the recordings are through what was said of
// runs.
func (Form) Emit(x *listing.Export) {
	x.Return()
	days := map[string][]string{} // the files of each day's log
	var said []listing.Entry
	for name := range x.Parts() {
		if day, ok := logDay(name); ok {
			days[day] = append(days[day], name)
		} else if path.Dir(name)+"/" == runs && runName.MatchString(path.Base(name)) {
			e, _ := x.Use(name) // it is one of the parts
			said = append(said, e)
		}
	}
	for name := range x.Parts() {
		if e, _ := x.Part(name); !emitText(x, textOf(e.Rel[len(e.Rel)-len(name):]), name) {
			return
		}
	}
	for _, day := range slices.Sorted(maps.Keys(days)) {
		slices.SortFunc(days[day], func(a, b string) int { return len(b) - len(a) }) // what was archived came before
		if !emitText(x, training.CoachText{Of: training.TextSessionLog, ID: day}, days[day]...) {
			return
		}
	}
	x.Last(func() { emitRemarks(x, said) })
	x.Leave(left)
}

// left says why what lies beside is not taken.
func left(name string) string {
	for _, folder := range []string{plans, coaching, runs} {
		if strings.HasPrefix(name, folder) {
			return "It is none of the plans, texts and runs that are taken from a folder of MCPacer."
		}
	}
	return ""
}
