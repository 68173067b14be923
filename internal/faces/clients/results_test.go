package clients

// Result records what a real client did with Lapkeep.
type Result struct {
	Client, Version string
	Stdio, HTTP     string // what worked; empty is untried
	Protocol        string // the revisions that it spoke
}

// Checked is the day on which the results were seen.
const Checked = "2026-11-21"

// Results are the clients that were run against the program, all without an
// account: by test/clients/run.sh, and the assistants by test/clients/apps.sh,
// which installs the entry with lapkeep mcp install first and removes it after.
func Results() []Result {
	return []Result{
		{"Claude Code", "2.1.329", "mcp list", "mcp list", "2026-07-28"},
		{"Codex", "0.169.0", "app server: list, call", "app server: list, call", "2025-06-18"},
		{"Gemini CLI", "0.61.0", "mcp list", "mcp list", "2025-06-18"},
		{"Qwen Code", "0.24.4", "mcp list", "mcp list", "2025-11-25"},
		{"opencode", "1.18.33", "mcp list", "mcp list", "2025-11-25"},
		{"OpenClaw", "2026.9.6", "mcp probe: tools, resources, prompts", "mcp probe: tools, resources, prompts", "2025-11-25"},
		{"Inspector", "2.12.0", "list (strict), call, prompts, resources", "list (strict), call, prompts, resources", "2025-11-25, 2026-07-28"},
		{"TypeScript SDK v1", "1.32.2", "list, 4 calls", "list, 4 calls; also the older SSE", "2025-11-25"},
		{"TypeScript SDK v2", "2.4.0", "list, 4 calls", "list, 4 calls", "2025-11-25, 2026-07-28"},
		{"mcp-go", "1.2.1", "list, 2 calls", "list, 2 calls; also the older SSE", "2026-07-28"},
		{"curl", "any", "", "list, call", "none"},
	}
}
