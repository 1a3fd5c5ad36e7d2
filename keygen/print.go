package keygen

import (
	"encoding/hex"
	"math/big"

	"github.com/pagesim/pagesim"
)

// Print returns a key for people: integers in decimal, binary in hex, text as it
// is.
func Print(f pagesim.Format, key []byte) string {
	switch f.Kind {
	case pagesim.Int:
		return new(big.Int).SetBytes(key).String()
	case pagesim.Binary:
		return hex.EncodeToString(key)
	}
	return string(key)
}
