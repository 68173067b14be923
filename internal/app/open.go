package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"lapkeep/internal/answers/activity"
	"lapkeep/internal/answers/athlete"
	planned "lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/curves"
	monthly "lapkeep/internal/answers/fitness"
	"lapkeep/internal/answers/limitedrows"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/answers/servicevalues"
	"lapkeep/internal/answers/structure"
	"lapkeep/internal/app/connections"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/coach/plan"
	"lapkeep/internal/derive"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/timezone"
	"lapkeep/internal/people"
	"lapkeep/internal/platform/disk"
	"lapkeep/internal/services/connection"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/store/limited"
	"lapkeep/internal/tools"
	"lapkeep/internal/tools/account"
	"lapkeep/internal/tools/activities"
	"lapkeep/internal/tools/calendar"
	"lapkeep/internal/tools/coach"
	"lapkeep/internal/tools/custom"
	"lapkeep/internal/tools/fitness"
	"lapkeep/internal/tools/gear"
	"lapkeep/internal/tools/goals"
	"lapkeep/internal/tools/plans"
	"lapkeep/internal/tools/research"
	"lapkeep/internal/tools/routes"
	segmenttools "lapkeep/internal/tools/segments"
	sportsettings "lapkeep/internal/tools/settings"
	"lapkeep/internal/tools/wellness"
	"lapkeep/internal/tools/workouts"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/intake"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/outbox"
)

// exportFolder is the folder for exports by assistants, below the home.
const exportFolder = "exports"

func (p *Program) open(ctx context.Context, s settings.Settings, o cli.OpenOptions) (*cli.Workbench, error) {
	home, id := s.Get(settings.Home), training.AthleteID(s.Get(settings.Athlete))
	if err := ledger.CheckAthlete(id); err != nil {
		return nil, err
	}
	split, err := store.SplitOf(home)
	if err != nil {
		return nil, err
	}
	o.ReadOnly = o.ReadOnly || split != nil || !o.Create && !exists(home)
	log := p.logger(s)
	for _, skipped := range s.Skipped {
		log.Warn(skipped.What, "fix", skipped.Fix)
	}
	if s.NewHome && o.Create && !o.ReadOnly {
		if err := settings.MakeHome(home); err != nil {
			return nil, err
		}
	}
	db, err := openStore(ctx, store.Options{
		Home: home, ReadOnly: o.ReadOnly, Closed: p.apart.of(p.kinds()).closed, Log: log, Now: p.Now, Committed: o.Committed, Kept: o.Kept,
		Fetch: o.Fetch,
	}, o.OrReadOnly)
	if err != nil {
		return nil, err
	}
	o.ReadOnly = db.ReadOnly()
	// A server creates its athlete at the first call, because looking up the row means
	// reading the whole schema, and listing the tools should not wait for that.
	if later := o.OrReadOnly && !o.ReadOnly; o.Create && !o.Unmet && !later {
		if err := p.ensureAthlete(ctx, db, id, s, o.New); err != nil {
			return nil, closeAfter(db, err)
		}
	}
	rows := p.limited(db, s)
	p.purgeFirst(ctx, rows, log, o)
	return p.workbench(db, rows, id, s, o), nil
}

// openStore opens a store or, with orReadOnly, opens it for reading if it cannot be written to.
func openStore(ctx context.Context, at store.Options, orReadOnly bool) (*store.DB, error) {
	db, err := store.Open(ctx, at)
	if orReadOnly && training.KindOf(err) == training.KindUnavailable && err != nil {
		at.ReadOnly = true
		if rdb, rerr := store.Open(ctx, at); rerr == nil {
			return rdb, nil
		}
	}
	return db, err
}

// purgeFirst deletes rows that may no longer be kept, before anything else happens.
// In a server, [Program.keepPurged] does this after the first answer instead.
func (p *Program) purgeFirst(ctx context.Context, rows *limited.DB, log *slog.Logger, o cli.OpenOptions) {
	if !o.ReadOnly && !o.Serves {
		p.purge(ctx, rows, log)
	}
}

// purge deletes expired rows. Rows that could not be deleted are hidden from
// everyone, and will be deleted later.
func (p *Program) purge(ctx context.Context, rows *limited.DB, log *slog.Logger) {
	if _, err := rows.Purge(ctx); err != nil && ctx.Err() == nil {
		log.Warn("expired rows could not be wiped", "file", limited.FileName, "kind", training.KindOf(err).String())
	}
}

