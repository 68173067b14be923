package archive

import (
	"encoding/json"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// MCPacerForm recognises and reads MCPacer's folder.
type MCPacerForm struct{}

// These are MCPacer's folders below its root.
const (
	plans    = "training_plans/"
	coaching = "coaching_data/"
	runs     = "run_data/"
)

// planName returns the id of a plan from its file name, or false for other files.
func planName(base string) (id string, ok bool) {
	id, ok = strings.CutPrefix(base, "plan_")
	name, yaml := strings.CutSuffix(id, ".yaml")
	if !yaml {
		name, yaml = strings.CutSuffix(id, ".yml")
	}
	return name, ok && yaml && name != ""
}

// runName returns the id of an activity from its file name, or false for other files.
func runName(base string) (id string, ok bool) {
	id, ok = strings.CutPrefix(base, "run_")
	id, json := strings.CutSuffix(id, ".json")
	return id, ok && json && id != "" && len(id) <= 18 && strings.Trim(id, "0123456789") == ""
}

// Top returns the folder that contains MCPacer's folders. Any one of them is enough to identify it.
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

// Emit yields the texts, and after the recordings the remarks on runs.
func (MCPacerForm) Emit(x *listing.Export) {
	x.Return()
	days := map[string][]string{} // files of each day's log
	var said []listing.Entry
	for name := range x.Parts() {
		if day, ok := logDay(name); ok {
			days[day] = append(days[day], name)
		} else if _, run := runName(path.Base(name)); run && path.Dir(name)+"/" == runs {
			e, _ := x.Use(name) // every name is one of the parts
			said = append(said, e)
		}
	}
	for name := range x.Parts() {
		if e, _ := x.Part(name); !emitText(x, textOf(e.Rel[len(e.Rel)-len(name):]), name) {
			return
		}
	}
	for _, day := range slices.Sorted(maps.Keys(days)) {
		slices.SortFunc(days[day], func(a, b string) int { return len(b) - len(a) }) // the archived part of a log is the older one
		if !emitText(x, training.CoachText{Of: training.TextSessionLog, ID: day}, days[day]...) {
			return
		}
	}
	x.Last(func() { emitRemarks(x, said) })
	x.Leave(left)
}

// left returns the reason why a file in MCPacer's folders is not read, or ""
// for a file outside them.
func left(name string) string {
	for _, folder := range []string{plans, coaching, runs} {
		if strings.HasPrefix(name, folder) {
			return "It is none of the plans, texts and runs that are taken from a folder of MCPacer."
		}
	}
	return ""
}

const (
	memoryFile      = "coach_memory.md"
	guidelinesFile  = "coaching_guidelines.md"
	onboardingFile  = "onboarding.md"
	personas        = "personas/"
	logs            = "memory/"
	mcpacerArchived = "memory/archive/"
	markdown        = ".md"
)

// logDay returns the day of a session log from its file name. Logs are next to
// the memory, below the root, or in a separate folder.
func logDay(name string) (string, bool) {
	name = strings.TrimPrefix(name, coaching)
	folder, base := path.Split(name)
	day, ok := strings.CutSuffix(base, markdown)
	if !ok || folder != logs && folder != mcpacerArchived {
		return "", false
	}
	d, err := training.ParseDay(day)
	return day, err == nil && d.String() == day
}

// textOf returns the text that a file contains, without its body, or the zero text for other files.
func textOf(name string) training.CoachText {
	low := strings.ToLower(name)
	folder, base := path.Split(strings.TrimPrefix(low, coaching))
	plan, isPlan := planName(base)
	switch {
	case low == coaching+memoryFile || low == memoryFile:
		return training.CoachText{Of: training.TextMemory, ID: "memory"}
	case folder == "" && base == guidelinesFile:
		return training.CoachText{Of: training.TextPage, ID: "guidelines"}
	case folder == "" && base == onboardingFile:
		return training.CoachText{Of: training.TextPage, ID: "onboarding"}
	case folder == personas && strings.HasSuffix(base, markdown):
		stem := path.Base(name)
		return training.CoachText{Of: training.TextPersona, ID: stem[:len(stem)-len(markdown)]}
	case folder == plans && isPlan:
		return training.CoachText{Of: training.TextTrainingPlan, ID: planID(plan)}
	}
	return training.CoachText{}
}

// planID converts an id to characters that every system allows in file names.
func planID(id string) string {
	if training.PlainTextName(id) {
		return id
	}
	var b strings.Builder
	for _, r := range id {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9', r == '_', r == '-':
			b.WriteRune(r)
		default:
			b.WriteByte('-')
		}
	}
	id = strings.Trim(b.String(), "-_")
	if id = strings.Trim(id[:min(len(id), training.MaxTextName-len("plan-"))], "-_"); !training.PlainTextName(id) {
		id = strings.Trim("plan-"+id, "-")
	}
	return id
}

