package igpsport

import (
	"lapkeep/internal/services/client"
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
	opPublicKey  = client.Get("publicKey", "/service/edge-core/api/public/key")
	opLogin      = client.Post("login", "/service/auth/account/login")
	opActivities = client.Get("listActivities", analyze+"queryMyActivity")
	opActivity   = client.Get("activityDetail", analyze+"queryActivityDetail/{id}")
	opFile       = client.Get("downloadURL", analyze+"getDownloadUrl/{id}")
	opSignedURL  = client.Get("signedURL", "/service/sportg/third-party-server/oss/getSignedUrl")
	opUploaded   = client.Post("uploaded", analyze+"uploadByOss")
	opIntervals  = client.Get("intervalInfo", mobile+"v2/User/UserIntervalInfo")
	opUser       = client.Get("userInfo", mobile+"User/UserInfo")

	opWorkoutList   = client.Get("listWorkouts", library+"GetWorkOutList") // in China
	opWorkouts      = client.Get("customWorkouts", library+"CustomWorkout")
	opWorkout       = client.Get("workout", library+"GetWorkOutDetail")
	opSaveWorkout   = client.Post("saveWorkout", library+"EditCustomWorkOut")
	opDeleteWorkout = client.Post("deleteWorkout", library+"CustomWorkOutDel")

	opStatisticsChina = client.Get("statistics", records+"getMemberDataStatisticsV4")
	opStatistics      = client.Get("statistics", records+"getMemberDataStatistics")

	opStarredSegments = client.Get("collectedSegments", segment+"segments/queryMyCollect")
	opOwnSegments     = client.Get("createdSegments", segment+"segments/queryMyCreate")
	opSegment         = client.Get("segment", segment+"segments/detail/{id}")
	opSegmentEfforts  = client.Get("segmentEfforts", segment+"segments-score/check/{id}")
	opSegmentFastest  = client.Get("segmentTop", segment+"segments/topRecords/{id}")
	opSegmentRanking  = client.Get("segmentRank", segment+"segments/rank")
	opFindSegments    = client.Get("findSegments", mobile+"Segment/SegmentFindList") // abroad
)
