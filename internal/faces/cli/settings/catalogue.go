package settings

import (
	"slices"
	"strings"

	"golang.org/x/text/language"
)

// Key is the name of a setting in the config file.
type Key string

// DefaultAthlete is the athlete used if none is named.
const DefaultAthlete = "me"

// The settings.
const (
	Home       Key = "home"
	Athlete    Key = "athlete"
	Athletes   Key = "athletes"
	Homes      Key = "homes"
	Toolsets   Key = "toolsets"
	More       Key = "more_toolsets"
	Writes     Key = "writes"
	ImportDirs Key = "import_dirs"
	LogLevel   Key = "log_level"
	LogFormat  Key = "log_format"
	Language   Key = "language"
	Consent    Key = "consent"
	Terminal   Key = "terminal"
	Intensity  Key = "coach_intensity"
	APIKey     Key = "api_key"
)

// The settings of the map behind a track, which only the config file can set.
const (
	MapTiles  Key = "map_tiles"
	MapCredit Key = "map_credit"
	MapFile   Key = "map_file"
)

// The settings of the HTTP server.
const (
	HTTP         Key = "http"
	Transport    Key = "transport"
	Host         Key = "host"
	Port         Key = "port"
	Path         Key = "path"
	PublicURL    Key = "public_url"
	TLSCert      Key = "tls_cert"
	TLSKey       Key = "tls_key"
	TrustedProxy Key = "trusted_proxy"
	NoAuth       Key = "no_auth"
	SecretPath   Key = "secret_path"
	RateLimit    Key = "rate_limit"
)

// DeleteMode limits the things that assistants may delete; services declare the setting.
const DeleteMode Key = "delete_mode"

// Use is the purpose for which a connection uses a setting of its service.
type Use string

// The uses. User and password belong to an account, or are the id and secret of an app that
// the athlete registered with the service.
const (
	ForKey      Use = "key"
	ForAthlete  Use = "athlete"
	ForAddress  Use = "address"
	ForRegion   Use = "region"
	ForUser     Use = "user"
	ForPassword Use = "password"
	ForSigning  Use = "signing"
	// ForRefresh is the token that renews a key which is an access token.
	ForRefresh Use = "refresh"
	// ForSignIn is the address at which an app is authorised.
	ForSignIn Use = "sign-in"
	ForFTP    Use = "ftp"
	ForLTHR   Use = "lthr"
)

// Definition describes how one setting is written in each place.
type Definition struct {
	Key     Key
	Flag    string   // without dashes; empty if there is none
	Env     []string // the first one that is set is used
	Default string
	Help    string
	// Allowed lists the valid words, the most restrictive first; nil allows any text.
	Allowed []string
	// Bounded settings can only be narrowed by flags and environment: the value in
	// the config file (or the default) is the upper limit.
	Bounded bool
	Secret  bool
	// OfServe settings are flags of the serve command only.
	OfServe bool
	// OfService settings have the names that other programs use for a service's
	// settings. Only these are read from the .env of a working folder, and only if
	// the athlete named that file.
	OfService bool
	// Use is what a service's setting is for.
	Use Use
	// Anybodys lists the names in Env that any program might use for itself: they count only
	// if the setting Beside has the same origin.
	Anybodys []string
	Beside   Key
	// Number settings are whole numbers above 0.
	Number bool
	// Instead describes what Lapkeep does instead of using the setting.
	Instead string
	// Shared settings have names that other programs use for similar settings: a
	// word that only those programs know is ignored.
	Shared bool
	// Switch settings are true or false; their flag needs no value.
	Switch bool
	// Path settings are one path, Places settings several as in PATH: ~ means the
	// user's home folder in them.
	Path, Places bool
	// Same maps other programs' words, in lower case, to the valid ones.
	Same map[string]string
}

// Catalogue lists every setting, those declared by services last. A service
// that declares one of Lapkeep's own settings adds another name for it.
func Catalogue(services []Definition) []Definition {
	all := slices.Concat(general(), serving(), maps())
	for _, d := range services {
		if i := slices.IndexFunc(all, func(o Definition) bool { return o.Key == d.Key }); i >= 0 {
			all[i].Env = append(all[i].Env, d.Env...)
			continue
		}
		d.OfService = true
		all = append(all, d)
	}
	return all
}

