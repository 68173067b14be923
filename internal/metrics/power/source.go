package power

import (
	"strings"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// SourceVersion is the version of the rule of [SourceOf].
const SourceVersion = 1

// Sources of power on foot, besides a device's own, which goes by its
// maker's name.
const (
	SourceStryd     = "stryd"
	SourceGarminApp = "garmin_app" // Garmin's running power as an app
	SourceApp       = "app"        // another app's field
	SourceNative    = "native"     // a device that does not say its maker
)

// adopted begins the warning that power was taken from an app's field.
const adopted = `Power comes from the developer field "`

// SourceOf names what estimated the power of a recording that was not on a
// bicycle: makers compute power on foot from different models, which differ
// by tens of watts, so that two sources never share a curve. A Stryd that is
// paired as a plain power sensor goes by the watch's maker: the file does not
// tell them apart.
func SourceOf(r *training.Recording) string {
	maker := strings.ToLower(strings.TrimSpace(r.Device.Manufacturer))
	for _, w := range r.Warnings {
		rest, ok := strings.CutPrefix(i18n.Sentence(w).String(), adopted)
		if !ok || maker == SourceStryd {
			continue
		}
		field, _, _ := strings.Cut(strings.ToLower(rest), `"`)
		return sourceOfField(field, r.Sport)
	}
	if maker == "" || maker == "development" {
		return SourceNative
	}
	return maker
}

// MeterOf names the meter that measured the power of a recording, with the
// number by which it is told from another of the same product; empty if the
// file names none.
func MeterOf(r *training.Recording) string {
	m := r.PowerMeter
	if m.Serial == "" {
		return ""
	}
	return strings.Join(strings.Fields(m.Manufacturer+" "+m.Product), " ") + " #" + m.Serial
}

// sourceOfField knows the fields of the common apps. Stryd's is called Power.
func sourceOfField(field string, sport training.Sport) string {
	onFoot := sport == training.Running || sport == training.Walking || sport == training.Hiking
	switch {
	case strings.Contains(field, SourceStryd), field == "power" && onFoot:
		return SourceStryd
	case field == "rp_power", field == "running power":
		return SourceGarminApp
	}
	return SourceApp
}
