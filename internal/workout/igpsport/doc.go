// Package igpsport reads and writes the workouts of iGPSport: the JSON that its
// service takes and gives, and the form that igpsport-mcp took of its users,
// whose calls go on working.
//
// What is known of the first comes from captures by several clients of the
// international service; that the Chinese one takes the same is likely and not
// shown.
package igpsport
