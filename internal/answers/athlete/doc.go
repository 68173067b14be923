// Package athlete answers questions about the athlete and the stored data:
// profile, thresholds in force with their zones, counts, and data that is
// missing for better answers. It writes nothing and reads no clock.
//
// # Custom
//
// It answers which charts, fields, streams and zones an athlete defined, here
// or at a service. It does not know the meaning of their content.
//
// # Goals
//
// It answers how far the athlete has got with their goals, and how much is
// needed on each remaining day. It does not rate goals.
//
// # Privacy
//
// It finds the places that an athlete may want to keep from
// assistants: where activities begin and end. It reads positions, so it is
// asked for the athlete's own eyes only, never for an assistant.
//
// # Settings
//
// It answers which thresholds and zones of a sport hold on a day, which ones
// services have, and which loads change with them. It never writes.
package athlete
