package igpsport

import (
	"lapkeep/internal/source/jsonapi"
)

const (
	analyze = "/service/web-gateway/web-analyze/activity/"
	mobile  = "/service/mobile/api/"
	library = mobile + "WorkOut/"
	records = "/service/sportg/sporth/memberRecordPlus/"
	segment = "/service/web-gateway/segments4j/"
)

// The operations, under names of ours: the service publishes none.
var (
	opPublicKey  = jsonapi.Get("publicKey", "/service/edge-core/api/public/key")
	opLogin      = jsonapi.Post("login", "/service/auth/account/login")
	opActivities = jsonapi.Get("listActivities", analyze+"queryMyActivity")
	opActivity   = jsonapi.Get("activityDetail", analyze+"queryActivityDetail/{id}")
	opFile       = jsonapi.Get("downloadURL", analyze+"getDownloadUrl/{id}")
	opSignedURL  = jsonapi.Get("signedURL", "/service/sportg/third-party-server/oss/getSignedUrl")
	opUploaded   = jsonapi.Post("uploaded", analyze+"uploadByOss")
	opIntervals  = jsonapi.Get("intervalInfo", mobile+"v2/User/UserIntervalInfo")
	opUser       = jsonapi.Get("userInfo", mobile+"User/UserInfo")

	opWorkoutList   = jsonapi.Get("listWorkouts", library+"GetWorkOutList") // in China
	opWorkouts      = jsonapi.Get("customWorkouts", library+"CustomWorkout")
	opWorkout       = jsonapi.Get("workout", library+"GetWorkOutDetail")
	opSaveWorkout   = jsonapi.Post("saveWorkout", library+"EditCustomWorkOut")
	opDeleteWorkout = jsonapi.Post("deleteWorkout", library+"CustomWorkOutDel")

	opStatisticsChina = jsonapi.Get("statistics", records+"getMemberDataStatisticsV4")
	opStatistics      = jsonapi.Get("statistics", records+"getMemberDataStatistics")

	opStarredSegments = jsonapi.Get("collectedSegments", segment+"segments/queryMyCollect")
	opOwnSegments     = jsonapi.Get("createdSegments", segment+"segments/queryMyCreate")
	opSegment         = jsonapi.Get("segment", segment+"segments/detail/{id}")
	opSegmentEfforts  = jsonapi.Get("segmentEfforts", segment+"segments-score/check/{id}")
	opSegmentFastest  = jsonapi.Get("segmentTop", segment+"segments/topRecords/{id}")
	opSegmentRanking  = jsonapi.Get("segmentRank", segment+"segments/rank")
	opFindSegments    = jsonapi.Get("findSegments", mobile+"Segment/SegmentFindList") // abroad
)
