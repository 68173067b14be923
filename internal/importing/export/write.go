package export

import (
	"archive/zip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"lapkeep/internal/store"
	"lapkeep/internal/store/backup"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// These are the names of files and folders in an export.
const (
	documentName  = "athlete.json"
	tableName     = "activities.csv"
	readmeName    = "README.md"
	originalsName = "originals"
	documentsName = "documents"
)

// Write exports all of an athlete's data and returns the number of activities.
// dest is a new folder, or a new zip archive if its name ends in .zip. Until
// the export is complete, it has a temporary name next to dest.
func Write(ctx context.Context, db store.Store, athlete training.AthleteID, dest string) (n int, err error) {
	out, err := newSink(dest)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			out.abandon()
		}
	}()
	scope := training.Everything(athlete)
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

// collections writes a file for each non-empty collection.
func collections(ctx context.Context, db store.Store, scope training.Scope, out *sink) error {
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

// originalName returns the name for an original file, which consists of the
// hash and the original name.
func originalName(f store.OriginalFile) string {
	base := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, f.FileName)
	base = strings.TrimLeft(base, ".~")
	if len(base) > 100 {
		base = base[len(base)-100:] // the end contains the file extension
	}
	if base == "" {
		base = "recording"
	}
	return path.Join(originalsName, f.Hash[:min(len(f.Hash), 16)]+"-"+base)
}

// collect reads the activities as they are shown, and creates the document.
func collect(ctx context.Context, db store.Store, scope training.Scope) ([]store.ActivityRow, *Document, error) {
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

func decisions(ctx context.Context, db store.Store, scope training.Scope) (out []Decision, err error) {
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
		ShareSets: a.Sharing.Sets, ShareFood: a.Sharing.Food, ShareGlucose: a.Sharing.Glucose,
		LoadOrder: a.LoadOrder, HomeSource: a.HomeSource, HomesOf: a.HomesOf, WellnessOrder: a.WellnessOrder,
		SaidBy: a.SaidBy,
	}
}

func activityOf(ctx context.Context, db store.Store, scope training.Scope, row *store.ActivityRow) (Activity, error) {
	a := Activity{
		ID: row.ID, Sport: row.Sport, SubSport: row.SubSport, Start: row.Start, OffsetS: row.OffsetS,
		TimeZone: row.Zone, ZoneSource: row.ZoneSource, LocalDate: row.LocalDay,
		Name: row.Name, Description: row.Description, Tags: row.Tags, Race: row.Race, Commute: row.Commute,
		GearID: row.GearID, MoreGear: row.MoreGear, PerceivedExertion: row.PerceivedExertion, ManualLoad: row.ManualLoad,
		Feel: row.Feel, CarbsG: row.CarbsG, FluidML: row.FluidML, Ignored: row.Ignored, Marked: row.Marked, Sets: row.Sets,
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
	words, err := db.ActivityStatements(ctx, scope, row.ID)
	if err != nil {
		return a, err
	}
	for _, w := range words {
		a.Statements = append(a.Statements, ActivityStatement{w.Said, w.AsOf, w.At})
	}
	notes, err := db.Notes(ctx, scope, row.ID)
	for _, n := range notes {
		a.Notes = append(a.Notes, Note{ID: n.ID, Target: n.Target, Author: n.Author, Text: n.Text, At: n.At})
	}
	return a, err
}

// sink is the destination of an export, a folder or a zip archive. It has a
// temporary name until it is complete.
type sink struct {
	dest, partial string
	file          *os.File // only for a zip archive
	zip           *zip.Writer
}

func newSink(dest string) (*sink, error) {
	dest = filepath.Clean(dest)
	if entries, err := os.ReadDir(dest); err == nil && len(entries) == 0 {
		if err := os.Remove(dest); err != nil { // an empty folder, created as a destination
			return nil, failed(dest, err)
		}
	}
	if _, err := os.Lstat(dest); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, failed(dest, err)
	} else if err == nil {
		return nil, training.Errorf(training.KindConflict, "%s already exists.", dest).WithFix("Name a new folder or .zip file.")
	}
	s := &sink{dest: dest, partial: dest + ".partial"}
	if err := os.RemoveAll(s.partial); err != nil { // left by an interrupted export
		return nil, failed(dest, err)
	}
	if !strings.EqualFold(filepath.Ext(dest), ".zip") {
		if err := os.MkdirAll(s.partial, 0o700); err != nil {
			return nil, failed(dest, err)
		}
		return s, nil
	}
	f, err := os.OpenFile(s.partial, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, failed(dest, err)
	}
	s.file, s.zip = f, zip.NewWriter(f)
	return s, nil
}

func (s *sink) put(name string, data []byte) error {
	return s.stream(name, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// stream writes one file. In an archive, all files have the same date, except
// the document, whose date is later. An import reads the newest files first, so
// it reads the document before the recordings.
func (s *sink) stream(name string, write func(io.Writer) error) error {
	if s.zip != nil {
		at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
		if name == documentName {
			at = at.AddDate(0, 0, 1)
		}
		w, err := s.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at})
		if err != nil {
			return failed(s.dest, err)
		}
		return failed(s.dest, write(w))
	}
	p := filepath.Join(s.partial, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
		return failed(s.dest, err)
	}
	f, err := os.OpenFile(p, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return failed(s.dest, err)
	}
	return failed(s.dest, errors.Join(write(f), f.Close()))
}

// finish renames the export to its final name.
func (s *sink) finish() error {
	if s.zip != nil {
		if err := errors.Join(s.zip.Close(), s.file.Sync(), s.file.Close()); err != nil {
			return failed(s.dest, err)
		}
	}
	return failed(s.dest, os.Rename(s.partial, s.dest))
}

// abandon removes the files written so far.
func (s *sink) abandon() {
	if s.file != nil {
		_ = s.file.Close() // the file is removed next
	}
	_ = os.RemoveAll(s.partial) // the next export removes what is left
}

func failed(dest string, err error) error {
	return backup.Unwritten(dest, err)
}

// columns returns the metrics that are in the table. If a metric is missing, its cell is empty.
func columns() []training.Metric {
	return []training.Metric{
		training.MetricElapsedTimeS, training.MetricDurationS, training.MetricMovingTimeS, training.MetricDistanceKM,
		training.MetricAvgSpeedKMH, training.MetricElevationGainM, training.MetricAvgHRBpm, training.MetricMaxHRBpm,
		training.MetricAvgPowerW, training.MetricMaxPowerW, training.MetricNormalizedPowerW, training.MetricWorkKJ,
		training.MetricAvgCadenceRPM, training.MetricCaloriesKcal,
	}
}

// table writes one line per activity, ordered by time.
func table(w io.Writer, rows []store.ActivityRow) error {
	out := csv.NewWriter(w)
	head := []string{"id", "local_date", "start", "time_zone", "sport", "sub_sport", "name", "tags", "race"}
	if err := out.Write(append(head, training.Texts(columns())...)); err != nil {
		return err
	}
	for _, r := range rows {
		line := []string{
			string(r.ID), r.LocalDay.String(), r.Start.Format(time.RFC3339), r.Zone, string(r.Sport), r.SubSport, r.Name,
			strings.Join(r.Tags, " "), strconv.FormatBool(r.Race),
		}
		for _, m := range columns() {
			cell := ""
			if v, ok := r.Summary.Values[m]; ok {
				cell = strconv.FormatFloat(v, 'f', -1, 64)
			}
			line = append(line, cell)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
