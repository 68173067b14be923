// Package contracttest holds the OpenAPI document of Intervals.icu as a table
// of operations and schemas (contract.txt), and checks requests and answers
// against it. It knows nothing of how the service behaves.
package contracttest
