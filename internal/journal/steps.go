package journal

import (
	"encoding/json"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/gear"
	"lapkeep/internal/training"
)

// OpActivityEntered tells services of an activity that was entered by hand; it
// is told besides the steps that take it back.
const OpActivityEntered OpKind = "activity_entered"

// Entered is the data of [OpActivityEntered]: the entry, and what there was
// before it, nil if nothing.
type Entered struct {
	Key    string // what the athlete calls it, empty if nothing
	Before *Manual
	After  Manual
}

// ActivityEntered tells of an entry.
func ActivityEntered(id training.ActivityID, e Entered) Op {
	return op(OpActivityEntered, string(id), e)
}

// Override is the data of [OpSetOverride].
type Override struct {
	Field string          `json:"field"`
	Value json.RawMessage `json:"value"` // null takes the athlete's word back
}

// SetOverride is the step that sets a field of an activity; a nil value
// takes the athlete's word back.
func SetOverride(id training.ActivityID, field string, value json.RawMessage) Op {
	if value == nil {
		value = json.RawMessage("null")
	}
	return op(OpSetOverride, string(id), Override{field, value})
}

// OpActivityEdited tells services which fields of an activity were overridden;
// it is told besides the steps that take them back.
const OpActivityEdited OpKind = "activity_edited"

// Edited is the data of [OpActivityEdited]: the overridden fields, and the
// activity before.
type Edited struct {
	Fields []string
	Before training.Activity
	// Told are fields that services are told though they hold the same: whoever
	// wrote them may not learn that they did.
	Told []string `json:",omitempty"`
}

// ActivityEdited tells of overridden fields of an activity.
func ActivityEdited(e Edited) Op { return op(OpActivityEdited, string(e.Before.ID), e) }

// OpSettingsOfSport tells services what the settings of a sport that hold
// today were before a write and are after it; it is told besides the steps
// that take the write back.
const OpSettingsOfSport OpKind = "settings_of_sport"

// SettingsOfSport is the data of [OpSettingsOfSport].
type SettingsOfSport struct {
	Before, After map[training.ThresholdKey][]float64
	// Own says that settings were given to this sport itself, Deleted that all
	// that it had were deleted.
	Own, Deleted bool
}

// TellSettings tells of the settings of a sport.
func TellSettings(sport training.Sport, s SettingsOfSport) Op {
	return op(OpSettingsOfSport, string(sport), s)
}

// OpSettingsApplied tells services to compute their past activities anew by
// the settings of sports that they have; no step takes it back.
const OpSettingsApplied OpKind = "settings_applied"

// ApplySettings asks it of those who speak of the document.
func ApplySettings(document string) Op { return Op{Kind: OpSettingsApplied, ID: document} }

// PutThreshold and DeleteThreshold are the steps on one dated setting.
func PutThreshold(e training.ThresholdEntry) Op { return op(OpPutThreshold, "", e) }

// DeleteThreshold removes the setting with e's key, sport and day.
func DeleteThreshold(e training.ThresholdEntry) Op { return op(OpDeleteThreshold, "", e) }

// PutAthlete is the step that writes the athlete's own row.
func PutAthlete(a training.Athlete) Op { return op(OpPutAthlete, string(a.ID), a) }

// Manual is the data of [OpPutManual]: an activity that was entered by hand.
type Manual struct {
	Activity training.Activity
	Summary  store.Summary
}

// PutManual is the step that writes the row and the values of an activity
// that was entered by hand.
func PutManual(row store.ActivityRow) Op {
	return op(OpPutManual, string(row.ID), Manual{row.Activity, row.Summary})
}

// PutNote is the step that writes a note.
func PutNote(n store.Note) Op { return op(OpPutNote, n.ID, n) }

// DeleteNote is the step that removes a note; it keeps what it removes.
func DeleteNote(n store.Note) Op { return op(OpDeleteNote, n.ID, n) }

// Document is the data of [OpPutDocument]: the athlete's layer of a document.
type Document struct {
	Collection document.Collection `json:"collection"`
	document.Own
	// Told is as in [Edited].
	Told []string `json:"told,omitempty"`
}

// PutDocument is the step that writes the athlete's own words on a document
// in place of what they were. Services are told the told fields in any case.
func PutDocument(c document.Collection, id string, own document.Own, told ...string) Op {
	return op(OpPutDocument, id, Document{c, own, told})
}

// OpStandDocument is [OpPutDocument] of which no service is told: words that
// services know.
const OpStandDocument OpKind = "stand_document"

// StandDocument is the step that writes the athlete's own words on a document
// in place of what they were, and tells no service.
func StandDocument(c document.Collection, id string, own document.Own) Op {
	return op(OpStandDocument, id, Document{Collection: c, Own: own})
}

// PutGear is the step that writes the athlete's own words on gear in place of
// what they were.
func PutGear(id string, own gear.Own) Op { return op(OpPutGear, id, own) }

