package settings

// Key names one setting, as the config file writes it.
type Key string

// The settings.
const (
	Home       Key = "home"
	Athlete    Key = "athlete"
	Toolsets   Key = "toolsets"
	Writes     Key = "writes"
	ImportDirs Key = "import_dirs"
	LogLevel   Key = "log_level"
	Language   Key = "language"
	APIKey     Key = "api_key"
)

// Definition says how one setting is written in each place.
type Definition struct {
	Key     Key
	Flag    string   // without dashes; empty if there is none
	Env     []string // first found wins
	Default string
	Help    string
	// Allowed lists the words that are right, least first; nil is any text.
	Allowed []string
	// Bounded settings can only be narrowed by flags and environment: the
	// config file's word (or the default) is the most that they allow.
	Bounded bool
	Secret  bool
}

// Catalogue lists every setting.
func Catalogue() []Definition {
	return []Definition{
		{Key: Home, Flag: "home", Env: []string{"LAPKEEP_HOME"}, Help: "folder that holds everything Lapkeep keeps"},
		{Key: Athlete, Flag: "athlete", Env: []string{"LAPKEEP_ATHLETE"}, Default: "me", Help: "athlete to work for"},
		{
			Key: Toolsets, Flag: "toolsets", Env: []string{"LAPKEEP_TOOLSETS"}, Default: "default",
			Help: "toolsets to offer: default, all, or names separated by commas",
		},
		{
			Key: Writes, Flag: "writes", Env: []string{"LAPKEEP_WRITES"}, Default: "safe", Bounded: true,
			Allowed: []string{"none", "safe", "full"}, Help: "what assistants may write",
		},
		{
			Key: ImportDirs, Flag: "import-dirs", Env: []string{"LAPKEEP_IMPORT_DIRS"},
			Help: "folders that assistants may import from, separated as in PATH",
		},
		{
			Key: LogLevel, Flag: "log-level", Env: []string{"LAPKEEP_LOG_LEVEL", "LOG_LEVEL"}, Default: "warn",
			Allowed: []string{"error", "warn", "info", "debug"}, Help: "how much is logged on stderr",
		},
		{Key: Language, Flag: "language", Env: []string{"LAPKEEP_LANGUAGE"}, Default: "en", Help: "language of sentences for people"},
		{Key: APIKey, Env: []string{"LAPKEEP_API_KEY"}, Help: "bearer key of the HTTP server; made on first start if unset", Secret: true},
	}
}