// emitText yields a text from one file, or from several files that form one text here.
func emitText(x *listing.Export, t training.CoachText, names ...string) bool {
	if t.Of == "" {
		return true
	}
	var it listing.Item
	var bodies []string
	var at time.Time
	for _, name := range names {
		e, ok := x.Use(name)
		if !ok {
			continue
		}
		it = e.Item()
		if e.Readable() {
			body, err := mcpacerRead(x, &e)
			if err == nil {
				bodies = append(bodies, body)
				if e.Mod.After(at) {
					at = e.Mod
				}
				continue
			}
			it.Err = err
		}
		if !x.Yield(listing.Item{Path: it.Path, Size: it.Size, ModTime: it.ModTime, Skip: it.Skip, Err: it.Err}) {
			return false
		}
	}
	if len(bodies) == 0 {
		return true
	}
	if t.Body = bodies[0]; len(bodies) > 1 {
		for i := range bodies {
			bodies[i] = strings.TrimRight(bodies[i], "\n")
		}
		t.Body = strings.Join(bodies, "\n\n") + "\n"
	}
	out := listing.Item{Path: it.Path, Size: int64(len(t.Body)), ModTime: at, AsOf: at, Text: &t}
	if t.Of == training.TextTrainingPlan && !hasWeeks(t.Body) {
		out.Warning = "It has no weeks, so that it is no training plan yet. Its text is kept as it is."
	}
	return x.Yield(out)
}

// hasWeeks reports whether a text has the key weeks. Every plan has it.
func hasWeeks(text string) bool {
	return regexp.MustCompile(`(?m)^\s*["']?weeks["']?\s*:`).MatchString(text)
}

// mcpacerRead reads a text, if it can be stored unchanged.
func mcpacerRead(x *listing.Export, e *listing.Entry) (string, error) {
	if e.Size > training.MaxTextBytes {
		return "", tooLarge()
	}
	data, err := e.File.Read(x.Context())
	switch {
	case err != nil:
		return "", err
	case len(data) > training.MaxTextBytes:
		return "", tooLarge()
	case !utf8.Valid(data) || strings.ContainsRune(string(data), 0):
		return "", training.Errorf(training.KindInvalid, "It is not UTF-8 text.").WithFix("Save it as UTF-8 and import it again.")
	}
	return string(data), nil
}

func tooLarge() error {
	return training.Errorf(training.KindTooLarge, "The text is larger than 1 MiB.").WithFix("Shorten it and import it again.")
}

// mcpacerSource is the prefix of references to runs. Their ids are Strava's.
const mcpacerSource = "strava:"

// run holds the data that is read from a cached run: the coach's remarks, and the id that
// identifies its activity here. All other data belongs to the service and is not read.
type run struct {
	ID       json.Number     `json:"id"`
	Start    string          `json:"start_date"`
	ElapsedS float64         `json:"elapsed_time_seconds"`
	Digest   string          `json:"run_digest"`
	Notes    json.RawMessage `json:"coach_notes"`
}

// maxRun is the maximum size of a cached run, which contains only laps.
const maxRun = 16 << 20

func emitRemarks(x *listing.Export, all []listing.Entry) {
	for i := range all {
		e := &all[i]
		it := e.Item()
		out := listing.Item{Path: it.Path, Size: it.Size, ModTime: it.ModTime, AsOf: e.Mod, Skip: it.Skip, Err: it.Err}
		if e.Readable() {
			r, err := readRun(x, e)
			switch {
			case err != nil:
				out.Err = err
			case r == nil:
				out.Skip = "It has no digest and no note of the coach; of the run itself nothing is taken."
			default:
				out.Remark = r
			}
		}
		if !x.Yield(out) {
			return
		}
	}
}

// readRun returns the digest and the notes of a run, or nil if it has neither.
func readRun(x *listing.Export, e *listing.Entry) (*training.Remark, error) {
	if e.Size > maxRun {
		return nil, listing.TooLarge(maxRun)
	}
	data, err := e.File.Read(x.Context())
	if err != nil {
		return nil, err
	}
	var r run
	if json.Unmarshal(data, &r) != nil {
		return nil, training.Errorf(training.KindCorrupt, "It is not a complete MCPacer run.").
			WithFix("Nothing is imported from it; the run itself comes with an export from the service.")
	}
	name, _ := runName(strings.ToLower(path.Base(e.Rel)))
	if r.ID.String() != name {
		return nil, training.Errorf(training.KindInvalid, "Its content is from run %s, but its name is from run %s.",
			strconv.Quote(r.ID.String()), name).WithFix("Name it after its run, and import it again.")
	}
	out := &training.Remark{Ref: mcpacerSource + name, Digest: strings.TrimSpace(r.Digest), Notes: notes(r.Notes)}
	if at, err := time.Parse(time.RFC3339, r.Start); err == nil {
		out.Start, out.ElapsedS = at, max(0, r.ElapsedS)
	}
	if out.Digest == "" && len(out.Notes) == 0 {
		return nil, nil
	}
	return out, nil
}

// notes returns the notes of a run. In JSON, they are a string, a list of strings, or a list
// of objects with a text.
func notes(raw json.RawMessage) (out []string) {
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	var one string
	var all []json.RawMessage
	if json.Unmarshal(raw, &one) == nil {
		add(one)
		return out
	}
	if json.Unmarshal(raw, &all) != nil {
		return nil
	}
	for _, n := range all {
		var object struct {
			Note, Text string
		}
		if json.Unmarshal(n, &one) == nil {
			add(one)
		} else if json.Unmarshal(n, &object) == nil {
			add(object.Note)
			add(object.Text)
		}
	}
	return out
}
