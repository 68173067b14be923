package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Files keeps texts as files below a home folder, and reads the changes that
// people make to them in an editor.
type Files struct {
	Home  string
	Store store.Reader
	// Seen keeps what was read of the folders between calls; nil keeps nothing.
	Seen *Seen
	// Take stores a text that was edited in its file.
	Take func(ctx context.Context, a training.AthleteID, d Draft) error
}

// lockWait is the maximum time to wait for another process that is updating the files.
const lockWait = 10 * time.Second

// tries is the maximum number of attempts at a sync, each after the store has
// changed during the previous one.
const tries = 3

// Sync writes the files of the given kinds from the store, and reads the files
// that were edited by hand. It returns notes on files that it could not read.
// If nothing has changed, it writes nothing.
func (f Files) Sync(ctx context.Context, a training.AthleteID, now time.Time, kinds ...TextKind) ([]i18n.Sentence, error) {
	if len(kinds) == 0 {
		kinds = Kinds()
	}
	told, err := f.sync(ctx, a, now, kinds)
	for try := 1; err != nil && training.KindOf(err) == training.KindConflict && try < tries; try++ {
		told, err = f.sync(ctx, a, now, kinds)
	}
	if err != nil && training.KindOf(err) == training.KindForbidden {
		return append(told, i18n.OfError(err)), nil
	}
	return told, err
}

// sync compares files with texts, and synchronises them if they differ.
func (f Files) sync(ctx context.Context, a training.AthleteID, now time.Time, kinds []TextKind) ([]i18n.Sentence, error) {
	v, err := f.look(ctx, a, now, kinds, false)
	if err != nil {
		return nil, err
	}
	v.close()
	if len(v.moves) == 0 {
		return v.told(), nil
	}
	return f.settle(ctx, a, now, kinds)
}

// settle synchronises files and store while it holds the lock of the folder. It returns
// notes for the athlete.
func (f Files) settle(ctx context.Context, a training.AthleteID, now time.Time, kinds []TextKind) (told []i18n.Sentence, err error) {
	in, err := openFolder(f.Home, a, true)
	if err != nil {
		return nil, err
	}
	in.Close() // sync has found the folder or created it
	release, err := disk.Acquire(ctx, filepath.Join(f.Home, filepath.FromSlash(FolderOf(a)), ".lock"), lockWait)
	if err != nil {
		return nil, unavailable(FolderOf(a), err)
	}
	defer func() { err = errors.Join(err, release()) }()
	v, err := f.look(ctx, a, now, kinds, true)
	if err != nil {
		return nil, err
	}
	defer v.close()
	for _, m := range v.moves {
		if err = f.make(ctx, a, v, m, now); err != nil {
			break
		}
	}
	if len(v.moves) > 0 { // also if only some moves were made before one failed
		err = errors.Join(err, v.in.keep(v.seen))
	}
	return v.told(), err
}

// move is the action that makes a file and its text equal.
type move struct {
	name string
	step step
}

type step uint8

const (
	still    step = iota
	write         // the text changed
	take          // the file changed
	both          // both changed: the file wins
	remove        // the text was deleted
	remember      // both are equal, but the state does not record this, or not that the file has settled
	forget        // both are gone
)

// view holds the files in the folder and the stored texts, by file name.
type view struct {
	now   time.Time // zero if nothing is to be written
	in    *folder   // nil if there is none
	seen  state
	texts map[string]*Text
	files map[string]*found
	moves []move
}

func (v *view) close() {
	if v.in != nil {
		v.in.Close() // nothing was written
	}
}

func (v *view) told() []i18n.Sentence {
	if v.in == nil {
		return nil
	}
	return v.in.told
}

func (f Files) look(ctx context.Context, a training.AthleteID, now time.Time, kinds []TextKind, create bool) (*view, error) {
	v, err := f.open(a, now, kinds, create)
	if err != nil {
		return nil, err
	}
	if err := v.compare(ctx, f.Store, a, kinds, create); err != nil {
		v.close()
		return nil, err
	}
	return v, nil
}

