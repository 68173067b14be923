// Package injectiontest tests what words in an athlete's data can make a model
// do: it has texts that give orders, in many languages and disguises, and a
// reader that finds every order in its input and obeys. A real model is never
// as obedient.
package injectiontest
