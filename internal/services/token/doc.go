// Package token keeps the credentials of connections, in the keyring of the operating
// system or in a file that only the athlete can read, and keeps them fresh. Several
// processes may share a credential: the one that refreshes it holds a lock, first checks
// whether another has refreshed it, and saves the result before use. This way, a refresh
// token that works only once is never used twice or lost.
//
// The package implements OAuth's refresh of tokens, but contains no service's name.
package token
