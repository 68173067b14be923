package igpsporttest

import (
	"net/http"
	"slices"
)

const (
	get  = http.MethodGet
	post = http.MethodPost

	analyze  = "/service/web-gateway/web-analyze/activity/"
	segments = "/service/web-gateway/segments4j/"
	workouts = mobile + "WorkOut/"
)

// operations are all calls that the service is known to take.
func operations() []*operation {
	return slices.Concat(accountOperations(), activityOperations(), athleteOperations(), segmentOperations(), workoutOperations())
}

func accountOperations() []*operation {
	return []*operation{
		{name: "publicKey", method: get, path: "/service/edge-core/api/public/key", only: CN, open: true, unkeyed: true, answer: publicKey},
		{name: "login", method: post, path: "/service/auth/account/login", open: true, answer: login},
		{name: "token", method: post, path: "/service/auth/connect/token", open: true, plain: true, answer: renew},
	}
}

func activityOperations() []*operation {
	return []*operation{
		{
			name: "listActivities", method: get, path: analyze + "queryMyActivity", numbers: true, answer: listActivities,
			query: []string{"pageNo", "pageSize", "reqType", "sort", "sortType", "beginTime", "endTime"},
		},
		{name: "downloadURL", method: get, path: analyze + "getDownloadUrl/{id}", answer: downloadURL},
		{name: "activityDetail", method: get, path: analyze + "queryActivityDetail/{id}", numbers: true, answer: activityDetail},
		{name: "activityLaps", method: get, path: analyze + "queryActivityLap/{id}", numbers: true, answer: activityLaps},
		{
			name: "signedURL", method: get, path: "/service/sportg/third-party-server/oss/getSignedUrl", answer: signedURL,
			query: []string{"fileExtension"},
		},
		{name: "uploaded", method: post, path: analyze + "uploadByOss", answer: uploaded},
	}
}

func athleteOperations() []*operation {
	return []*operation{
		{name: "intervalInfo", method: get, path: mobile + "v2/User/UserIntervalInfo", numbers: true, answer: intervalInfo},
		{name: "userInfo", method: get, path: mobile + "User/UserInfo", numbers: true, answer: userInfo},
		{name: "updateIntervalInfo", method: post, path: mobile + "User/UpdatePersonalIntervalInfo", answer: updateIntervalInfo},
		{name: "updatePersonalInfo", method: post, path: mobile + "User/UpdatePersonalUserInfo", answer: updateUserInfo},
		{
			name: "statistics", method: get, path: "/service/sportg/sporth/memberRecordPlus/getMemberDataStatisticsV4", only: CN,
			query: []string{"distanceUnit", "time", "type", "bigSportType"}, answer: statistics,
		},
		{
			name: "statistics", method: get, path: "/service/sportg/sporth/memberRecordPlus/getMemberDataStatistics", only: INTL,
			query: []string{"DistanceUnit", "Time", "Type"}, answer: statistics,
		},
	}
}

func segmentOperations() []*operation {
	paging := []string{"pageNo", "pageSize"}
	ofOne := []string{"segmentsId", "pageNo", "pageSize"}
	all := []*operation{
		{name: "collectedSegments", path: segments + "segments/queryMyCollect", query: paging, answer: collectedSegments},
		{name: "createdSegments", path: segments + "segments/queryMyCreate", query: paging, answer: createdSegments},
		{name: "segment", path: segments + "segments/detail/{id}", answer: segmentDetail},
		{name: "segmentOverview", path: segments + "segments/queryOverView/{id}", answer: segmentDetail},
		{name: "segmentEfforts", path: segments + "segments-score/check/{id}", answer: segmentEfforts},
		{
			name: "segmentRank", path: segments + "segments/rank",
			query: []string{"pageNo", "pageSize", "segmentsId", "queryType"}, answer: segmentRank,
		},
		{name: "segmentTop", path: segments + "segments/topRecords/{id}", answer: segmentTop},
		{name: "segmentRecent", path: segments + "segments/recentRecords/{id}", answer: segmentRecent},
		{name: "segmentNotes", path: segments + "segments-note/list", query: append(ofOne, "sortType"), answer: segmentNotes},
		{name: "segmentMyNote", path: segments + "segments-note/myNote", query: ofOne, answer: segmentNotes},
		{name: "segmentMap", method: post, path: segments + "segments/querySegmentsMap", answer: segmentMap},
	}
	for _, op := range all {
		op.only = CN
		if op.method == "" {
			op.method = get
		}
	}
	return append(
		all,
		&operation{
			name: "findSegments", method: get, path: mobile + "Segment/SegmentFindList", only: INTL,
			query: []string{"FindType", "PageIndex", "PageSize"}, answer: findSegments,
		},
		&operation{name: "mayAddSegment", method: post, path: mobile + "Segment/SegmentCreateCheck", only: INTL, answer: mayAddSegment},
		&operation{name: "addSegment", method: post, path: mobile + "Segment/SegmentAdd", only: INTL, plain: true, answer: addSegment},
	)
}

func workoutOperations() []*operation {
	return []*operation{
		{
			name: "listWorkouts", method: get, path: workouts + "GetWorkOutList", only: CN,
			query: []string{"pageNo", "pageSize"}, answer: listWorkouts,
		},
		{name: "customWorkouts", method: get, path: workouts + "CustomWorkout", query: []string{"PageIndex", "PageSize"}, answer: customWorkouts},
		{name: "saveWorkout", method: post, path: workouts + "EditCustomWorkOut", answer: saveWorkout},
		{name: "workout", method: get, path: workouts + "GetWorkOutDetail", query: []string{"id"}, answer: workoutDetail},
		{name: "deleteWorkout", method: post, path: workouts + "CustomWorkOutDel", query: []string{"id"}, answer: deleteWorkout},
	}
}
