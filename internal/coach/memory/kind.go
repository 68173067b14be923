package memory

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// TextKind is the kind of a text, which is also the name of its collection.
type TextKind document.Collection

// These are the kinds of texts.
const (
	TrainingPlan = TextKind(document.TrainingPlans)
	MemoryKind   = TextKind(document.Memory)
	SessionLog   = TextKind(document.SessionLogs) // the id is the day
	PersonaKind  = TextKind(document.Personas)    // the id is the persona's name
	Page         = TextKind(document.CoachPages)  // replaces a built-in page shared by all personas
)

// These are the ids of the pages: the guidelines for every persona, and the
// questions to ask at the beginning.
const (
	Guidelines = "guidelines"
	Onboarding = "onboarding"
)

// MemoryID is the id of the memory. An athlete has only one.
const MemoryID = "memory"

// MemoryFile is the name of the memory's file in the coach folder.
const MemoryFile = "COACH_MEMORY.md"

// Kinds returns all kinds of texts.
func Kinds() []TextKind { return []TextKind{TrainingPlan, MemoryKind, SessionLog, PersonaKind, Page} }

// OnTexts returns the kinds of changes on which the texts of all kinds depend.
func OnTexts() []ledger.ChangeKind {
	on := []ledger.ChangeKind{document.TextVersions.Changes(), ledger.ChangeAthlete}
	for _, k := range Kinds() {
		on = append(on, k.Collection().Changes())
	}
	return on
}

// Collection returns the collection of the current texts of the kind.
func (k TextKind) Collection() document.Collection { return document.Collection(k) }

// Words returns the kind's name for a sentence.
func (k TextKind) Words() i18n.Sentence {
	switch k {
	case TrainingPlan:
		return "training plan"
	case SessionLog:
		return "session log"
	case PersonaKind:
		return "persona"
	case Page:
		return "page"
	}
	return "memory"
}

// folder returns the folder for files of the kind, relative to the coach folder, and the
// extension of the files.
func (k TextKind) folder() (name, ending string) {
	switch k {
	case TrainingPlan:
		return "plans", ".yaml"
	case SessionLog:
		return "logs", ".md"
	case PersonaKind:
		return "personas", ".md"
	case Page:
		return ".", ".md"
	}
	return ".", ""
}

// File returns the path of a text's file, relative to the coach folder.
func (k TextKind) File(id string) string {
	if k == MemoryKind {
		return MemoryFile
	}
	folder, ending := k.folder()
	return path.Join(folder, id+ending)
}

// named returns the ids of a kind with fixed ids, or nil for any other kind.
func (k TextKind) named() []string {
	switch k {
	case MemoryKind:
		return []string{MemoryID}
	case Page:
		return []string{Guidelines, Onboarding}
	}
	return nil
}

func (k TextKind) has(file string) bool {
	if ids := k.named(); ids != nil {
		return slices.ContainsFunc(ids, func(id string) bool { return k.File(id) == file })
	}
	folder, _ := k.folder()
	return path.Dir(file) == folder
}

// CheckID returns an error if an id cannot be a file name on all systems.
func (k TextKind) CheckID(id string) error {
	switch k {
	case MemoryKind:
		if id != MemoryID {
			return training.Errorf(training.KindNotFound, "There is only one memory, called %s.", MemoryID)
		}
	case SessionLog:
		d, err := training.ParseDay(id)
		if err != nil {
			return err
		}
		if d.String() != id {
			return training.Errorf(training.KindInvalid, "%q is not a date.", id).WithFix("Write dates as YYYY-MM-DD.")
		}
	case TrainingPlan:
		if !training.PlainTextName(id) {
			return training.Errorf(training.KindInvalid, "%q cannot be the name of a training plan.", textclean.Line(id, training.MaxTextName)).
				WithFix("Use up to 64 lower-case letters, digits, - and _, such as spring-half.")
		}
	case PersonaKind:
		if !training.SafeTextName(id) {
			return training.Errorf(training.KindInvalid, "%q cannot be the name of a persona.", textclean.Line(id, training.MaxTextName)).
				WithFix("Use up to 64 letters, digits, spaces, - and _.")
		}
	case Page:
		if !slices.Contains(k.named(), id) {
			return training.Errorf(training.KindNotFound, "There is no page %q.", textclean.Line(id, training.MaxTextName)).
				WithFix("The pages are %s and %s.", Guidelines, Onboarding)
		}
	}
	return nil
}

