// Command pagesim predicts what InnoDB's index pages do with a stream of keys,
// without a database: pagesim --help.
package main

import "os"

func main() {
	ctx, stdin, stop := untilInterrupted(os.Stdin)
	code := execute(ctx, env{
		args: os.Args[1:], stdin: stdin, stdout: os.Stdout, stderr: os.Stderr, isTerminal: isTerminal(os.Stderr, os.Getenv("TERM")),
		canAsk: isTerminal(os.Stdin, "") && isTerminal(os.Stderr, ""), getenv: os.Getenv,
	})
	stop()
	os.Exit(int(code))
}