// purgeEvery is the interval at which a server deletes expired rows.
const purgeEvery = time.Hour

// keepPurged deletes rows that may no longer be kept, at once and then every hour, until ctx
// is done. It also calls tell if the files about services have changed, because another process
// may have connected one. If nothing is to be done, it only looks for these files.
func (p *Program) keepPurged(ctx context.Context, rows *limited.DB, log *slog.Logger, tell func()) {
	at, stop := p.tick(purgeEvery)
	defer stop()
	had := serviceFiles(rows.Home())
	for {
		p.purge(ctx, rows, log)
		if has := serviceFiles(rows.Home()); has != had {
			had = has
			tell()
		}
		select {
		case <-ctx.Done():
			return
		case <-at:
		}
	}
}

// look does the work of [Program.keepPurged] and of the connections that is due, and returns
// the time at which more is due, or zero.
func (p *Program) look(ctx context.Context, rows *limited.DB, of *connections.Set, log *slog.Logger) (time.Time, error) {
	p.purge(ctx, rows, log)
	next, err := of.Look(ctx)
	if hour := p.Now().Add(purgeEvery); rows.There() && (next.IsZero() || hour.Before(next)) {
		next = hour
	}
	return next, err
}

func closeAfter(db *store.DB, err error) error {
	_ = db.Close() // err is more important
	return err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// ensureAthlete creates the row of a new athlete. If other athletes exist, it creates only
// the default athlete or one marked as new, because any other name may be a typing error.
func (p *Program) ensureAthlete(ctx context.Context, db *store.DB, id training.AthleteID, s settings.Settings, isNew bool) error {
	_, err := db.Athlete(ctx, training.Everything(id))
	if training.KindOf(err) != training.KindNotFound || err == nil {
		return err
	}
	all, err := db.Athletes(ctx)
	if err != nil {
		return err
	}
	if len(all) > 0 && !isNew && id != settings.DefaultAthlete {
		var ids []string
		for _, a := range all {
			ids = append(ids, string(a.ID))
		}
		return training.Errorf(training.KindNotFound, "There is no athlete %q here.", string(id)).
			WithFix("The athletes are %s. To add this one: lapkeep athletes add %s", strings.Join(ids, ", "), string(id))
	}
	return db.Write(ctx, func(tx *store.Tx) error {
		return tx.GuessAthlete(training.Athlete{
			ID: id, TimeZone: localZone(p.Places.Environ), SaidBy: training.SaidBy{TimeZone: training.ByComputer}, WeekStart: time.Monday,
			Units: training.MetricUnits, Language: s.Get(settings.Language),
		})
	})
}

// workbench builds the tool table and everything it needs.
func (p *Program) workbench(
	db *store.DB, rows *limited.DB, id training.AthleteID, s settings.Settings, o cli.OpenOptions,
) *cli.Workbench {
	readOnly := o.ReadOnly
	var kept monthly.Keeper
	if !readOnly {
		kept = keptIn(s.Get(settings.Home))
	}
	var ties *links
	box := p.outbox(db, rows, s, func(a training.AthleteID) outbox.Services { return ties.of(a) })
	j := journal.New(db, p.newID).For(p.atHome(s)).WithOutbox(box)
	importer := importing.New(db, importing.Options{
		Now: p.Now, Zones: cmp.Or(p.Borders, &timezone.Finder{}), Log: p.logger(s), Derive: derive.Single,
	})
	who := p.athletes(db, rows, id, s)
	log := p.logger(s)
	ties = p.links(db, id, s, parts{rows, j, importer, box, readOnly})
	written := keptTexts(db, s, j)
	parts := p.parts(db, who, s, written, importer, kept, ties, p.remote(db, rows, ties))
	everyone := *who
	everyone.all, everyone.named = true, []string{allAthletes}
	bind := func(t *tools.Table) *tools.Table {
		return t.WithOldNames(tools.Hints()).WithHome(p.atHome(s)).WithLog(log).
			WithReferences(db, append(p.services(), "strava", "igpsport")...).WithEveryone(&everyone)
	}
	var offered *tools.Table
	if !o.Later {
		var err error
		offered, err = bind(tools.NewTable(allRows(parts, s)...)).Select(
			tools.Selection{Toolsets: []string{tools.AllSets}, Writes: writeMode(s), More: true, Several: true})
		if err != nil {
			panic("app: the write modes and the settings disagree: " + err.Error())
		}
	}
	behind := &followed{}
	return &cli.Workbench{
		Limited: rows, Settings: s, Athlete: id, DB: db, Table: offered, Everyone: &everyone,
		Bind:    func(t *tools.Table) *tools.Table { return bind(t).Making(p.maker(parts)) },
		Journal: j, Importer: importer,
		NewID: p.newID, Connections: ties.of(id),
		Texts: written, People: people.New(db.SQL(), p.Now, p.Random),
		Follow: func(ctx context.Context, report func(done, total int)) (int, error) {
			if readOnly {
				return 0, nil
			}
			p.syncTexts(ctx, db, s, written)
			return behind.follow(ctx, db, func() (int, error) {
				return follow(ctx, db, importer, keptIn(s.Get(settings.Home)), func(pr derive.Progress) { report(pr.Done, pr.Total) })
			})
		},
		NewCall: func(ctx context.Context) (*tools.Call, error) {
			return p.newCall(ctx, db, rows, s, training.Scope{Athlete: id, Audience: training.AudiencePage}, "cli")
		},
		KeepReading: func(ctx context.Context) {
			var purging sync.WaitGroup
			defer purging.Wait()
			if !readOnly {
				purging.Go(func() { p.keepPurged(ctx, rows, log, db.SQL().Tell) })
			}
			ties.keep(ctx, who, db.SQL().Changed)
		},
		Look:      func(ctx context.Context) (time.Time, error) { return p.look(ctx, rows, ties.of(id), log) },
		ExportAll: exportAll(db, id),
		Close:     func() error { return errors.Join(rows.Close(), db.Close()) },
	}
}

// services holds the services with limited rows, and what the policies of all services hide. It
// determines them only once, because that takes longer than many answers.
type services struct {
	once    sync.Once
	all     []limitedrows.Service
	closed  ledger.Closed
	limited map[source.Name]source.Policy
}

func (s *services) of(kinds []connections.Kind) *services {
	s.once.Do(func() {
		s.all, s.closed, s.limited = connections.Apart(kinds), connections.Closed(kinds), connections.Limited(kinds)
	})
	return s
}

func (p *Program) remote(db *store.DB, rows *limited.DB, ties *links) limitedrows.Remote {
	return limitedrows.Remote{
		Services: p.apart.of(p.kinds()).all, Rows: rows, Store: db,
		Ask: func(a training.AthleteID, name source.Name) (*connection.Apart, error) { return ties.of(a).Apart(name) },
	}
}

// limited returns the limited store, which is opened on first use.
func (p *Program) limited(db *store.DB, s settings.Settings) *limited.DB {
	return limited.New(limited.Options{
		Home: s.Get(settings.Home), Now: p.Now, Terms: connections.Terms(p.apart.of(p.kinds()).limited, db.Connections()),
	})
}

// part makes some rows of the tool table.
type part func() []tools.Row

// allRows returns the whole tool table.
func allRows(parts []part, s settings.Settings) (rows []tools.Row) {
	for _, of := range parts {
		rows = append(rows, of()...)
	}
	if s.Get(settings.DeleteMode) == "none" {
		rows = slices.DeleteFunc(rows, func(r tools.Row) bool { return strings.HasPrefix(r.Name, "delete_") })
	}
	return rows
}

// maker returns a function that makes the row of a tool, with those of the same part.
func (p *Program) maker(parts []part) func(tool string) tools.Row {
	p.partOnce.Do(func() {
		p.partOf = map[string]int{}
		for i, of := range p.parts(nil, p.athletes(nil, nil, "", settings.Settings{}), settings.Settings{}, tools.Keeper{}, nil, nil, nil,
			limitedrows.Remote{}) {
			for _, r := range of() {
				p.partOf[r.Name] = i
			}
		}
	})
	var mu sync.Mutex
	made := map[string]tools.Row{}
	return func(tool string) tools.Row {
		mu.Lock()
		defer mu.Unlock()
		if _, ok := made[tool]; !ok {
			for _, r := range parts[p.partOf[tool]]() {
				made[r.Name] = r
			}
		}
		return made[tool]
	}
}

// parts returns what makes the rows of the tool table.
func (p *Program) parts(
	db *store.DB, who *athletes, s settings.Settings, texts tools.Keeper, im *importing.Importer, kept monthly.Keeper, ties *links,
	remote limitedrows.Remote,
) []part {
	home, j := s.Get(settings.Home), texts.Journal
	var all []part
	add := func(of part) { all = append(all, of) }
	add(func() []tools.Row {
		return account.Rows(account.Deps{
			Store: who, Journal: j, Connections: func(a training.AthleteID) account.Connections { return ties.of(a) },
			Apart:        remote,
			Installation: athlete.Installation{Version: p.Version, Home: home, Default: who.own, Writes: s.Get(settings.Writes)},
		})
	})
	sets := structure.NewIndex(db)
	sets.Keep(kept)
	alike := structure.NewSimilarIndex(db, sets)
	services := func(a training.AthleteID) servicevalues.Services { return ties.of(a) }
	timed := segments.NewCatalog(db, servicevalues.Remote{Services: services}, segments.NewIndex(db))
	lister := planned.NewLister()
	add(func() []tools.Row {
		return activities.Rows(activities.Deps{
			Store: db, Journal: j, Importer: im, NewID: p.newID, Intervals: sets, Similar: alike, Timed: timed, Calendar: lister,
			ImportRoots: s.Paths(settings.ImportDirs), ExportDir: filepath.Join(home, exportFolder),
			Services: services, Sent: func() activity.Sent { return db.Outbox() }, Apart: remote,
			Fresh: func(ctx context.Context, c *tools.Call) { texts.Fresh(ctx, c) },
		})
	})
	planner := calendar.Deps{
		Store: db, Journal: j, Lister: lister, Texts: texts, Plans: plan.NewCache(), Writes: tools.Writes(s.Get(settings.Writes)),
	}
	add(func() []tools.Row { return calendar.Rows(planner) })
	add(func() []tools.Row {
		return routes.Rows(routes.Deps{Store: db, Ways: alike, ExportDir: filepath.Join(home, exportFolder), Apart: remote})
	})
	add(func() []tools.Row {
		return segmenttools.Rows(segmenttools.Deps{
			Catalog: timed, Apart: remote, Store: db, Journal: j, ImportRoots: s.Paths(settings.ImportDirs), NewID: p.newID,
			Match: func(ctx context.Context) error { return derive.SegmentsFollow(ctx, db) },
		})
	})
	add(func() []tools.Row { return gear.Rows(gear.Deps{Store: db, Journal: j, Apart: remote, NewID: p.newID}) })
	add(func() []tools.Row {
		return sportsettings.Rows(sportsettings.Deps{
			Store: db, Journal: j, Title: func(a training.AthleteID, name string) string { return ties.of(a).Title(source.Name(name)) },
		})
	})
	add(func() []tools.Row { return goals.Rows(goals.Deps{Store: db, Journal: j, NewID: p.newID}) })
	add(func() []tools.Row { return custom.Rows(custom.Deps{Store: db, Journal: j, NewID: p.newID}) })
	add(func() []tools.Row {
		return fitness.Rows(fitness.Deps{
			Store: db, Curves: curves.New(db), Kept: kept, Calendar: db, Reported: db, Services: servicevalues.Remote{Services: services}, Known: db,
			Timed: timed, Apart: remote, Waiting: j.Waiting,
		})
	})
	add(func() []tools.Row {
		return workouts.Rows(workouts.Deps{
			Store: db, Journal: j, Calendar: planner, NewID: p.newID, ExportDir: filepath.Join(home, exportFolder),
			Services: func(a training.AthleteID) workouts.Services { return ties.of(a) }, Sent: db.Outbox,
		})
	})
	add(func() []tools.Row { return wellness.Rows(wellness.Deps{Store: db, Journal: j}) })
	hardness, _ := strconv.Atoi(s.Get(settings.Intensity)) // 0 if it is not set
	add(func() []tools.Row {
		return coach.Rows(coach.Deps{
			Store: db, Journal: j, Texts: texts, Intensity: hardness,
			Connections: func(a training.AthleteID) coach.Connections { return ties.of(a) },
		})
	})
	add(func() []tools.Row { return plans.Rows(plans.Deps{Store: db, Texts: texts}) })
	add(func() []tools.Row { return research.Rows(db, timed) })
	return all
}

// newCall returns a new call. It reads the clock once to determine the athlete's
// current day. If the athlete is new, it creates their row.
func (p *Program) newCall(
	ctx context.Context, db *store.DB, rows *limited.DB, s settings.Settings, sc training.Scope, face string,
) (*tools.Call, error) {
	if p.calls.Add(1) == 1 && p.first != nil {
		p.first()
	}
	if p.quiet != nil {
		p.quieted.Store(false)
		p.quiet.Reset(restAfterCalls)
	}
	a, err := db.Athlete(ctx, sc)
	if training.KindOf(err) == training.KindNotFound {
		if err = p.ensureAthlete(ctx, db, sc.Athlete, s, false); err == nil {
			a, err = db.Athlete(ctx, sc)
		}
	}
	if err != nil {
		return nil, err
	}
	loc, now := p.zones.of(a), p.Now()
	language := cmp.Or(s.Get(settings.Language), a.Language) // the reader's language, if it is known
	c := &tools.Call{
		Scope: sc, Now: now, Location: loc, Today: training.DayOf(now.In(loc)), Week: a.WeekStart,
		Language: language, Reads: a.Units, Said: saidIn(language), Face: face, Sharing: a.Sharing,
		Freshness: func(ctx context.Context) i18n.Sentence {
			read := intake.Freshness(ctx, db.Connections(), sc.Athlete, now)
			return i18n.Joined("%s, %s", read, p.remote(db, rows, nil).Line(ctx, sc))
		},
	}
	if face == onPage && a.Units == training.ImperialUnits {
		c.TellMiles()
	}
	return c, nil
}

// saidIn returns a function that formats sentences in a language, or nil for
// English. Translations are loaded on first use.
func saidIn(language string) func(format string, args ...any) string {
	if language == settings.English {
		return nil // sentences are shown in English
	}
	return func(format string, args ...any) string { return i18n.In(language).Sprintf(format, args...) }
}

func keptTexts(db *store.DB, s settings.Settings, j *journal.Journal) tools.Keeper {
	return tools.Keeper{Store: db, Journal: j, Home: s.Get(settings.Home), ReadOnly: db == nil || db.ReadOnly(), Seen: &memory.Seen{}}
}

// syncTexts reads edits from the coach's files, and writes the files of texts that were
// changed elsewhere. It only logs errors; a call that needs a text will get the error itself.
func (p *Program) syncTexts(ctx context.Context, db *store.DB, home settings.Settings, k tools.Keeper) {
	all, err := db.Athletes(ctx)
	for _, a := range all {
		_, failed := k.Sync(ctx, a.ID, p.Now())
		err = errors.Join(err, failed)
	}
	if err != nil && ctx.Err() == nil {
		p.logger(home).Warn("the coach's files are out of date", "err", err)
	}
}

// followed records how far the change log has been followed.
type followed struct {
	mu   sync.Mutex
	seq  int64
	once bool
}

// follow calls all unless the log is unchanged since the last call. Changes that
// all itself makes are handled the next time.
func (f *followed) follow(ctx context.Context, db *store.DB, all func() (int, error)) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	seq, err := db.LastChange(ctx)
	if err != nil || f.once && seq == f.seq {
		return 0, err
	}
	n, err := all()
	if err == nil {
		f.seq, f.once = seq, true
	}
	return n, err
}

// follow updates computed data after imports and undos: first the recordings that a
// newer reader reads differently, then the grouping of recordings into activities,
// then what is derived from them, and the efforts on segments.
func follow(ctx context.Context, db *store.DB, importer *importing.Importer, kept disk.Dir, report func(derive.Progress)) (int, error) {
	err := importer.Renew(ctx, db, func(done, total int) { report(derive.Progress{Done: done, Total: total}) })
	if err != nil {
		return 0, err
	}
	if err := importer.Follow(ctx, db); err != nil {
		return 0, err
	}
	forgot := forgetKept(ctx, db, kept)
	n, err := derive.Follow(ctx, db, report)
	if err == nil {
		err = derive.SegmentsFollow(ctx, db)
	}
	return n, errors.Join(err, forgot)
}
