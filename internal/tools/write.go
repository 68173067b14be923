package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/symptom"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// dryRun is an argument of every tool that writes. It makes the tool only show
// what it would do. Toolsets do not declare it; its value is in [Call.DryRun].
const dryRun = "dry_run"

func addDryRun(arguments *jsonschema.Schema) {
	arguments.Properties[dryRun] = &jsonschema.Schema{Type: "boolean"}
	arguments.PropertyOrder = append(arguments.PropertyOrder, dryRun)
}

// Write returns a write by the called tool. targets maps the id of each item that the
// write changes to its version. A person's approval applies only to these versions.
func (c *Call) Write(summary i18n.Sentence, targets map[string]string) journal.Write {
	return journal.Write{
		Athlete: c.Scope.Athlete, Audience: c.Scope.Audience, Face: c.Face, Tool: c.Tool, Summary: summary, Args: c.Args,
		Targets: targets, Approval: c.Approval, DryRun: c.DryRun, Now: c.Now, Person: c.Person,
	}
}

// Gated adds what the gate of load found to a write, and returns it as notes. If an assistant writes, a person
// has to agree. The journal keeps the summary, so it shows who went ahead in spite of which words.
func (c *Call) Gated(w *journal.Write, found []plan.Finding) []i18n.Sentence {
	if len(found) == 0 {
		return nil
	}
	says := plan.GateSentence(found)
	w.Summary = i18n.InARow(w.Summary, says)
	w.Destructive = w.Destructive || c.Scope.Audience == training.AudienceModel
	return []i18n.Sentence{says}
}

// RedFlags returns a note for the most urgent symptom that a text names and for which the health rules refer to a doctor.
func RedFlags(text string) []i18n.Sentence {
	flag := symptom.In(text)
	if flag == "" {
		return nil
	}
	return []i18n.Sentence{i18n.Sentencef(
		"Red flag: %s. Do not train until a doctor has examined it: see one today, or call the emergency number if it is happening now.",
		flag.Words(),
	)}
}

// Written is the answer to a write.
type Written struct {
	LocalDate training.Day `json:"local_date"`
	TimeZone  string       `json:"time_zone"`
	journal.Outcome
	Notes []i18n.Sentence `json:"notes,omitempty"`
}

// WrittenOne is the answer to a write that changes one thing.
type WrittenOne struct {
	ID string `json:"id,omitempty"` // absent for a new thing in a dry run
	Written
}

// Written returns the answer for the outcome of a write.
func (c *Call) Written(out journal.Outcome, notes ...i18n.Sentence) Written {
	return Written{c.Today, c.Location.String(), out, notes}
}

// Unchanged returns the answer to a write that changes nothing.
func (c *Call) Unchanged(note i18n.Sentence) Written {
	return c.Written(journal.Outcome{DryRun: c.DryRun}, note)
}

// Do carries out a write that changes the thing with the given id, and returns
// its result. made means that the item was created.
func (c *Call) Do(
	ctx context.Context, j *journal.Journal, w journal.Write, id string, made bool, apply func(tx *store.Tx) (journal.Effect, error),
) (*WrittenOne, error) {
	out, err := j.Do(ctx, w, apply)
	if err != nil {
		return nil, err
	}
	if made && c.DryRun {
		id = ""
	}
	return &WrittenOne{id, c.Written(out)}, nil
}

// KeptHere adds a note if a service has the thing but the change is not sent to it.
func (w *Written) KeptHere(said []document.SourceLayer) {
	at := slices.IndexFunc(said, func(s document.SourceLayer) bool { return s.Source != document.OfFiles })
	if at >= 0 && len(w.AtService) == 0 {
		w.Notes = append(w.Notes, i18n.Sentencef("The change is kept here; it is not sent to %s.", said[at].Source))
	}
}

// OwnWords holds the athlete's own layer of a document after a write.
type OwnWords struct {
	In  document.Collection
	ID  string
	Own document.Own
	// Had holds the fields from which the change was computed. If the stored fields have
	// changed since, the write fails with the error Stale or, if Stale is nil, overwrites them.
	Had   json.RawMessage
	Stale error
	// To is the service to which the document is sent if that service does not have it
	// yet; empty means the home source.
	To string
}

// OwnOf returns the own layer of a document. what is the word for the item in sentences,
// and before is the document from which the change was computed.
func OwnOf(in document.Collection, what, id string, before *document.Document, words document.Own) OwnWords {
	return OwnWords{
		In: in, ID: id, Own: words, Had: before.Own,
		Stale: training.Errorf(training.KindConflict, "The %s %s was changed in the meantime.", what, id).WithFix("Read it again, then call " +
			"again."),
	}
}

// Put writes the layer, and adds the inverse to e.
func (o *OwnWords) Put(tx *store.Tx, a training.AthleteID, e *journal.Effect) error {
	former, err := tx.PutOwn(a, o.In, o.ID, o.Own)
	if err != nil {
		return err
	}
	if o.Stale != nil && (former.Deleted || !bytes.Equal(former.Fields, o.Had)) {
		return o.Stale
	}
	e.Changed = append(e.Changed, journal.DocumentChanged{Collection: o.In, ID: o.ID, Before: former, To: o.To})
	return nil
}

