// Package connect holds the commands on connections to services: connect,
// disconnect, check and sync. A key comes from a person's keyboard, from
// standard input or from the settings, never from an argument, which others
// on the machine can see. It must not know any service by name.
//
// # Watch
//
// It tells which files of a folder are new and whole. It looks
// when it is told to and keeps no time of its own: a file is whole when two
// looks in a row found it with the same size and the same time of change.
// Where the system tells of changes below a folder, looks between them can be
// left out; whether it does is found out, since some mounts tell of nothing. It
// must not know what is in a file, nor what becomes of it.
//
// # Collect
//
// It holds the commands by which recordings come in, and by
// which the athlete says which of them belong together: import, watch and
// duplicates. It must not know tools, nor any service.
package connect
