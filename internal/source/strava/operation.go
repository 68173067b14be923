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
	opZones          = jsonapi.Get("getLoggedInAthleteZones", "/athlete/zones")
	opClubs          = jsonapi.Get("getLoggedInAthleteClubs", "/athlete/clubs")
	opClub           = jsonapi.Get("getClubById", "/clubs/{id}")
	opGear           = jsonapi.Get("getGearById", "/gear/{id}")
	opLaps           = jsonapi.Get("getLapsByActivityId", "/activities/{id}/laps")
	opActivityZones  = jsonapi.Get("getZonesByActivityId", "/activities/{id}/zones")
	opKudos          = jsonapi.Get("getKudoersByActivityId", "/activities/{id}/kudos")
	opExplore        = jsonapi.Get("exploreSegments", "/segments/explore")
	opStar           = jsonapi.Put("starSegment", "/segments/{id}/starred")
	opSegmentStreams = jsonapi.Get("getSegmentStreams", "/segments/{id}/streams")
	opEffort         = jsonapi.Get("getSegmentEffortById", "/segment_efforts/{id}")
	opEffortStreams  = jsonapi.Get("getSegmentEffortStreams", "/segment_efforts/{id}/streams")
	opRoutes         = jsonapi.Get("getRoutesByAthleteId", "/athletes/{id}/routes")
	opRoute          = jsonapi.Get("getRouteById", "/routes/{id}")
	opRouteGPX       = jsonapi.Get("getRouteAsGPX", "/routes/{id}/export_gpx")
	opRouteTCX       = jsonapi.Get("getRouteAsTCX", "/routes/{id}/export_tcx")
	opRouteStreams   = jsonapi.Get("getRouteStreams", "/routes/{id}/streams")
)

// The operations of an application, which no document has.
var (
	opSubscribe   = jsonapi.Post("createPushSubscription", "/push_subscriptions")
	opUnsubscribe = jsonapi.Delete("deletePushSubscription", "/push_subscriptions/{id}")
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
