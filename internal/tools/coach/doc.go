// Package coach is the toolset of what a coach works with beside the training
// itself: memory, session logs, personas, the body map. A file holds one tool.
package coach
