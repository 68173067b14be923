// Package contracttest is what Intervals.icu promises in its OpenAPI document,
// as a table of operations and schemas (contract.txt), and the checks of
// requests and answers against it. It knows nothing of how the service behaves.
package contracttest
