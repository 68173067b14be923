// Package mcp offers the tool table as an MCP server: tools, prompts and
// resources, on stdio and as an HTTP handler, in both versions of the protocol
// (with a handshake, and without one since 2026-07-28). It does not know the
// store or what a tool does; caller and time are passed in as values.
//
// # Prompts
//
// Prompts are questions that people ask often, as texts that a client offers by
// name. The code knows the texts, the tools that each needs and the meaning of
// its arguments, but not who asks or how a tool answers.
package mcp