// Put returns the function for a write that changes only one document.
func (c *Call) Put(o OwnWords, changes ...journal.Change) func(tx *store.Tx) (journal.Effect, error) {
	return func(tx *store.Tx) (journal.Effect, error) {
		e := journal.Effect{Changes: changes}
		err := o.Put(tx, c.Scope.Athlete, &e)
		return e, err
	}
}

// SetAndCleared returns the error for an attempt to both set and clear a field.
func SetAndCleared(field string) error {
	return training.Errorf(training.KindInvalid, "%s is both set and cleared.", field).WithFix("Do one of the two.")
}

// InRow adds the number of the item to an error about one of several items.
func InRow(what string, i int, err error) error {
	if e, ok := errors.AsType[*training.Error](err); ok {
		c := *e
		c.What = fmt.Sprintf("In %s %d: %s", what, i+1, c.What)
		return &c
	}
	return fmt.Errorf("%s %d: %w", what, i+1, err)
}

// Keeper keeps the coach's texts and their files in sync. It is used as a value.
type Keeper struct {
	Store   store.Reader
	Journal *journal.Journal
	Home    string
	// ReadOnly means that nothing may be written, so that files stay as they are.
	ReadOnly bool
	Seen     *memory.Seen // may be nil
}

// Sync synchronises files and texts of the given kinds, or of all kinds if none is given.
// It returns messages about unreadable files. It must be called before texts are read.
func (k Keeper) Sync(ctx context.Context, a training.AthleteID, now time.Time, kinds ...memory.TextKind) ([]i18n.Sentence, error) {
	if k.ReadOnly {
		return nil, nil
	}
	files := k.files()
	files.Take = func(ctx context.Context, a training.AthleteID, d memory.Draft) error { return k.take(ctx, a, d, now) }
	return files.Sync(ctx, a, now, kinds...)
}

// Fresh does the same as [Keeper.Sync], but adds an error to the messages. It
// is for calls that can still answer from the store if the files cannot be used.
func (k Keeper) Fresh(ctx context.Context, c *Call, kinds ...memory.TextKind) []i18n.Sentence {
	told, err := k.Sync(ctx, c.Scope.Athlete, c.Now, kinds...)
	if err != nil && ctx.Err() == nil {
		told = append(told, i18n.OfError(err))
	}
	return told
}

// Edited returns the texts whose files were edited but have not been stored
// yet, and messages about unreadable files. It changes nothing.
func (k Keeper) Edited(ctx context.Context, a training.AthleteID) ([]memory.Text, []i18n.Sentence, error) {
	if k.Home == "" {
		return nil, nil, nil
	}
	return k.files().Edited(ctx, a)
}

func (k Keeper) files() memory.Files { return memory.Files{Home: k.Home, Store: k.Store, Seen: k.Seen} }

// take stores the text of a file that was edited.
func (k Keeper) take(ctx context.Context, a training.AthleteID, d memory.Draft, now time.Time) error {
	w := journal.Write{
		Athlete: a, Audience: training.AudienceExport, Face: "file", Tool: "edit_file", Now: now,
		Summary: i18n.Sentencef("Add the hand-edited version of %s.", d.Kind.File(d.ID)),
		Targets: map[string]string{d.Target(): strconv.Itoa(d.From)},
	}
	_, err := k.Journal.Do(ctx, w, func(tx *store.Tx) (journal.Effect, error) {
		var e journal.Effect
		return e, Put(tx, a, &e, d)
	})
	return err
}

// Put writes a draft as part of a write, and adds the changes to e. If a write
// changes several texts, Put is called for each.
func Put(tx *store.Tx, a training.AthleteID, e *journal.Effect, d memory.Draft) error {
	v, former, err := d.Put(tx, a)
	if err != nil {
		return err
	}
	collection := d.Kind.Collection()
	var before i18n.Sentence
	if d.Had != nil {
		before = i18n.Name(strconv.Itoa(d.From))
	}
	e.Changed = append(e.Changed, journal.DocumentChanged{Collection: collection, ID: d.ID, Before: former})
	e.Changes = append(e.Changes, journal.Change{
		Of: store.ChangeKind(collection), Target: d.ID, Field: "version", Before: before, After: i18n.Name(strconv.Itoa(v.Version)),
	})
	return nil
}

// Write carries out a write that stores the drafts, and then updates the files.
// id is the id in the answer, and made means that the item was created.
func (k Keeper) Write(
	ctx context.Context, c *Call, summary i18n.Sentence, id string, made bool, drafts ...memory.Draft,
) (*WrittenOne, error) {
	return k.WriteAs(ctx, c, c.Write(summary, nil), id, made, drafts...)
}

