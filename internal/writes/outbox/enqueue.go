package outbox

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Enqueue adds a row for each service that a change affects.
func (b *Box) Enqueue(ctx context.Context, tx *store.Tx, e journal.Entry, did journal.Changed) ([]journal.AtService, error) {
	names := b.o.Services(e.Athlete).Connected()
	if len(names) == 0 {
		return nil, nil
	}
	var all []journal.AtService
	for _, k := range b.o.Kinds {
		c, err := k.Changed(tx, e.Athlete, did)
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		if d, ok := did.(journal.DocumentChanged); ok {
			c.To = source.Name(d.To)
		}
		for _, name := range names {
			at, err := b.enqueue(ctx, tx, e, k, c, name)
			if err != nil {
				return nil, err
			}
			all = append(all, at.About(store.ChangeKind(k.Name())))
		}
	}
	return onlyIfNone(all), nil
}

// onlyIfNone drops a note that a service gets nothing of one kind if the service gets
// something of another kind.
func onlyIfNone(all []journal.AtService) []journal.AtService {
	told := map[string]bool{}
	for _, a := range all {
		told[a.Service] = told[a.Service] || a.State != journal.AtServiceNot
	}
	return slices.DeleteFunc(all, func(a journal.AtService) bool { return a.State == journal.AtServiceNot && told[a.Service] })
}

// Apart returns a note for each connected service without a result in told: the
// write is not sent to this service.
func (b *Box) Apart(a training.AthleteID, told []journal.AtService) []journal.AtService {
	services := b.o.Services(a)
	var out []journal.AtService
	for _, name := range services.Connected() {
		title := services.Title(name)
		if !slices.ContainsFunc(told, func(t journal.AtService) bool { return t.Service == title }) {
			out = append(out, journal.AtService{Service: title, State: journal.AtServiceNot, Note: "None of this is sent there."})
		}
	}
	return out
}

// not returns a note that explains why a change is not sent to a service.
func (b *Box) not(a training.AthleteID, name source.Name, why i18n.Sentence) journal.AtService {
	return journal.AtService{Service: b.o.Services(a).Title(name), State: journal.AtServiceNot, Note: why}
}

// enqueue adds the row for one service, if the change affects it.
func (b *Box) enqueue(ctx context.Context, tx *store.Tx, e journal.Entry, k Kind, c *Change, name source.Name) (journal.AtService, error) {
	r, why, err := b.row(ctx, tx, e.Athlete, k, c, name)
	if err != nil || r.Action == "" {
		return b.not(e.Athlete, name, why), err
	}
	service, err := b.o.Services(e.Athlete).Service(name)
	if err != nil {
		b.o.Log.Warn("a connection could not be opened", "source", name, "error", err)
	} else if why, err := b.kept(ctx, e.Athlete, k, c, service, r.Action); err != nil || why != "" {
		return b.not(e.Athlete, name, why), err
	} else {
		r.Apart = service.Policy().Place() == source.Limited
	}
	left := untaken(k, service, &r)
	if r.Action == ledger.Update && len(r.Changed) == 0 {
		return b.not(e.Athlete, name, noField), nil
	}
	r.Athlete, r.Source, r.Entry, r.Kind, r.Here, r.State, r.At = e.Athlete, string(name), e.ID, k.Name(), c.Here, ledger.Waiting, e.At
	r.From, r.Apart = c.From, r.Apart || c.Apart
	if r.Key = c.Key; r.Key == "" {
		r.Key = c.Here
	}
	r.Note = string(staying(slices.Concat(c.Stays, left)))
	if c.Held != "" {
		r.State, r.Note = ledger.Cancelled, string(c.Held)
	}
	if _, err := b.put(ctx, tx, r); err != nil {
		return journal.AtService{}, err
	}
	at := b.tell(r)
	if c.Held != "" {
		return at, nil
	}
	at.State = journal.AtServiceWould
	if f, ok := k.(Final); ok && service != nil {
		at.Final, _ = f.Final(service, r.Action)
	}
	if p, ok := k.(Public); ok {
		if at.Others = p.Others(r.Action, r.Wanted, r.Changed); at.Others != "" {
			at.Note = i18n.InARow(at.Note, i18n.Sentencef("It can be seen by %s, so a person is asked first.", at.Others))
		}
	}
	return at, nil
}

