package intervalsicu

import (
	"context"

	"lapkeep/internal/source/intervalsicu/wire"
	"lapkeep/internal/training"
)

// Folders gives the folders and plans with their workouts. Folders do not
// lie in each other.
func (c *Client) Folders(ctx context.Context) ([]training.WorkoutFolder, error) {
	list, err := ask[[]wire.Folder](ctx, c, request{op: opFolders, at: []string{c.athlete}})
	if err != nil {
		return nil, err
	}
	out := make([]training.WorkoutFolder, len(list))
	for i := range list {
		out[i] = list[i].Read()
	}
	return out, nil
}

// Workouts gives all workouts of the library. Those of one folder have no
// reading operation of their own: the path that looks like one only writes.
func (c *Client) Workouts(ctx context.Context) ([]training.LibraryWorkout, error) {
	list, err := ask[[]wire.Workout](ctx, c, request{op: opWorkouts, at: []string{c.athlete}})
	if err != nil {
		return nil, err
	}
	out := make([]training.LibraryWorkout, len(list))
	for i := range list {
		out[i] = list[i].Read()
	}
	return out, nil
}

func (c *Client) oneWorkout(ctx context.Context, r request) (training.LibraryWorkout, error) {
	w, err := ask[wire.Workout](ctx, c, r)
	if err != nil {
		return training.LibraryWorkout{}, err
	}
	return w.Read(), nil
}

// SaveWorkout makes or changes a workout. The service wants a folder and a
// sport of a new one.
func (c *Client) SaveWorkout(ctx context.Context, w training.LibraryWorkout, fields ...string) (training.LibraryWorkout, error) {
	if w.ID == "" {
		if w.FolderID == "" || w.Sport == "" {
			return w, training.Errorf(training.KindInvalid, "A workout of Intervals.icu lies in a folder and has a sport.").
				WithFix("Give folder_id and sport.")
		}
		p, err := wire.NewWorkout(w)
		if err != nil {
			return w, err
		}
		return c.oneWorkout(ctx, request{op: opCreateWorkout, at: []string{c.athlete}, body: p})
	}
	if _, err := wire.Number(w.ID); err != nil {
		return w, err
	}
	p, err := wire.WorkoutPatch(w, fields...)
	if err != nil {
		return w, err
	}
	return c.oneWorkout(ctx, request{op: opUpdateWorkout, at: []string{c.athlete, w.ID}, body: p, repeatable: true})
}

// DeleteWorkout deletes one workout, without those that were made with it.
func (c *Client) DeleteWorkout(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteWorkout, id)
}

// remove deletes something that has a number. Deleting what is gone already
// fails with not found, also where the try before had done it.
func (c *Client) remove(ctx context.Context, op operation, id string) error {
	if _, err := wire.Number(id); err != nil {
		return err
	}
	return c.do(ctx, request{op: op, at: []string{c.athlete, id}})
}

// SaveFolder makes or changes a folder, without what is in it.
func (c *Client) SaveFolder(ctx context.Context, f training.WorkoutFolder, fields ...string) (training.WorkoutFolder, error) {
	r := request{op: opCreateFolder, at: []string{c.athlete}}
	if f.ID == "" {
		r.body = wire.NewFolder(f)
	} else {
		if _, err := wire.Number(f.ID); err != nil {
			return f, err
		}
		p, err := wire.FolderPatch(f, fields...)
		if err != nil {
			return f, err
		}
		r = request{op: opUpdateFolder, at: []string{c.athlete, f.ID}, body: p, repeatable: true}
	}
	saved, err := ask[wire.Folder](ctx, c, r)
	if err != nil {
		return f, err
	}
	return saved.Read(), nil
}

// DeleteFolder deletes a folder and every workout in it.
func (c *Client) DeleteFolder(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteFolder, id)
}
