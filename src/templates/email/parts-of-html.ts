// Divides a compiled document into the styles of its head and the content of its body, for the content of a layout.

/** Returns the content of the body, and the styles and conditional comments of the head. */
export function partsOfHtml(document: string): { html: string; head: string } {
  const body = between(document, '<body', '</body>')
  const html = body === undefined ? document : body.slice(body.indexOf('>') + 1)
  const head = between(document, '<head', '</head>') ?? ''
  return { html: html.trim(), head: stylesOf(head) }
}

function between(text: string, start: string, end: string): string | undefined {
  const from = text.indexOf(start)
  const to = text.lastIndexOf(end)
  return from < 0 || to < from ? undefined : text.slice(from + start.length, to)
}

function stylesOf(head: string): string {
  const styles: string[] = []
  let at = head.indexOf('<style')
  while (at >= 0) {
    const end = head.indexOf('</style>', at)
    if (end < 0) break
    styles.push(head.slice(at, end + '</style>'.length))
    at = head.indexOf('<style', end)
  }
  return styles.join('\n')
}
