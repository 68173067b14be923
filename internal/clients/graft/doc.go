// Package graft puts one named entry into a configuration file that belongs
// to somebody else, replaces it and takes it out again, and leaves every other
// byte as it was: unknown keys, their order, comments, indentation and line
// ends. It edits JSON (also with comments, and JSON5), TOML and YAML as text,
// and refuses what it cannot read or cannot change without risk.
//
// It does not know what the entries mean or whose files they are.
package graft
