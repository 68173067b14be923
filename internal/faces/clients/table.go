package clients

import (
	"slices"
	"strings"

	"lapkeep/internal/training"
)

// Table returns every known client, the most widely used first.
func Table() []Client {
	return slices.Concat(chats(), editors(), agents(), openAgents(), connectors())
}

// plainStdio returns the fields of a command and its arguments, which several
// clients share.
func plainStdio() []Field { return []Field{{"command", Command}, {"args", Args}} }

func typedStdio() []Field {
	return []Field{{"type", "stdio"}, {"command", Command}, {"args", Args}}
}

func plainHTTP() []Field { return []Field{{"url", URL}, {"headers", Authorization}} }

func typedHTTP(kind string) []Field {
	return []Field{{"type", kind}, {"url", URL}, {"headers", Authorization}}
}

// Generic returns the configuration that most clients read, whatever their file is called.
func Generic() Client {
	return Client{
		ID: "generic", Name: "Any other client", Format: "JSON", Key: []string{"mcpServers"},
		Stdio: plainStdio(), HTTP: plainHTTP(),
	}
}

// agents returns the terminal agents of model makers.
func agents() []Client {
	return []Client{
		{
			ID: "claude-code", Name: "Claude Code", Program: "claude", Format: JSON, Key: []string{"mcpServers"},
			Files: anywhere("{claude-json}/.claude.json"), Project: ".mcp.json", Folders: "projects",
			Stdio: typedStdio(), HTTP: typedHTTP("http"), Reference: "${{name}}",
			AddStdio: "claude mcp add --scope user {name} -- {command}",
			AddHTTP:  `claude mcp add --scope user --transport http {name} {url} --header 'Authorization: Bearer ${LAPKEEP_API_KEY}'`,
			Skills:   "{claude}/skills",
			Reload:   "Start a new session.",
			Verify:   "claude mcp list",
			Notes:    []string{"Claude Code writes this file too: quit it before you install, or use its own command."},
		},
		{
			ID: "codex", Name: "Codex", Program: "codex", Format: TOML, Key: []string{"mcp_servers"},
			Files: anywhere("{codex}/config.toml"), Project: ".codex/config.toml",
			Stdio:     plainStdio(),
			HTTP:      []Field{{"url", URL}, {"bearer_token_env_var", KeyName}},
			Reference: "{name}",
			AddStdio:  "codex mcp add {name} -- {command}",
			AddHTTP:   "codex mcp add {name} --url {url} --bearer-token-env-var LAPKEEP_API_KEY",
			Skills:    "{codex}/skills",
			Reload:    "Start a new session. The command line, the app and the extension all use this file.",
			Verify:    "codex mcp list, and /mcp in a session",
		},
		{
			ID: "gemini", Name: "Gemini CLI", Program: "gemini", Format: JSONC, Key: []string{"mcpServers"},
			Files: anywhere("{home}/.gemini/settings.json"), Project: ".gemini/settings.json",
			Stdio: plainStdio(), HTTP: []Field{{"httpUrl", URL}, {"headers", Authorization}}, Reference: "${{name}}",
			AddStdio: "gemini mcp add --scope user {name} {command}",
			AddHTTP:  `gemini mcp add --scope user --transport http --header 'Authorization: Bearer ${LAPKEEP_API_KEY}' {name} {url}`,
			Skills:   "{home}/.gemini/skills",
			Reload:   "Start a new session.",
			Verify:   "gemini mcp list (in a trusted folder)",
		},
		{
			ID: "qwen", Name: "Qwen Code", Program: "qwen", Format: JSONC, Key: []string{"mcpServers"},
			Files: anywhere("{home}/.qwen/settings.json"), Project: ".qwen/settings.json",
			Stdio: plainStdio(), HTTP: []Field{{"httpUrl", URL}, {"headers", Authorization}}, Reference: "${{name}}",
			AddStdio: "qwen mcp add --scope user {name} {command}",
			AddHTTP:  `qwen mcp add --scope user --transport http --header 'Authorization: Bearer ${LAPKEEP_API_KEY}' {name} {url}`,
			Skills:   "{home}/.qwen/skills",
			Reload:   "Start a new session.",
			Verify:   "qwen mcp list",
		},
	}
}

