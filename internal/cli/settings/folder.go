package settings

import (
	"slices"

	"lapkeep/internal/platform/regularfile"
)

// Folder lists the settings in the .env of a working folder: names, never
// values.
type Folder struct {
	Path string
	// Services are settings of services, which count if the file is trusted.
	Services []string
	// Never are settings of Lapkeep's own, which never count there.
	Never []string
	// Others are accounts at services that Lapkeep does not connect to.
	Others  []string
	Trusted bool
	// Err is why it cannot be read.
	Err error
}

// LookAtFolder reads the .env of the working folder without using it.
func LookAtFolder(in Input, s Settings) (Folder, error) {
	f := Folder{Path: envPath(in.WorkDir)}
	if in.EnvFile != "" || f.Path == envPath(s.Get(Home)) {
		return f, nil // it is read as what it is
	}
	all, err := TrustedFiles(s.Get(Home))
	if err != nil {
		return f, err
	}
	text, err := regularfile.Read(f.Path, envLimit)
	if absent(err) {
		return f, nil
	}
	if f.Err = err; err == nil {
		f.Services, f.Never, f.Others = namesIn(string(text))
	}
	f.Trusted = err == nil && slices.Contains(all, Trusted{f.Path, fingerprint(text)})
	return f, nil
}

// namesIn are the names of settings that a file has: of services, of Lapkeep's
// own, and of services that it does not connect to. A key that any program may
// call its own is one of a service beside an athlete alone.
func namesIn(text string) (services, own, others []string) {
	vars, _ := parseEnv(text)
	athlete := vars["ATHLETE_ID"] != "" || vars["INTERVALS_ICU_ATHLETE_ID"] != ""
	for _, d := range Catalogue() {
		for _, name := range d.Env {
			switch {
			case vars[name] == "", name == AnybodysKey && !athlete:
			case d.OfService:
				services = append(services, name)
			default:
				own = append(own, name)
			}
		}
	}
	for _, name := range otherServers() {
		if vars[name] != "" {
			others = append(others, name)
		}
	}
	return services, own, others
}

// otherServers are the accounts that servers for Strava and iGPSPORT read from
// a folder. Names are listed: those of a foreign file are somebody's words.
func otherServers() []string {
	return []string{
		"STRAVA_CLIENT_ID", "STRAVA_CLIENT_SECRET", "STRAVA_ACCESS_TOKEN", "STRAVA_REFRESH_TOKEN",
		"IGPSPORT_USERNAME", "IGPSPORT_PASSWORD",
	}
}

// AnybodysKey is a variable that many programs use for some key.
const AnybodysKey = "API_KEY"

func serviceNames() (names []string) {
	for _, d := range Catalogue() {
		if d.OfService {
			names = append(names, d.Env...)
		}
	}
	return names
}
