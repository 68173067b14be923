// Package token keeps the credentials of connections, in the keyring of the
// operating system or in a file that only the athlete can read, and keeps
// them fresh. Several processes may use one: whoever refreshes holds a lock,
// looks first whether another has done it, and saves before use, so that a
// refresh token that works once is never used twice nor lost.
//
// It knows how OAuth refreshes and no service by name.
package token
