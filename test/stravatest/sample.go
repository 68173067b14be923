package stravatest

import "fmt"

// sampleKinds are what an athlete's days go through, one after another.
func sampleKinds() []Activity {
	kudos := make([]string, 40)
	for i := range kudos {
		kudos[i] = fmt.Sprintf("Friend%d K.", i)
	}
	garmin := "Garmin Edge 1030"
	return []Activity{
		{ // watts with nulls, and everything that others say of it
			SportType: "Ride", Description: "Over the hills.\n2nd line", SpeedMps: 8.2, HeartRate: true, Power: Metered, Cadence: 88,
			WorkoutType: 10, GearID: "b12345678", DeviceName: garmin, Comments: []Comment{}, Kudos: kudos, Photos: 2,
		},
		{ // intervals on foot; the cadence is that of one leg
			SportType: "Run", SpeedMps: 3.3, HeartRate: true, Cadence: 86, WorkoutType: 3, Laps: 7, GearID: "g2345678",
			DeviceName: "Garmin Forerunner 965",
		},
		{ // indoors without GPS
			SportType: "Ride", Indoor: true, Trainer: true, SpeedMps: 9.1, HeartRate: true, Power: Metered, Cadence: 90, WorkoutType: 12,
			DeviceName: "KICKR",
		},
		{SportType: "Ride", Name: "Estimated watts", SpeedMps: 7.4, Power: Estimated, WorkoutType: -1, GearID: "b12345679", Commute: true},
		{SportType: "Swim", Pool: true, SpeedMps: 0.9, WorkoutType: -1, Laps: 12, DeviceName: "Garmin Swim 2"},
		{SportType: "GravelRide", SpeedMps: 6.1, HeartRate: true, WorkoutType: -1, Visibility: Followers, DeviceName: garmin},
		{SportType: "TrailRun", Name: "Race day", SpeedMps: 2.7, HeartRate: true, Cadence: 82, WorkoutType: 1, Visibility: Everyone},
		{SportType: "WeightTraining", Still: true, Pool: true, HeartRate: true, WorkoutType: -1, Trainer: true},
		{SportType: "Hike", Manual: true, DistanceM: 8000, WorkoutType: -1},
		{SportType: "Walk", SpeedMps: 1.4, WorkoutType: -1, HideHome: true, Visibility: Followers},
		{ // private
			SportType: "Run", Name: "Only me", SpeedMps: 3.0, HeartRate: true, WorkoutType: 0, Visibility: OnlyMe, PrivateNote: "Knee hurts",
		},
		{ // virtual, with a GPS of nowhere real
			SportType: "VirtualRide", SpeedMps: 9.8, HeartRate: true, Power: Metered, Cadence: 92, WorkoutType: -1, DeviceName: "Zwift",
		},
		{SportType: "Canyoning", Name: "A sport that no document has", SpeedMps: 0.7, WorkoutType: -1, Flagged: true},
	}
}
