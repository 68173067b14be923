package plan

// attach gives each comment to the session or week that it stands in, or that
// comes next behind it in its list, or else to the plan.
func attach(p *Plan, doc *Doc) {
	weeks := doc.Root.Entry(keyWeeks)
	for _, c := range doc.Comments {
		if c.Text != "" {
			to := owner(p, weeks, c.Line)
			*to = append(*to, c.Text)
		}
	}
}

func owner(p *Plan, weeks *YAMLEntry, line int) *[]string {
	week := next(weeks, line)
	if week == nil {
		return &p.Comments
	}
	for i := range p.Weeks {
		w := &p.Weeks[i]
		if w.Line != week.Line {
			continue
		}
		for _, key := range []string{keyRuns, keySessions} {
			session := next(week.Entry(key), line)
			for j := range w.Sessions {
				if session != nil && w.Sessions[j].Line == session.Line {
					return &w.Sessions[j].Comments
				}
			}
		}
		return &w.Comments
	}
	return &p.Comments
}

// next is the value of a list that a line stands in or before.
func next(list *YAMLEntry, line int) *Node {
	if list == nil || line <= list.Line() {
		return nil
	}
	for _, it := range list.Value.Items {
		if line <= it.Last() {
			return it.Value
		}
	}
	return nil
}
