// Package tooltest holds the rules that every table of tools keeps: names,
// descriptions, schemas, budgets and the snapshot of each tool's contract. A
// test of the composed table calls [CheckTable]; tests of a toolset call their
// tools through [Call], which checks each answer.
package tooltest