// untaken removes the fields that the service does not accept from a row, and returns them.
func untaken(k Kind, s source.Service, r *ledger.OutboxRow) (left []string) {
	choosy, ok := k.(FieldFilter)
	if !ok || s == nil {
		return nil
	}
	r.Changed = slices.DeleteFunc(r.Changed, func(n string) bool {
		no := !choosy.Takes(s, n)
		if no {
			left = append(left, n)
		}
		return no
	})
	return left
}

// staying returns a sentence about the changed fields that are not sent, or "" if there are none.
func staying(names []string) i18n.Sentence {
	if len(names) == 0 {
		return ""
	}
	return i18n.Sentencef("Kept here only: %s.", strings.Join(names, ", "))
}

// These are reasons why a change is not sent to a service.
const (
	notHeld = "It does not have this, so the change is kept here only."
	noField = "It has no such field, so the change is kept here only."
	notMore = "It had this before but no longer does, so the change is kept here only."
	// makeAgain explains how to recreate an item that was lost on the service.
	makeAgain = "To have it there again, delete it here and create it again."
)

// notHome returns a sentence about why new things of the kind are not sent to the service:
// it is not their home source.
func notHome(k Kind) i18n.Sentence {
	return i18n.Sentencef("It is not the home source for %s, so new items stay here; update_athlete_settings sets home_source.",
		i18n.Word(k.Of()))
}

// row returns the row for a change on a service. If nothing has to be sent, the row has no
// action, and why is the reason.
func (b *Box) row(
	ctx context.Context, tx *store.Tx, a training.AthleteID, k Kind, c *Change, name source.Name,
) (r ledger.OutboxRow, why i18n.Sentence, err error) {
	rows, err := tx.Outbox().Thing(a, k.Name(), c.Here)
	if err != nil {
		return r, "", err
	}
	_, known := c.There[name]
	id, there, unmade := placeAt(name, c.There[name], known, rows)
	r.There = id
	if c.Everywhere {
		r.There = c.Here
	}
	home, err := b.home(ctx, a, k, c, name, there)
	if err != nil {
		return r, "", err
	}
	switch {
	case c.AtHome && !home:
		why = notHome(k)
	case c.Gone && there:
		r.Action, r.Wanted = ledger.OutboxDelete, c.Fields
	case c.Gone:
		why = notHeld
	case there || c.Everywhere && home:
		if len(c.Names) == 0 {
			why = cmp.Or(staying(c.Stays), noField)
			break
		}
		r.Action, r.Wanted, r.Changed = ledger.Update, c.Fields, slices.Clone(c.Names)
	case home || unmade:
		r.Action, r.Wanted = ledger.Create, c.Fields
	case c.To != "":
		why = "This is for another service."
	case c.New || c.Everywhere:
		why = notHome(k)
	case Lost(name, rows):
		why = i18n.InARow(notMore, makeAgain)
	default:
		why = notHeld
	}
	return r, why, nil
}

// home reports whether a service is the athlete's home source for a kind. It
// returns false if the change does not depend on that.
func (b *Box) home(ctx context.Context, a training.AthleteID, k Kind, c *Change, name source.Name, there bool) (bool, error) {
	if c.To != "" {
		return c.To == name, nil
	}
	if !c.AtHome && (there || c.Gone || !c.New && !c.Everywhere) {
		return false, nil
	}
	who, err := b.o.Store.Athlete(ctx, training.Everything(a))
	return who.HomeOf(k.Of()) == string(name), err
}

