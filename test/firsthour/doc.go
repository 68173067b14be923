// Package firsthour has ten people use Lapkeep for the first time. Each script
// in testdata begins on a machine with nothing but the program, does what its
// person would do, is interrupted at three places or more, and ends with an
// answer in the person's client that is right according to the files
// themselves.
package firsthour
