package settings

import (
	"slices"

	"lapkeep/internal/platform/disk"
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
	text, err := disk.ReadRegular(f.Path, envLimit)
	if absent(err) {
		return f, nil
	}
	if f.Err = err; err == nil {
		f.Services, f.Never, f.Others = namesIn(string(text), in.Services)
	}
	f.Trusted = err == nil && slices.Contains(all, Trusted{f.Path, fingerprint(text)})
	return f, nil
}

// namesIn are the names of settings that a file has: of services, of Lapkeep's
// own, and of services that it does not connect to. A name that any program may
// use is one of a service beside another alone.
func namesIn(text string, declared []Definition) (services, own, others []string) {
	vars, _ := parseEnv(text)
	all := Catalogue(declared)
	set := func(k Key) bool {
		return slices.ContainsFunc(all, func(d Definition) bool {
			return d.Key == k && slices.ContainsFunc(d.Env, func(name string) bool { return vars[name] != "" })
		})
	}
	for _, d := range all {
		for _, name := range d.Env {
			switch {
			case vars[name] == "", slices.Contains(d.Anybodys, name) && !set(d.Beside):
			case d.OfService:
				services = append(services, name)
			default:
				own = append(own, name)
			}
		}
	}
	for _, name := range otherServers() {
		if vars[name] != "" && !slices.Contains(services, name) {
			others = append(others, name)
		}
	}
	return services, own, others
}

// otherServers are the accounts that servers for Strava read from a folder,
// told of while no service declares them. Names are listed: those of a foreign
// file are somebody's words.
func otherServers() []string {
	return []string{"STRAVA_CLIENT_ID", "STRAVA_CLIENT_SECRET", "STRAVA_ACCESS_TOKEN", "STRAVA_REFRESH_TOKEN"}
}

func serviceNames(services []Definition) (names []string) {
	for _, d := range Catalogue(services) {
		if d.OfService {
			names = append(names, d.Env...)
		}
	}
	return names
}
