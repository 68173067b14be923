package export

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"path"
	"slices"
	"strings"

	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Store reads what an export holds.
type Store interface {
	Athlete(ctx context.Context, s training.Scope) (training.Athlete, error)
	History(ctx context.Context, s training.Scope) (training.History, error)
	Activities(ctx context.Context, s training.Scope, f store.ActivityFilter) (store.ActivityPage, error)
	Recordings(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.RecordingRow, error)
	Notes(ctx context.Context, s training.Scope, id training.ActivityID) ([]store.Note, error)
	SaidGear(ctx context.Context, s training.Scope) ([]training.Gear, error)
	OwnGear(ctx context.Context, s training.Scope) (map[string]document.GearOwn, error)
	Said(ctx context.Context, s training.Scope, id training.ActivityID) ([]document.Standing, error)
	Documents(ctx context.Context, s training.Scope, c document.Collection, f document.Filter) ([]document.Document, error)
	DocumentLayers(ctx context.Context, s training.Scope, c document.Collection) ([]document.Layers, error)
	Ties(ctx context.Context, s training.Scope) ([]ledger.Tie, error)
	AllOriginals(ctx context.Context, s training.Scope) iter.Seq2[store.OriginalFile, error]
}

// The files of an export.
const (
	documentName  = "athlete.json"
	tableName     = "activities.csv"
	readmeName    = "README.md"
	originalsName = "originals"
	documentsName = "documents"
)

// Write exports everything of an athlete into dest, a new folder, or a new
// zip archive if the name ends in .zip, and returns how many activities it
// holds. Until it is whole it lies beside dest under another name.
func Write(ctx context.Context, db Store, athlete training.AthleteID, dest string) (n int, err error) {
	out, err := newSink(dest)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			out.abandon()
		}
	}()
	scope := training.Scope{Athlete: athlete, Audience: training.AudienceExport}
	for f, err := range db.AllOriginals(ctx, scope) {
		if err == nil {
			err = out.put(originalName(f), f.Data)
		}
		if err != nil {
			return 0, err
		}
	}
	if err := collections(ctx, db, scope, out); err != nil {
		return 0, err
	}
	rows, doc, err := collect(ctx, db, scope)
	if err != nil {
		return 0, err
	}
	text, err := json.MarshalIndent(doc, "", " ")
	if err != nil {
		return 0, training.Errorf(training.KindInternal, "The export cannot be written: %w.", err)
	}
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{documentName, func(w io.Writer) error { _, err := w.Write(append(text, '\n')); return err }},
		{tableName, func(w io.Writer) error { return table(w, rows) }},
		{readmeName, func(w io.Writer) error { _, err := io.WriteString(w, readme); return err }},
	} {
		if err := out.stream(f.name, f.write); err != nil {
			return 0, err
		}
	}
	return len(rows), out.finish()
}

// collections writes a file for each collection that there is something of.
func collections(ctx context.Context, db Store, scope training.Scope, out *sink) error {
	for _, c := range Collections() {
		all, err := db.DocumentLayers(ctx, scope, c)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			continue
		}
		text, err := lines(c, all)
		if err != nil {
			return err
		}
		if err := out.put(path.Join(documentsName, string(c)+".jsonl"), text); err != nil {
			return err
		}
	}
	return nil
}

// originalName is unique by its hash and says what the athlete called it.
func originalName(f store.OriginalFile) string {
	base := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, f.FileName)
	base = strings.TrimLeft(base, ".~")
	if len(base) > 100 {
		base = base[len(base)-100:] // its end says what it is
	}
	if base == "" {
		base = "recording"
	}
	return path.Join(originalsName, f.Hash[:min(len(f.Hash), 16)]+"-"+base)
}

