package strava

import (
	"slices"

	"lapkeep/internal/source"
	"lapkeep/internal/source/jsonapi"
)

// The operations, by the names of the service's document.
var (
	opAthlete        = jsonapi.Get("getLoggedInAthlete", "/athlete")
	opStats          = jsonapi.Get("getStats", "/athletes/{id}/stats")
	opActivities     = jsonapi.Get("getLoggedInAthleteActivities", "/athlete/activities")
	opActivity       = jsonapi.Get("getActivityById", "/activities/{id}")
	opStreams        = jsonapi.Get("getActivityStreams", "/activities/{id}/streams")
	opComments       = jsonapi.Get("getCommentsByActivityId", "/activities/{id}/comments")
	opCreateActivity = jsonapi.Post("createActivity", "/activities")
	opUpdateActivity = jsonapi.Put("updateActivityById", "/activities/{id}")
	opCreateUpload   = jsonapi.Post("createUpload", "/uploads")
	opUpload         = jsonapi.Get("getUploadById", "/uploads/{id}")
	opStarred        = jsonapi.Get("getLoggedInAthleteStarredSegments", "/segments/starred")
	opSegment        = jsonapi.Get("getSegmentById", "/segments/{id}")
	opEfforts        = jsonapi.Get("getEffortsBySegmentId", "/segment_efforts")
)

// The operations of the website, which connects athletes.
var (
	opRevoke      = jsonapi.Post("revoke", "/oauth/revoke")
	opDeauthorize = jsonapi.Post("deauthorize", "/oauth/deauthorize")
)

// buckets are those that an operation counts in: what makes something counts
// among all requests alone, everything else among those that read too.
func buckets(op jsonapi.Operation) []string {
	if slices.Contains([]string{opCreateActivity.ID, opCreateUpload.ID}, op.ID) {
		return nil
	}
	return []string{source.Reads}
}
