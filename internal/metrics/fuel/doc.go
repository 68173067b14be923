// Package fuel holds what was eaten and drunk on the way against the time it
// took, and against what the literature gives. It gives no advice.
package fuel
