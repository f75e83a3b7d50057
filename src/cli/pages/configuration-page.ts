// docs/configuration.md, made from the settings.
import { properties } from '../../settings.ts'

/** The whole page. `npm run check` says when the one in docs/ is stale. */
export function configurationPage(): string {
  const rows = Object.entries(properties).map(([name, { description, default: preset }]) => {
    return `| \`${name}\` | ${preset === undefined ? 'unset' : `\`${String(preset)}\``} | ${description} |`
  })
  return `# Configuration

Carillon reads its settings from the environment, once, at start. A value that can't be used stops the start with a
sentence that names it. This page is generated from \`src/settings.ts\`.

| setting | default | what it does |
|---|---|---|
${rows.join('\n')}
`
}
