// Package athlete answers who the athlete is and what the store holds of
// them: profile, thresholds in force with their zones, counts, and what is
// missing for better answers. It writes nothing and reads no clock.
//
// # Custom
//
// It answers which charts, fields, streams and zones an athlete
// defined, here or at a service. It does not know what their content means.
//
// # Goals
//
// It answers how far the athlete's goals are reached, and what each
// remaining day needs. It does not say whether a goal is wise.
//
// # Privacy
//
// It finds the places that an athlete may want to keep from
// assistants: where activities begin and end. It reads positions, so it is
// asked for the athlete's own eyes only, never for an assistant.
//
// # Settings
//
// It answers which thresholds and zones of a sport hold on a
// day, what services have for it, and which loads a change of them moves. It
// never writes.
package athlete
