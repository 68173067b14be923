package strava

import (
	"slices"

	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
)

// The operations, by their names in the service's document.
var (
	opAthlete        = client.Get("getLoggedInAthlete", "/athlete")
	opStats          = client.Get("getStats", "/athletes/{id}/stats")
	opActivities     = client.Get("getLoggedInAthleteActivities", "/athlete/activities")
	opActivity       = client.Get("getActivityById", "/activities/{id}")
	opStreams        = client.Get("getActivityStreams", "/activities/{id}/streams")
	opComments       = client.Get("getCommentsByActivityId", "/activities/{id}/comments")
	opCreateActivity = client.Post("createActivity", "/activities")
	opUpdateActivity = client.Put("updateActivityById", "/activities/{id}")
	opCreateUpload   = client.Post("createUpload", "/uploads")
	opUpload         = client.Get("getUploadById", "/uploads/{id}")
	opStarred        = client.Get("getLoggedInAthleteStarredSegments", "/segments/starred")
	opSegment        = client.Get("getSegmentById", "/segments/{id}")
	opEfforts        = client.Get("getEffortsBySegmentId", "/segment_efforts")
	opZones          = client.Get("getLoggedInAthleteZones", "/athlete/zones")
	opClubs          = client.Get("getLoggedInAthleteClubs", "/athlete/clubs")
	opClub           = client.Get("getClubById", "/clubs/{id}")
	opGear           = client.Get("getGearById", "/gear/{id}")
	opLaps           = client.Get("getLapsByActivityId", "/activities/{id}/laps")
	opActivityZones  = client.Get("getZonesByActivityId", "/activities/{id}/zones")
	opKudos          = client.Get("getKudoersByActivityId", "/activities/{id}/kudos")
	opExplore        = client.Get("exploreSegments", "/segments/explore")
	opStar           = client.Put("starSegment", "/segments/{id}/starred")
	opSegmentStreams = client.Get("getSegmentStreams", "/segments/{id}/streams")
	opEffort         = client.Get("getSegmentEffortById", "/segment_efforts/{id}")
	opEffortStreams  = client.Get("getSegmentEffortStreams", "/segment_efforts/{id}/streams")
	opRoutes         = client.Get("getRoutesByAthleteId", "/athletes/{id}/routes")
	opRoute          = client.Get("getRouteById", "/routes/{id}")
	opRouteGPX       = client.Get("getRouteAsGPX", "/routes/{id}/export_gpx")
	opRouteTCX       = client.Get("getRouteAsTCX", "/routes/{id}/export_tcx")
	opRouteStreams   = client.Get("getRouteStreams", "/routes/{id}/streams")
)

// The operations of an application, which no document describes.
var (
	opSubscribe   = client.Post("createPushSubscription", "/push_subscriptions")
	opUnsubscribe = client.Delete("deletePushSubscription", "/push_subscriptions/{id}")
)

// The operations of the website, which connects athletes.
var (
	opRevoke      = client.Post("revoke", "/oauth/revoke")
	opDeauthorize = client.Post("deauthorize", "/oauth/deauthorize")
)

// buckets returns the buckets in which an operation counts: requests that create
// something count only among all requests, everything else also among the reads.
func buckets(op client.Operation) []string {
	if slices.Contains([]string{opCreateActivity.ID, opCreateUpload.ID}, op.ID) {
		return nil
	}
	return []string{source.Reads}
}
