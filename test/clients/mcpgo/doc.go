// Package mcpgo lists and calls the tools with mcp-go, an independent client,
// on standard input and output and over HTTP. It is a module of its own, so
// that the product does not depend on that client; run.sh runs its test.
package mcpgo
