package memory

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Edited are the texts whose files were edited since they were taken in, as the
// files have them, and what could not be read. It looks and changes nothing:
// [Files.Sync] makes versions of them.
func (f Files) Edited(ctx context.Context, a training.AthleteID) ([]Text, []i18n.Sentence, error) {
	v, err := f.look(ctx, a, Kinds(), false)
	if err != nil {
		return nil, nil, err
	}
	defer v.close()
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

// Over are documents of a collection as a reader sees them who counts texts
// that are not taken in yet.
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
