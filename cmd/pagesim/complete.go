package main

import (
	"github.com/pagesim/pagesim/keygen"
	"github.com/pagesim/pagesim/sim"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

// variableNames complete --set up to the value.
func variableNames() []cobra.Completion {
	var all []cobra.Completion
	for _, v := range sim.Variables() {
		all = append(all, cobra.CompletionWithDesc(v.Name+"=", v.Doc))
	}
	return all
}

// operationNames complete --phase up to its fields.
func operationNames() []cobra.Completion {
	var all []cobra.Completion
	for _, o := range sim.Ops() {
		all = append(all, cobra.CompletionWithDesc(o.Name, o.Doc))
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

// completeRest ends the completion of flags that nobody gave values: those that want a
// file are left with the shell's own, all others have nothing to offer.
func completeRest(root *cobra.Command) {
	for _, c := range root.Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if _, has := c.GetFlagCompletionFunc(f.Name); has {
				return
			}
			if kind, _ := pflag.UnquoteUsage(f); kind != "file" {
				complete(c, f.Name, nil)
			}
		})
		completeRest(c)
	}
}

// files completes arguments with files of some extensions.
func files(extensions ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(extensions, cobra.ShellCompDirectiveFilterFileExt)
}

// complete gives a flag its values. A flag that is not there is a bug.
func complete(c *cobra.Command, flag string, values []cobra.Completion) {
	completeWith(c, flag, values, cobra.ShellCompDirectiveNoFileComp)
}

// completePart gives a flag the first parts of its values: the shell adds no blank.
func completePart(c *cobra.Command, flag string, values []cobra.Completion) {
	completeWith(c, flag, values, cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace)
}

func completeWith(c *cobra.Command, flag string, values []cobra.Completion, how cobra.ShellCompDirective) {
	err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, how))
	if err != nil {
		panic(err)
	}
}
