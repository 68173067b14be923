package journal

import "lapkeep/internal/training"

// OpActivityDeleted tells services that an activity was deleted; it is told
// besides the step that brings it back.
const OpActivityDeleted OpKind = "activity_deleted"

// Deleted is the data of [OpActivityDeleted].
type Deleted struct {
	// Recorded says that the activity has recordings, Original that the file of
	// at least one of them is kept here.
	Recorded, Original bool
}

// ActivityDeleted tells of a deletion.
func ActivityDeleted(id training.ActivityID, d Deleted) Op {
	return op(OpActivityDeleted, string(id), d)
}
