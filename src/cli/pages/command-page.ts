// Generates docs/command.md from the table of commands.
import type { Command, Noun } from '../command.ts'
import { nouns } from '../commands.ts'
import { exitCodeLines, flagUsage, sharedFlags, usageOf } from '../help.ts'

/** Returns the page. `npm run check` fails if the file in docs/ differs from it. */
export function commandPage(): string {
  return `# The command line

\`carillon\` runs the service, and manages a running one through its [management API](openapi.json). In a clone it is
\`node bin/carillon.js\`. This page is generated from the table of commands in \`src/cli/commands.ts\`.

\`\`\`sh
carillon start                                                     # or npm start; run the rest in another shell
export CARILLON_KEY=$(carillon key create --mode test)
carillon send welcome --email ada@example.com --var name=Ada
carillon deliveries list --mode test
carillon test-inbox list
\`\`\`

## Connection to the service

| environment | flag | |
|---|---|---|
| \`CARILLON_URL\` | \`--url\` | The address of the service. Default: \`http://localhost:$PORT\` (3000). |
| \`CARILLON_TOKEN\` | \`--token\` | The management token. Default: the file \`admin-token\` in \`$DATA_DIR\` (\`./data\`), which the first start creates. |
| \`CARILLON_KEY\` | \`--key\` | The API key of \`carillon send\`. |

Commands use the only workspace and the only source. If there are several, give \`--workspace\` and \`--source\`, each
with an id or a name. Pass secrets by environment variable or standard input (\`-\`), because shells store typed
arguments in their history.

## Output

On a terminal, lists are tables with titles. In a pipe, each row is a line with tabs between the cells, without titles
and colors. \`NO_COLOR\` is respected. With \`--json\`, every command prints its result as JSON on standard output.
Messages go to standard error. A refusal shows each invalid field; with \`--json\`, its body is also printed on
standard output.
Commands that delete ask for confirmation on a terminal, and require \`--yes\` elsewhere.

| exit code | |
|---|---|
${exitCodeLines.map(([code, meaning]) => `| ${code} | ${meaning} |`).join('\n')}

Every command accepts:

${flagTable(sharedFlags)}

\`--url\` and \`--token\` are for commands that call a service; \`send\` takes \`--key\` instead of a token. Commands that
run on this machine (start, api, worker, migrate, move, token) use its [settings](configuration.md).

${nouns.map(chapter).join('\n\n')}
`
}

function chapter({ name, summary, commands }: Noun): string {
  const [only, ...others] = commands
  if (only && others.length === 0) return section(only, '##')
  return `## ${name}\n\n${summary}\n\n${commands.map((command) => section(command, '###')).join('\n\n')}`
}

function section(command: Command, level: string): string {
  const { summary, takes = [], flags = [], more, examples } = command
  const taken = takes.map(({ name, description }) => `| \`${name}\` | ${cell(description)} |`)
  const parts = [
    `${level} ${command.words}`,
    `\`${usageOf(command)}\``,
    `${summary}`,
    ...(taken.length > 0 ? [`| argument | |\n|---|---|\n${taken.join('\n')}`] : []),
    ...(flags.length > 0 ? [flagTable(flags)] : []),
    ...(more === undefined ? [] : [more]),
    `\`\`\`sh\n${examples.join('\n')}\n\`\`\``,
  ]
  return parts.join('\n\n')
}

function flagTable(flags: Command['flags'] & {}): string {
  const rows = flags.map((flag) => `| \`${cell(flagUsage(flag))}\` | ${cell(flag.description)} |`)
  return `| flag | |\n|---|---|\n${rows.join('\n')}`
}

const cell = (text: string) => text.replaceAll('|', '\\|')