// Lost reports whether the rows show that a service had a thing and that no
// write here deleted it there.
func Lost(name source.Name, rows []ledger.OutboxRow) bool {
	had := false
	for _, row := range rows {
		if row.Source == string(name) && row.There != "" {
			had = row.Action != ledger.OutboxDelete
		}
	}
	return had
}

// placeAt returns a thing's id on a service, and whether the service has the thing once its
// outbox rows are applied. unmade means that creating it failed.
func placeAt(name source.Name, id string, there bool, rows []ledger.OutboxRow) (_ string, has, unmade bool) {
	for _, row := range rows {
		switch {
		case row.Source != string(name):
		case row.State.Open() && row.Action == ledger.OutboxDelete:
			there, unmade = false, false
		case row.State.Open() && row.Action == ledger.Create:
			there, unmade = true, false
		case row.Action == ledger.Create:
			unmade = row.State == ledger.OutboxFailed
			if row.State == ledger.Done && there { // it may have a different id there now
				id = row.There
			}
		}
	}
	return id, there, unmade
}

// Stayer is a kind whose sent edits can be kept when a service's statements are removed. Once a
// service accepts an edit, its statement replaces the edit, so the edit would otherwise be lost.
type Stayer interface {
	// Stay reads the edits of a thing that will be kept, before the service's
	// statements are removed. The returned function stores them afterwards and
	// returns the changes. It is nil if there is nothing to keep.
	Stay(tx *store.Tx, s Staying) (Down, error)
}

// Staying is a thing that was sent to a service.
type Staying struct {
	Athlete training.AthleteID
	Source  source.Name
	Here    string
	Rows    []ledger.OutboxRow // finished, in order
}

// Down stores the edits that are kept.
type Down func() ([]journal.Changed, error)

// Made reports whether the thing was created here and has not been deleted since.
func (s Staying) Made() bool {
	made := false
	for i, r := range s.Rows {
		switch {
		case i == 0 && (r.Action != ledger.Create || r.Undoes != 0):
			return false
		case r.Action == ledger.Create:
			made = true
		case r.Action == ledger.OutboxDelete:
			made = false
		}
	}
	return made
}

// Told returns the fields that were sent to the service and not undone, with their last values.
func (s Staying) Told() Fields {
	out := Fields{}
	undone := map[int64]bool{}
	for _, r := range s.Rows {
		undone[r.Undoes] = true
	}
	for _, r := range s.Rows {
		if undone[r.Seq] || r.Undoes != 0 || r.Action == ledger.OutboxDelete {
			continue
		}
		for n, v := range r.Wanted {
			if r.Action == ledger.Create || slices.Contains(r.Changed, n) {
				out[n] = v
			}
		}
	}
	return out
}

// Leave finds, before a service's statements are removed, the values in them that came from
// the athlete. The returned function stores these values afterwards.
func (b *Box) Leave(tx *store.Tx, a training.AthleteID, name source.Name) (func() ([]journal.Changed, error), error) {
	rows, err := tx.Outbox().Done(a, string(name))
	if err != nil {
		return nil, err
	}
	type key struct{ kind, here string }
	var order []key
	things := map[key][]ledger.OutboxRow{}
	for _, r := range rows {
		k := key{r.Kind, r.Here}
		if things[k] == nil {
			order = append(order, k)
		}
		things[k] = append(things[k], r)
	}
	var all []Down
	for _, of := range order {
		k, ok := b.kind(of.kind).(Stayer)
		if !ok {
			continue
		}
		down, err := k.Stay(tx, Staying{Athlete: a, Source: name, Here: of.here, Rows: things[of]})
		if err != nil {
			return nil, err
		}
		if down != nil {
			all = append(all, down)
		}
	}
	return func() (did []journal.Changed, err error) {
		for _, down := range all {
			some, err := down()
			if err != nil {
				return nil, err
			}
			did = append(did, some...)
		}
		return did, nil
	}, nil
}
