// Package firsthour has ten people use Lapkeep for the first time. Each of the
// scripts in testdata begins on a machine that has nothing but the program,
// goes the way that its person would, is interrupted at three places or more,
// and ends with an answer in the person's client that the files themselves say
// is right.
package firsthour
