// Package persona is how a coach speaks: personas as Markdown texts, some of
// them ours, others of the athlete's own in files, where a file of the same
// name counts; the guidelines that all share; and the health rules, which no
// file replaces. A text may begin with front matter: title, about, intensity.
package persona
