// Package privacy holds the command by which the athlete says what assistants
// never see: places, and single activities. What makes assistants see more
// wants a person at a terminal.
package privacy
