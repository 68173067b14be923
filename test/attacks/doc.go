// Package attacks attacks Lapkeep as an attacker would, by programs against the
// built binary. A test fails when its attack succeeds; README.md lists them,
// with the commit where each was seen to succeed.
package attacks
