// Package unread names the archives of services whose exercises are not read,
// once each, with the way to files that are. Recordings in them are imported. It
// must not open anything.
package unread
