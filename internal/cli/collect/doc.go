// Package collect holds the commands by which recordings come in, and by
// which the athlete says which of them belong together: import, watch and
// duplicates. It must not know tools, nor any service.
package collect
