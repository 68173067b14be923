package intervalsicu

import (
	"net/http"
	"net/url"
	"strings"
)

// operation is one of the service's, by the name that its OpenAPI document
// has for it. Every request that the client can make is made from one of
// these; the tests hold them against the document.
type operation struct{ id, method, path string }

// at fills the path's places, in order.
func (o operation) at(values ...string) string {
	path := o.path
	for _, v := range values {
		before, after, _ := strings.Cut(path, "{")
		_, rest, _ := strings.Cut(after, "}")
		path = before + url.PathEscape(v) + rest
	}
	return path
}

// The operations on athletes.
var (
	opAthlete       = operation{"getAthlete", http.MethodGet, "/athlete/{id}"}
	opUpdateAthlete = operation{"updateAthlete", http.MethodPut, "/athlete/{id}"}
	opAthletes      = operation{"listAthletes", http.MethodGet, "/athletes"}
)

// The operations on activities.
var (
	opActivities     = operation{"listActivities", http.MethodGet, "/athlete/{id}/activities"}
	opActivitiesByID = operation{"getActivities", http.MethodGet, "/athlete/{athleteId}/activities/{ids}"}
	opUpload         = operation{"uploadActivity", http.MethodPost, "/athlete/{id}/activities"}
	opManual         = operation{"createMultipleManualActivities", http.MethodPost, "/athlete/{id}/activities/manual/bulk"}
	opActivity       = operation{"getActivity", http.MethodGet, "/activity/{id}"}
	opUpdateActivity = operation{"updateActivity", http.MethodPut, "/activity/{id}"}
	opDeleteActivity = operation{"deleteActivity", http.MethodDelete, "/activity/{id}"}
	opTombstone      = operation{"deleteTombstone", http.MethodDelete, "/activity/{id}/tombstone"}
	opFile           = operation{"downloadActivityFile", http.MethodGet, "/activity/{id}/file"}
	opIntervals      = operation{"getIntervals", http.MethodGet, "/activity/{id}/intervals"}
	opUpdateStreams  = operation{"updateActivityStreams", http.MethodPut, "/activity/{id}/streams"}
	opStreams        = operation{"getActivityStreams", http.MethodGet, "/activity/{id}/streams{ext}"}
)

// The operations on wellness and the calendar.
var (
	opWellness     = operation{"listWellnessRecords", http.MethodGet, "/athlete/{id}/wellness{ext}"}
	opPutWellness  = operation{"updateWellness", http.MethodPut, "/athlete/{id}/wellness/{date}"}
	opWellnessBulk = operation{"updateWellnessBulk", http.MethodPut, "/athlete/{id}/wellness-bulk"}
	opEvents       = operation{"listEvents", http.MethodGet, "/athlete/{id}/events{format}"}
	opEvent        = operation{"showEvent", http.MethodGet, "/athlete/{id}/events/{eventId}"}
	opCreateEvents = operation{"createMultipleEvents", http.MethodPost, "/athlete/{id}/events/bulk"}
	opUpdateEvent  = operation{"updateEvent", http.MethodPut, "/athlete/{id}/events/{eventId}"}
	opDeleteEvents = operation{"deleteEventsBulk", http.MethodPut, "/athlete/{id}/events/bulk-delete"}
)

// The operations on the library.
var (
	opFolders       = operation{"listFolders", http.MethodGet, "/athlete/{id}/folders"}
	opCreateFolder  = operation{"createFolder", http.MethodPost, "/athlete/{id}/folders"}
	opUpdateFolder  = operation{"updateFolder", http.MethodPut, "/athlete/{id}/folders/{folderId}"}
	opDeleteFolder  = operation{"deleteFolder", http.MethodDelete, "/athlete/{id}/folders/{folderId}"}
	opWorkouts      = operation{"listWorkouts", http.MethodGet, "/athlete/{id}/workouts"}
	opCreateWorkout = operation{"createWorkout", http.MethodPost, "/athlete/{id}/workouts"}
	opUpdateWorkout = operation{"updateWorkout", http.MethodPut, "/athlete/{id}/workouts/{workoutId}"}
	opDeleteWorkout = operation{"deleteWorkout", http.MethodDelete, "/athlete/{id}/workouts/{workoutId}"}
)

// The operations on gear and settings.
var (
	opGear           = operation{"listGear", http.MethodGet, "/athlete/{id}/gear{ext}"}
	opCreateGear     = operation{"createGear", http.MethodPost, "/athlete/{id}/gear"}
	opUpdateGear     = operation{"updateGear", http.MethodPut, "/athlete/{id}/gear/{gearId}"}
	opDeleteGear     = operation{"deleteGear", http.MethodDelete, "/athlete/{id}/gear/{gearId}"}
	opCreateReminder = operation{"createReminder", http.MethodPost, "/athlete/{id}/gear/{gearId}/reminder"}
	opUpdateReminder = operation{"updateReminder", http.MethodPut, "/athlete/{id}/gear/{gearId}/reminder/{reminderId}"}
	opDeleteReminder = operation{"deleteReminder", http.MethodDelete, "/athlete/{id}/gear/{gearId}/reminder/{reminderId}"}
	opSettings       = operation{"listSettings", http.MethodGet, "/athlete/{athleteId}/sport-settings"}
	opCreateSettings = operation{"createSettings", http.MethodPost, "/athlete/{athleteId}/sport-settings"}
	opUpdateSettings = operation{"updateSettings", http.MethodPut, "/athlete/{athleteId}/sport-settings/{id}"}
	opDeleteSettings = operation{"deleteSettings", http.MethodDelete, "/athlete/{athleteId}/sport-settings/{id}"}
	opApplySettings  = operation{"applyToActivities", http.MethodPut, "/athlete/{athleteId}/sport-settings/{id}/apply"}
)

// The operations on what is said.
var (
	opMessages      = operation{"listActivityMessages", http.MethodGet, "/activity/{id}/messages"}
	opSendMessage   = operation{"sendActivityMessage", http.MethodPost, "/activity/{id}/messages"}
	opChats         = operation{"listChats", http.MethodGet, "/athlete/{id}/chats"}
	opDeleteMessage = operation{"deleteMessage", http.MethodDelete, "/chats/{id}/messages/{msgId}"}
)

// The operations on all the rest.
var (
	opItems      = operation{"listCustomItems", http.MethodGet, "/athlete/{id}/custom-item"}
	opCreateItem = operation{"createCustomItem", http.MethodPost, "/athlete/{id}/custom-item"}
	opUpdateItem = operation{"updateCustomItem", http.MethodPut, "/athlete/{id}/custom-item/{itemId}"}
	opDeleteItem = operation{"deleteCustomItem", http.MethodDelete, "/athlete/{id}/custom-item/{itemId}"}
	opRoutes     = operation{"listAthleteRoutes", http.MethodGet, "/athlete/{id}/routes"}
	opRoute      = operation{"getAthleteRoute", http.MethodGet, "/athlete/{id}/routes/{route_id}"}
)
