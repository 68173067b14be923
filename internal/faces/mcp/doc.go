// Package mcp offers the tool table as an MCP server: tools, prompts and resources,
// on stdio and as an HTTP handler, in both versions of the protocol (with a
// handshake, and without one since 2026-07-28). It does not depend on the store or
// on what a tool does; caller and time are passed in as values.
//
// # Prompts
//
// Prompts are questions that people ask often, as texts that a client offers by
// name. The code holds the texts, the tools that each text needs and the meaning of
// its arguments; it does not depend on who asks or how a tool answers.
package mcp
