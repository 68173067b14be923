package i18n

// Chinese is for tests.
func Chinese() map[string]string { return loaded["zh-CN"]().Sentences }

// ExplainedChinese is for tests.
func ExplainedChinese() map[string]string { return loaded["zh-CN"]().Glossary }
