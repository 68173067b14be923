package intervalsicu

import (
	"context"

	"lapkeep/internal/services/client"
	"lapkeep/internal/training"
)

// Folders gives the folders and plans with their workouts. Folders do not
// lie in each other.
func (c *Client) Folders(ctx context.Context) ([]training.WorkoutFolder, error) {
	return client.List(ctx, c.api, request{Op: opFolders, At: []string{c.athlete}}, (*Folder).Read)
}

// Workouts gives all workouts of the library. Those of one folder have no
// reading operation of their own: the path that looks like one only writes.
func (c *Client) Workouts(ctx context.Context) ([]training.LibraryWorkout, error) {
	return client.List(ctx, c.api, request{Op: opWorkouts, At: []string{c.athlete}}, (*Workout).Read)
}

// SaveWorkout makes or changes a workout. The service wants a folder and a
// sport of a new one.
func (c *Client) SaveWorkout(ctx context.Context, w training.LibraryWorkout, fields ...string) (training.LibraryWorkout, error) {
	if w.ID == "" {
		if w.FolderID == "" || w.Sport == "" {
			return w, training.Errorf(training.KindInvalid, "A workout of Intervals.icu needs a folder and a sport.").
				WithFix("Give folder_id and sport.")
		}
		p, err := NewWorkout(w)
		if err != nil {
			return w, err
		}
		return client.One(ctx, c.api, request{Op: opCreateWorkout, At: []string{c.athlete}, Body: p}, (*Workout).Read)
	}
	if _, err := Number(w.ID); err != nil {
		return w, err
	}
	p, err := WorkoutPatch(w, fields...)
	if err != nil {
		return w, err
	}
	return client.One(ctx, c.api, request{
		Op: opUpdateWorkout, At: []string{c.athlete, w.ID}, Body: p,
		Repeatable: true,
	}, (*Workout).Read)
}

// DeleteWorkout deletes one workout, without those that were made with it.
func (c *Client) DeleteWorkout(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteWorkout, id)
}

// remove deletes something that has a number. Deleting what is gone already
// fails with not found, also where the try before had done it.
func (c *Client) remove(ctx context.Context, op operation, id string) error {
	if _, err := Number(id); err != nil {
		return err
	}
	return c.api.Do(ctx, request{Op: op, At: []string{c.athlete, id}})
}

// SaveFolder makes or changes a folder, without what is in it.
func (c *Client) SaveFolder(ctx context.Context, f training.WorkoutFolder, fields ...string) (training.WorkoutFolder, error) {
	r := request{Op: opCreateFolder, At: []string{c.athlete}}
	if f.ID == "" {
		r.Body = NewFolder(f)
	} else {
		if _, err := Number(f.ID); err != nil {
			return f, err
		}
		p, err := FolderPatch(f, fields...)
		if err != nil {
			return f, err
		}
		r = request{Op: opUpdateFolder, At: []string{c.athlete, f.ID}, Body: p, Repeatable: true}
	}
	return client.One(ctx, c.api, r, (*Folder).Read)
}

// DeleteFolder deletes a folder and every workout in it.
func (c *Client) DeleteFolder(ctx context.Context, id string) error {
	return c.remove(ctx, opDeleteFolder, id)
}
