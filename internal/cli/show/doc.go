// Package show prints a tool's structured answer for a person: words first,
// then values with their units, tables and small curves. What a field means is
// in its name (units, dates, ids) and in the shape of the answer; no tool is
// known here.
package show
