// Package skills holds coaching workflows as skills: texts that an assistant
// reads when a question calls for them, each a folder's SKILL.md with its name
// and description in front. They name only tools of the table; a test of the
// composition checks that.
//
// The package knows the texts and nothing of who reads them or where they are
// put.
package skills
