package sentences

// Chinese is for tests.
func Chinese() map[string]string { return simplified() }

// ExplainedChinese is for tests.
func ExplainedChinese() map[string]string { return explainedInChinese() }
