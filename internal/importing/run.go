package importing

import (
	"context"
	"encoding/binary"
	"iter"
	"path"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"lapkeep/internal/formats/recording"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// groupWait is the time for which a decoded file waits for others to share its commit.
const groupWait = 200 * time.Millisecond

// RunOptions describes a run, and the origin of its files.
type RunOptions struct {
	Source string // file, archive, demo or a service; empty means file
	RunID  string // id of the run, for undo
	// Audience holds the audiences that may see the recordings; 0 means all audiences.
	Audience store.Audiences
	// Paths lists the paths that the athlete named. They are stored with the run.
	Paths []string
	// ExternalID returns the id that the source gives to an item. It is nil if the source has no ids.
	ExternalID func(path string) string
	// Named maps lost recordings to their former activities. It is nil unless lost
	// recordings are being read again. If a recording is missing in it, the recording was
	// never stored, or its activity is the one whose id it determines.
	Named sqlitedb.Names
}

type run struct {
	im      *Importer
	athlete training.Athlete
	o       RunOptions
	report  func(FileResult)
	memory  *semaphore.Weighted // in bytes; each file occupies its weight until it is stored
	renew   bool                // originals are being read again; see [Importer.Renew]
	record  store.ImportRun

	// These are used only by the committer: the documents of exports, and the
	// origins of the recordings in them, by [fileRef].
	documents []*work
	origins   map[string]store.Origin
	recorded  map[string]bool // see [Batch]
	library   *WorkoutsIndex  // nil until a file contains a workout
	left      int64           // weight released since the last garbage collection

	pairs match.PairIndex // at the start of the run
	began int64           // position in the change log at the start of the run
}

// Import imports items. It reports each file, in order, once it is durably
// stored. A bad file never stops a run. If a run is cancelled or fails, the
// reported files stay stored, and another import completes the work.
func (im *Importer) Import(ctx context.Context, athlete training.AthleteID, items iter.Seq[listing.Item],
	o RunOptions, report func(FileResult),
) (store.ImportRun, error) {
	r, err := im.begin(ctx, athlete, o, report)
	if err != nil {
		return store.ImportRun{}, err
	}
	err = r.flow(ctx, items)
	r.record.FinishedAt = im.now()
	if o.RunID != "" { // even an interrupted run has stored things that can be undone
		perr := im.db.Write(context.WithoutCancel(ctx), func(tx *store.Tx) error { return tx.PutImportRun(r.record) })
		if err == nil {
			err = perr
		}
	}
	return r.record, err
}

// begin starts a run for an athlete.
func (im *Importer) begin(ctx context.Context, athlete training.AthleteID, o RunOptions, report func(FileResult)) (*run, error) {
	who, err := im.db.Athlete(ctx, everything(athlete))
	if err != nil {
		return nil, err
	}
	pairs, err := match.ReadPair(ctx, im.db, athlete)
	if err != nil {
		return nil, err
	}
	began, err := im.db.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	if o.Source == "" {
		o.Source = "file"
	}
	if o.Audience == 0 {
		o.Audience = store.EveryAudience
	}
	if report == nil {
		report = func(FileResult) {}
	}
	r := &run{
		im: im, athlete: who, o: o, report: report, pairs: pairs, began: began,
		memory: semaphore.NewWeighted(memoryBudget), origins: map[string]store.Origin{}, recorded: map[string]bool{},
	}
	r.record = store.ImportRun{
		ID: o.RunID, Athlete: athlete, StartedAt: im.now(), Paths: o.Paths, Counts: map[string]int{},
	}
	return r, nil
}

func (im *Importer) now() time.Time {
	if im.o.Now == nil {
		return time.Time{}
	}
	return im.o.Now()
}

// flow runs the dispatcher, the workers and the committer, and returns when all have finished.
func (r *run) flow(ctx context.Context, items iter.Seq[listing.Item]) error {
	ctx, stop := context.WithCancel(ctx)
	queue := make(chan *work, r.im.o.GroupFiles) // workers continue while a group is committed
	jobs := make(chan *work)
	var running sync.WaitGroup
	running.Go(func() {
		defer close(queue)
		defer close(jobs)
		r.dispatch(ctx, items, queue, jobs)
	})
	for range r.im.o.Workers {
		running.Go(func() {
			for w := range jobs {
				r.prepare(ctx, w)
			}
		})
	}
	err := r.gather(ctx, queue)
	stop()
	running.Wait()
	return err
}

// dispatch reads the items. It passes each to the workers and, in order, to the
// committer. At any time, only one item waits for memory.
func (r *run) dispatch(ctx context.Context, items iter.Seq[listing.Item], queue, jobs chan<- *work) {
	for it := range items {
		w := &work{item: it, ready: make(chan struct{})}
		if r.fetch(ctx, w) != nil {
			return
		}
		for _, to := range []chan<- *work{queue, jobs} {
			select {
			case to <- w:
			case <-ctx.Done():
				return
			}
		}
	}
}

// gather receives files in order, and commits them in groups.
func (r *run) gather(ctx context.Context, queue <-chan *work) error {
	var (
		group  []*work
		weight int64
		filled int   // number of files in the group that have something to store
		head   *work // the next file, which may still be being decoded
		due    <-chan time.Time
	)
	flush := func() error {
		err := r.commit(ctx, group)
		left := weight
		group, weight, filled, due = nil, 0, 0, nil
		r.release(left)
		return err
	}
	for queue != nil || head != nil {
		var next <-chan *work
		var ready <-chan struct{}
		if head == nil {
			next = queue
		} else {
			ready = head.ready
		}
		full := false
		select {
		case <-ctx.Done():
			return ctx.Err()
		case w, ok := <-next:
			if !ok {
				queue = nil
			}
			head = w
		case <-ready:
			if head.doc != nil || head.collection != nil {
				r.open(head)
				head = nil
				continue
			}
			group, weight, head = append(group, head), weight+head.weight, nil
			if due == nil {
				due = time.After(groupWait)
			}
			if group[len(group)-1].result.Status == "" {
				filled++
			}
			full = filled >= r.im.o.GroupFiles || weight >= memoryBudget/2
		case <-due:
			full = true
		}
		if full {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	return r.finish(ctx)
}

// finish applies the documents of exports, and finds possible duplicates.
func (r *run) finish(ctx context.Context) error {
	if err := r.readBack(ctx); err != nil {
		return err
	}
	if r.o.Source != "file" { // a service's run imports activities one by one; consumers of the log find their pairs
		return nil
	}
	last, err := r.im.db.LastChange(ctx)
	if err != nil {
		return err
	}
	crowds, err := r.im.db.Crowded(ctx, r.began, last)
	if err != nil {
		return err
	}
	return r.im.pairs(ctx, r.athlete.ID, r.o.RunID, crowds)
}

// All files that a run is reading, decoding or storing share a memory budget,
// regardless of the number of processors.
const (
	memoryBudget = 64 << 20
	// weightOfByte is the number of bytes of memory that a byte of content
	// needs until it is stored. Measurements showed 2.5 for a ride of one hour.
	weightOfByte = 4
	leastWeight  = 256 << 10
	// leastRatio is the ratio up to which any compressed file may unpack, even
	// if the size at its end is smaller.
	leastRatio = 4
	slack      = 64 << 10
	// mostLeft is the weight that may be released before the garbage collector is run.
	mostLeft = memoryBudget / 2
)

// mostRoom returns the maximum size of a recording in bytes.
func mostRoom() int64 { return recording.Limits{}.WithDefaults().MaxBytes }

// fetch waits until there is enough memory for a file and reads the file. If the
// file unpacks to more, it reserves more. It returns an error only if the run ends.
func (r *run) fetch(ctx context.Context, w *work) error {
	if w.result = ResultOf(w.item); w.result.Status != "" {
		return nil
	}
	if w.says = StatementOf(w.item); w.says != nil {
		return nil
	}
	if err := r.reserve(ctx, w, w.item.Size); err != nil {
		return err
	}
	r.load(ctx, w)
	return r.reserve(ctx, w, w.room)
}

// load reads a file.
func (r *run) load(ctx context.Context, w *work) {
	defer r.spare(w)
	data, made, err := w.item.Content(ctx)
	if err != nil {
		w.refuse(Failed, reasonOf(err))
		return
	}
	w.data, w.made, w.room = data, made, roomOf(data)
}

// roomOf returns the maximum unpacked size of a file. A gzip file gives its
// size at its end (RFC 1952, 2.3.1) and may not exceed it.
func roomOf(data []byte) int64 {
	n := int64(len(data))
	if recording.IsGzip(data) && n > 4 {
		n = max(int64(binary.LittleEndian.Uint32(data[n-4:])), leastRatio*n) + slack
	}
	return min(n, mostRoom())
}

// reserve increases the reserved memory of a file so that content bytes fit.
func (r *run) reserve(ctx context.Context, w *work, content int64) error {
	weight := min(max(leastWeight, min(content, memoryBudget)*weightOfByte), memoryBudget)
	if weight <= w.weight {
		return nil
	}
	err := r.memory.Acquire(ctx, weight-w.weight)
	if err == nil {
		w.weight = weight
	}
	return err
}

// release releases the weight of files that are no longer needed. It runs the
// garbage collector if the weight is large: on a busy machine, the collector
// would not keep up with files that each use most of the budget.
func (r *run) release(weight int64) {
	if r.left += weight; r.left >= mostLeft {
		runtime.GC()
		r.left = 0
	}
	r.memory.Release(weight)
}

// toldFailures is the maximum number of unreadable files recorded for an import run.
const toldFailures = 5

// count counts a result, and records why a file was not read.
func (r *run) count(res FileResult) {
	r.record.Counts[string(res.Status)]++
	if res.Status != Failed || len(r.record.Failures) == toldFailures {
		return
	}
	why, name := res.Reason, path.Base(res.Path)
	if !strings.Contains(why.String(), name) {
		why = i18n.Sentencef("%s: %s", i18n.Name(name), why)
	}
	r.record.Failures = append(r.record.Failures, string(why))
}
