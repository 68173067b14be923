// Package wellness is the toolset of how the athlete is: days of sleep, heart
// rate at rest, its variability, weight and how it felt are read with their
// bands, and entered or corrected by day. Entered values count over those of
// devices and services and never overwrite them.
package wellness
