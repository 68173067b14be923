package clients

import (
	"strings"

	"lapkeep/internal/training"
)

// Place is where files are looked for: a system, a user's home folder and the
// environment, as values.
type Place struct {
	OS   string // as Go names it: linux, darwin, windows
	Home string
	Env  func(name string) string
}

// expand replaces the places in braces and writes the path as the system does:
//
//	{home}     the user's home folder
//	{config}   XDG_CONFIG_HOME or ~/.config
//	{appdata}  %APPDATA%
//	{support}  ~/Library/Application Support
//	{claude}, {claude-json}, {codex}, {cline}  what these clients' own variables move
func (p Place) expand(path string) string {
	path = strings.NewReplacer(
		"{home}", p.Home,
		"{config}", p.variable("XDG_CONFIG_HOME", p.Home+"/.config"),
		"{appdata}", p.variable("APPDATA", p.Home+"/AppData/Roaming"),
		"{support}", p.Home+"/Library/Application Support",
		"{claude}", p.variable("CLAUDE_CONFIG_DIR", p.Home+"/.claude"),
		"{claude-json}", p.variable("CLAUDE_CONFIG_DIR", p.Home),
		"{codex}", p.variable("CODEX_HOME", p.Home+"/.codex"),
		"{cline}", p.variable("CLINE_MCP_SETTINGS_PATH", p.Home+"/.cline/data/settings/cline_mcp_settings.json"),
	).Replace(path)
	if p.OS == "windows" {
		path = strings.ReplaceAll(path, "/", `\`)
	}
	return path
}

func (p Place) variable(name, fallback string) string {
	if p.Env != nil {
		if v := p.Env(name); v != "" {
			return v
		}
	}
	return fallback
}

// File is the client's configuration file.
func (c Client) File(p Place) (string, error) {
	path, ok := c.Files[p.OS]
	if !ok {
		if c.Manual() {
			return "", training.Errorf(training.KindUnsupported, "%s has no configuration file.", c.Name).
				WithFix("Do what lapkeep mcp config %s says.", c.ID)
		}
		return "", training.Errorf(training.KindUnsupported,
			"%s does not run on %s, or keeps its file in a place that is not known.", c.Name, p.OS).
			WithFix("Name the file with --file.")
	}
	return p.expand(path), nil
}

// SkillsFolder is where the client reads skills.
func (c Client) SkillsFolder(p Place) (string, error) {
	if c.Skills == "" {
		return "", training.Errorf(training.KindUnsupported, "%s reads no skills from a folder.", c.Name).
			WithFix("Use the prompts that the server offers, or name a folder with --dir.")
	}
	return p.expand(c.Skills), nil
}

// anywhere is one path on all systems.
func anywhere(path string) map[string]string {
	return map[string]string{"linux": path, "darwin": path, "windows": path}
}

// application is a folder of programs with a window, below each system's own place.
func application(path string) map[string]string {
	return map[string]string{"linux": "{config}/" + path, "darwin": "{support}/" + path, "windows": "{appdata}/" + path}
}
