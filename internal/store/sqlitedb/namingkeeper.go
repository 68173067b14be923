package sqlitedb

import (
	"os"

	"lapkeep/internal/training"
)

// NamingKeeper brings what one process links into the file. Its methods are called
// by the writer whose turn it is.
type NamingKeeper struct {
	Path string

	linked []link
	anew   bool

	file *File // as it was when it was last read or written; nil if it is to be read
	info os.FileInfo
}

type link struct {
	athlete training.AthleteID
	rec     training.RecordingID
	act     training.ActivityID
}

// Begin forgets what a transaction linked that was taken back.
func (k *NamingKeeper) Begin() { k.linked, k.anew = nil, false }

// Linked notes that the transaction makes a recording part of an activity.
func (k *NamingKeeper) Linked(a training.AthleteID, rec training.RecordingID, act training.ActivityID) {
	k.linked = append(k.linked, link{a, rec, act})
}

// Anew has the transaction bring the file in line with the whole database.
func (k *NamingKeeper) Anew() { k.anew = true }

// BeforeCommit writes the file if the transaction linked something that does
// not follow from ids. A store from before there was the file gets it with its
// first write. A file that is damaged, or that a transaction wrote which was
// never committed, is brought in line with the database; what it has of
// recordings that are not there stays, because a repair asks for them.
func (k *NamingKeeper) BeforeCommit(tx *Tx) error {
	linked, anew := k.linked, k.anew
	k.Begin()
	var writes int64
	if _, err := tx.One("SELECT n FROM acknowledged", nil, &writes); err != nil {
		return err
	}
	was, err := k.read()
	if err != nil && training.KindOf(err) != training.KindCorrupt {
		return Error(err)
	}
	var next *File
	switch {
	case was == nil:
		next, err = k.inLine(tx, &File{Names: map[training.AthleteID]Names{}})
	case anew || was.After >= writes:
		next, err = k.inLine(tx, was.clone())
	default:
		next, err = was.with(linked), nil
	}
	if err != nil || next == nil {
		return err
	}
	next.After = writes
	k.file = nil
	if err := next.write(k.Path); err != nil {
		return Error(err)
	}
	if k.info, err = os.Stat(k.Path); err == nil {
		k.file = next
	}
	return Error(err)
}

// with is the file with links, nil if it has them.
func (f *File) with(linked []link) (next *File) {
	for _, l := range linked {
		if next == nil && f.Has(l.athlete, l.rec, l.act) {
			continue
		}
		if next == nil {
			next = f.clone()
		}
		next.set(l)
	}
	return next
}

// inLine brings a file in line with all links, as the transaction sees them.
func (k *NamingKeeper) inLine(tx *Tx, f *File) (*File, error) {
	err := tx.Each("SELECT athlete, recording, activity FROM links", nil, func(scan func(...any) error) error {
		var l link
		err := scan(&l.athlete, &l.rec, &l.act)
		f.set(l)
		return err
	})
	return f, err
}

// read is the file as it is, nil if there is none or it is damaged. It is read
// again once another was put in its place.
func (k *NamingKeeper) read() (*File, error) {
	info, err := os.Stat(k.Path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if k.file != nil && os.SameFile(info, k.info) && info.ModTime().Equal(k.info.ModTime()) && info.Size() == k.info.Size() {
		return k.file, nil
	}
	f, _, err := ReadNaming(k.Path)
	k.file, k.info = f, info
	return f, err
}
