package archive

import (
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/training"
)

// account yields what the tables say of the athlete: gear, records, and the
// thresholds that the devices use.
func (a *archived) account(gear []gearTable) bool {
	for _, t := range gear {
		if !a.says(&t.entry, t.err, listing.Account{Gear: t.gear, Reminders: t.reminders}) {
			return false
		}
	}
	return a.table("_personalrecord", func(e *listing.Entry, to *listing.Account) error {
		return read(a, e, "personalRecords", func(r recordRow) {
			if p, ok := r.record(); ok {
				to.Records = append(to.Records, p)
			}
		})
	}) && a.table("_heartratezones", func(e *listing.Entry, to *listing.Account) error {
		all := heartZones{}
		err := read(a, e, "", all.add)
		to.Thresholds = all.thresholds()
		return err
	}) && a.table("_powerzones", func(e *listing.Entry, to *listing.Account) error {
		return read(a, e, "", func(r powerZonesRow) { to.Thresholds = append(to.Thresholds, r.threshold()...) })
	})
}

// table yields the tables of a kind.
func (a *archived) table(kind string, read func(*listing.Entry, *listing.Account) error) bool {
	for _, e := range a.take(kind) {
		var to listing.Account
		err := read(&e, &to)
		if !a.says(&e, err, to) {
			return false
		}
	}
	return true
}

func (a *archived) says(e *listing.Entry, err error, what listing.Account) bool {
	it := a.item(e)
	what.Source = GarminSource
	it.Err, it.Account = err, &what
	return a.Yield(it)
}

// zonesRow holds one sport's bounds, from which its zones are made.
type zonesRow struct {
	Sport string  `json:"sport"`
	MaxHR float64 `json:"maxHeartRateUsed"`
	LTHR  float64 `json:"lactateThresholdHeartRateUsed"`
}

// heartZones are the rows by sport; those of every sport are under "".
type heartZones map[training.Sport]zonesRow

func (h heartZones) add(r zonesRow) {
	if sport, ok := sportOfZones(r.Sport); ok {
		h[sport] = r
	}
}

// thresholds are the heart rates; a sport of which the same is said as of all
// has none of its own.
func (h heartZones) thresholds() (all []training.ThresholdEntry) {
	for _, sport := range []training.Sport{"", training.Running, training.Cycling, training.Swimming} {
		for _, v := range []struct {
			key          training.ThresholdKey
			here, common float64
		}{
			{training.KeyMaxHR, h[sport].MaxHR, h[""].MaxHR},
			{training.KeyLTHR, h[sport].LTHR, h[""].LTHR},
		} {
			if (sport == "" || v.here != v.common) && v.here >= leastHR && v.here <= mostHR {
				all = append(all, training.ThresholdEntry{Key: v.key, Sport: sport, Values: []float64{v.here}})
			}
		}
	}
	return all
}

// What a threshold of a person can be, in bpm and W.
const (
	leastHR, mostHR       = 90, 240
	leastPower, mostPower = 40, 600
)

type powerZonesRow struct {
	Sport string  `json:"sport"`
	FTP   float64 `json:"functionalThresholdPower"`
}

func (r powerZonesRow) threshold() []training.ThresholdEntry {
	sport, ok := sportOfZones(r.Sport)
	if !ok || sport == "" || !(r.FTP >= leastPower && r.FTP <= mostPower) {
		return nil
	}
	return []training.ThresholdEntry{{Key: training.KeyFTP, Sport: sport, Values: []float64{r.FTP}}}
}

func sportOfZones(word string) (training.Sport, bool) {
	switch word {
	case "DEFAULT":
		return "", true
	case "RUNNING":
		return training.Running, true
	case "CYCLING":
		return training.Cycling, true
	case "SWIMMING":
		return training.Swimming, true
	}
	return "", false
}
