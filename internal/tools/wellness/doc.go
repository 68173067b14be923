// Package wellness is the toolset of how the athlete is: days of sleep, heart
// rate at rest, its variability, weight and how it felt are read with their
// bands, and entered or corrected by day. What is entered lies over what
// devices and services say and never overwrites it.
package wellness
