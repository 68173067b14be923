// Package store keeps all data that Lapkeep has about an athlete: a SQLite database and,
// next to it, the original files.
//
// An activity has three layers: recordings, which never change; the activity's own row with
// its links to them; and overrides, the athlete's own edits. The shown row is computed from
// the three, and is rewritten in every transaction that changes one of them.
//
// Every read takes a [training.Scope]. Data that a policy or the athlete hides from the
// audience is left out here and nowhere else. This concerns activities hidden from models;
// recordings that the audience may not see, with everything derived from them; positions
// inside privacy zones, and efforts from or to a gate inside one; other athletes; weight
// and notes, depending on [training.Sharing].
//
// Every write happens in [DB.Write], is durable when [DB.Write] returns, and is appended to
// the change log. Changes are ordered by sequence numbers, not by time.
//
// The package must not depend on file formats, services, tools or faces.
package store
