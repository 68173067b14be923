package sentences

// Chinese is for tests.
func Chinese() map[string]string { return simplified() }
