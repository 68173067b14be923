package workouts

import (
	"context"
	"strconv"
	"strings"

	"lapkeep/internal/answers"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// WorkoutList is a page of the library, or of the part that a query selects.
type WorkoutList struct {
	answers.Heading
	Folders    []FolderRow     `json:"folders"` // only on the first page
	Workouts   []WorkoutRow    `json:"workouts"`
	Total      int             `json:"total"` // workouts that the query selects
	NextCursor string          `json:"next_cursor,omitempty"`
	Truncated  bool            `json:"truncated,omitempty"`
	Narrow     i18n.Sentence   `json:"narrow,omitempty"`
	Notes      []i18n.Sentence `json:"notes,omitempty"`
	Missing    answers.Missing `json:"missing,omitempty"`
}

// FolderRow is a folder or a plan.
type FolderRow struct {
	ID          string        `json:"id"`
	Kind        string        `json:"kind"` // folder, plan or built_in
	Name        string        `json:"name"`
	Description string        `json:"description,omitempty"`
	Count       int           `json:"count"` // number of its workouts
	Weeks       int           `json:"weeks,omitempty"`
	StartDate   *training.Day `json:"start_date,omitempty"`
	HoursMin    float64       `json:"hours_per_week_min,omitempty"`
	HoursMax    float64       `json:"hours_per_week_max,omitempty"`
	Author      string        `json:"author,omitempty"`
	Sources     []string      `json:"sources,omitempty"`
}

// WorkoutRow is a workout in a list.
type WorkoutRow struct {
	ID       string `json:"id"`
	FolderID string `json:"folder_id,omitempty"`
	Name     string `json:"name"`
	// Purpose is the purpose that the first matching tag stands for.
	Purpose    workout.Purpose        `json:"purpose,omitempty"`
	Sport      training.Sport         `json:"sport,omitempty"`
	Indoor     bool                   `json:"indoor,omitempty"`
	PlanDay    *int                   `json:"plan_day,omitempty"` // counted from 0
	DurationS  float64                `json:"duration_s,omitempty"`
	DistanceKm float64                `json:"distance_km,omitempty"`
	Load       float64                `json:"load,omitempty"`
	LoadRule   efforts.ComplianceRule `json:"load_rule,omitempty"`
	Intensity  float64                `json:"intensity_factor,omitempty"`
	Tags       []string               `json:"tags,omitempty"`
}

// These are the kinds of folders.
const (
	kindFolder = "folder"
	kindPlan   = "plan"
)

const (
	// DefaultRows is the usual number of workouts in an answer.
	DefaultRows = 50
	// MaxRows is the maximum number of workouts in an answer.
	MaxRows = 100

	maxFolders = 60
	shownRunes = 120
	maxTags    = 10
	// mostBytes is the maximum size of folders and workouts, so that a result
	// stays under 32 KB.
	mostBytes = 26_000
	// folderBytes is the maximum size of the folders.
	folderBytes = 12_000
)

// Show lists the folders with their counts, and the workouts that q selects.
func (l *Lister) Show(ctx context.Context, s training.Scope, f answers.Frame, q Query) (*WorkoutList, error) {
	from, err := q.offset()
	if err == nil {
		err = q.check()
	}
	if err != nil {
		return nil, err
	}
	out := &WorkoutList{Heading: f.Heading(), Folders: []FolderRow{}, Workouts: []WorkoutRow{}}
	if q.Purpose != "" {
		out.Notes = []i18n.Sentence{purposeRule}
	}
	err = l.under(ctx, s, f.Today, func(x *index) error { return x.fill(ctx, &q, from, out) })
	if err != nil {
		return nil, err
	}
	return out, ctx.Err()
}

// fill fills in the answer, starting at a workout.
func (x *index) fill(ctx context.Context, q *Query, from int, out *WorkoutList) (err error) {
	folders := x.folders
	if q.Folder != "" {
		if folders, err = named(folders, q.Folder); err != nil {
			return err
		}
	}
	if q.Cursor == "" {
		out.fold(folders)
	}
	found := x.selected(q, folders)
	if q.byDuration() || q.byLoad() {
		if err := x.figure(ctx, found); err != nil {
			return err
		}
		var noDuration, noLoad reasons
		found, noDuration, noLoad = q.bounded(found)
		out.leave("duration_s", noDuration, "not known for %s, left out: %s")
		out.leave("load", noLoad, "not known for %s, left out: %s")
	}
	out.Total = len(found)
	page := found[min(from, len(found)):]
	page = page[:min(q.limit(), len(page))]
	if err := x.figure(ctx, page); err != nil {
		return err
	}
	out.page(page, from)
	return nil
}

// leave adds a note with the number of workouts that lack a figure, and the reasons.
func (l *WorkoutList) leave(field string, why reasons, format string) {
	if len(why) > 0 {
		l.Missing = l.Missing.Add(field, why.say(format))
	}
}

// fold adds folders as long as they leave space for workouts. It always includes the
// folder of built-in sessions.
func (l *WorkoutList) fold(folders []FolderRow) {
	keep := min(len(folders), maxFolders)
	for keep > 1 && answers.Size(folders[:keep]) > folderBytes {
		keep = keep * 3 / 4
	}
	l.Folders = append(l.Folders, folders[:keep]...)
	if keep == len(folders) {
		return
	}
	if last := folders[len(folders)-1]; last.Kind == kindBuiltIn {
		l.Folders = append(l.Folders, last)
	}
	l.Truncated, l.Narrow = true, "Only the first folders are shown; ask for one by its name."
}

// named returns the folders with the given id or name.
func named(folders []FolderRow, name string) ([]FolderRow, error) {
	var out []FolderRow
	for _, f := range folders {
		if f.ID == name || strings.EqualFold(strings.TrimSpace(f.Name), strings.TrimSpace(name)) {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return nil, training.Errorf(training.KindNotFound, "There is no folder %q in the library.", textclean.Line(name, textclean.NameRunes)).
			WithFix("list_workouts without folder shows them.")
	}
	return out, nil
}

// offset returns the index at which the page begins.
func (q *Query) offset() (int, error) {
	if q.Cursor == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(q.Cursor)
	if err != nil || n < 0 {
		return 0, training.Errorf(training.KindInvalid, "The cursor %q does not belong to this list.",
			textclean.Line(q.Cursor, textclean.NameRunes)).
			WithFix("Pass the next_cursor of a call with the same arguments, or none.")
	}
	return n, nil
}

// limit returns the maximum number of workouts on a page.
func (q *Query) limit() int {
	if q.Limit <= 0 || q.Limit > MaxRows {
		return DefaultRows
	}
	return q.Limit
}

// page adds workouts; from is the index of the first one among all selected workouts.
func (l *WorkoutList) page(workouts []*entry, from int) {
	for _, e := range workouts {
		l.Workouts = append(l.Workouts, e.WorkoutRow)
	}
	for len(l.Workouts) > 1 && answers.Size(l.Workouts)+answers.Size(l.Folders) > mostBytes {
		l.Workouts = l.Workouts[:len(l.Workouts)*3/4]
	}
	why := reasons{}
	for _, e := range workouts[:len(l.Workouts)] {
		if e.Load == 0 && unset(e.noLoad) {
			why[e.noLoad]++
		}
	}
	l.leave("load", why, "not known for %s of this page: %s")
	if next := from + len(l.Workouts); next < l.Total && len(l.Workouts) > 0 {
		l.NextCursor, l.Truncated = strconv.Itoa(next), true
		l.Narrow = "Pass next_cursor as cursor for more, or narrow by folder, sport, text, purpose, duration or load."
	}
}

// folderRows returns the folders with the number of their workouts.
func folderRows(folders []Folder, workouts []entry) []FolderRow {
	count := map[string]int{}
	for i := range workouts {
		count[workouts[i].FolderID]++
	}
	out := make([]FolderRow, len(folders), len(folders)+1)
	for i := range folders {
		out[i] = folderRow(&folders[i])
		out[i].Count = count[folders[i].ID]
	}
	return out
}

func folderRow(f *Folder) FolderRow {
	r := FolderRow{
		ID: f.ID, Kind: kindFolder, Name: textclean.Line(f.Name, textclean.NameRunes), Description: textclean.Line(f.Description, shownRunes),
		Weeks: max(0, f.Weeks), StartDate: f.StartDay, HoursMin: amount(f.HoursMin, 1), HoursMax: amount(f.HoursMax, 1),
		Author: textclean.Line(f.Owner, shownRunes), Sources: sources(&f.Document),
	}
	if f.Plan {
		r.Kind = kindPlan
	}
	return r
}

func rowOf(w *WorkoutView, f *Figures) WorkoutRow {
	r := WorkoutRow{
		ID: w.ID, FolderID: w.FolderID, Name: textclean.Line(w.Name, textclean.NameRunes), Sport: w.Sport, Indoor: w.Indoor, PlanDay: w.PlanDay,
		DurationS: amount(f.DurationS, 0), DistanceKm: amount(f.DistanceKm, 3), Intensity: amount(f.Intensity, 3), Load: amount(f.Load, 1),
	}
	if w.Session != nil {
		r.FolderID = sessionsID
	}
	if r.Load > 0 {
		r.LoadRule = f.Rule
	}
	for _, t := range w.Tags[:min(len(w.Tags), maxTags)] {
		r.Tags = append(r.Tags, textclean.Line(t, shownRunes))
	}
	return r
}

// amount returns v rounded, or 0 if v is negative or not finite; the answer leaves out a 0.
func amount(v float64, decimals int) float64 {
	if v > 0 && answers.Finite(v) {
		return answers.Round(v, decimals)
	}
	return 0
}