// openAgents returns the terminal agents that can use any maker's models.
func openAgents() []Client {
	return []Client{
		{
			ID: "opencode", Name: "opencode", Program: "opencode", Format: JSONC, Key: []string{"mcp"},
			Files: anywhere("{config}/opencode/opencode.json"), Project: "opencode.json",
			Stdio:     []Field{{"type", "local"}, {"command", CommandLine}, {"enabled", true}},
			HTTP:      []Field{{"type", "remote"}, {"url", URL}, {"headers", Authorization}, {"enabled", true}},
			Env:       "environment",
			Reference: "{env:{name}}",
			Skills:    "{config}/opencode/skills",
			Reload:    "Start a new session.",
			Verify:    "opencode mcp list",
		},
		{
			ID: "openclaw", Name: "OpenClaw", Program: "openclaw", Format: JSON5, Key: []string{"mcp", "servers"},
			Files:     anywhere("{home}/.openclaw/openclaw.json"),
			Stdio:     plainStdio(),
			HTTP:      []Field{{"url", URL}, {"transport", "streamable-http"}, {"headers", Authorization}},
			Reference: "${{name}}",
			AddStdio:  "openclaw mcp set {name} {entry}",
			AddHTTP:   "openclaw mcp set {name} {entry}",
			Skills:    "{home}/.openclaw/skills",
			Reload:    "Nothing to do: the gateway reads the file for the next run.",
			Verify:    "openclaw mcp probe lapkeep",
		},
		{
			ID: "copilot-cli", Name: "Copilot CLI", Program: "copilot", Format: JSON, Key: []string{"mcpServers"},
			Files:     anywhere("{home}/.copilot/mcp-config.json"),
			Stdio:     []Field{{"type", "local"}, {"command", Command}, {"args", Args}, {"tools", []string{"*"}}},
			HTTP:      append(typedHTTP("http"), Field{"tools", []string{"*"}}),
			Reference: "${{name}}",
			AddStdio:  "copilot mcp add {name} -- {command}",
			Skills:    "{home}/.copilot/skills",
			Reload:    "Start a new session.",
			Verify:    "copilot mcp get lapkeep, and /mcp show in a session",
		},
		{
			ID: "cline-cli", Name: "Cline CLI", Program: "cline", Format: JSON, Key: []string{"mcpServers"},
			Files: anywhere("{cline}"),
			Stdio: plainStdio(), HTTP: typedHTTP("streamableHttp"),
			Skills: "{home}/.cline/skills",
			Reload: "Start a new session.",
			Verify: "ask in a session which MCP servers are available",
			Notes:  []string{"The command line and Cline for JetBrains read this file; the extension in VS Code has its own."},
		},
		{
			ID: "amp", Name: "Amp", Program: "amp", Format: JSONC, Key: []string{"amp.mcpServers"},
			Files: anywhere("{home}/.config/amp/settings.json"), Project: ".amp/settings.json",
			Stdio: plainStdio(), HTTP: plainHTTP(), Reference: "${{name}}",
			AddStdio: "amp mcp add {name} -- {command}",
			Skills:   "{home}/.config/agents/skills",
			Reload:   "Start a new session.",
			Verify:   "amp mcp list",
		},
	}
}

