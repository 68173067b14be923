package store

import (
	"context"

	"lapkeep/internal/store/activityindex"
	"lapkeep/internal/store/sqlitedb"
	"lapkeep/internal/training"
)

// Labels are the words that activities can be found by.
type Labels struct {
	Tags, Sources []string
	GearIDs       []string
}

// Labels lists those of the activities that the scope may see, each by name.
func (db *DB) Labels(ctx context.Context, s training.Scope) (out Labels, err error) {
	v, err := db.look(ctx, s)
	if err != nil {
		return out, err
	}
	for _, l := range []struct {
		to    *[]string
		query string
	}{
		{&out.Tags, "SELECT DISTINCT t.value FROM activities a, json_each(a.tags) t WHERE a.athlete=? AND a.seen&?<>0 ORDER BY 1"},
		{&out.GearIDs, `SELECT gear FROM activities a WHERE a.athlete=?1 AND a.seen&?2<>0 AND gear<>'' UNION
			SELECT g.value FROM activities a, json_each(a.words, '$.more_gear') g WHERE a.athlete=?1 AND a.seen&?2<>0 AND ` +
			activityindex.MoreGear + ` ORDER BY 1`},
		{&out.Sources, `SELECT DISTINCT r.source FROM activities a JOIN links l ON l.athlete=a.athlete AND l.activity=a.id
			JOIN recordings r ON r.athlete=l.athlete AND r.id=l.recording WHERE a.athlete=?1 AND a.seen&?2<>0 AND r.removed=0 AND r.audience&?2<>0 ORDER BY 1`},
	} {
		if *l.to, err = sqlitedb.All(ctx, db.sql, l.query, []any{v.athlete, v.bit}, sqlitedb.Scalar[string]); err != nil {
			return out, err
		}
	}
	return out, nil
}
