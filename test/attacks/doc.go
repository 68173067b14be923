// Package attacks attacks the built binary as an attacker would. A test fails
// if its attack succeeds. README.md lists the attacks, with the commit at which
// each succeeded.
package attacks
