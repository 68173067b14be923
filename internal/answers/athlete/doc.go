// Package athlete answers questions about the athlete and the stored data: the
// profile, current thresholds with zones, counts, and which data is missing for
// better answers. It writes nothing and reads no clock.
//
// # Custom items
//
// [AllCustom] reads the charts, fields, streams and zones that an athlete defined, here or
// on a service. It does not interpret their content.
//
// # Goals
//
// [ReadGoal] shows the progress of the athlete's goals, and how much remains to be
// done per day. It does not rate goals.
//
// # Privacy
//
// [Propose] finds the places that an athlete may want to hide from assistants:
// where activities begin and end. It reads positions, so its result is for the
// athlete's own eyes and never for an assistant.
//
// # Settings
//
// [ReadSettings] shows the thresholds and zones of a sport on a given day, and those on services.
// [SettingsBetween] shows how a change of settings affects loads. Neither writes anything.
package athlete
