package backup

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store/originals"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Finding describes one problem in a store.
type Finding struct {
	What i18n.Sentence `json:"what"` // one sentence
	Fix  i18n.Sentence `json:"fix,omitempty"`
}

// Report counts the items that a check has read, and lists its findings.
type Report struct {
	Activities int `json:"activities"`
	Recordings int `json:"recordings"`
	Columns    int `json:"columns"`
	Originals  int `json:"originals"`
	// Derived is the number of activities whose derived values were recomputed for
	// comparison.
	Derived  int       `json:"derived"`
	Findings []Finding `json:"findings"`
	// Torn is set if the database file itself is damaged, not only a row in it.
	Torn bool `json:"torn"`
	// Notes are findings that are not damage.
	Notes []Finding `json:"notes"`
	// Orphans lists the originals without a recording, by athlete.
	Orphans map[training.AthleteID][]string `json:"-"`
}

// OK reports whether there are no findings.
func (r Report) OK() bool { return len(r.Findings) == 0 }

// Add adds a finding with its remedy.
func (r *Report) Add(fix, what i18n.Sentence) {
	r.Findings = append(r.Findings, Finding{What: what, Fix: fix})
}

// The remedies.
const (
	FixRepair   i18n.Sentence = "Run lapkeep verify --repair, which recovers what it can, or restore a backup into another home folder."
	fixReimport i18n.Sentence = "Import the file again, or restore a backup."
)

// Checker holds what is needed to read the parts of a store.
type Checker struct {
	DB    *sqlitedb.DB
	Place Place
	Codec *originals.Codec
	Pack  *originals.Packer
}

// Verify reads everything once: SQLite's own check of tables and indexes, every reference,
// the hash of every original, every column, and the mark of the last write. It returns an
// error only if ctx is cancelled; data that cannot be read is reported as a finding.
func (c Checker) Verify(ctx context.Context) (Report, error) {
	r := Report{Findings: []Finding{}, Notes: []Finding{}, Orphans: map[training.AthleteID][]string{}}
	path := filepath.Join(c.Place.Home, c.Place.Database)
	problems, err := sqlitedb.Examine(ctx, path)
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if err != nil {
		r.Torn = true
		r.Add(FixRepair, i18n.Sentencef("The database cannot be checked: %v", err))
	}
	for _, p := range problems {
		r.Torn = true
		r.Add(FixRepair, i18n.Sentencef("The database is damaged: %s.", p))
	}
	for _, check := range []struct {
		name i18n.Word
		run  func(context.Context, *Report) error
	}{
		{"counts", c.count},
		{"references", c.references},
		{"originals", c.originals},
		{"columns", c.columns},
		{"mark", c.mark},
		{"names", c.names},
		{"other originals", c.orphans},
		{"copies", c.copies},
	} {
		err := check.run(ctx, &r)
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if err != nil {
			r.Add(FixRepair, i18n.Sentencef("The %s cannot be checked: %v", check.name, err))
		}
	}
	return r, nil
}

func (c Checker) count(ctx context.Context, r *Report) error {
	_, _, err := sqlitedb.One(ctx, c.DB, "SELECT (SELECT count(*) FROM activity_base), (SELECT count(*) FROM recordings)", nil,
		func(row sqlitedb.Row) (struct{}, error) { return struct{}{}, row.Scan(&r.Activities, &r.Recordings) })
	return err
}

