// Package mcpacer knows the folder in which MCPacer keeps what a coach works
// with: training plans, memory, session logs, personas and what they share, as
// they are; and of its cached runs the digest and the coach's notes alone.
// What those say of the run is a service's, and is not taken.
package mcpacer
