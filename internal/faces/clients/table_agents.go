package clients

// agents are programs for the terminal.
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
			Notes:    []string{"Claude Code writes this file too: end it before you install, or use its own command."},
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
			Reload:    "Start a new session. The file serves the command line, the app and the extension.",
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

// openAgents are those that run any maker's models.
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
			Reload:    "Nothing: the gateway reads it for the next run.",
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
			Verify: "ask in a session which MCP servers there are",
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
