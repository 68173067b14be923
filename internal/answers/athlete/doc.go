// Package athlete answers questions about the athlete and the stored data:
// profile, current thresholds with their zones, counts, and data that is
// missing for better answers. It writes nothing and reads no clock.
//
// # Custom items
//
// [AllCustom] reads the charts, fields, streams and zones that an athlete
// defined, here or at a service. It does not know the meaning of their content.
//
// # Goals
//
// [ReadGoal] shows the progress of the athlete's goals, and how much is needed
// on each remaining day. It does not rate goals.
//
// # Privacy
//
// [Propose] finds the places that an athlete may want to hide from assistants:
// where activities begin and end. It reads positions, so its result is for the
// athlete's own eyes and never for an assistant.
//
// # Settings
//
// [ReadSettings] shows the thresholds and zones of a sport on a day and those at
// services, and [SettingsBetween] how changing them affects loads. Neither writes.
package athlete
