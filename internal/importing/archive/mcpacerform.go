package archive

import (
	"maps"
	"path"
	"slices"
	"strings"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// MCPacerForm is how the folder looks.
type MCPacerForm struct{}

// The folders of the program below its root.
const (
	plans    = "training_plans/"
	coaching = "coaching_data/"
	runs     = "run_data/"
)

// planName is the id of a plan by the name of its file; false for another file.
func planName(base string) (id string, ok bool) {
	id, ok = strings.CutPrefix(base, "plan_")
	name, yaml := strings.CutSuffix(id, ".yaml")
	if !yaml {
		name, yaml = strings.CutSuffix(id, ".yml")
	}
	return name, ok && yaml && name != ""
}

// runName is the id of an activity by the name of its file, likewise.
func runName(base string) (id string, ok bool) {
	id, ok = strings.CutPrefix(base, "run_")
	id, json := strings.CutSuffix(id, ".json")
	return id, ok && json && id != "" && len(id) <= 18 && strings.Trim(id, "0123456789") == ""
}

// Top is where those folders lie. Each of them alone shows it.
func (MCPacerForm) Top(e *listing.Entry) (string, bool) {
	name := strings.ToLower(e.Rel)
	base := path.Base(name)
	_, plan := planName(base)
	_, run := runName(base)
	for _, f := range []struct {
		folder string
		shows  bool
	}{
		{plans, plan},
		{coaching, base == memoryFile || base == guidelinesFile},
		{coaching + logs, strings.HasSuffix(base, ".md")},
		{runs, run},
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
func (MCPacerForm) Emit(x *listing.Export) {
	x.Return()
	days := map[string][]string{} // the files of each day's log
	var said []listing.Entry
	for name := range x.Parts() {
		if day, ok := logDay(name); ok {
			days[day] = append(days[day], name)
		} else if _, run := runName(path.Base(name)); run && path.Dir(name)+"/" == runs {
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
