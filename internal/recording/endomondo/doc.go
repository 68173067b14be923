// Package endomondo reads the workouts of the archive that Endomondo handed out
// before it closed: JSON in which everything is a list of objects of one member
// each. Its times are UTC, whatever clock the athlete went by.
package endomondo
