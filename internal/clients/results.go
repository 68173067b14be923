package clients

// Result is what a real client was seen to do with Lapkeep.
type Result struct {
	Client, Version string
	Stdio, HTTP     string // what worked; empty is untried
	Protocol        string // the revisions that it spoke
}

// Checked is the day on which the results were seen.
const Checked = "2026-11-21"

// Results are the clients that were run against the program, all without an
// account. test/clients has the scripts.
func Results() []Result {
	return []Result{
		{"Inspector", "2.12.0", "tools/list --strict, tools/call, prompts, resources", "", "2025-11-25, 2026-07-28"},
		{"TypeScript SDK v1", "1.32.2", "list, 4 calls", "", "2025-11-25"},
		{"TypeScript SDK v2", "2.4.0", "list, 4 calls, both eras", "", "2025-11-25, 2026-07-28"},
	}
}
