package keygen

// didYouMean is a hint at the name that is nearest to a mistyped one; nothing if
// none is near.
func didYouMean(name string, names []string) string {
	nearest, least := "", len(name)/2+1
	for _, n := range names {
		if d := distance(name, n); d < least {
			nearest, least = n, d
		}
	}
	if nearest == "" {
		return ""
	}
	return "did you mean " + nearest + "? "
}

// distance is the number of letters to change, add or drop between two words
// (Levenshtein).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