// op encodes a step. The types that go in are plain data, so encoding them
// cannot fail.
func op(kind OpKind, id string, data any) Op {
	b, err := json.Marshal(data)
	if err != nil {
		panic("journal: a step that cannot be encoded: " + err.Error())
	}
	return Op{Kind: kind, ID: id, Data: b}
}

// apply takes one step and returns the step that takes it back.
func (st state) apply(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	act, rec := training.ActivityID(o.ID), training.RecordingID(o.ID)
	switch o.Kind {
	case OpDeleteActivity:
		return Op{Kind: OpRestoreActivity, ID: o.ID}, tx.DeleteActivity(a, act)
	case OpRestoreActivity:
		return Op{Kind: OpDeleteActivity, ID: o.ID}, tx.RestoreActivity(a, act)
	case OpRemoveRecording:
		return Op{Kind: OpRestoreRecording, ID: o.ID}, tx.RemoveRecording(a, rec)
	case OpRestoreRecording:
		return Op{Kind: OpRemoveRecording, ID: o.ID}, tx.RestoreRecording(a, rec)
	case OpRemoveRun:
		return Op{Kind: OpRestoreRun, ID: o.ID}, tx.RemoveRun(a, o.ID)
	case OpRestoreRun:
		return Op{Kind: OpRemoveRun, ID: o.ID}, tx.RestoreRun(a, o.ID)
	case OpSetOverride:
		return applyOverride(tx, a, act, o.Data)
	case OpPutThreshold, OpDeleteThreshold:
		return st.applyThreshold(tx, a, o)
	case OpPutAthlete:
		return st.applyAthlete(tx, o.Data)
	case OpPutManual:
		return st.applyManual(tx, a, o)
	case OpPutNote, OpDeleteNote:
		return applyNote(tx, a, o)
	case OpPutDocument, OpStandDocument:
		return applyDocument(tx, a, o)
	case OpPutGear:
		return applyGear(tx, a, o)
	}
	return Op{}, training.Errorf(training.KindUnsupported, "This version does not know the step %q.", o.Kind).
		WithFix("Undo it with the version of Lapkeep that wrote it, or a newer one.")
}

func decode[T any](data json.RawMessage) (T, error) {
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		return v, training.Errorf(training.KindCorrupt, "A step of the journal cannot be read: %w.", err)
	}
	return v, nil
}

func applyOverride(tx *store.Tx, a training.AthleteID, id training.ActivityID, data json.RawMessage) (Op, error) {
	v, err := decode[Override](data)
	if err != nil {
		return Op{}, err
	}
	if string(v.Value) == "null" {
		v.Value = nil
	}
	former, err := tx.SetOverride(a, id, v.Field, v.Value)
	return SetOverride(id, v.Field, former), err
}

func (st state) applyThreshold(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	e, err := decode[training.ThresholdEntry](o.Data)
	if err != nil {
		return Op{}, err
	}
	inverse := DeleteThreshold(e)
	for _, h := range st.history {
		if h.Key == e.Key && h.Sport == e.Sport && h.From == e.From {
			inverse = PutThreshold(h)
		}
	}
	if o.Kind == OpDeleteThreshold {
		return inverse, tx.DeleteThreshold(a, e)
	}
	return inverse, tx.PutThreshold(a, e)
}

func (st state) applyAthlete(tx *store.Tx, data json.RawMessage) (Op, error) {
	v, err := decode[training.Athlete](data)
	if err != nil {
		return Op{}, err
	}
	return PutAthlete(st.athlete), tx.PutAthlete(v)
}

func (st state) applyManual(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	m, err := decode[Manual](o.Data)
	if err != nil {
		return Op{}, err
	}
	if err := tx.PutActivity(a, m.Activity); err != nil {
		return Op{}, err
	}
	return PutManual(st.manual[m.Activity.ID]), tx.PutSummary(a, m.Activity.ID, m.Summary)
}

func applyNote(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	n, err := decode[store.Note](o.Data)
	if err != nil {
		return Op{}, err
	}
	if o.Kind == OpDeleteNote {
		return PutNote(n), tx.DeleteNote(a, n.ID)
	}
	return DeleteNote(n), tx.PutNote(a, n)
}

func applyDocument(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	d, err := decode[Document](o.Data)
	if err != nil {
		return Op{}, err
	}
	former, err := tx.PutOwn(a, d.Collection, o.ID, d.Own)
	return op(o.Kind, o.ID, Document{Collection: d.Collection, Own: former}), err
}

func applyGear(tx *store.Tx, a training.AthleteID, o Op) (Op, error) {
	own, err := decode[gear.Own](o.Data)
	if err != nil {
		return Op{}, err
	}
	former, err := tx.PutOwnGear(a, o.ID, own)
	return PutGear(o.ID, former), err
}
