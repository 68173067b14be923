package intervalsicu

import (
	"lapkeep/internal/source/jsonapi"
)

// An operation has the name that the service's OpenAPI document has for it.
// Every request that the client can make is made from one of these; the tests
// hold them against the document.
type (
	operation = jsonapi.Operation
	request   = jsonapi.Request
)

// The operations on athletes.
var (
	opAthlete       = jsonapi.Get("getAthlete", "/athlete/{id}")
	opUpdateAthlete = jsonapi.Put("updateAthlete", "/athlete/{id}")
	opAthletes      = jsonapi.Get("listAthletes", "/athletes")
	opSummary       = jsonapi.Get("getAthleteSummary", "/athlete/{id}/athlete-summary{ext}")
)

// The operations on activities.
var (
	opActivities     = jsonapi.Get("listActivities", "/athlete/{id}/activities")
	opActivitiesByID = jsonapi.Get("getActivities", "/athlete/{athleteId}/activities/{ids}")
	opUpload         = jsonapi.Post("uploadActivity", "/athlete/{id}/activities")
	opManual         = jsonapi.Post("createMultipleManualActivities", "/athlete/{id}/activities/manual/bulk")
	opActivity       = jsonapi.Get("getActivity", "/activity/{id}")
	opUpdateActivity = jsonapi.Put("updateActivity", "/activity/{id}")
	opDeleteActivity = jsonapi.Delete("deleteActivity", "/activity/{id}")
	opTombstone      = jsonapi.Delete("deleteTombstone", "/activity/{id}/tombstone")
	opFile           = jsonapi.Get("downloadActivityFile", "/activity/{id}/file")
	opIntervals      = jsonapi.Get("getIntervals", "/activity/{id}/intervals")
	opUpdateStreams  = jsonapi.Put("updateActivityStreams", "/activity/{id}/streams")
	opStreams        = jsonapi.Get("getActivityStreams", "/activity/{id}/streams{ext}")
)

// The operations on wellness and the calendar.
var (
	opWellness     = jsonapi.Get("listWellnessRecords", "/athlete/{id}/wellness{ext}")
	opPutWellness  = jsonapi.Put("updateWellness", "/athlete/{id}/wellness/{date}")
	opWellnessBulk = jsonapi.Put("updateWellnessBulk", "/athlete/{id}/wellness-bulk")
	opEvents       = jsonapi.Get("listEvents", "/athlete/{id}/events{format}")
	opEvent        = jsonapi.Get("showEvent", "/athlete/{id}/events/{eventId}")
	opCreateEvents = jsonapi.Post("createMultipleEvents", "/athlete/{id}/events/bulk")
	opUpdateEvent  = jsonapi.Put("updateEvent", "/athlete/{id}/events/{eventId}")
	opDeleteEvents = jsonapi.Put("deleteEventsBulk", "/athlete/{id}/events/bulk-delete")
)

// The operations on the library.
var (
	opFolders       = jsonapi.Get("listFolders", "/athlete/{id}/folders")
	opCreateFolder  = jsonapi.Post("createFolder", "/athlete/{id}/folders")
	opUpdateFolder  = jsonapi.Put("updateFolder", "/athlete/{id}/folders/{folderId}")
	opDeleteFolder  = jsonapi.Delete("deleteFolder", "/athlete/{id}/folders/{folderId}")
	opWorkouts      = jsonapi.Get("listWorkouts", "/athlete/{id}/workouts")
	opCreateWorkout = jsonapi.Post("createWorkout", "/athlete/{id}/workouts")
	opUpdateWorkout = jsonapi.Put("updateWorkout", "/athlete/{id}/workouts/{workoutId}")
	opDeleteWorkout = jsonapi.Delete("deleteWorkout", "/athlete/{id}/workouts/{workoutId}")
)

// The operations on gear and settings.
var (
	opGear           = jsonapi.Get("listGear", "/athlete/{id}/gear{ext}")
	opCreateGear     = jsonapi.Post("createGear", "/athlete/{id}/gear")
	opUpdateGear     = jsonapi.Put("updateGear", "/athlete/{id}/gear/{gearId}")
	opDeleteGear     = jsonapi.Delete("deleteGear", "/athlete/{id}/gear/{gearId}")
	opCreateReminder = jsonapi.Post("createReminder", "/athlete/{id}/gear/{gearId}/reminder")
	opUpdateReminder = jsonapi.Put("updateReminder", "/athlete/{id}/gear/{gearId}/reminder/{reminderId}")
	opDeleteReminder = jsonapi.Delete("deleteReminder", "/athlete/{id}/gear/{gearId}/reminder/{reminderId}")
	opSettings       = jsonapi.Get("listSettings", "/athlete/{athleteId}/sport-settings")
	opCreateSettings = jsonapi.Post("createSettings", "/athlete/{athleteId}/sport-settings")
	opUpdateSettings = jsonapi.Put("updateSettings", "/athlete/{athleteId}/sport-settings/{id}")
	opDeleteSettings = jsonapi.Delete("deleteSettings", "/athlete/{athleteId}/sport-settings/{id}")
	opApplySettings  = jsonapi.Put("applyToActivities", "/athlete/{athleteId}/sport-settings/{id}/apply")
)

// The operations on what is said.
var (
	opMessages      = jsonapi.Get("listActivityMessages", "/activity/{id}/messages")
	opSendMessage   = jsonapi.Post("sendActivityMessage", "/activity/{id}/messages")
	opChats         = jsonapi.Get("listChats", "/athlete/{id}/chats")
	opDeleteMessage = jsonapi.Delete("deleteMessage", "/chats/{id}/messages/{msgId}")
)

// The operations on all the rest.
var (
	opItems      = jsonapi.Get("listCustomItems", "/athlete/{id}/custom-item")
	opCreateItem = jsonapi.Post("createCustomItem", "/athlete/{id}/custom-item")
	opUpdateItem = jsonapi.Put("updateCustomItem", "/athlete/{id}/custom-item/{itemId}")
	opDeleteItem = jsonapi.Delete("deleteCustomItem", "/athlete/{id}/custom-item/{itemId}")
	opRoutes     = jsonapi.Get("listAthleteRoutes", "/athlete/{id}/routes")
	opRoute      = jsonapi.Get("getAthleteRoute", "/athlete/{id}/routes/{route_id}")
)
