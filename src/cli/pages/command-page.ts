// docs/command.md, made from the table of commands.
import type { Command, Noun } from '../command.ts'
import { nouns } from '../commands.ts'
import { exitCodeLines, flagUsage, sharedFlags, usageOf } from '../help.ts'

/** The whole page. `npm run check` says when the one in docs/ is stale. */
export function commandPage(): string {
  return `# The command line

\`carillon\` runs the service, and manages a running one through its [management API](openapi.json). In a clone it is
\`node bin/carillon.js\`. This page is generated from the table of commands in \`src/cli/commands.ts\`.

\`\`\`sh
carillon start                                                     # or npm start; the rest in another shell
export CARILLON_KEY=$(carillon key create --mode test)
carillon send welcome --email ada@example.com --var name=Ada
carillon deliveries list --mode test
carillon test-inbox list
\`\`\`

## Where it talks to

| environment | flag | |
|---|---|---|
| \`CARILLON_URL\` | \`--url\` | Where the service is. Without it \`http://localhost:$PORT\` (3000). |
| \`CARILLON_TOKEN\` | \`--token\` | The management token. Without it the file \`admin-token\` in \`$DATA_DIR\` (\`./data\`), which the first start writes. |
| \`CARILLON_KEY\` | \`--key\` | The API key that \`carillon send\` sends with. |

Where there is one workspace, or one source, commands take it; otherwise they ask for \`--workspace\` and \`--source\`, an
id or a name each. Secrets are best given by environment or standard input (\`-\`), because a shell keeps what is typed.

## What it answers

On a terminal lists are tables with titles; in a pipe they are one line a row with tabs between, and without titles or
colours (\`NO_COLOR\` is honoured). \`--json\` answers every command with JSON on standard output; messages are on standard
error. A refusal is told in words with every field that is wrong, and with \`--json\` its body is on standard output too.
Nothing asks a question unless a person sits at a terminal: what deletes asks there, and needs \`--yes\` elsewhere.

| exit code | |
|---|---|
${exitCodeLines.map(([code, meaning]) => `| ${code} | ${meaning} |`).join('\n')}

Every command understands:

${flagTable(sharedFlags)}

\`--url\` and \`--token\` are for commands that talk to a service; \`send\` takes \`--key\` instead of a token. What runs here
(start, api, worker, migrate, token) goes by this machine's [settings](configuration.md).

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