// WriteAs does the same as [Keeper.Write] for a given write.
func (k Keeper) WriteAs(ctx context.Context, c *Call, w journal.Write, id string, made bool, drafts ...memory.Draft) (*WrittenOne, error) {
	w.Targets = map[string]string{}
	for _, d := range drafts {
		w.Targets[d.Target()] = strconv.Itoa(d.From)
	}
	out, err := c.Do(ctx, k.Journal, w, id, made, func(tx *store.Tx) (journal.Effect, error) {
		var e journal.Effect
		for _, d := range drafts {
			if err := Put(tx, c.Scope.Athlete, &e, d); err != nil {
				return e, err
			}
		}
		return e, nil
	})
	if err != nil || c.DryRun {
		return out, err
	}
	kinds := make([]memory.TextKind, len(drafts))
	for i, d := range drafts {
		kinds[i] = d.Kind
	}
	out.Notes = append(out.Notes, k.Fresh(ctx, c, kinds...)...) // a file that cannot be written now is written next time
	return out, nil
}

// Author returns the author of a text that a call writes.
func Author(c *Call) training.TextAuthor {
	if c.Scope.Audience == training.AudienceModel {
		return training.ByAssistant
	}
	return training.ByAthlete
}

// LactateTest is the name of the argument for a lactate test.
const LactateTest = string(training.KeyLactateTest)

const (
	leastSteps = 3
	mostSteps  = 12
)

// CheckLactate checks a lactate test. It consists of the bpm and mmol/l of each step, in
// which the heart rate must rise, or of the constants A and B of the athlete's own curve.
func CheckLactate(v []float64) error {
	const fix = "Give bpm and mmol/l of 3 to 12 steps in turn, such as 120, 1.1, 140, 1.7, 160, 3.2; or the A and B of the curve."
	if len(v) == 2 {
		if v[0] >= 0.01 && v[0] <= 10 && v[1] >= 0.5 && v[1] <= 8 {
			return nil
		}
		return training.Errorf(training.KindInvalid,
			"%g and %g are not valid constants for a lactate curve: A is 0.01 to 10, B 0.5 to 8.", v[0], v[1]).WithFix(fix)
	}
	if len(v)%2 != 0 || len(v) < 2*leastSteps || len(v) > 2*mostSteps {
		return training.Errorf(training.KindInvalid, "lactate_test has %d numbers.", len(v)).WithFix(fix)
	}
	for i := 0; i < len(v); i += 2 {
		switch bpm, mmol := v[i], v[i+1]; {
		case bpm < 40 || bpm > 250 || mmol < 0.1 || mmol > 30:
			return training.Errorf(training.KindInvalid, "A step of %g bpm and %g mmol/l is not possible.", bpm, mmol).WithFix(fix)
		case i > 0 && bpm <= v[i-2]:
			return training.Errorf(training.KindInvalid, "The steps of lactate_test do not rise in heart rate.").WithFix(fix)
		}
	}
	return nil
}

// dropNulls removes object members that are null, because missing values are omitted. Cells
// of arrays can still be null. The JSON must be valid and compact, as [Marshal] writes it.
func dropNulls(b []byte) []byte {
	if !bytes.Contains(b, []byte(`:null`)) {
		return b
	}
	w := nullDropper{in: b, out: make([]byte, 0, len(b))}
	for w.at < len(b) {
		w.step()
	}
	return w.out
}

// nullDropper copies JSON without null members. It writes a comma together with
// the next item, so that no comma precedes a dropped member.
type nullDropper struct {
	in, out []byte
	at      int
	open    []bool // an element for each open object or list: whether it is an object
	comma   bool   // a comma is needed before the next item
	value   bool   // the next item is the value of a member
}

const null = "null"

// step copies a bracket, a key or a scalar value.
func (w *nullDropper) step() {
	switch c := w.in[w.at]; c {
	case ',':
		w.at++ // item writes the comma
	case '{', '[':
		w.item()
		w.copy(1)
		w.open, w.comma = append(w.open, c == '{'), false
	case '}', ']':
		w.copy(1)
		w.open, w.comma = w.open[:len(w.open)-1], true
	default:
		n := scalarLen(w.in[w.at:])
		if isKey := !w.value && len(w.open) > 0 && w.open[len(w.open)-1]; !isKey {
			w.item()
			w.copy(n)
			w.comma = true
			return
		}
		n++ // n now includes the colon
		if bytes.HasPrefix(w.in[w.at+n:], []byte(null)) {
			w.at += n + len(null)
			return
		}
		w.item()
		w.copy(n)
		w.value = true
	}
}

// item begins an item, a member, or the value of a member.
func (w *nullDropper) item() {
	if w.comma && !w.value {
		w.out = append(w.out, ',')
	}
	w.value = false
}

func (w *nullDropper) copy(n int) {
	w.out = append(w.out, w.in[w.at:w.at+n]...)
	w.at += n
}

// scalarLen returns the length of the text, number or word at the beginning of b.
func scalarLen(b []byte) int {
	if b[0] != '"' {
		if n := bytes.IndexAny(b, ",]}"); n >= 0 {
			return n
		}
		return len(b)
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

// Number formats x as a person would type it. It returns "" for 0, which means no value.
func Number(x float64) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// CleanTags returns tags in the form in which they are stored: each on one
// line, without empty tags and duplicates.
func CleanTags(tags []string) []string {
	out := []string{}
	for _, t := range tags {
		if t = textclean.Line(t, textclean.NameRunes); t != "" && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
