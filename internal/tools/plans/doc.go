// Package plans holds the toolset of training plans: the texts with weeks and
// sessions that an athlete trains by.
package plans
