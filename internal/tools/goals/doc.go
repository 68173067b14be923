// Package goals is the toolset of what the athlete wants to have done in a
// week, a month, a year or a season: a file holds one tool.
package goals
