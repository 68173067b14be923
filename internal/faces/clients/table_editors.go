package clients

// editors are programs to write code in, and what is built into them.
func editors() []Client {
	return []Client{
		{
			ID: "cursor", Name: "Cursor", Format: JSONC, Key: []string{"mcpServers"},
			Files: anywhere("{home}/.cursor/mcp.json"), Project: ".cursor/mcp.json",
			Stdio: plainStdio(), HTTP: plainHTTP(), Reference: "${env:{name}}", Link: CursorLink,
			Skills: "{home}/.cursor/skills",
			Reload: "Switch the server on in Settings, MCP.",
			Verify: "the server has a green dot in Settings, MCP",
			Notes:  []string{"It uses about 40 tools of all servers together; a server's name and a tool's name may have 60 characters together."},
		},
		{
			ID: "vscode", Name: "VS Code", Format: JSONC, Key: []string{"servers"},
			Files: application("Code/User/mcp.json"), Project: ".vscode/mcp.json",
			Stdio: typedStdio(), HTTP: typedHTTP("http"), Reference: "${input:lapkeep-key}", Prompts: true, Link: VSCodeLink,
			AddStdio: "code --add-mcp {named}",
			Skills:   "{home}/.copilot/skills",
			Reload:   "Start the server with the link above its entry, or with MCP: List Servers.",
			Verify:   "MCP: List Servers in the command palette says that it runs",
			Notes:    []string{"The key is asked for once and kept by VS Code."},
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
			Reload: "Nothing: the file is watched.",
			Verify: "the server has a green dot in the agent panel's settings",
		},
		{
			ID: "cline", Name: "Cline", Format: JSON, Key: []string{"mcpServers"},
			Files: application("Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"),
			Stdio: plainStdio(), HTTP: typedHTTP("streamableHttp"),
			Skills: "{home}/.cline/skills",
			Reload: "Nothing: the file is watched.",
			Verify: "the server is green under MCP Servers, Configure",
			Notes:  []string{"The file is that of the extension in VS Code; that of the command line is cline-cli, elsewhere name it with --file."},
		},
		{
			ID: "roo", Name: "Roo Code", Format: JSON, Key: []string{"mcpServers"},
			Files:   application("Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
			Project: ".roo/mcp.json",
			Stdio:   plainStdio(), HTTP: typedHTTP("streamable-http"), Reference: "${env:{name}}",
			Skills: "{home}/.roo/skills",
			Reload: "Nothing: the file is watched.",
			Verify: "the server is green in the MCP settings",
			Notes:  []string{"The file is that of the extension in VS Code; elsewhere name it with --file."},
		},
	}
}
