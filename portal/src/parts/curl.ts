// Writes a request as a curl command for a shell.

/** Returns a command that sends the request. The command has one line for each header. */
export function curlOf(url: string, headers: Record<string, string>, body: string): string {
  return [
    `curl -X POST ${quoted(url)} \\`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)} \\`),
    `  -d ${quoted(body)}`,
  ].join('\n')
}

/** Inside single quotes, a shell interprets no character except the single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
