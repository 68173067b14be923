// Package connect holds the commands on connections to services: connect,
// disconnect, check and sync. A key comes from a person's keyboard, from
// standard input or from the settings, never from an argument, which others
// on the machine can see. It must not know any service by name.
package connect
