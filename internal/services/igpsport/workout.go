package igpsport

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/formats/workoutfile"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
)

// WorkoutRow is a workout in a list.
type WorkoutRow struct {
	Plain client.ID `json:"id"`
	Other client.ID `json:"workoutId"` // if there is no id
	Title string    `json:"title"`
}

// ID returns the workout's id, which is empty if it has none that can be requested.
func (r *WorkoutRow) ID() string { return firstID(r.Plain, r.Other) }

// WorkoutPage is a page of the list, which in China is a bare array.
type WorkoutPage struct {
	Rows  []WorkoutRow
	Total int // 0 if not given
}

// UnmarshalJSON reads either form; null is an empty page.
func (p *WorkoutPage) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(bytes.TrimSpace(b), []byte("[")) {
		return json.Unmarshal(b, &p.Rows)
	}
	var whole struct {
		Items []WorkoutRow  `json:"items"`
		Total client.Number `json:"total"`
	}
	err := json.Unmarshal(b, &whole)
	p.Rows, p.Total = whole.Items, int(whole.Total)
	return err
}

// Workout holds the fields of a workout, without its structure.
type Workout struct {
	Title       string        `json:"title"`
	Description string        `json:"description"`
	TotalS      client.Number `json:"totalTime"`
}

// MadeWorkout is the response when a workout is saved; it may be empty.
type MadeWorkout struct {
	ID client.ID `json:"workoutId"`
}

// SavedWorkout is a workout in the service's form.
type SavedWorkout struct {
	Data map[string]json.RawMessage `json:"data"`
}

// Kept returns a workout as the service stores it, with only the fields that
// the service accepts back.
func Kept(detail json.RawMessage) (SavedWorkout, error) {
	var all map[string]json.RawMessage
	err := json.Unmarshal(detail, &all)
	out := SavedWorkout{Data: map[string]json.RawMessage{}}
	for _, name := range []string{
		"title", "description", "totalTime", "workoutType", "sportBigType", "allowDeletion", "fromTP", "structure", "tips", "iconPath", "img",
		"workoutDay",
	} {
		if v, ok := all[name]; ok && !bytes.Equal(v, []byte("null")) {
			out.Data[name] = v
		}
	}
	return out, err
}

// Set sets the field with the given name to v.
func (w SavedWorkout) Set(name string, v any) error {
	b, err := json.Marshal(v)
	w.Data[name] = b
	return err
}

// Title returns the workout's name.
func (w SavedWorkout) Title() (title string) {
	_ = json.Unmarshal(w.Data["title"], &title) // a value that is not text counts as no title
	return title
}

// FirstStep returns the id of the workout's first step, or "" if it has none.
func (w SavedWorkout) FirstStep() string {
	var steps []struct {
		UUID string `json:"uuid"`
	}
	if json.Unmarshal(w.Data["structure"], &steps) != nil || len(steps) == 0 {
		return ""
	}
	return steps[0].UUID
}

// mostPages limits the number of pages, in case the list never ends.
const mostPages = 200

// WorkoutIDs returns the ids of all workouts in the account, including those
// that the service provides.
func (c *Client) WorkoutIDs(ctx context.Context) ([]string, error) {
	rows, err := c.workoutRows(ctx)
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID()
	}
	return ids, err
}

// workoutRows returns all rows of the list. It reads pages until a page has nothing new,
// because China gives no total, and some accounts get the last page again beyond the end.
func (c *Client) workoutRows(ctx context.Context) ([]WorkoutRow, error) {
	op, page, size := opWorkouts, "PageIndex", "PageSize"
	if c.region.name == China {
		op, page, size = opWorkoutList, "pageNo", "pageSize"
	}
	var all []WorkoutRow
	seen := map[string]bool{"": true}
	for n := 1; n <= mostPages; n++ {
		query := url.Values{page: {strconv.Itoa(n)}, size: {strconv.Itoa(mostRows)}}
		got, err := client.Ask[WorkoutPage](ctx, c.api, client.Request{Op: op, Query: query})
		if err != nil {
			return nil, err
		}
		before := len(all)
		for _, row := range got.Rows {
			if id := row.ID(); !seen[id] {
				seen[id], all = true, append(all, row)
			}
		}
		if len(all) == before || got.Total > 0 && len(all) >= got.Total {
			return all, nil
		}
	}
	return nil, training.Errorf(training.KindTooLarge, "The list of workouts on iGPSport does not end.").
		WithFix("Nothing was applied; try again later.")
}

