package i18n

// Chinese returns the Chinese sentences, for tests.
func Chinese() map[string]string { return loaded["zh-CN"]().Sentences }

// ExplainedChinese returns the Chinese texts of the glossary, for tests.
func ExplainedChinese() map[string]string { return loaded["zh-CN"]().Glossary }
