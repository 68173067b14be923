// Package attacks is what an attacker tries on Lapkeep, as programs against
// the built binary. A test fails when its attack succeeds; README.md lists
// them, with the commit where each was seen to succeed.
package attacks