// collect reads the rows that are shown and the document of all.
func collect(ctx context.Context, db Store, scope training.Scope) ([]store.ActivityRow, *Document, error) {
	who, err := db.Athlete(ctx, scope)
	if err != nil {
		return nil, nil, err
	}
	history, err := db.History(ctx, scope)
	if err != nil {
		return nil, nil, err
	}
	doc := &Document{Format: Format, Version: Version, Profile: profileOf(who)}
	for _, e := range history {
		doc.Thresholds = append(doc.Thresholds, Threshold{Key: e.Key, Sport: e.Sport, From: e.From, Values: e.Values})
	}
	if doc.Gear, err = db.SaidGear(ctx, scope); err != nil {
		return nil, nil, err
	}
	if doc.OwnGear, err = db.OwnGear(ctx, scope); err != nil {
		return nil, nil, err
	}
	if doc.Decisions, err = decisions(ctx, db, scope); err != nil {
		return nil, nil, err
	}
	if doc.Ties, err = db.Ties(ctx, scope); err != nil {
		return nil, nil, err
	}
	page, err := db.Activities(ctx, scope, store.ActivityFilter{Ascending: true, Deleted: true})
	if err != nil {
		return nil, nil, err
	}
	for i := range page.Rows {
		a, err := activityOf(ctx, db, scope, &page.Rows[i])
		if err != nil {
			return nil, nil, err
		}
		doc.Activities = append(doc.Activities, a)
	}
	shown := slices.DeleteFunc(page.Rows, func(r store.ActivityRow) bool { return r.Deleted })
	return shown, doc, nil
}

func decisions(ctx context.Context, db Store, scope training.Scope) (out []Decision, err error) {
	docs, err := db.Documents(ctx, scope, document.Pairs, document.Filter{})
	for _, d := range docs {
		if d.Own != nil {
			out = append(out, Decision{Pair: d.ID, Word: d.Own})
		}
	}
	return out, err
}

func profileOf(a training.Athlete) Profile {
	return Profile{
		Name: a.Name, Sex: a.Sex, BirthYear: a.BirthYear, TimeZone: a.TimeZone, WeekStart: int(a.WeekStart),
		Units: a.Units, Language: a.Language, Demo: a.Demo, Unsaid: a.Unsaid,
		SharePosition: a.Sharing.Position, ShareWeight: a.Sharing.Weight, ShareNotes: a.Sharing.Notes, ShareCycle: a.Sharing.Cycle,
		LoadOrder: a.LoadOrder, PowerEstimate: a.PowerEstimate, HomeSource: a.HomeSource, HomesOf: a.HomesOf, SaidBy: a.SaidBy,
	}
}

func activityOf(ctx context.Context, db Store, scope training.Scope, row *store.ActivityRow) (Activity, error) {
	a := Activity{
		ID: row.ID, Sport: row.Sport, SubSport: row.SubSport, Start: row.Start, OffsetS: row.OffsetS,
		TimeZone: row.Zone, ZoneSource: row.ZoneSource, LocalDate: row.LocalDay,
		Name: row.Name, Description: row.Description, Tags: row.Tags, Race: row.Race, Commute: row.Commute,
		GearID: row.GearID, MoreGear: row.MoreGear, PerceivedExertion: row.PerceivedExertion, ManualLoad: row.ManualLoad,
		Feel: row.Feel, CarbsG: row.CarbsG, FluidML: row.FluidML, Ignored: row.Ignored, Marked: row.Marked,
		HiddenFromModels: row.HiddenFromModels, ParentID: row.ParentID, ExternalIDs: row.ExternalIDs,
		Edited: row.Edited, Deleted: row.Deleted,
	}
	if row.Deleted {
		return a, nil
	}
	recs, err := db.Recordings(ctx, scope, row.ID)
	if err != nil {
		return a, err
	}
	for _, r := range recs {
		rec := Recording{
			ID: r.ID, Original: r.Original, Session: r.Recording.SessionIndex, Rank: r.Rank,
			Source: r.Origin.Source, ExternalID: r.Origin.ExternalID, FileName: r.Origin.FileName,
		}
		for _, ch := range r.Chosen.List() {
			rec.Chosen = append(rec.Chosen, ch.String())
		}
		a.Recordings = append(a.Recordings, rec)
	}
	if len(recs) == 0 {
		a.Manual = &Manual{Values: row.Summary.Values, NPWindows: row.Summary.NPWindows, HRSeconds: row.Summary.HRSeconds}
	}
	words, err := db.Said(ctx, scope, row.ID)
	if err != nil {
		return a, err
	}
	for _, w := range words {
		a.Said = append(a.Said, Said{w.Said, w.AsOf, w.At})
	}
	notes, err := db.Notes(ctx, scope, row.ID)
	for _, n := range notes {
		a.Notes = append(a.Notes, Note{ID: n.ID, Target: n.Target, Author: n.Author, Text: n.Text, At: n.At})
	}
	return a, err
}
