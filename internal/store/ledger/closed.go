package ledger

import "lapkeep/internal/training"

// Closed names runs of imports that not everybody may see what they said of,
// as the terms of a service ask for, with those who may not.
type Closed map[string]Audiences

// To reports whether an audience may see nothing of a run.
func (c Closed) To(a training.Audience, run string) bool { return c[run].May(a) }
