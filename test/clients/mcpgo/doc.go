// Package mcpgo lists and calls the tools with mcp-go, a client written by
// others, on standard input and output and over HTTP. It is a module of its
// own, so that the product does not depend on it; run.sh runs its test.
package mcpgo
