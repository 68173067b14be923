package stravatest

import "slices"

// operations are the calls of the service that there still are.
func operations() []*operation {
	return slices.Concat(connecting(), athletes(), activities(), grounds(), sending())
}

func connecting() []*operation {
	ask := authorizeFields()
	return []*operation{
		{name: "authorize", method: "GET", path: "/oauth/authorize", web: true, query: ask, answer: authorize},
		{name: "authorize", method: "GET", path: "/oauth/mobile/authorize", web: true, query: ask, answer: authorize},
		{
			name: "accept", method: "POST", path: "/oauth/accept_application", web: true, query: ask,
			form: []string{"decision", "scope", "athlete"}, answer: accept,
		},
		{
			name: "token", method: "POST", path: "/oauth/token", web: true, alias: true, query: tokenFields(), form: tokenFields(), answer: token,
		},
		{name: "revoke", method: "POST", path: "/oauth/revoke", web: true, form: []string{"token", "token_type_hint"}, answer: revoke},
		{name: "deauthorize", method: "POST", path: "/oauth/deauthorize", web: true, answer: deauthorize},
	}
}

func athletes() []*operation {
	seeing := []string{"activity:read", "activity:read_all"}
	return []*operation{
		{name: "getLoggedInAthlete", method: "GET", path: "/athlete", answer: getAthlete},
		{
			name: "updateLoggedInAthlete", method: "PUT", path: "/athlete", scopes: []string{"profile:write"}, query: []string{"weight"},
			form: []string{"weight"}, answer: putAthlete,
		},
		{name: "getLoggedInAthleteZones", method: "GET", path: "/athlete/zones", scopes: []string{"profile:read_all"}, answer: getZones},
		{
			name: "getStats", method: "GET", path: "/athletes/{id}/stats", scopes: []string{"activity:read", "activity:read_all", "read"},
			answer: getStats,
		},
		{
			name: "getLoggedInAthleteActivities", method: "GET", path: "/athlete/activities", scopes: seeing,
			query: []string{"before", "after", "page", "per_page"}, answer: listActivities,
		},
		{name: "getLoggedInAthleteClubs", method: "GET", path: "/athlete/clubs", query: []string{"page", "per_page"}, answer: listClubs},
		{name: "getClubById", method: "GET", path: "/clubs/{id}", answer: getClub},
		{name: "getGearById", method: "GET", path: "/gear/{word}", answer: getGear},
		{name: "getRoutesByAthleteId", method: "GET", path: "/athletes/{id}/routes", query: []string{"page", "per_page"}, answer: listRoutes},
	}
}

func activities() []*operation {
	seeing := []string{"activity:read", "activity:read_all"}
	pages := []string{"page", "per_page"}
	return []*operation{
		{
			name: "createActivity", method: "POST", path: "/activities", scopes: []string{"activity:write"}, write: true, form: createFields(),
			answer: createActivity,
		},
		{
			name: "getActivityById", method: "GET", path: "/activities/{id}", scopes: seeing, query: []string{"include_all_efforts"},
			answer: getActivity,
		},
		{
			name: "updateActivityById", method: "PUT", path: "/activities/{id}", scopes: []string{"activity:write"}, form: updateFields(),
			answer: updateActivity,
		},
		{name: "getLapsByActivityId", method: "GET", path: "/activities/{id}/laps", scopes: seeing, answer: getLaps},
		{
			name: "getZonesByActivityId", method: "GET", path: "/activities/{id}/zones", scopes: seeing, subscribed: true,
			answer: getActivityZones,
		},
		{
			name: "getCommentsByActivityId", method: "GET", path: "/activities/{id}/comments", scopes: seeing,
			query: []string{"page", "per_page", "page_size", "after_cursor"}, answer: getComments,
		},
		{name: "getKudoersByActivityId", method: "GET", path: "/activities/{id}/kudos", scopes: seeing, query: pages, answer: getKudos},
		{
			name: "getPhotosByActivityId", method: "GET", path: "/activities/{id}/photos", scopes: seeing, query: []string{"size"},
			answer: getPhotos,
		},
		{
			name: "getActivityStreams", method: "GET", path: "/activities/{id}/streams", scopes: seeing, query: streamFields(),
			answer: getActivityStreams,
		},
	}
}

func grounds() []*operation {
	return []*operation{
		{name: "getSegmentById", method: "GET", path: "/segments/{id}", scopes: []string{"read", "read_all"}, answer: getSegment},
		{
			name: "getLoggedInAthleteStarredSegments", method: "GET", path: "/segments/starred", scopes: []string{"read", "read_all"},
			query: []string{"page", "per_page"}, answer: listStarred,
		},
		{
			name: "starSegment", method: "PUT", path: "/segments/{id}/starred", scopes: []string{"profile:write"}, form: []string{"starred"},
			answer: starSegment,
		},
		{
			name: "exploreSegments", method: "GET", path: "/segments/explore", scopes: []string{"read", "read_all"}, extended: true,
			query: []string{"bounds", "activity_type", "min_cat", "max_cat"}, answer: exploreSegments,
		},
		{
			name: "getSegmentStreams", method: "GET", path: "/segments/{id}/streams", scopes: []string{"read", "read_all"}, query: streamFields(),
			answer: getSegmentStreams,
		},
		{
			name: "getEffortsBySegmentId", method: "GET", path: "/segment_efforts",
			scopes:     []string{"activity:read", "activity:read_all", "read", "read_all"},
			subscribed: true, query: []string{"segment_id", "start_date_local", "end_date_local", "per_page"}, answer: listEfforts,
		},
		{name: "getSegmentEffortById", method: "GET", path: "/segment_efforts/{id}", subscribed: true, answer: getEffort},
		{
			name: "getSegmentEffortStreams", method: "GET", path: "/segment_efforts/{id}/streams", query: streamFields(),
			answer: getEffortStreams,
		},
		{name: "getRouteById", method: "GET", path: "/routes/{id}", answer: getRoute},
		{name: "getRouteAsGPX", method: "GET", path: "/routes/{id}/export_gpx", answer: exportGPX},
		{name: "getRouteAsTCX", method: "GET", path: "/routes/{id}/export_tcx", answer: exportTCX},
		{name: "getRouteStreams", method: "GET", path: "/routes/{id}/streams", answer: getRouteStreams},
	}
}

func sending() []*operation {
	writing := []string{"activity:write"}
	who := []string{"client_id", "client_secret"}
	return []*operation{
		{name: "createUpload", method: "POST", path: "/uploads", scopes: writing, write: true, form: uploadFields(), answer: createUpload},
		{name: "getUploadById", method: "GET", path: "/uploads/{id}", scopes: writing, answer: getUpload},
		{
			name: "createSubscription", method: "POST", path: "/push_subscriptions", client: true,
			form: slices.Concat(who, []string{"callback_url", "verify_token"}), answer: createSubscription,
		},
		{name: "listSubscriptions", method: "GET", path: "/push_subscriptions", client: true, query: who, answer: listSubscriptions},
		{
			name: "deleteSubscription", method: "DELETE", path: "/push_subscriptions/{id}", client: true, query: who, form: who,
			answer: deleteSubscription,
		},
	}
}
