// Package settings reads how Lapkeep is to run: from flags, the environment,
// the home's .env and config file, in this order, and remembers where each
// value came from. It knows the names of settings and not their use.
//
// What an assistant may write is bounded by the config file: whatever comes
// before it in the order can narrow it, never widen, so that no client's config
// can give more than the user wrote down.
//
// The home holds all of this, so it must be the user's alone. The working
// folder may be anybody's: its .env counts for services alone, and only if the
// athlete named it.
package settings
