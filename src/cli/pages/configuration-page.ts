// Generates docs/configuration.md from the settings.
import { properties } from '../../settings.ts'

/** Returns the page. `npm run check` fails if the file in docs/ differs from it. */
export function configurationPage(): string {
  const rows = Object.entries(properties).map(([name, { description, default: preset }]) => {
    return `| \`${name}\` | ${preset === undefined ? 'unset' : `\`${String(preset)}\``} | ${description} |`
  })
  return `# Configuration

Carillon reads its settings from the environment once, at start. An invalid value stops the start with a message that
contains the name of the setting. This page is generated from \`src/settings.ts\`.

| setting | default | description |
|---|---|---|
${rows.join('\n')}
`
}
