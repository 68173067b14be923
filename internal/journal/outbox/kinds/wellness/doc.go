// Package wellness tells services what the athlete entered of a day.
package wellness
