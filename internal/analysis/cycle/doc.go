// Package cycle answers how training, recovery and how it felt differ by phase of
// the menstrual cycle. It gives no advice: between athletes such differences are
// small, and many have none.
package cycle
