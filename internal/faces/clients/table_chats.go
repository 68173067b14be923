package clients

// chats are programs to talk with.
func chats() []Client {
	return []Client{
		{
			ID: "claude-desktop", Name: "Claude Desktop", Format: JSON, Key: []string{"mcpServers"},
			Files:  application("Claude/claude_desktop_config.json"),
			Stdio:  plainStdio(),
			Reload: "Quit Claude Desktop (also from the tray or menu bar) and start it again.",
			Verify: "the tools are listed in Settings, Developer, and behind the button below the message",
			Notes: []string{
				"Servers over HTTP are added as a connector of the account, not in this file: see claude.ai.",
				"A call may take about a minute.",
			},
		},
		{
			ID: "lm-studio", Name: "LM Studio", Format: JSON, Key: []string{"mcpServers"},
			Files: anywhere("{home}/.lmstudio/mcp.json"),
			Stdio: plainStdio(), HTTP: plainHTTP(), Link: LMStudioURL,
			Reload: "Save in the program's own editor, or start it again.",
			Verify: "the server has a switch in the Program tab on the right",
			Notes: []string{
				"With a local model nothing leaves the machine. Choose a model that calls tools, and a context of 16k tokens or more.",
				"Some installations on macOS keep the file in ~/.cache/lm-studio; the link finds it.",
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

// connectors are services that reach Lapkeep from a cloud.
func connectors() []Client {
	return []Client{
		{
			ID: "claude-ai", Name: "claude.ai (web and phone)",
			Steps: []string{
				"Run lapkeep where it can stay on, and give it a public HTTPS name: docs/remote.md.",
				"On claude.ai open Settings, Connectors, Add custom connector.",
				"Name it Lapkeep and give the URL of your server, ending in /mcp.",
				"The connector cannot send a key of your own. Put a proxy with OAuth in front, or use the unguessable path " +
					"that the server offers if you ask for it: docs/remote.md.",
				"In a chat, switch the connector on and ask: What data does Lapkeep have of me?",
			},
			Notes: []string{"The connection comes from Anthropic's cloud, not from your browser: 127.0.0.1 cannot work, and " +
				"what you ask for leaves your machine."},
		},
		{
			ID: "chatgpt", Name: "ChatGPT",
			Steps: []string{
				"Run lapkeep where it can stay on, and give it a public HTTPS name: docs/remote.md.",
				"In ChatGPT open Settings, Apps and connectors, Advanced, and switch developer mode on.",
				"Create a connector: name Lapkeep, the URL of your server, ending in /mcp.",
				"The connector cannot send a key of your own. Put a proxy with OAuth in front, or use the unguessable path " +
					"that the server offers if you ask for it: docs/remote.md.",
				"In a chat choose developer mode, switch the connector on and ask: What data does Lapkeep have of me?",
			},
			Notes: []string{"The connection comes from OpenAI's cloud, not from your browser: 127.0.0.1 cannot work, and " +
				"what you ask for leaves your machine."},
		},
	}
}
