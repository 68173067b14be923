package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// approvalLife is how long a person has to answer.
const approvalLife = 15 * time.Minute

// NeedsConsent is the error for a write that needs a person's approval. A face
// shows the preview, asks the person, grants the approval, and calls again.
type NeedsConsent struct{ Preview Preview }

func (e *NeedsConsent) Error() string {
	return i18n.Sentencef("A person must agree to this first: %s", e.Preview.Summary).String()
}

// digest binds an approval to one write: the athlete, the tool, its arguments
// and the versions of its targets.
func digest(w Write) string {
	h := sha256.New()
	part := func(b []byte) {
		sum := sha256.Sum256(b)
		h.Write(sum[:])
	}
	part([]byte(w.Athlete))
	part([]byte(w.Tool))
	part(w.Args)
	for _, k := range slices.Sorted(maps.Keys(w.Targets)) {
		part([]byte(k))
		part([]byte(w.Targets[k]))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// consentTo finds the approval that a person has granted for this write: the
// one that the caller names, or one granted elsewhere after the caller was
// refused, for example in a terminal. If there is none, it asks.
func (j *Journal) consentTo(ctx context.Context, w Write, d operation) (store.Approval, error) {
	all := training.Everything(w.Athlete)
	if w.Approval != "" {
		a, err := j.store.Approval(ctx, all, w.Approval)
		if err != nil {
			return a, err
		}
		return a, j.checkApproval(a, w)
	}
	open, err := j.store.Approvals(ctx, all)
	if err != nil {
		return store.Approval{}, err
	}
	for _, a := range open {
		if j.checkApproval(a, w) == nil {
			return a, nil
		}
	}
	return store.Approval{}, j.ask(ctx, w, d)
}

// checkApproval returns an error if a does not allow w.
func (j *Journal) checkApproval(a store.Approval, w Write) error {
	const again = "Call without it to be asked again."
	switch {
	case !a.UsedAt.IsZero():
		return training.Errorf(training.KindConflict, "This approval has already been used.").WithFix(again)
	case a.Expired(w.Now):
		return training.Errorf(training.KindConflict, "This approval has expired.").WithFix(again)
	case a.Digest != digest(w):
		return training.Errorf(training.KindConflict,
			"The approval is for something else: the arguments or the target have changed.").WithFix(again)
	case a.GrantedAt.IsZero():
		return training.Errorf(training.KindNeedsConsent, "No person has approved this yet.").WithFix("Run: %s", j.command("approve", a.ID))
	}
	return nil
}

// ask stores the question and returns it as an error.
func (j *Journal) ask(ctx context.Context, w Write, d operation) error {
	effect, at, err := j.rehearse(ctx, w, d)
	if err != nil {
		return err
	}
	going, _ := split(at)
	p := Preview{
		Tool: w.Tool, Summary: w.Summary, Changes: effect.Changes, Irreversible: effect.Irreversible, AtService: going,
		ExpiresAt: w.Now.Add(approvalLife),
	}
	p.weigh()
	if err := p.askable(); err != nil {
		return err
	}
	p.AtService, p.Token = fewer(p.AtService), j.newID()
	p.Approve = j.command("approve", p.Token)
	t, err := j.toldTo(ctx, w.Athlete, w.Audience)
	if err != nil {
		return err
	}
	shown, err := json.Marshal(keep(p))
	if err != nil {
		return err
	}
	err = j.store.Write(ctx, func(tx *store.Tx) error {
		return tx.PutApproval(store.Approval{
			ID: p.Token, Athlete: w.Athlete, Digest: digest(w), Preview: shown,
			CreatedAt: w.Now, ExpiresAt: p.ExpiresAt,
		})
	})
	if err != nil {
		return err
	}
	// A person at a terminal may read everything. Other audiences pass the
	// question on, and get only what they may see.
	p.Changes, p.AtService = d.told(t, p.Changes), t.atService(p.AtService)
	return &NeedsConsent{Preview: p}
}

// keptPreview is a stored preview. It includes the arguments of sentences, so
// that they can be shown in another language.
type keptPreview struct {
	Preview

	Summary      string       `json:"summary"`
	Irreversible []string     `json:"irreversible,omitempty"`
	Others       []string     `json:"others,omitempty"`
	Changes      []keptChange `json:"changes"`
}

func keep(p Preview) keptPreview {
	return keptPreview{
		Preview: p, Summary: string(p.Summary), Irreversible: training.Texts(p.Irreversible), Others: training.Texts(p.Others),
		Changes: kept(p.Changes),
	}
}

// Grant records that the user of this machine agreed to the approval's preview. Only faces
// that have asked a person may call it; a program with a grant is never such a person.
func (j *Journal) Grant(ctx context.Context, s training.Scope, id string, now time.Time) (Preview, error) {
	if training.Limits(ctx) != nil {
		return Preview{}, training.Errorf(training.KindForbidden, "A program cannot agree for a person.").
			WithFix("The person agrees on the sign-in page of this server.")
	}
	return j.GrantBy(ctx, s, "", id, now)
}

// GrantBy records that a person who signed in agreed to the approval's preview.
func (j *Journal) GrantBy(ctx context.Context, s training.Scope, by training.PersonID, id string, now time.Time) (Preview, error) {
	a, err := j.store.Approval(ctx, s, id)
	if err != nil {
		return Preview{}, err
	}
	var p Preview
	if err := json.Unmarshal(a.Preview, &p); err != nil {
		return Preview{}, training.Errorf(training.KindCorrupt, "The stored preview cannot be read: %w.", err)
	}
	if !a.UsedAt.IsZero() || a.Expired(now) {
		return p, training.Errorf(training.KindConflict, "This approval was used or has expired.").
			WithFix("Ask the assistant to try again.")
	}
	a.GrantedAt, a.Person = now, by
	return p, j.store.Write(ctx, func(tx *store.Tx) error { return tx.PutApproval(a) })
}

// Pending reads the preview of an approval that is waiting for an answer.
func (j *Journal) Pending(ctx context.Context, s training.Scope, id string) (Preview, error) {
	a, err := j.store.Approval(ctx, s, id)
	if err != nil {
		return Preview{}, err
	}
	var p Preview
	var of struct {
		Changes []struct {
			Of store.ChangeKind `json:"of"`
		} `json:"changes"`
	}
	if err := errors.Join(json.Unmarshal(a.Preview, &p), json.Unmarshal(a.Preview, &of)); err != nil {
		return Preview{}, training.Errorf(training.KindCorrupt, "The stored preview cannot be read: %w.", err)
	}
	for i := range p.Changes {
		p.Changes[i].Of = of.Changes[i].Of
	}
	return p, nil
}

// Waiting returns the previews that wait for the athlete's approval, latest first.
func (j *Journal) Waiting(ctx context.Context, s training.Scope, now time.Time) ([]Preview, error) {
	all, err := j.store.Approvals(ctx, s)
	if err != nil {
		return nil, err
	}
	var out []Preview
	for _, a := range all {
		if a.Expired(now) || !a.GrantedAt.IsZero() || !a.UsedAt.IsZero() {
			continue
		}
		preview, err := j.Pending(ctx, s, a.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, preview)
	}
	return out, nil
}

// WaitingFor returns the previews of [Journal.Waiting] that the audience of the scope may see
// and decide. Only the athlete decides what is hidden from others.
func (j *Journal) WaitingFor(ctx context.Context, s training.Scope, now time.Time) ([]Preview, error) {
	all, err := j.Waiting(ctx, s, now)
	if err != nil {
		return nil, err
	}
	t, err := j.toldTo(ctx, s.Athlete, s.Audience)
	if s.Audience == training.AudienceModel {
		all = slices.DeleteFunc(all, func(p Preview) bool {
			return slices.ContainsFunc(p.Changes, func(c Change) bool { return c.Field == "hidden_from_models" })
		})
	}
	for i := range all {
		all[i].Changes, all[i].AtService = t.undone(all[i].Changes), t.atService(all[i].AtService)
	}
	return all, err
}

// take carries out one step and returns the step that undoes it. If nothing
// that is shown has changed, why is the reason.
func (st state) take(tx *store.Tx, a training.AthleteID, o Op) (back Op, why i18n.Sentence, err error) {
	id := activityOf(o)
	if id == "" {
		back, err = st.apply(tx, a, o)
		if same(o, back) {
			why = i18n.Sentencef("There was nothing to restore: %s is as it was before that write.", i18n.Name(what(o)))
		}
		return back, why, err
	}
	was, seen, err := tx.Leads(a, id)
	if err != nil {
		return back, why, err
	}
	if back, err = st.apply(tx, a, o); err != nil {
		return back, why, err
	}
	now, sees, err := tx.Leads(a, id)
	apart := what(o) == "note" || o.Kind == OpPutManual && now.ID == id && !same(o, back) // these are stored in other rows
	leads := now.ID != id && (o.Kind == OpDeleteActivity || o.Kind == OpRestoreActivity)  // the id appears or disappears
	switch {
	case err != nil, seen != sees, sees && (apart || leads || !reflect.DeepEqual(was, now)):
	case !sees:
		why = i18n.Sentencef("The %s of %s was restored, but it is not shown: that activity was deleted, or its import was undone.",
			i18n.Name(what(o)), string(id))
	case same(o, back):
		why = i18n.Sentencef("There was nothing to restore: the %s of %s is as it was before that write.",
			i18n.Name(what(o)), string(id))
	default:
		why = i18n.Sentencef("The %s of %s was restored, but it is not shown: %s has its own.",
			i18n.Name(what(o)), string(id), string(now.ID))
	}
	return back, why, err
}

// same reports whether the value was already what a step should restore.
func same(o, back Op) bool {
	return o.Kind == back.Kind && o.ID == back.ID && len(o.Data) > 0 && bytes.Equal(o.Data, back.Data)
}

// what returns the name of the thing that a step restores.
func what(o Op) string {
	switch o.Kind {
	case OpSetOverride:
		if v, err := decode[Override](o.Data); err == nil {
			return v.Field
		}
	case OpPutManual:
		return "entry"
	case OpDeleteActivity, OpRestoreActivity:
		return "former state"
	case OpPutAthlete:
		return "athlete"
	case OpPutNote, OpDeleteNote:
		return "note"
	}
	return thing(o)
}

// leave records why a step changed nothing, and removes its things from the shown changes.
func (e *Effect) leave(o Op, why i18n.Sentence) {
	e.NotShown = append(e.NotShown, why)
	e.Changes = slices.DeleteFunc(e.Changes, func(c Change) bool {
		switch o.Kind {
		case OpSetOverride:
			return c.Target == o.ID && c.Field == what(o)
		case OpDeleteActivity, OpRestoreActivity, OpPutManual:
			return c.Target == o.ID && c.Field == "activity"
		case OpPutNote, OpDeleteNote:
			return c.Of == store.ChangeNote && c.Target == thing(o)
		}
		return named(string(c.Of), c.Target) == thing(o)
	})
}