// mostConflicts is the maximum number of conflicts listed at once.
const mostConflicts = 5

// Conflicts lists the texts that were edited in their file and in the store at the same time, each
// with a way to resolve the conflict. The next version resolves it, regardless of who writes it.
func Conflicts(ctx context.Context, r store.Reader, s training.Scope) ([]i18n.Sentence, error) {
	var out []i18n.Sentence
	for _, k := range Kinds() {
		all, err := list(ctx, r, s, k, document.Filter{Mentions: `"beside"`}) // few of perhaps thousands
		if err != nil {
			return nil, err
		}
		for i := range all {
			if n := all[i].Note(); n != "" && len(out) < mostConflicts {
				out = append(out, i18n.InARow(n, all[i].settle()))
			}
		}
	}
	return out, nil
}

// settle explains how to resolve the conflict of two versions.
func (t *Text) settle() i18n.Sentence {
	switch t.Kind {
	case TrainingPlan:
		return i18n.Sentencef("get_training_plan with version %d reads it; save_training_plan with the content you want resolves it.", t.Beside)
	case MemoryKind:
		return i18n.Sentencef("lapkeep memory restore %d makes it the current one; update_coach_memory with the missing content also "+
			"resolves it.",
			t.Beside)
	}
	return "Save the day's file with the content you want to keep: that resolves it."
}

// Memory is an athlete's parsed memory.
type Memory struct {
	Text               // without Own if there is no memory yet
	Sections []Section // in the order of the text, including the athlete's own
	Facts    []Fact    // in the order of the text, including expired ones
}

// Read reads the memory, or returns an empty one if there is none.
func Read(ctx context.Context, r store.Reader, s training.Scope) (Memory, error) {
	t, err := FindText(ctx, r, s, MemoryKind, MemoryID)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return Memory{}, err
	}
	t.Kind, t.ID = MemoryKind, MemoryID
	return Memory{t, Sections(t.Body), Facts(t.Body)}, nil
}

// Holding returns the facts that are valid on a day.
func (m *Memory) Holding(today training.Day) (out []Fact) {
	for _, f := range m.Facts {
		if !f.Expired(today) {
			out = append(out, f)
		}
	}
	return out
}

// Empty returns the text of a new memory, which has all sections, without content.
func Empty() string {
	var b strings.Builder
	b.WriteString("# Coach memory\n")
	for _, k := range order() {
		b.WriteString("\n## " + k.title() + "\n")
	}
	return b.String()
}

// Text is one version of a text.
type Text struct {
	ID   string
	Kind TextKind
	training.TextVersion
	// Own holds the stored fields of the current version, or nil if there is
	// none. A write compares them with the store to detect changes made in the meantime.
	Own json.RawMessage

	hash string // of the body
}

// hashed is a version of a text with the hash of its body, which is computed once for all
// comparisons with its file.
type hashed struct {
	training.TextVersion

	hash string
}

// UnmarshalJSON reads a version.
func (h *hashed) UnmarshalJSON(b []byte) error {
	err := json.Unmarshal(b, &h.TextVersion)
	h.hash = hashOf(h.Body)
	return err
}

func (h *hashed) text(k TextKind, d *document.Document) Text {
	return Text{ID: d.ID, Kind: k, Own: d.Own, TextVersion: h.TextVersion, hash: h.hash}
}