// open reads the folder, but not yet the texts that it is compared with.
func (f Files) open(a training.AthleteID, now time.Time, kinds []TextKind, create bool) (*view, error) {
	v := &view{now: now, texts: map[string]*Text{}, seen: state{Files: map[string]kept{}}}
	var err error
	if v.in, err = openFolder(f.Home, a, create); err != nil || v.in == nil {
		return v, err
	}
	seen := f.Seen
	if create { // the state is about to be changed
		seen = nil
	}
	if v.seen, err = seen.state(a, v.in); err == nil {
		v.files, err = v.in.files(kinds, v.seen)
	}
	if err != nil {
		v.close()
	}
	return v, err
}

// edited reports whether a file has another content than when it was last seen.
func (v *view) edited() bool {
	for name, file := range v.files {
		if !file.unread && file.hash != v.seen.Files[name].SHA256 {
			return true
		}
	}
	return false
}

// compare reads the texts and determines the moves. If anew is set, another process may have
// changed the store since the call began.
func (v *view) compare(ctx context.Context, r store.Reader, a training.AthleteID, kinds []TextKind, anew bool) error {
	read := ListText
	if anew {
		read = readText
	}
	for _, k := range kinds {
		all, err := read(ctx, r, training.Everything(a), k)
		if err != nil {
			return err
		}
		for i := range all {
			v.texts[k.File(all[i].ID)] = &all[i]
		}
	}
	v.decide(kinds)
	return nil
}

// decide determines the moves, in the order of file names.
func (v *view) decide(kinds []TextKind) {
	add := func(name string) {
		if s := v.step(name); s != still {
			v.moves = append(v.moves, move{name, s})
		}
	}
	for n := range v.texts {
		add(n)
	}
	for n := range v.files {
		if v.texts[n] == nil {
			add(n)
		}
	}
	for n := range v.seen.Files {
		if v.texts[n] == nil && v.files[n] == nil && slices.ContainsFunc(kinds, func(k TextKind) bool { return k.has(n) }) {
			add(n)
		}
	}
	slices.SortFunc(v.moves, func(a, b move) int { return strings.Compare(a.name, b.name) })
}

func (v *view) step(name string) step {
	t, f := v.texts[name], v.files[name]
	last, known := v.seen.Files[name]
	switch {
	case f != nil && f.unread:
		return still
	case t == nil && f == nil:
		return forget
	case t == nil && known && f.hash == last.SHA256:
		return remove
	case t == nil:
		return take
	case f == nil:
		return write
	}
	switch stored := t.hash; {
	case f.hash == stored && last.SHA256 == stored:
		return last.note(f.info, v.now)
	case f.hash == stored:
		return remember
	case known && f.hash == last.SHA256:
		return write
	case known && stored == last.SHA256:
		return take
	}
	return both
}

func (f Files) make(ctx context.Context, a training.AthleteID, v *view, m move, now time.Time) error {
	t, file := v.texts[m.name], v.files[m.name]
	switch m.step {
	case write:
		info, err := v.in.write(m.name, t.Body, file)
		if errors.Is(err, errMoved) {
			return nil // the next sync reads the new content
		}
		if err != nil {
			return err
		}
		v.seen.remember(m.name, hashOf(t.Body), info, now)
	case take, both:
		d := Draft{Kind: file.kind, ID: file.id, Body: file.body, Author: training.ByFile, At: now}
		if t != nil {
			d.Had, d.From = t.Own, t.Version
		}
		if m.step == both {
			d.Beside = t.Version
		}
		if err := f.Take(ctx, a, d); err != nil {
			return err
		}
		v.seen.remember(m.name, file.hash, file.info, now)
	case remove:
		if v.in.unmoved(m.name, file) != nil {
			return nil
		}
		if err := v.in.Remove(m.name); err != nil {
			return unavailable(m.name, err)
		}
		delete(v.seen.Files, m.name)
	case remember:
		v.seen.remember(m.name, file.hash, file.info, now)
	case forget:
		delete(v.seen.Files, m.name)
	}
	return nil
}

