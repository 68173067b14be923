package intervalsicu

import (
	"lapkeep/internal/services/client"
)

// The operations are named as in the service's OpenAPI document. Every request of
// the client uses one of them; tests compare them with the document.
type (
	operation = client.Operation
	request   = client.Request
)

// The operations on athletes.
var (
	opAthlete       = client.Get("getAthlete", "/athlete/{id}")
	opUpdateAthlete = client.Put("updateAthlete", "/athlete/{id}")
	opAthletes      = client.Get("listAthletes", "/athletes")
	opSummary       = client.Get("getAthleteSummary", "/athlete/{id}/athlete-summary{ext}")
)

// The operations on activities.
var (
	opActivities     = client.Get("listActivities", "/athlete/{id}/activities")
	opActivitiesByID = client.Get("getActivities", "/athlete/{athleteId}/activities/{ids}")
	opUpload         = client.Post("uploadActivity", "/athlete/{id}/activities")
	opManual         = client.Post("createMultipleManualActivities", "/athlete/{id}/activities/manual/bulk")
	opActivity       = client.Get("getActivity", "/activity/{id}")
	opUpdateActivity = client.Put("updateActivity", "/activity/{id}")
	opDeleteActivity = client.Delete("deleteActivity", "/activity/{id}")
	opTombstone      = client.Delete("deleteTombstone", "/activity/{id}/tombstone")
	opFile           = client.Get("downloadActivityFile", "/activity/{id}/file")
	opIntervals      = client.Get("getIntervals", "/activity/{id}/intervals")
	opUpdateStreams  = client.Put("updateActivityStreams", "/activity/{id}/streams")
	opStreams        = client.Get("getActivityStreams", "/activity/{id}/streams{ext}")
)

// The operations on wellness and the calendar.
var (
	opWellness     = client.Get("listWellnessRecords", "/athlete/{id}/wellness{ext}")
	opPutWellness  = client.Put("updateWellness", "/athlete/{id}/wellness/{date}")
	opWellnessBulk = client.Put("updateWellnessBulk", "/athlete/{id}/wellness-bulk")
	opEvents       = client.Get("listEvents", "/athlete/{id}/events{format}")
	opEvent        = client.Get("showEvent", "/athlete/{id}/events/{eventId}")
	opCreateEvents = client.Post("createMultipleEvents", "/athlete/{id}/events/bulk")
	opUpdateEvent  = client.Put("updateEvent", "/athlete/{id}/events/{eventId}")
	opDeleteEvents = client.Put("deleteEventsBulk", "/athlete/{id}/events/bulk-delete")
)

// The operations on the library.
var (
	opFolders       = client.Get("listFolders", "/athlete/{id}/folders")
	opCreateFolder  = client.Post("createFolder", "/athlete/{id}/folders")
	opUpdateFolder  = client.Put("updateFolder", "/athlete/{id}/folders/{folderId}")
	opDeleteFolder  = client.Delete("deleteFolder", "/athlete/{id}/folders/{folderId}")
	opWorkouts      = client.Get("listWorkouts", "/athlete/{id}/workouts")
	opCreateWorkout = client.Post("createWorkout", "/athlete/{id}/workouts")
	opUpdateWorkout = client.Put("updateWorkout", "/athlete/{id}/workouts/{workoutId}")
	opDeleteWorkout = client.Delete("deleteWorkout", "/athlete/{id}/workouts/{workoutId}")
)

// The operations on gear and settings.
var (
	opGear           = client.Get("listGear", "/athlete/{id}/gear{ext}")
	opCreateGear     = client.Post("createGear", "/athlete/{id}/gear")
	opUpdateGear     = client.Put("updateGear", "/athlete/{id}/gear/{gearId}")
	opDeleteGear     = client.Delete("deleteGear", "/athlete/{id}/gear/{gearId}")
	opCreateReminder = client.Post("createReminder", "/athlete/{id}/gear/{gearId}/reminder")
	opUpdateReminder = client.Put("updateReminder", "/athlete/{id}/gear/{gearId}/reminder/{reminderId}")
	opDeleteReminder = client.Delete("deleteReminder", "/athlete/{id}/gear/{gearId}/reminder/{reminderId}")
	opSettings       = client.Get("listSettings", "/athlete/{athleteId}/sport-settings")
	opCreateSettings = client.Post("createSettings", "/athlete/{athleteId}/sport-settings")
	opUpdateSettings = client.Put("updateSettings", "/athlete/{athleteId}/sport-settings/{id}")
	opDeleteSettings = client.Delete("deleteSettings", "/athlete/{athleteId}/sport-settings/{id}")
	opApplySettings  = client.Put("applyToActivities", "/athlete/{athleteId}/sport-settings/{id}/apply")
)

// The operations on messages.
var (
	opMessages      = client.Get("listActivityMessages", "/activity/{id}/messages")
	opSendMessage   = client.Post("sendActivityMessage", "/activity/{id}/messages")
	opChats         = client.Get("listChats", "/athlete/{id}/chats")
	opDeleteMessage = client.Delete("deleteMessage", "/chats/{id}/messages/{msgId}")
)

// The operations on routes.
var (
	opRoutes = client.Get("listAthleteRoutes", "/athlete/{id}/routes")
	opRoute  = client.Get("getAthleteRoute", "/athlete/{id}/routes/{route_id}")
)
