package archive

import (
	"path"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

const (
	memoryFile      = "coach_memory.md"
	guidelinesFile  = "coaching_guidelines.md"
	onboardingFile  = "onboarding.md"
	personas        = "personas/"
	logs            = "memory/"
	mcpacerArchived = "memory/archive/"
	markdown        = ".md"
)

// logDay is the day whose log a file is. Logs lie beside the memory, as it
// does below the root or in a folder of its own.
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

// textOf is the text that a file is, without its words; the zero text for none.
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

// planID is an id in letters that every system takes for a file's name.
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

// emitText yields a text of one file, or of several that are one text here.
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

// hasWeeks looks for what each plan has.
func hasWeeks(text string) bool {
	return regexp.MustCompile(`(?m)^\s*["']?weeks["']?\s*:`).MatchString(text)
}

// mcpacerRead reads a text that can be kept exactly.
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
		return "", training.Errorf(training.KindInvalid, "It is no text in UTF-8.").WithFix("Save it as UTF-8 and import it again.")
	}
	return string(data), nil
}

func tooLarge() error {
	return training.Errorf(training.KindTooLarge, "The text is larger than 1 MiB.").WithFix("Shorten it and import it again.")
}
