package plot

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strings"
)

// svgTag is the first tag of an SVG file; a page needs neither its size in points nor
// its names of XML.
var svgTag = regexp.MustCompile(`(?s)^.*?<svg [^>]*?(viewBox="[^"]*")[^>]*>`)

// Inline is the picture as an SVG element of an HTML page: as wide as the page lets it,
// with a name for those who do not see it.
func (p Picture) Inline() (string, error) {
	drawn := p
	if len(p.Labels) == 1 {
		drawn.Labels = nil // the page says it
	}
	b, err := drawn.render(formats[0], 1, chartWidth, chartHeight)
	if err != nil {
		return "", err
	}
	var titles []string
	for _, c := range p.Charts {
		titles = append(titles, c.Title)
	}
	name := html.EscapeString(strings.Join(titles, ", ") + ": " + strings.Join(p.Labels, ", "))
	tag := fmt.Sprintf(`<svg $1 role="img" aria-label="%s">`, strings.ReplaceAll(name, "$", "$$"))
	return string(bytes.TrimSpace(svgTag.ReplaceAll(b, []byte(tag)))), nil
}