func general() []Definition {
	return []Definition{
		{Key: Home, Flag: "home", Env: []string{"LAPKEEP_HOME"}, Path: true, Help: "folder with all of Lapkeep's data"},
		{Key: Athlete, Flag: "athlete", Env: []string{"LAPKEEP_ATHLETE"}, Default: DefaultAthlete, Help: "athlete to work with"},
		{
			Key: Athletes, Flag: "athletes", Env: []string{"LAPKEEP_ATHLETES"}, OfServe: true,
			Help: "other athletes that a server may answer about: all, or ids separated by commas",
		},
		{
			Key: Homes, Flag: "homes", Env: []string{"LAPKEEP_HOMES"}, OfServe: true, Path: true,
			Help: "folder with one home for each athlete, each with a key of its own",
		},
		{
			Key: Toolsets, Flag: "toolsets", Env: []string{"LAPKEEP_TOOLSETS"}, Default: "default",
			Help: "toolsets to offer: default, all, or names separated by commas",
		},
		{
			Key: More, Flag: "more-toolsets", Env: []string{"LAPKEEP_MORE_TOOLSETS"}, Default: "all", Bounded: true,
			Allowed: []string{"none", "all"}, Help: "extra toolsets that assistants may enable with use_toolset",
		},
		{
			Key: Writes, Flag: "writes", Env: []string{"LAPKEEP_WRITES"}, Default: "safe", Bounded: true,
			Allowed: []string{"none", "safe", "full"}, Help: "what assistants may change",
		},
		{
			Key: ImportDirs, Flag: "import-dirs", Env: []string{"LAPKEEP_IMPORT_DIRS"}, Places: true,
			Help: "folders that assistants may import from, separated as in PATH",
		},
		{
			Key: LogLevel, Flag: "log-level", Env: []string{"LAPKEEP_LOG_LEVEL", "LOG_LEVEL", "FASTMCP_LOG_LEVEL"}, Default: "warn", Shared: true,
			Allowed: []string{"error", "warn", "info", "debug"}, Help: "log level on stderr",
			Same: map[string]string{"warning": "warn", "critical": "error", "fatal": "error", "trace": "debug"},
		},
		{
			Key: LogFormat, Env: []string{"LAPKEEP_LOG_FORMAT"}, Default: "text", Allowed: []string{"text", "json"},
			Help: "form of each line of the log on stderr",
		},
		{
			Key: Language, Flag: "lang", Env: []string{"LAPKEEP_LANG", "LAPKEEP_LANGUAGE", "IGPSPORT_LANG"}, Default: English, Shared: true,
			Allowed: []string{English, Chinese}, Help: "language of Lapkeep's messages; default the system's",
		},
		{
			Key: Consent, Flag: "consent", Env: []string{"LAPKEEP_CONSENT"}, Default: "person", Bounded: true,
			Allowed: []string{"person", "model"}, Help: "who may approve a destructive change",
		},
		{
			Key: Terminal, Default: "named", Allowed: []string{"none", "named"},
			Help: "what may run in the dashboard's terminal: nothing, or the program named by dashboard --terminal",
		},
		{
			Key: Intensity, Env: []string{"LAPKEEP_COACH_INTENSITY"}, Allowed: []string{"1", "2", "3", "4", "5"},
			Help: "how strict the coach is, from gentle to hard; default set by the persona",
		},
		{
			Key: DeleteMode, OfService: true, Default: "full", Allowed: []string{"none", "safe", "full"},
			Help: "limits what assistants may delete: none offers no delete tools; safe is the same as writes: safe",
		},
		{
			Key: APIKey, Env: []string{"LAPKEEP_API_KEY", "MCP_SERVER_API_KEY"}, Secret: true,
			Help: "bearer key for the HTTP server; created on first start if unset",
		},
	}
}

