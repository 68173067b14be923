// Package limitedtest is an invented service whose terms let its rows stay for a
// week, apart from all others, and show them only to who agreed: a server and a
// client of it, for tests.
package limitedtest
