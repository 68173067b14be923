// Package injectiontest is for tests of what words in an athlete's data can
// make a model do: texts that give orders, in many languages and disguises,
// and a reader that finds every order in what it is shown and obeys. A real
// model is never as obedient.
package injectiontest
