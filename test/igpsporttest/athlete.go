package igpsporttest

import (
	"maps"
	"math"
	"strconv"
)

// setParameters gives an athlete the parameters that the app asks for. The
// international service leaves weight, height and name to UserInfo.
func (m *Member) setParameters(region Region, none bool, login string) {
	ftp, lthr, mhr := 250, 168, 188
	if none {
		ftp, lthr, mhr = 0, 0, 0
	}
	member := Doc{
		"memberId": m.ID, "ftp": ftp, "lthr": lthr, "mhr": mhr, "quietHeartRate": 48, "heartRateComputeMode": 2,
		"runLthr": lthr, "runMhr": mhr, "runHeartRateComputeMode": 0, "swimLthr": 0, "swimMhr": 0,
	}
	m.Info = Doc{
		"strMemberId": strconv.FormatInt(m.ID, 10), "memberId": m.ID, "nickName": m.Name, "avatar": "", "sex": 1, "height": 178, "weight": 71.0,
		"birthDate": "1988-04-12", "cityId": 330100, "cityName": "杭州", "provinceName": "浙江", "mhr": mhr, "lthr": lthr, "ftp": ftp,
		"rideCalorie": 0, "timeZone": 28800, "bikeWeight": 8.2, "bikeWheelSize": 2096,
		"regTime": "03/14/2021 09:26:53", "integral": 0, "vO2max": 0, "attention": 1, "fans": 2, "unitMetric": 0, "unitLength": 0,
		"viewFriends": 0, "deviceName": "iGPSPORT BSC300,iGPSPORT HR60", "hasPassword": true, "isOfficial": false, "momentCount": 0,
		"isIdentified": false, "type": 0, "shareUrl": "",
	}
	if region == CN {
		maps.Copy(member, Doc{"nickName": m.Name, "weight": 71.0, "height": 178})
		m.Info["phone"] = login
	} else {
		maps.Copy(m.Info, Doc{"email": login, "timeZone": 7200, "cityName": "Freiburg", "provinceName": "Baden-Württemberg"})
	}
	m.Interval = Doc{
		"member": member, "power": zones([]float64{.55, .75, .90, 1.05, 1.20, 1.50}, ftp, 2500),
		"heartRate": zones([]float64{.60, .70, .80, .90}, mhr, mhr), "heartRateLactateThreshold": zones([]float64{.81, .89, .94, 1}, lthr, mhr),
		"heartRateReserve": []Doc{}, "speed": []Doc{}, "cad": []Doc{}, "runHeartRate": []Doc{}, "swimHeartRate": []Doc{},
	}
}

// zones are absolute bands, the last of which ends at top. Without a threshold
// there are none.
func zones(shares []float64, of, top int) []Doc {
	out := []Doc{}
	if of == 0 {
		return out
	}
	from := 0
	for i, share := range append(shares, 0) {
		to := int(math.Round(share * float64(of)))
		if share == 0 {
			to = top
		}
		out = append(out, Doc{"id": i + 1, "start": from, "end": to})
		from = to + 1
	}
	return out
}

func intervalInfo(c *call) (any, error) { return c.member.Interval, nil }

// userInfo adds up what was ridden.
func userInfo(c *call) (any, error) {
	metres, seconds := 0.0, 0
	for _, r := range c.member.Rides {
		if r.File != nil {
			metres, seconds = metres+r.Metres, seconds+r.Seconds
			continue
		}
		metres, seconds = metres+r.Body.DistanceM(), seconds+r.Body.TimerS()
	}
	d := maps.Clone(c.member.Info)
	d["rideNum"], d["rideDistance"], d["rideTime"] = len(c.member.Rides), math.Round(metres), seconds
	return d, nil
}

// updateIntervalInfo takes the whole of what was read. Weight is passed over.
func updateIntervalInfo(c *call) (any, error) {
	given := object(c.body, "member")
	if given == nil {
		return nil, refuseCode(400, "member is required")
	}
	for name := range c.member.Interval {
		if _, ok := c.body[name]; !ok {
			c.server.violated("%s %s: %q is missing, which would be lost", c.region, c.op.name, name)
		}
	}
	old := object(c.member.Interval, "member")
	kept := Doc{}
	maps.Copy(kept, given)
	for _, name := range []string{"memberId", "weight"} {
		if v, ok := old[name]; ok {
			kept[name] = v
		} else {
			delete(kept, name)
		}
	}
	fresh := Doc{}
	maps.Copy(fresh, c.body)
	fresh["member"] = kept
	c.member.Interval = fresh
	for _, name := range []string{"ftp", "lthr", "mhr"} {
		c.member.Info[name] = kept[name]
	}
	return nil, nil
}

// updateUserInfo takes name, body and place under names of its own.
func updateUserInfo(c *call) (any, error) {
	names := map[string]string{
		"areaId": "cityId", "birthDate": "birthDate", "gender": "sex", "height": "height", "nickName": "nickName", "weight": "weight",
	}
	c.knows("the athlete", c.body, "areaId", "birthDate", "gender", "height", "nickName", "weight")
	for given, kept := range names {
		v, ok := c.body[given]
		if !ok {
			c.server.violated("%s %s: %q is missing, which would be lost", c.region, c.op.name, given)
		}
		c.member.Info[kept] = v
		if _, shown := object(c.member.Interval, "member")[kept]; shown {
			object(c.member.Interval, "member")[kept] = v
		}
	}
	return nil, nil
}
