// Package settings reads how Lapkeep is to run: from flags, the environment,
// .env files and the config file, in this order, and remembers where each
// value came from. It knows the names of settings and nothing of what is
// done with them.
//
// What an assistant may write is bounded by the config file: whatever stands
// before it in the order can narrow it, never widen, so that neither a client's config nor a .env file in a cloned folder
// can give more than the user wrote down.
package settings