// Edited returns the texts whose files were edited since they were last read,
// with the files' content, and messages about unreadable files. It changes
// nothing: [Files.Sync] stores the new versions.
func (f Files) Edited(ctx context.Context, a training.AthleteID) ([]Text, []i18n.Sentence, error) {
	v, err := f.open(a, time.Time{}, Kinds(), false)
	if err != nil {
		return nil, nil, err
	}
	defer v.close()
	if !v.edited() {
		return nil, v.told(), nil
	}
	if err := v.compare(ctx, f.Store, a, Kinds(), false); err != nil {
		return nil, nil, err
	}
	var out []Text
	for _, m := range v.moves {
		if m.step != take && m.step != both {
			continue
		}
		file := v.files[m.name]
		t := Text{ID: file.id, Kind: file.kind}
		if stored := v.texts[m.name]; stored != nil {
			t = *stored
		}
		t.TextVersion = training.TextVersion{Version: t.Version + 1, Body: file.body, Author: training.ByFile, At: file.info.ModTime()}
		out = append(out, t)
	}
	return out, v.told(), nil
}

// Over returns the documents of a collection, in which the texts in edited replace the stored ones.
func Over(docs []document.Document, c document.Collection, f document.Filter, edited []Text) ([]document.Document, error) {
	for i := range edited {
		t := &edited[i]
		if t.Kind.Collection() != c || f.ID != "" && f.ID != t.ID || !strings.HasPrefix(t.ID, f.Prefix) {
			continue
		}
		d := document.Document{ID: t.ID}
		if t.Kind == SessionLog {
			day, err := training.ParseDay(t.ID)
			if err != nil {
				return nil, err
			}
			if d.Days = (training.DayRange{From: day, To: day}); f.Days != nil && !f.Days.Contains(day) {
				continue
			}
		}
		var err error
		if d.Own, err = json.Marshal(t.TextVersion); err != nil {
			return nil, err
		}
		at, there := slices.BinarySearchFunc(docs, d.ID, func(d document.Document, id string) int { return strings.Compare(d.ID, id) })
		if there {
			docs[at] = d
		} else {
			docs = slices.Insert(docs, at, d)
		}
	}
	return docs, nil
}

// Draft is a new version of a text that is to be written.
type Draft struct {
	Kind   TextKind
	ID     string
	Body   string
	Author training.TextAuthor
	At     time.Time
	// Had holds the stored fields on which the body is based, or nil for a new
	// text. From is the version of these fields.
	Had    json.RawMessage
	From   int
	Beside int // see [training.TextVersion]
}

// Of returns a draft for the next version of a text. For a new text, only kind and id are needed.
func (t *Text) Of(body string, by training.TextAuthor, at time.Time) Draft {
	return Draft{Kind: t.Kind, ID: t.ID, Body: body, Author: by, At: at, Had: t.Own, From: t.Version}
}

// Target returns the name of the text in the journal.
func (d *Draft) Target() string { return string(d.Kind) + ":" + d.ID }

// Put writes the draft as the next version, and returns that version and the athlete's
// former layer, which an undo restores. The version remains even if the write is undone.
func (d *Draft) Put(tx *store.Tx, a training.AthleteID) (v training.TextVersion, former document.Own, err error) {
	if err := d.check(); err != nil {
		return v, former, err
	}
	v = training.TextVersion{Version: d.From, Body: d.Body, Author: d.Author, At: d.At, Beside: d.Beside}
	v, fields, err := document.AddVersions(tx, a, d.Kind.Collection(), d.ID, v)
	if err != nil {
		return v, former, err
	}
	own := document.Own{Fields: fields}
	if d.Kind == SessionLog {
		day, err := training.ParseDay(d.ID)
		if err != nil {
			return v, former, err
		}
		own.Days = training.DayRange{From: day, To: day}
	}
	if former, err = tx.PutOwn(a, d.Kind.Collection(), d.ID, own); err != nil {
		return v, former, err
	}
	return v, former, d.stale(former)
}

func (d *Draft) check() error {
	if err := d.Kind.CheckID(d.ID); err != nil {
		return err
	}
	return CheckText(d.Kind, d.Body)
}

// stale returns a conflict error if the text has changed since the draft was
// made. A deleted text may be created again.
func (d *Draft) stale(former document.Own) error {
	if former.Deleted {
		former.Fields = nil
	}
	if bytes.Equal(former.Fields, d.Had) {
		return nil
	}
	return training.Errorf(training.KindConflict, "The %s %s was changed in the meantime.", d.Kind.Words(), d.ID).
		WithFix("Read it again, then call again.")
}
