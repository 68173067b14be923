// Package gear is the toolset of the athlete's bikes, shoes and parts: a file
// holds one tool. Reads go through package analysis/gear, writes through the
// journal. What an archive or a service says of gear stays; the tools write
// the athlete's own words over it.
package gear
