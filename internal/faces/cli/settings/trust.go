package settings

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"lapkeep/internal/platform/disk"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/training"
)

const (
	envName = ".env"
	// trustName is the name of the file in the home that lists trusted files.
	trustName  = "trusted-env.json"
	trustLimit = 1 << 20
)

// Trusted is the state of a .env file when the athlete named it.
type Trusted struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// TrustedFiles lists the files that the athlete trusts.
func TrustedFiles(home string) ([]Trusted, error) {
	path := filepath.Join(home, trustName)
	text, err := disk.ReadRegular(path, trustLimit)
	if absent(err) {
		return nil, nil
	}
	var all []Trusted
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, training.Errorf(training.KindCorrupt, "The list of trusted files %s cannot be read.", path).
			WithFix("Delete it, then trust each folder again: lapkeep trust-env DIR")
	}
	return all, nil
}

// Trust allows the services' settings in the .env of dir for processes that work in dir,
// until the file changes, and returns the names of these settings.
func Trust(home, dir string, services []Definition) (path string, names []string, err error) {
	path = envPath(dir)
	text, err := disk.ReadRegular(path, envLimit)
	if absent(err) {
		return path, nil, training.Errorf(training.KindNotFound, "%s does not exist.", path).
			WithFix("Pass the folder that contains it.")
	}
	if err != nil {
		return path, nil, unreadable(path, err)
	}
	if names, _, _ = namesIn(string(text), services); len(names) == 0 {
		return path, nil, training.Errorf(training.KindInvalid, "%s contains no settings that Lapkeep reads from a folder.", path).
			WithFix("Lapkeep reads only: %s.", strings.Join(serviceNames(services), ", "))
	}
	all, err := TrustedFiles(home)
	if err != nil {
		return path, nil, err
	}
	all = slices.DeleteFunc(all, func(t Trusted) bool { return t.Path == path })
	return path, names, putTrusted(home, append(all, Trusted{path, fingerprint(text)}))
}

// Distrust removes a folder's file from the list.
func Distrust(home, dir string) (path string, err error) {
	path = envPath(dir)
	all, err := TrustedFiles(home)
	if err != nil {
		return path, err
	}
	left := slices.DeleteFunc(slices.Clone(all), func(t Trusted) bool { return t.Path == path })
	if len(left) == len(all) {
		return path, training.Errorf(training.KindNotFound, "%s is not trusted.", path).
			WithFix("List the trusted files: lapkeep trust-env --list")
	}
	return path, putTrusted(home, left)
}

func putTrusted(home string, all []Trusted) error {
	if err := MakeHome(home); err != nil {
		return err
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err == nil {
		err = disk.WriteAtomic(filepath.Join(home, trustName), text, 0o600)
	}
	if err != nil {
		return training.Errorf(training.KindUnavailable, "The list of trusted files cannot be written: %w.", err).
			WithFix("Make %s writable.", home)
	}
	return nil
}

// envPath returns the path of a folder's .env, with links in the folder's path
// resolved.
func envPath(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return filepath.Join(dir, envName)
}

func fingerprint(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// trusted returns the .env of the working folder if the athlete has trusted it and
// it is unchanged. No other file is even opened, because it may contain anything.
func (s *Settings) trusted(in Input, home string) ([]environment, error) {
	all, err := TrustedFiles(home)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	path := envPath(in.WorkDir)
	i := slices.IndexFunc(all, func(t Trusted) bool { return t.Path == path })
	if i < 0 {
		return nil, nil
	}
	text, err := disk.ReadRegular(path, envLimit)
	switch {
	case absent(err):
		return nil, nil
	case err != nil || fingerprint(text) != all[i].SHA256:
		s.Skipped = append(s.Skipped, Skip{
			textclean.Line(path, textclean.TextRunes) + " has changed since you trusted it, and is ignored.",
			"Check it, then run: lapkeep trust-env " + textclean.Here(textclean.Line(filepath.Dir(path), textclean.TextRunes)),
		})
		return nil, nil
	}
	e := environment{place: path, origin: path, folder: true}
	e.vars, _ = parseEnv(string(text))
	return []environment{e}, nil
}

// Folder lists the settings in the .env of a working folder: names, never
// values.
type Folder struct {
	Path string
	// Services lists the settings of services. They are used only if the file is trusted.
	Services []string
	// Never lists Lapkeep's own settings, which are never used there.
	Never []string
	// Others lists accounts with services that Lapkeep does not connect to.
	Others  []string
	Trusted bool
	// Err is the reason why the file cannot be read.
	Err error
}

// LookAtFolder reads the .env of the working folder without using it.
func LookAtFolder(in Input, s Settings) (Folder, error) {
	f := Folder{Path: envPath(in.WorkDir)}
	if in.EnvFile != "" || f.Path == envPath(s.Get(Home)) {
		return f, nil // the file is read elsewhere, as the named file or the home's
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

// namesIn returns the names of settings in a file: those of services, of Lapkeep
// itself, and of services that Lapkeep does not connect to. A name that any program
// may use counts as a service's only if another of that service's names is present.
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

// otherServers returns the variables of other servers for Strava, which are
// reported as long as no service declares them. They are listed one by one, because
// names in such a file may mean anything.
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

// parseEnv reads NAME=value lines. It accepts blank lines, comments, a leading
// "export", quotes around a value and quoted values of several lines; bad holds the
// numbers of all other lines.
func parseEnv(text string) (vars map[string]string, bad []int) {
	vars = map[string]string{}
	lines := strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n")
	quotes := openQuotes{}
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || !isName(name) {
			bad = append(bad, i+1)
			continue
		}
		if value == "" || value[0] != '"' && value[0] != '\'' {
			value, _, _ = strings.Cut(value, " #")
			vars[name] = strings.TrimSpace(value)
			continue
		}
		inside, last, ok := quotes.read(lines, i)
		if !ok {
			bad = append(bad, i+1)
			continue
		}
		vars[name], i = inside, last
	}
	return vars, bad
}

func isName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && r != '.' && r != '-' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	})
}

// openQuotes remembers the kinds of quote that are not closed again, so that the
// text is not read to the end for each line that opens one.
type openQuotes map[byte]bool

// read returns the quoted value that begins at a line, and its last line.
func (q openQuotes) read(lines []string, at int) (inside string, last int, ok bool) {
	_, value, _ := strings.Cut(lines[at], "=")
	value = strings.TrimLeft(value, " \t")
	quote := value[0]
	if q[quote] {
		return "", at, false
	}
	var b strings.Builder
	part := value[1:]
	for last = at; ; part = lines[last] {
		if end := closing(part, quote); end >= 0 {
			b.WriteString(part[:end])
			rest := strings.TrimSpace(part[end+1:])
			return b.String(), last, rest == "" || strings.HasPrefix(rest, "#")
		}
		b.WriteString(strings.TrimSuffix(part, "\r") + "\n")
		if last++; last == len(lines) {
			q[quote] = true
			return "", at, false
		}
	}
}

// closing returns the index at which a quote closes, or -1; a backslash escapes
// in double quotes.
func closing(s string, quote byte) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quote == '"':
			i++
		case s[i] == quote:
			return i
		}
	}
	return -1
}