// Workouts returns all workouts with their steps. The list contains no steps, so
// each workout is requested separately.
func (c *Client) Workouts(ctx context.Context) ([]training.LibraryWorkout, error) {
	rows, err := c.workoutRows(ctx)
	if err != nil {
		return nil, err
	}
	var all []training.LibraryWorkout
	for i := range rows {
		w, err := c.Workout(ctx, rows[i].ID())
		if err != nil && training.KindOf(err) == training.KindNotFound {
			continue // it has been deleted since
		}
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// Workout returns a workout.
func (c *Client) Workout(ctx context.Context, id string) (training.LibraryWorkout, error) {
	raw, err := c.workout(ctx, id)
	if err != nil {
		return training.LibraryWorkout{}, err
	}
	return c.readWorkout(id, raw)
}

func (c *Client) workout(ctx context.Context, id string) (json.RawMessage, error) {
	if !IsID(id) {
		return nil, noID(id)
	}
	raw, err := client.Ask[json.RawMessage](ctx, c.api, client.Request{Op: opWorkout, Query: url.Values{"id": {id}}})
	if err == nil && bytes.Equal(bytes.TrimSpace(raw), []byte("null")) {
		err = c.api.NotFound("such workout")
	}
	return raw, err
}

// readWorkout converts a workout, with its steps also as text. If the structure
// cannot be parsed, only name, description and duration are set.
func (c *Client) readWorkout(id string, raw json.RawMessage) (training.LibraryWorkout, error) {
	var head Workout
	if err := json.Unmarshal(raw, &head); err != nil {
		return training.LibraryWorkout{}, c.api.NotAsDescribed(opWorkout, err)
	}
	out := training.LibraryWorkout{ID: id, Name: head.Title, Description: head.Description, MovingTimeS: float64(head.TotalS)}
	w, _, err := workoutfile.ReadIGPSport(raw)
	if err != nil {
		return out, nil
	}
	out.Description, _ = steptext.Write(&w)
	out.Sport, out.Structure = w.Sport, training.StructureOf(out.Description, w.Steps)
	return out, nil
}

// KeepsWorkout reports whether the service stores a field of a workout in addition to the
// steps: only its name and its sport are.
func (c *Client) KeepsWorkout(field string) bool { return field == "name" || field == "sport" }

// DeleteWorkout deletes a workout. The service reports whether it succeeded.
func (c *Client) DeleteWorkout(ctx context.Context, id string) error {
	if !IsID(id) {
		return noID(id)
	}
	done, err := client.Ask[*bool](ctx, c.api, client.Request{Op: opDeleteWorkout, Query: url.Values{"id": {id}}, Body: struct{}{}})
	if err == nil && done != nil && !*done {
		err = training.Errorf(training.KindConflict, "iGPSport does not delete the workout %s.", id).
			WithFix("It may be one of iGPSport's own workouts, which cannot be deleted.")
	}
	return err
}

// SaveSteps creates a workout or changes the given fields. Its structure is
// replaced only if "description" is among the fields.
func (c *Client) SaveSteps(
	ctx context.Context, w training.LibraryWorkout, day efforts.Day, fields ...string,
) (source.SavedSteps, error) {
	var body SavedWorkout
	var losses []workout.Loss
	var err error
	if w.ID == "" || len(fields) == 0 || slices.Contains(fields, "description") {
		body, losses, err = c.compiled(w, day)
	} else {
		body, err = c.renamed(ctx, w, fields)
	}
	if err != nil {
		return source.SavedSteps{}, err
	}
	id, err := c.save(ctx, w.ID, body)
	if err != nil {
		return source.SavedSteps{}, err
	}
	held, err := c.Workout(ctx, id)
	if err != nil {
		return source.SavedSteps{}, err
	}
	return source.SavedSteps{LibraryWorkout: held, Losses: sentences(losses), Differs: otherwise(body, held)}, nil
}

// compiled converts a workout to the service's form, and returns what is lost.
func (c *Client) compiled(w training.LibraryWorkout, day efforts.Day) (body SavedWorkout, losses []workout.Loss, err error) {
	text, _ := steptext.Read(w.Description, w.Sport)
	native := workout.Workout{
		Name: w.Name, Notes: text.Notes, Sport: cmp.Or(w.Sport, text.Sport), Steps: w.Structure.Steps,
	}
	var random error
	newID := func() string {
		id, err := uuid(c.random)
		random = cmp.Or(random, err)
		return id
	}
	raw, losses, err := workoutfile.WriteIGPSport(&native, day, newID)
	if err = cmp.Or(err, random); err != nil {
		return body, nil, err
	}
	err = json.Unmarshal(raw, &body)
	if err == nil && w.ID != "" {
		err = body.Set("id", w.ID)
	}
	return body, losses, err
}

// renamed returns the stored workout with a new name, sport or both.
func (c *Client) renamed(ctx context.Context, w training.LibraryWorkout, fields []string) (body SavedWorkout, err error) {
	raw, err := c.workout(ctx, w.ID)
	if err != nil {
		return body, err
	}
	if body, err = Kept(raw); err != nil {
		return body, c.api.NotAsDescribed(opWorkout, err)
	}
	set := map[string]any{"id": w.ID}
	if slices.Contains(fields, "name") {
		set["title"] = w.Name
	}
	if slices.Contains(fields, "sport") {
		kind, big, err := workoutfile.Sport(w.Sport)
		if err != nil {
			return body, err
		}
		set["workoutType"], set["sportBigType"] = kind, big
	}
	for name, v := range set {
		if err := body.Set(name, v); err != nil {
			return body, err
		}
	}
	return body, nil
}

// save sends a workout and returns its id. A new workout is sent only once; if the
// response is lost, it is found in the list.
func (c *Client) save(ctx context.Context, id string, body SavedWorkout) (string, error) {
	made, err := client.Ask[MadeWorkout](ctx, c.api, client.Request{Op: opSaveWorkout, Body: body, Repeatable: id != ""})
	switch said := string(made.ID); {
	case err != nil || id != "":
		return id, err
	case IsID(said) && said != "0":
		return said, nil
	}
	return c.madeJustNow(ctx, body)
}

// madeJustNow finds a workout that has just been created, using the ids of its steps. It is
// needed if the service did not return the workout's id.
func (c *Client) madeJustNow(ctx context.Context, body SavedWorkout) (string, error) {
	rows, err := c.workoutRows(ctx)
	if err != nil {
		return "", err
	}
	slices.SortFunc(rows, func(a, b WorkoutRow) int {
		return cmp.Or(cmp.Compare(len(b.ID()), len(a.ID())), cmp.Compare(b.ID(), a.ID())) // newest first
	})
	want := body.FirstStep()
	for _, row := range rows {
		if row.Title != body.Title() {
			continue
		}
		raw, err := c.workout(ctx, row.ID())
		if err != nil {
			return "", err
		}
		if kept, err := Kept(raw); err == nil && kept.FirstStep() == want {
			return row.ID(), nil
		}
	}
	return "", source.Fail(source.Failure{Fault: source.Unavailable, Source: WireName},
		"iGPSport says that it created the workout, but does not have it.")
}

// mostLosses limits how many losses are listed one by one.
const mostLosses = 8

func sentences(losses []workout.Loss) (all []i18n.Sentence) {
	for i, l := range losses {
		if i == mostLosses {
			return append(all, "There are more losses of this kind.")
		}
		all = append(all, i18n.Capital(l.Sentence()))
	}
	return all
}

// otherwise returns the steps that the service stores differently.
func otherwise(body SavedWorkout, held training.LibraryWorkout) (all []source.Differing) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil // cannot happen: it was decoded from JSON
	}
	sent, _, err := workoutfile.ReadIGPSport(raw)
	if err != nil {
		return nil // the former structure, which cannot be parsed
	}
	differences, further := workout.Compare(sent.Steps, held.Structure.Steps)
	for _, d := range differences {
		here, there := d.Sides()
		all = append(all, source.Differing{Meant: here, Held: there})
	}
	if further {
		all = append(all, source.Differing{Meant: "further steps", Held: "further steps that differ"})
	}
	return all
}
