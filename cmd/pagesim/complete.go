package main

import (
	"github.com/pagesim/pagesim/keygen"
	"github.com/spf13/cobra"
)

// keyNames and encodingNames complete values in a shell, with their lines.
var (
	keyNames      = keyCompletions()
	encodingNames = encodingCompletions()
)

func keyCompletions() []cobra.Completion {
	var all []cobra.Completion
	for _, k := range keygen.Kinds() {
		all = append(all, cobra.CompletionWithDesc(k.Name, k.Doc))
	}
	return all
}

func encodingCompletions() []cobra.Completion {
	var all []cobra.Completion
	for _, x := range keygen.Encodings() {
		all = append(all, cobra.CompletionWithDesc(x.Name, x.Doc))
	}
	return all
}

// complete gives a flag its values. A flag that is not there is a bug.
func complete(c *cobra.Command, flag string, values []cobra.Completion) {
	err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err)
	}
}
