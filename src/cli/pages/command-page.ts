// Generates docs/command.md from the table of commands.
import type { Command, Noun } from '../command.ts'
import { nouns } from '../commands.ts'
import { exitCodeLines, flagUsage, sharedFlags, usageOf } from '../help.ts'

/** Returns the page. `npm run check` fails if the file in docs/ differs from it. */
export function commandPage(): string {
  return `# The command line

\`carillon\` runs the service, and manages a running service through its [management API](openapi.json). In a clone of
the repository, the command is \`node bin/carillon.js\`. This page is generated from the table of commands
in \`src/cli/commands.ts\`.

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

If there is only one workspace and one source, commands use them. Otherwise, select them with \`--workspace\` and
\`--source\`, by id or name. Pass secrets in an environment variable or on standard input (\`-\`), because shells store
typed arguments in their history.

## Output

On a terminal, lists are tables with titles. In a pipe, each row is a line with tabs between the cells, without titles
and colors. The environment variable \`NO_COLOR\` turns colors off.

With \`--json\`, every command prints its result as JSON on standard output. Messages go to standard error. If the
service refuses a request, the command shows each invalid field. With \`--json\`, it also prints the body of the response
on standard output.

Commands that delete something ask for confirmation on a terminal. Without a terminal, they require \`--yes\`.

| exit code | |
|---|---|
${exitCodeLines.map(([code, meaning]) => `| ${code} | ${meaning} |`).join('\n')}

Every command accepts:

${flagTable(sharedFlags)}

\`--url\` and \`--token\` are for commands that call a service. \`send\` accepts \`--key\` instead of \`--token\`. Commands that
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
