// Package statistics computes training statistics slowly and plainly from
// lists of activities, for tests of what computes them fast. It is for tests
// only: nothing that ships may import it.
//
// Days are local ones, YYYY-MM-DD, as each [Activity] has its own: of two that
// begin at one instant in two zones each counts on its own day and hour. Which
// came first is a matter of instants, and of ids where those are equal. What
// is missing is NaN: it adds nothing, it is no best, and a sum of nothing but
// missing values is missing. Lists come in any order. Amounts that are
// compared with a target are compared as whole thousandths (mm, ms), so that
// three times a third of a kilometre is one.
//
// [RandomYears] makes lists to compare on.
package statistics