// serving lists the settings of the HTTP server. No environment variable can
// set whether a key is required.
func serving() []Definition {
	return []Definition{
		{Key: HTTP, Flag: "http", Env: []string{"LAPKEEP_HTTP"}, OfServe: true, Help: "serve over HTTP at this address, such as 127.0.0.1:8642"},
		{
			Key: Transport, Flag: "transport", Env: []string{"MCP_TRANSPORT"}, Default: "stdio", OfServe: true,
			Allowed: []string{"stdio", "http", "streamable-http", "sse"}, Help: "how clients connect; all but stdio are HTTP",
			Same: map[string]string{"streamable_http": "streamable-http", "streamablehttp": "streamable-http"},
		},
		{
			Key: Host, Flag: "host", Env: []string{"MCP_HOST", "FASTMCP_HOST"}, Default: "127.0.0.1", OfServe: true,
			Help: "address to listen on, without its port",
		},
		{Key: Port, Flag: "port", Env: []string{"MCP_PORT", "FASTMCP_PORT"}, Default: "8642", OfServe: true, Help: "port to listen on"},
		{Key: Path, Flag: "path", Default: "/mcp", OfServe: true, Help: "path of the streamable HTTP endpoint"},
		{
			Key: PublicURL, Flag: "public-url", Env: []string{"LAPKEEP_PUBLIC_URL"}, OfServe: true,
			Help: "addresses of a tunnel or proxy in front, separated by commas",
		},
		{
			Key: TLSCert, Flag: "tls-cert", Env: []string{"LAPKEEP_TLS_CERT"}, Path: true, OfServe: true,
			Help: "file with the certificate chain (PEM)",
		},
		{
			Key: TLSKey, Flag: "tls-key", Env: []string{"LAPKEEP_TLS_KEY"}, Path: true, OfServe: true,
			Help: "file with the certificate's key (PEM)",
		},
		{
			Key: TrustedProxy, Flag: "trusted-proxy", Env: []string{"LAPKEEP_TRUSTED_PROXY"}, OfServe: true,
			Help: "networks (CIDR) of the proxy that terminates TLS; other clients cannot connect",
		},
		{Key: NoAuth, Flag: "no-auth", Default: "false", Switch: true, OfServe: true, Help: "require no key; only on loopback"},
		{
			Key: SecretPath, Flag: "secret-path", Env: []string{"LAPKEEP_SECRET_PATH"}, Default: "false", Switch: true, OfServe: true,
			Help: "also answer at an unguessable path, for clients that cannot send a key",
		},
		{
			Key: RateLimit, Flag: "rate-limit", Env: []string{"LAPKEEP_RATE_LIMIT"}, Default: "200", OfServe: true,
			Help: "maximum sustained requests per second for one key",
		},
	}
}

// maps lists the settings of the dashboard's maps. An address may contain its
// server's key and is not printed.
func maps() []Definition {
	return []Definition{
		{Key: MapTiles, Secret: true, Help: "address of map tiles with {z}, {x} and {y}; the tile server learns where you train"},
		{Key: MapCredit, Help: "attribution shown next to the map"},
		{Key: MapFile, Path: true, Help: "PMTiles file with vector or raster tiles, instead of a tile server"},
	}
}

// The languages in which sentences are shown to people.
const (
	English = "en"
	Chinese = "zh-CN" // simplified
)

// offered returns the language of sentences for text, which is a tag or a system's locale.
// For a language without translations it returns English, and the language in unoffered;
// text that is not a language is returned unchanged.
func offered(text string) (word, unoffered string) {
	tag, _, _ := strings.Cut(text, ".") // zh_CN.UTF-8
	tag, _, _ = strings.Cut(tag, "@")
	switch strings.ToLower(tag) {
	case English, "c", "posix", "english":
		return English, ""
	case "chinese", "中文", "简体中文":
		return Chinese, ""
	}
	t, err := language.Parse(tag)
	if err != nil {
		return text, ""
	}
	base, _ := t.Base()
	script, _ := t.Script()
	switch {
	case base.String() == English:
		return English, ""
	case base.String() == "zh" && script.String() == "Hans":
		return Chinese, ""
	}
	return English, t.String()
}

// ofSystem sets the language from the process's environment, in the order that systems use.
// A value that is not a language is ignored.
func (v *Value) ofSystem(environ []string) {
	vars := parseEnviron(environ)
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if vars[name] == "" {
			continue
		}
		word, unoffered := offered(vars[name])
		if word == English || word == Chinese {
			v.Text, v.Unoffered = word, unoffered
			v.From = "system " + name
		}
		return
	}
}

// Tongue returns the language of sentences, even if the settings cannot be read,
// because the error has to be shown in some language.
func Tongue(in Input) string {
	s, err := Load(in)
	if err == nil {
		return s.Get(Language)
	}
	all := Catalogue(nil)
	d := all[slices.IndexFunc(all, func(d Definition) bool { return d.Key == Language })]
	envs := []environment{{place: processOrigin, origin: processOrigin, vars: parseEnviron(in.Environ)}}
	v, err := s.resolve(d, in, envs, nil)
	if err != nil {
		return English
	}
	return v.Text
}
