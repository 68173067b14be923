package library

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"lapkeep/internal/analysis"
	"lapkeep/internal/analysis/structured"
	"lapkeep/internal/metrics/compliance"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

// List is the library, or what a query selects of it.
type List struct {
	analysis.Heading
	Folders    []FolderRow `json:"folders"` // on the first page
	Workouts   []Row       `json:"workouts"`
	Total      int         `json:"total"` // workouts that the query selects
	NextCursor string      `json:"next_cursor,omitempty"`
	Truncated  bool        `json:"truncated,omitempty"`
	Narrow     string      `json:"narrow,omitempty"`
}

// FolderRow is a folder, or a training plan.
type FolderRow struct {
	ID          string        `json:"id"`
	Kind        string        `json:"kind"` // folder or plan
	Name        string        `json:"name"`
	Description string        `json:"description,omitempty"`
	Count       int           `json:"count"` // of its workouts
	Weeks       int           `json:"weeks,omitempty"`
	StartDate   *training.Day `json:"start_date,omitempty"`
	HoursMin    float64       `json:"hours_per_week_min,omitempty"`
	HoursMax    float64       `json:"hours_per_week_max,omitempty"`
	Author      string        `json:"author,omitempty"`
	Sources     []string      `json:"sources,omitempty"`
}

// Row is a workout in a list.
type Row struct {
	ID         string          `json:"id"`
	FolderID   string          `json:"folder_id,omitempty"`
	Name       string          `json:"name"`
	Sport      training.Sport  `json:"sport,omitempty"`
	Indoor     bool            `json:"indoor,omitempty"`
	PlanDay    *int            `json:"plan_day,omitempty"` // from 0
	DurationS  float64         `json:"duration_s,omitempty"`
	DistanceKm float64         `json:"distance_km,omitempty"`
	Load       float64         `json:"load,omitempty"`
	LoadRule   compliance.Rule `json:"load_rule,omitempty"`
	Intensity  float64         `json:"intensity_factor,omitempty"`
	Tags       []string        `json:"tags,omitempty"`
}

// Query selects workouts.
type Query struct {
	Folder string // id or name; empty is all
	Sport  training.Sport
	Text   string // in the name, the text or a tag
	Cursor string
	Limit  int // at most, DefaultRows if 0
}

// The kinds of folders.
const (
	kindFolder = "folder"
	kindPlan   = "plan"
)

const (
	// DefaultRows is how many workouts one answer lists.
	DefaultRows = 40
	// MaxRows is how many it can list.
	MaxRows = 100

	maxFolders = 60
	shownRunes = 120
	maxTags    = 10
	// mostBytes bounds folders and workouts together, so that a result stays under 32 KB.
	mostBytes = 26_000
	// folderBytes bounds the folders' part of it.
	folderBytes = 12_000
)

// Show lists the folders with their counts, and the workouts that q selects.
func Show(ctx context.Context, r Reader, s training.Scope, f analysis.Frame, q Query) (*List, error) {
	folders, err := Folders(ctx, r, s)
	if err != nil {
		return nil, err
	}
	all, err := Workouts(ctx, r, s)
	if err != nil {
		return nil, err
	}
	if q.Folder != "" {
		if folders, err = named(folders, q.Folder); err != nil {
			return nil, err
		}
	}
	out := &List{Heading: f.Heading(), Folders: []FolderRow{}, Workouts: []Row{}}
	if q.Cursor == "" {
		out.shelve(folders, all)
	}
	selected := slices.DeleteFunc(all, func(w Workout) bool { return !q.selects(&w, folders) })
	days, err := structured.DaysOf(ctx, r, s)
	if err != nil {
		return nil, err
	}
	return out, out.page(selected, days, q)
}

// shelve shows the folders, as many as leave room for workouts.
func (l *List) shelve(folders []Folder, all []Workout) {
	for i := range folders {
		l.Folders = append(l.Folders, folderRow(&folders[i], all))
	}
	keep := min(len(l.Folders), maxFolders)
	for keep > 1 && analysis.Size(l.Folders[:keep]) > folderBytes {
		keep = keep * 3 / 4
	}
	if keep < len(l.Folders) {
		l.Folders, l.Truncated, l.Narrow = l.Folders[:keep], true, "Only the first folders are shown; ask for one by its name."
	}
}