// references finds rows that refer to missing rows.
func (c Checker) references(ctx context.Context, r *Report) error {
	for _, q := range []struct{ what, query string }{
		{"The recording %s of %s refers to an original file that was never stored.", `SELECT id, athlete FROM recordings r WHERE original<>''
			AND NOT EXISTS (SELECT 1 FROM originals o WHERE o.athlete=r.athlete AND o.hash=r.original)`},
		{"The activity %s of %s is stored but not shown.", `SELECT id, athlete FROM activity_base b
			WHERE NOT EXISTS (SELECT 1 FROM activities a WHERE a.athlete=b.athlete AND a.id=b.id)`},
		{"The activity %s of %s is shown but not stored.", `SELECT id, athlete FROM activities a
			WHERE NOT EXISTS (SELECT 1 FROM activity_base b WHERE a.athlete=b.athlete AND a.id=b.id)`},
		{"Activity %s of %s was merged into one that does not exist.", `SELECT old, athlete FROM redirects r
			WHERE NOT EXISTS (SELECT 1 FROM activity_base b WHERE b.athlete=r.athlete AND b.id=r.id)`},
		{"Derived data exists for the activity %s of %s, but the activity does not.", `SELECT DISTINCT activity, athlete FROM primitives p
			WHERE NOT EXISTS (SELECT 1 FROM activity_base b WHERE b.athlete=p.athlete AND b.id=p.activity)`},
		{"A segment effort refers to the activity %s of %s, which does not exist.", `SELECT DISTINCT activity, athlete FROM segment_efforts e
			WHERE NOT EXISTS (SELECT 1 FROM activity_base b WHERE b.athlete=e.athlete AND b.id=e.activity)`},
		{"Efforts refer to the segment %s of %s, which does not exist.", `SELECT DISTINCT segment, athlete FROM segment_efforts e
			WHERE NOT EXISTS (SELECT 1 FROM segment_ways w WHERE w.athlete=e.athlete AND w.segment=e.segment)`},
		{"The recording %s of %s has rows but no clock.", `SELECT id, athlete FROM recordings r WHERE rows>0
			AND NOT EXISTS (SELECT 1 FROM channel_data d WHERE d.athlete=r.athlete AND d.recording=r.id AND d.channel=200)`},
	} {
		rows, err := sqlitedb.All(ctx, c.DB, q.query, nil, readPair)
		if err != nil {
			return err
		}
		for _, p := range rows {
			r.Add(FixRepair, i18n.Sentencef(q.what, p[0], p[1]))
		}
	}
	rows, err := sqlitedb.All(ctx, c.DB, `SELECT "table", coalesce("parent",'') FROM pragma_foreign_key_check`, nil, readPair)
	for _, p := range rows {
		r.Add(FixRepair, i18n.Sentencef("A row of %s refers to a row of %s that does not exist.", p[0], p[1]))
	}
	return err
}

func readPair(row sqlitedb.Row) (p [2]string, err error) {
	err = row.Scan(&p[0], &p[1])
	return p, err
}

// kept is an original as recorded in the database.
type kept struct {
	athlete, hash string
	packed        int64
}

func (c Checker) originals(ctx context.Context, r *Report) error {
	rows, err := sqlitedb.All(ctx, c.DB, "SELECT athlete, hash, packed FROM originals ORDER BY athlete, hash", nil,
		func(row sqlitedb.Row) (k kept, err error) {
			err = row.Scan(&k.athlete, &k.hash, &k.packed)
			return k, err
		})
	if err != nil {
		return err
	}
	for _, k := range rows {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.Originals++
		dir := originals.Of(c.Place.Home, k.athlete, c.Pack)
		if _, err := dir.Get(k.hash); err != nil {
			r.Add(fixReimport, i18n.Sentencef("%s (athlete %s)", what(err), k.athlete))
			continue
		}
		if _, sum, err := dir.Packed(k.hash); err != nil || k.packed >= 0 && k.packed != int64(sum) {
			r.Add(fixReimport, i18n.Sentencef(
				"The original file %s… differs from what was written, but its content can still be read. (athlete %s)", k.hash[:12], k.athlete))
		}
	}
	return nil
}

// what returns the first sentence of an error's text.
func what(err error) i18n.Sentence {
	if e, ok := err.(*training.Error); ok { //nolint:errorlint // its own words, not those of what it wraps
		said, _ := i18n.Told(e)
		return said
	}
	return i18n.Name(err.Error())
}

func (c Checker) columns(ctx context.Context, r *Report) (err error) {
	r.Columns, err = eachColumn(ctx, c.DB, c.Codec, func(athlete, recording string, channel int) {
		r.Add(FixRepair, i18n.Sentencef("Column %d of the recording %s of %s is damaged.", channel, recording, athlete))
	})
	return err
}

// eachColumn reads and counts all columns, and calls damaged for each that
// cannot be decoded.
func eachColumn(ctx context.Context, db *sqlitedb.DB, codec *originals.Codec, damaged func(athlete, recording string, channel int)) (
	n int, err error,
) {
	all, err := db.Query(ctx, "SELECT athlete, recording, channel, rows, data FROM channel_data")
	if err != nil {
		return 0, err
	}
	defer all.Close() //nolint:errcheck // Err reports what went wrong
	const firstFloat = 1000
	for all.Next() {
		var athlete, recording string
		var channel, rows int
		var data []byte
		if err := all.Scan(&athlete, &recording, &channel, &rows, &data); err != nil {
			return n, err
		}
		if n++; channel >= firstFloat {
			_, err = codec.DecodeFloats(data, rows)
		} else {
			_, err = codec.Decode(data, rows)
		}
		if err != nil {
			damaged(athlete, recording, channel)
		}
	}
	return n, all.Err()
}