// editors returns code editors and their extensions.
func editors() []Client {
	return []Client{
		{
			ID: "cursor", Name: "Cursor", Format: JSONC, Key: []string{"mcpServers"},
			Files: anywhere("{home}/.cursor/mcp.json"), Project: ".cursor/mcp.json",
			Stdio: plainStdio(), HTTP: plainHTTP(), Reference: "${env:{name}}", Link: CursorLink,
			Skills: "{home}/.cursor/skills",
			Reload: "Turn the server on in Settings, MCP.",
			Verify: "the server has a green dot in Settings, MCP",
			Notes: []string{"It accepts about 40 tools from all servers together; a server's name and a tool's name together may have up to 60 " +
				"characters."},
		},
		{
			ID: "vscode", Name: "VS Code", Format: JSONC, Key: []string{"servers"},
			Files: application("Code/User/mcp.json"), Project: ".vscode/mcp.json",
			Stdio: typedStdio(), HTTP: typedHTTP("http"), Reference: "${input:lapkeep-key}", Prompts: true, Link: VSCodeLink,
			AddStdio: "code --add-mcp {named}",
			Skills:   "{home}/.copilot/skills",
			Reload:   "Start the server with the link above its entry, or with MCP: List Servers.",
			Verify:   "MCP: List Servers in the command palette shows it as running",
			Notes:    []string{"VS Code asks for the key once and remembers it."},
		},
		{
			ID: "visual-studio", Name: "Visual Studio", Format: JSONC, Key: []string{"servers"},
			Files: map[string]string{"windows": "{home}/.mcp.json"}, Project: ".mcp.json",
			Stdio: typedStdio(), HTTP: typedHTTP("http"), Reference: "${input:lapkeep-key}", Prompts: true,
			Reload: "Open the tools list of Copilot Chat in agent mode.",
			Verify: "the tools are listed in Copilot Chat, agent mode",
		},
		{
			ID: "windsurf", Name: "Windsurf", Format: JSON, Key: []string{"mcpServers"},
			Files: anywhere("{home}/.codeium/windsurf/mcp_config.json"),
			Stdio: plainStdio(), HTTP: []Field{{"serverUrl", URL}, {"headers", Authorization}}, Reference: "${env:{name}}",
			Skills: "{home}/.codeium/windsurf/skills",
			Reload: "Press refresh in the list of MCP servers.",
			Verify: "the server is listed with its tools in Settings, Cascade, MCP servers",
		},
		{
			ID: "antigravity", Name: "Antigravity", Format: JSON, Key: []string{"mcpServers"},
			Files: anywhere("{home}/.gemini/antigravity/mcp_config.json"),
			Stdio: plainStdio(), HTTP: []Field{{"serverUrl", URL}, {"headers", Authorization}},
			Skills: "{home}/.gemini/antigravity/skills",
			Reload: "Press refresh in Manage MCP servers.",
			Verify: "the server is listed with its tools in Manage MCP servers",
		},
		{
			ID: "zed", Name: "Zed", Format: JSONC, Key: []string{"context_servers"},
			Files: map[string]string{
				"linux": "{config}/zed/settings.json", "darwin": "{home}/.config/zed/settings.json",
				"windows": "{appdata}/Zed/settings.json",
			},
			Project: ".zed/settings.json",
			Stdio:   plainStdio(), HTTP: plainHTTP(),
			Reload: "Nothing to do: the client watches the file.",
			Verify: "the server has a green dot in the agent panel's settings",
		},
		{
			ID: "cline", Name: "Cline", Format: JSON, Key: []string{"mcpServers"},
			Files: application("Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
			Stdio: plainStdio(), HTTP: typedHTTP("streamableHttp"),
			Skills: "{home}/.cline/skills",
			Reload: "Nothing to do: the client watches the file.",
			Verify: "the server is green under MCP Servers, Configure",
			Notes: []string{"This file belongs to the extension in VS Code. For the command line use cline-cli; for other places pass " +
				"--file."},
		},
		{
			ID: "roo", Name: "Roo Code", Format: JSON, Key: []string{"mcpServers"},
			Files:   application("Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
			Project: ".roo/mcp.json",
			Stdio:   plainStdio(), HTTP: typedHTTP("streamable-http"), Reference: "${env:{name}}",
			Skills: "{home}/.roo/skills",
			Reload: "Nothing to do: the client watches the file.",
			Verify: "the server is green in the MCP settings",
			Notes:  []string{"This file belongs to the extension in VS Code; for other places pass --file."},
		},
	}
}

// chats returns chat programs.
func chats() []Client {
	return []Client{
		{
			ID: "claude-desktop", Name: "Claude Desktop", Format: JSON, Key: []string{"mcpServers"},
			Files:  application("Claude/claude_desktop_config.json"),
			Stdio:  plainStdio(),
			Reload: "Quit Claude Desktop (also in the tray or menu bar) and start it again.",
			Verify: "the tools are listed in Settings, Developer, and under the button below the message box",
			Notes: []string{
				"Add an HTTP server as a connector in your account, not in this file: see claude.ai.",
				"A call may take at most about a minute.",
			},
		},
		{
			ID: "lm-studio", Name: "LM Studio", Format: JSON, Key: []string{"mcpServers"},
			Files: anywhere("{home}/.lmstudio/mcp.json"),
			Stdio: plainStdio(), HTTP: plainHTTP(), Link: LMStudioURL,
			Reload: "Save the file in the program's own editor, or restart the program.",
			Verify: "the server has a switch in the Program tab on the right",
			Notes: []string{
				"With a local model, no data leaves this machine. Choose a model that supports tools, with a context of 16k tokens or " +
					"more.",
				"Some installations on macOS keep the file in ~/.cache/lm-studio; Lapkeep's install link finds it there.",
			},
		},
		{
			ID: "goose", Name: "Goose", Program: "goose", Format: YAML, Key: []string{"extensions"},
			Files: map[string]string{
				"linux": "{config}/goose/config.yaml", "darwin": "{home}/.config/goose/config.yaml",
				"windows": "{appdata}/Block/goose/config/config.yaml",
			},
			Stdio: []Field{
				{"enabled", true}, {"type", "stdio"}, {"name", ServerName}, {"cmd", Command}, {"args", Args}, {"timeout", 300},
			},
			HTTP: []Field{
				{"enabled", true},
				{"type", "streamable_http"},
				{"name", ServerName},
				{"uri", URL},
				{"headers", Authorization},
				{"timeout", 300},
			},
			Env:    "envs",
			Skills: "{config}/goose/skills",
			Reload: "Start a new session.",
			Verify: "goose info -v",
		},
	}
}

// connectors returns cloud services that connect to Lapkeep.
func connectors() []Client {
	return []Client{
		{
			ID: "claude-ai", Name: "claude.ai (web and phone)",
			Steps: []string{
				"Run lapkeep on a machine that stays on, and give it a public HTTPS name: docs/remote.md.",
				"On claude.ai open Settings, Connectors, Add custom connector.",
				"Name it Lapkeep and give the URL of your server, ending in /mcp.",
				"Sign in on the page of your server that opens, with a code from lapkeep login code, and choose what the connector may do. " +
					"Run lapkeep login setup once before.",
				"In a chat, turn the connector on and ask: What data does Lapkeep have about me?",
			},
			Notes: []string{"The connection comes from Anthropic's cloud, not from your browser: 127.0.0.1 cannot work, and the " +
				"answers leave your machine."},
		},
		{
			ID: "chatgpt", Name: "ChatGPT",
			Steps: []string{
				"Run lapkeep on a machine that stays on, and give it a public HTTPS name: docs/remote.md.",
				"In ChatGPT open Settings, Apps and connectors, Advanced, and turn developer mode on.",
				"Create a connector: name Lapkeep, the URL of your server, ending in /mcp.",
				"Sign in on the page of your server that opens, with a code from lapkeep login code, and choose what the connector may do. " +
					"Run lapkeep login setup once before.",
				"In a chat choose developer mode, turn the connector on and ask: What data does Lapkeep have about me?",
			},
			Notes: []string{"The connection comes from OpenAI's cloud, not from your browser: 127.0.0.1 cannot work, and the answers " +
				"leave your machine."},
		},
	}
}

// Place is where to look for files: a system, a user's home folder and the
// environment, as values.
type Place struct {
	OS   string // as Go names it: linux, darwin, windows
	Home string
	Env  func(name string) string
}

// expand replaces the placeholders in braces and writes the path in the system's form:
//
//	{home}     the user's home folder
//	{config}   XDG_CONFIG_HOME or ~/.config
//	{appdata}  %APPDATA%
//	{support}  ~/Library/Application Support
//	{claude}, {claude-json}, {codex}, {cline}  the folders that the clients' own variables can change
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

// File returns the path of the client's configuration file.
func (c Client) File(p Place) (string, error) {
	path, ok := c.Files[p.OS]
	if !ok {
		if c.Manual() {
			return "", training.Errorf(training.KindUnsupported, "%s has no configuration file.", c.Name).
				WithFix("Follow the steps of lapkeep mcp config %s.", c.ID)
		}
		return "", training.Errorf(training.KindUnsupported,
			"%s does not run on %s, or the location of its file is unknown.", c.Name, p.OS).
			WithFix("Pass the file with --file.")
	}
	return p.expand(path), nil
}

// SkillsFolder returns the folder in which the client reads skills.
func (c Client) SkillsFolder(p Place) (string, error) {
	if c.Skills == "" {
		return "", training.Errorf(training.KindUnsupported, "%s does not read skills from a folder.", c.Name).
			WithFix("Use the prompts that the server offers, or pass a folder with --dir.")
	}
	return p.expand(c.Skills), nil
}

// anywhere returns one path for all systems.
func anywhere(path string) map[string]string {
	return map[string]string{"linux": path, "darwin": path, "windows": path}
}

// application returns the folder for desktop applications on each system.
func application(path string) map[string]string {
	return map[string]string{"linux": "{config}/" + path, "darwin": "{support}/" + path, "windows": "{appdata}/" + path}
}