// named are the folders of an id or of a name.
func named(folders []Folder, name string) ([]Folder, error) {
	out := slices.DeleteFunc(folders, func(f Folder) bool {
		return f.ID != name && !strings.EqualFold(strings.TrimSpace(f.Name), strings.TrimSpace(name))
	})
	if len(out) == 0 {
		return nil, training.Errorf(training.KindNotFound, "There is no folder %q in the library.", textclean.Line(name, textclean.NameRunes)).
			WithFix("list_workouts without folder shows them.")
	}
	return out, nil
}

func (q *Query) selects(w *Workout, folders []Folder) bool {
	if q.Folder != "" && !slices.ContainsFunc(folders, func(f Folder) bool { return f.ID == w.FolderID }) ||
		q.Sport != "" && w.Sport != q.Sport {
		return false
	}
	return strings.Contains(strings.ToLower(w.Name+"\n"+w.Description+"\n"+strings.Join(w.Tags, "\n")), strings.ToLower(q.Text))
}

// page shows the selected workouts from the cursor on.
func (l *List) page(selected []Workout, days *structured.Days, q Query) error {
	from := 0
	if q.Cursor != "" {
		n, err := strconv.Atoi(q.Cursor)
		if err != nil || n < 0 {
			return training.Errorf(training.KindInvalid, "The cursor %q does not belong to this list.",
				textclean.Line(q.Cursor, textclean.NameRunes)).
				WithFix("Pass the next_cursor of a call with the same arguments, or none.")
		}
		from = n
	}
	l.Total = len(selected)
	limit := q.Limit
	if limit <= 0 || limit > MaxRows {
		limit = DefaultRows
	}
	selected = selected[min(from, len(selected)):]
	for i := range selected[:min(limit, len(selected))] {
		figures, _ := selected[i].figures(days, l.LocalDate)
		l.Workouts = append(l.Workouts, rowOf(&selected[i], &figures))
	}
	for len(l.Workouts) > 1 && analysis.Size(l.Workouts)+analysis.Size(l.Folders) > mostBytes {
		l.Workouts = l.Workouts[:len(l.Workouts)*3/4]
	}
	if next := from + len(l.Workouts); next < l.Total && len(l.Workouts) > 0 {
		l.NextCursor, l.Truncated, l.Narrow = strconv.Itoa(next), true, "Pass next_cursor as cursor for more, or narrow by folder, sport or text."
	}
	return nil
}

func folderRow(f *Folder, all []Workout) FolderRow {
	r := FolderRow{
		ID: f.ID, Kind: kindFolder, Name: textclean.Line(f.Name, textclean.NameRunes), Description: textclean.Line(f.Description, shownRunes),
		Weeks: max(0, f.Weeks), StartDate: f.StartDay, HoursMin: amount(f.HoursMin, 1), HoursMax: amount(f.HoursMax, 1),
		Author: textclean.Line(f.Owner, shownRunes), Sources: sources(&f.Document),
	}
	if f.Plan {
		r.Kind = kindPlan
	}
	for i := range all {
		if all[i].FolderID == f.ID {
			r.Count++
		}
	}
	return r
}

func rowOf(w *Workout, f *structured.Figures) Row {
	r := Row{
		ID: w.ID, FolderID: w.FolderID, Name: textclean.Line(w.Name, textclean.NameRunes), Sport: w.Sport, Indoor: w.Indoor, PlanDay: w.PlanDay,
		DurationS: amount(f.DurationS, 0), DistanceKm: amount(f.DistanceKm, 3), Intensity: amount(f.Intensity, 3), Load: amount(f.Load, 1),
	}
	if r.Load > 0 {
		r.LoadRule = f.Rule
	}
	for _, t := range w.Tags[:min(len(w.Tags), maxTags)] {
		r.Tags = append(r.Tags, textclean.Line(t, shownRunes))
	}
	return r
}

// amount is v rounded; 0, which is left out, for what means nothing.
func amount(v float64, decimals int) float64 {
	if v > 0 && analysis.Finite(v) {
		return analysis.Round(v, decimals)
	}
	return 0
}