// mark compares the database with the mark of the last acknowledged write.
func (c Checker) mark(ctx context.Context, r *Report) error {
	problems, err := sqlitedb.FindMark(ctx, c.DB, filepath.Join(c.Place.Home, c.Place.Database+sqlitedb.MarkSuffix))
	for _, p := range problems {
		r.Add(FixRepair, p)
	}
	return err
}

// names compares the ids of activities with the list next to the database. The list
// is read last: if another process has written in between, the list may be newer
// than the database, and is not compared.
func (c Checker) names(ctx context.Context, r *Report) error {
	type held struct {
		athlete  training.AthleteID
		rec      training.RecordingID
		activity training.ActivityID
		writes   int64
	}
	all, err := sqlitedb.All(ctx, c.DB, "SELECT athlete, recording, activity, (SELECT n FROM acknowledged) FROM links", nil,
		func(row sqlitedb.Row) (h held, err error) {
			return h, row.Scan(&h.athlete, &h.rec, &h.activity, &h.writes)
		})
	if err != nil {
		return err
	}
	f, ok, err := sqlitedb.ReadNaming(filepath.Join(c.Place.Home, c.Place.Database+sqlitedb.NamingSuffix))
	if training.KindOf(err) == training.KindCorrupt && err != nil {
		r.Add(FixRepair, what(err))
		return nil
	}
	if err != nil || !ok { // an older store gets its list at the next write
		return err
	}
	for _, h := range all {
		if f.After < h.writes && !f.Has(h.athlete, h.rec, h.activity) {
			r.Add(FixRepair, i18n.Sentencef("The index of activity ids lacks the activity %s of %s.", h.activity, h.athlete))
		}
	}
	return nil
}

// orphans lists the originals without a recording. They are not damage: an import
// that was killed before it acknowledged them leaves some, and so does a second
// file with a known recording.
func (c Checker) orphans(ctx context.Context, r *Report) error {
	folders, err := os.ReadDir(filepath.Join(c.Place.Home, originals.AthletesFolder))
	if err != nil {
		return nil //nolint:nilerr // nothing was ever imported
	}
	for _, f := range folders {
		athlete := training.AthleteID(f.Name())
		used, err := c.used(ctx, athlete)
		if err != nil {
			return err
		}
		dir := originals.Of(c.Place.Home, f.Name(), c.Pack)
		for hash, err := range dir.All() {
			if err != nil {
				return err
			}
			if !used[hash] {
				r.Orphans[athlete] = append(r.Orphans[athlete], hash)
			}
		}
		// The order is that in which they were stored, because an activity takes its id from
		// the first of its orphans.
		slices.SortStableFunc(r.Orphans[athlete], func(a, b string) int { return keptAt(dir, a).Compare(keptAt(dir, b)) })
		if n := len(r.Orphans[athlete]); n > 0 {
			r.Notes = append(r.Notes, Finding{
				What: i18n.Sentencef("%d original files of athlete %s are not linked to any recording.", n, athlete),
				Fix:  "Run lapkeep verify --repair, which reads them again, or import the files again.",
			})
		}
	}
	return nil
}

func keptAt(dir originals.Dir, hash string) time.Time {
	info, err := os.Stat(dir.Path(hash))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

func (c Checker) used(ctx context.Context, athlete training.AthleteID) (map[string]bool, error) {
	all, err := sqlitedb.All(ctx, c.DB, "SELECT original FROM recordings WHERE athlete=? AND original<>''",
		[]any{athlete}, sqlitedb.Scalar[string])
	used := make(map[string]bool, len(all))
	for _, hash := range all {
		used[hash] = true
	}
	return used, err
}

// copies checks the copies that migrations made.
func (c Checker) copies(ctx context.Context, r *Report) error {
	all, err := withPrefix(filepath.Join(c.Place.Home, notesFolder), c.Place.Database)
	if err != nil {
		return err
	}
	for _, path := range all {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		problems, err := sqlitedb.Examine(ctx, path)
		if err != nil || len(problems) > 0 {
			r.Add("Delete it if the store itself is intact.",
				i18n.Sentencef("The copy %s from before a migration is damaged.", filepath.Base(path)))
		}
	}
	return nil
}
