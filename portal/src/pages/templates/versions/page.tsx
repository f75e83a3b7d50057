// The versions of a template. Each version has an author, a time, its differences, and a button that restores it.
import { Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { Template, TemplateVersion } from '../../../../../sdk/src/api.ts'
import { type Pages, usePages, useRead } from '../../../api/queries.ts'
import { BackLink } from '../../../parts/back-link.tsx'
import { useFilters } from '../../../parts/lists/filters.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { QueryResult, ShownPages } from '../../../parts/states.tsx'
import { useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { DraftEntry, VersionEntry } from './entries.tsx'
import { DraftChanges, OldVersion } from './old-version.tsx'
import './versions.css'

export default function VersionsPage() {
  const { templates } = useTexts()
  const { id: ws } = useWorkspace()
  const { slug = '' } = useParams({ strict: false }) as { slug?: string }
  const [{ version }, setFilters] = useFilters('version')
  const query = useRead('readTemplate', { path: { ws, slug } })
  const pages = usePages('listTemplateVersions', { path: { ws, slug } })
  return (
    <PageFrame
      title={templates.versionsOf(query.data?.name ?? slug)}
      before={<BackLink to={`templates/${encodeURIComponent(slug)}`}>{templates.backToEditor}</BackLink>}
    >
      <QueryResult query={query} lines={8}>
        {(template) => (
          <Versions
            template={template}
            pages={pages}
            chosen={version}
            onChoose={(chosen) => setFilters({ version: chosen })}
          />
        )}
      </QueryResult>
    </PageFrame>
  )
}

interface VersionsProps {
  template: Template
  pages: Pages<TemplateVersion>
  /** The number of a version, or `draft`. Without a choice, the page shows the draft or the previous version. */
  chosen: string | undefined
  onChoose: (version: string) => void
}

function Versions({ template, pages, chosen, onChoose }: VersionsProps) {
  const { templates } = useTexts()
  const hasDraft = template.draft !== null
  const previous = pages.rows.find(({ version }) => version < template.version)
  const shown = chosen ?? (hasDraft ? 'draft' : previous && String(previous.version))
  return (
    <div className="versions">
      <Stack gap={2}>
        {template.draft !== null && (
          <DraftEntry draft={template.draft} chosen={shown === 'draft'} onChoose={() => onChoose('draft')} />
        )}
        <ShownPages pages={pages} empty={hasDraft ? null : <Text c="dimmed">{templates.noVersions}</Text>}>
          {(rows) => (
            <ul className="versions-list" aria-label={templates.versions}>
              {rows.map((row) => (
                <VersionEntry
                  key={row.id}
                  row={row}
                  chosen={String(row.version) === shown}
                  onChoose={() => onChoose(String(row.version))}
                />
              ))}
            </ul>
          )}
        </ShownPages>
      </Stack>
      {shown === 'draft' && hasDraft ? (
        <DraftChanges template={template} />
      ) : shown === undefined || !(Number(shown) < template.version) ? (
        <Text c="dimmed" size="sm">
          {previous === undefined ? templates.noOlderVersion : templates.chooseVersion}
        </Text>
      ) : (
        <OldVersion template={template} version={Number(shown)} />
      )}
    </div>
  )
}
