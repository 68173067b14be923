// Package gear is the toolset of the athlete's bikes, shoes and parts: a file
// holds one tool. Reads go through package answers/gear, writes through the
// journal. Statements of archives and services stay; the tools write the
// athlete's own words over them.
package gear