// FindText reads the current version of a text.
func FindText(ctx context.Context, r store.Reader, s training.Scope, k TextKind, id string) (Text, error) {
	if err := k.CheckID(id); err != nil {
		return Text{}, err
	}
	all, err := ListText(ctx, r, s, k)
	if err != nil {
		return Text{}, err
	}
	i := slices.IndexFunc(all, func(t Text) bool { return t.ID == id })
	if i < 0 {
		return Text{}, training.Errorf(training.KindNotFound, "There is no %s %q.", k.Words(), id).
			WithFix("List the existing ones, and use an id from that list.")
	}
	return all[i], nil
}

// ListText reads the current version of each text of a kind, ordered by first day and id.
func ListText(ctx context.Context, r store.Reader, s training.Scope, k TextKind) ([]Text, error) {
	all, err := document.List[hashed](ctx, r, s, k.Collection())
	out := make([]Text, len(all))
	for i := range all {
		out[i] = all[i].Value.text(k, &all[i].Document)
	}
	return out, err
}

// readText returns the same as [ListText], but always reads the store.
func readText(ctx context.Context, r store.Reader, s training.Scope, k TextKind) ([]Text, error) {
	return list(ctx, r, s, k, document.Filter{})
}

// list reads texts of a kind from the store.
func list(ctx context.Context, r store.Reader, s training.Scope, k TextKind, f document.Filter) ([]Text, error) {
	out := []Text{}
	err := document.Each(ctx, r.Documents, s, k.Collection(), f, func(d document.Document, v hashed) { out = append(out, v.text(k, &d)) })
	return out, err
}

// Versions reads all versions of a text, newest first.
func Versions(ctx context.Context, r store.Reader, s training.Scope, k TextKind, id string) ([]Text, error) {
	if err := k.CheckID(id); err != nil {
		return nil, err
	}
	return all(ctx, r, s, k, id, document.Filter{Prefix: prefix(k, id)})
}

// TextVersion reads one version of a text.
func TextVersion(ctx context.Context, r store.Reader, s training.Scope, k TextKind, id string, n int) (Text, error) {
	if err := k.CheckID(id); err != nil {
		return Text{}, err
	}
	one, err := all(ctx, r, s, k, id, document.Filter{ID: versionID(k, id, n)})
	if err == nil && len(one) == 0 {
		err = training.Errorf(training.KindNotFound, "The %s %s has no version %d.", k.Words(), i18n.Name(id), n).
			WithFix("List its versions, and use a number from that list.")
	}
	if err != nil {
		return Text{}, err
	}
	return one[0], nil
}

func all(ctx context.Context, r store.Reader, s training.Scope, k TextKind, id string, f document.Filter) ([]Text, error) {
	out := []Text{}
	err := document.Each(ctx, r.Documents, s, document.TextVersions, f, func(_ document.Document, v training.TextVersion) {
		out = append(out, Text{ID: id, Kind: k, TextVersion: v})
	})
	slices.Reverse(out)
	return out, err
}

func prefix(k TextKind, id string) string { return document.Prefix(k.Collection(), id) }

func versionID(k TextKind, id string, n int) string { return document.ID(k.Collection(), id, n) }

// Note returns a note on a version that was edited in its file and in the store
// at the same time. It returns "" for any other version.
func (t *Text) Note() i18n.Sentence {
	if t.Beside == 0 {
		return ""
	}
	return i18n.Sentencef("%s was edited by hand while version %d was being written: it is now version %d, and version %d is kept as well.",
		t.Kind.File(t.ID), t.Beside, t.Version, t.Beside)
}

// MaxBytes is the maximum size of a text.
const MaxBytes = training.MaxTextBytes

// CheckText returns an error if a text cannot be stored unchanged.
func CheckText(k TextKind, body string) error {
	switch {
	case len(body) > MaxBytes:
		return training.Errorf(training.KindTooLarge, "The %s has %d bytes.", k.Words(), len(body)).
			WithFix("Keep it within 1 MiB, which is %d bytes.", MaxBytes)
	case strings.ToValidUTF8(body, "") != body || strings.ContainsRune(body, 0):
		return training.Errorf(training.KindInvalid, "The %s is not UTF-8 text.", k.Words()).
			WithFix("Save it as UTF-8.")
	}
	return nil
}
