package archive

import (
	"strings"

	"lapkeep/internal/training"
)

// Profile holds the fields that Lapkeep takes from profile.csv; empty ones are unknown.
type Profile struct {
	Name     string
	Sex      training.Sex
	WeightKg float64
}

// The places in profile.csv. The address in column 1 is not read.
const (
	profileFirst  = 2
	profileLast   = 3
	profileSex    = 4
	profileWeight = 6
)

// ReadProfile reads profile.csv.
func ReadProfile(data []byte) (p Profile, err error) {
	_, rows, err := readTable(data)
	if err != nil || len(rows) == 0 {
		return p, err
	}
	r := rows[0]
	p.Name = strings.TrimSpace(words(r, profileFirst) + " " + words(r, profileLast))
	switch strings.ToUpper(strings.TrimSpace(cell(r, profileSex))) {
	case "M":
		p.Sex = training.Male
	case "F":
		p.Sex = training.Female
	}
	const least, most = 25, 250 // kg that a person may weigh
	if v, ok := stravaNumber(cell(r, profileWeight)); ok && v >= least && v <= most {
		p.WeightKg = v
	}
	return p, nil
}

// Route is a row of routes.csv: a course that was drawn, not ridden.
type Route struct{ Ref, Name, File string }

// Routes reads routes.csv: id, name, file.
func Routes(data []byte) (all []Route, err error) {
	_, rows, err := readTable(data)
	for _, r := range rows {
		if id := strings.TrimSpace(cell(r, 0)); digits(id) {
			all = append(all, Route{Ref: StravaSource + ":" + id, Name: words(r, 1), File: strings.TrimSpace(cell(r, 2))})
		}
	}
	return all, err
}
