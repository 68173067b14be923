package igpsport

import (
	"lapkeep/internal/source/jsonapi"
)

const (
	analyze = "/service/web-gateway/web-analyze/activity/"
	mobile  = "/service/mobile/api/"
	library = mobile + "WorkOut/"
)

// The operations, under names of ours: the service publishes none.
var (
	opPublicKey  = jsonapi.Get("publicKey", "/service/edge-core/api/public/key")
	opLogin      = jsonapi.Post("login", "/service/auth/account/login")
	opActivities = jsonapi.Get("listActivities", analyze+"queryMyActivity")
	opActivity   = jsonapi.Get("activityDetail", analyze+"queryActivityDetail/{id}")
	opFile       = jsonapi.Get("downloadURL", analyze+"getDownloadUrl/{id}")
	opIntervals  = jsonapi.Get("intervalInfo", mobile+"v2/User/UserIntervalInfo")
	opUser       = jsonapi.Get("userInfo", mobile+"User/UserInfo")

	opWorkoutList   = jsonapi.Get("listWorkouts", library+"GetWorkOutList") // in China
	opWorkouts      = jsonapi.Get("customWorkouts", library+"CustomWorkout")
	opWorkout       = jsonapi.Get("workout", library+"GetWorkOutDetail")
	opSaveWorkout   = jsonapi.Post("saveWorkout", library+"EditCustomWorkOut")
	opDeleteWorkout = jsonapi.Post("deleteWorkout", library+"CustomWorkOutDel")
)
