package plan_test

// corpus are texts as people, assistants and programs write them: each way to
// place a comment, to quote, to indent and to end lines.
func corpus() map[string]string {
	return map[string]string{
		"plain": "plan_name: Spring\nweeks:\n- week_number: 1\n  runs:\n  - day: Monday\n    km: 7.5\n  - day: Friday\n    km: 8\n",
		"head": "# header\n\n# second\nplan_name: Spring # inline\n\n# before weeks\nweeks:\n  # before w1\n  - " +
			"week_number: 1 # x\n    # inside\n    runs:\n      - day: Monday   # two spaces\n        km: 7\n      # after " +
			"mon\n      - day: Tuesday\n\n  # before w2\n  - week_number: 2\n# the end\n",
		"block": "notes: |\n  a # no comment\n  b: c\n\n  d\nweeks:\n- week_number: 1\n  description: >-\n    folded\n  " +
			"  # text\n\n    more\n  structure: \"2km # WU, 5×1km @4:05\" # comment\n",
		"keep": "a: |+\n  x\n\nb: >\n  y\n  z\nc: 1 # e\n",
		"crlf": "plan_name: a\r\n# c\r\nweeks:\r\n- week_number: 1 # d\r\n  runs:\r\n  - km: 5\r\n  - km: 6 # f\r\n",
		"flow": "weeks:\n- {week_number: 1, runs: [{day: Monday, km: 8}, {day: Tuesday, km: 0}]} # f\n- week_number: " +
			"2\n  runs:\n  - {day: Monday, km: 9}   # c\n  - {day: Tuesday, km: 1}\n",
		"no end": "plan_name: a\nweeks: # x\n- week_number: 1 # e",
		"mark":   "\ufeffplan_name: a # x\nweeks: []\n",
		"start":  "---\n# c\nplan_name: 'it''s' # y\nweeks:\n- week_number: 1\n...\n",
		"quotes": "plan_name: 'x: # y'\n\"weeks\": # q\n- 'week_number': 1\n  pace: 5:20 # pace\n  km: 8.0\n  date: " +
			"2026-03-09\n  x: ~\n  y:\n  z: no\n",
		"other": "plan_name: \"跑步 🏃\" # 注释\nnotes: é # ü # two\nweeks: []\n",
		"blank": "\n\n\nplan_name: a\n\n\n\nweeks:\n\n\n- week_number: 1\n\n\n  # c\n\n\n  runs: []\n\n\n",
		"deep": "weeks:\n- week_number: 1\n  runs:\n  - km: 5\n    # deeper\n      # deeper still\n  # next\n  - km: " +
			"6\n  # last\n# end\n",
		"dash":    "weeks:\n-\n  week_number: 1\n- # alone\n  week_number: 2 # b\n-   week_number: 3\n    km: 3\n",
		"spread":  "plan_name:    a      # far\nweeks  : []\nnotes: two\n  lines # b\n",
		"json":    "{\"plan_name\": \"a\", \"weeks\": [{\"week_number\": 1, \"runs\": []}]}",
		"hash":    "a: b#c # d\nc: 'e # f'\nd: \"g # h\"   # i\nurl: http://x/#y\n",
		"anchor":  "a: &x 1 # c\nb: 2\n",
		"comment": "a: 1 # a: 2 # b\n#\n#!x\n#   y\nb: 2\n",
	}
}
