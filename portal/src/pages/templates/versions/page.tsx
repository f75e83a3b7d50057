// The versions of a template. Each version has an author, a time, its differences, and a button that restores it.
import { Badge, Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Template, TemplateVersion } from '../../../../../sdk/src/api.ts'
import { useChange, usePages, useRead } from '../../../api/queries.ts'
import { useActorName } from '../../../parts/actor-name.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { useFilters } from '../../../parts/lists/filters.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { ProblemNotice, QueryResult, ShownPages } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { Difference } from './difference.tsx'
import './versions.css'
import { BackLink } from '../../../parts/back-link.tsx'

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
          <div className="versions">
            <ShownPages pages={pages} empty={<Text c="dimmed">{templates.noVersions}</Text>}>
              {(rows) => (
                <ul className="versions-list" aria-label={templates.versions}>
                  {rows.map((row) => (
                    <VersionEntry
                      key={row.id}
                      row={row}
                      chosen={String(row.version) === version}
                      onChoose={() => setFilters({ version: String(row.version) })}
                    />
                  ))}
                </ul>
              )}
            </ShownPages>
            {version === undefined || Number(version) === template.version ? (
              <Text c="dimmed" size="sm">
                {templates.chooseVersion}
              </Text>
            ) : (
              <OldVersion template={template} version={Number(version)} />
            )}
          </div>
        )}
      </QueryResult>
    </PageFrame>
  )
}

interface VersionEntryProps {
  row: TemplateVersion
  chosen: boolean
  onChoose: () => void
}

function VersionEntry({ row, chosen, onChoose }: VersionEntryProps) {
  const actorName = useActorName()
  const { templates } = useTexts()
  return (
    <li>
      <UnstyledButton className="version" data-chosen={chosen} aria-pressed={chosen} onClick={onChoose}>
        <Group gap="xs">
          <Text fw={560} size="sm">
            {templates.version(row.version)}
          </Text>
          {row.current && <Badge>{templates.current}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" className="wrap-anywhere">
          <Time at={row.at} />
          {row.by !== null && ` · ${actorName(row.by)}`}
        </Text>
      </UnstyledButton>
    </li>
  )
}

function OldVersion({ template, version }: { template: Template; version: number }) {
  const { publishing, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const { slug } = template
  const query = useRead('readTemplateVersion', { path: { ws, slug, version } })
  const restore = useChange('restoreTemplateVersion', [
    'readTemplate',
    'readTemplateDraft',
    'listTemplateSummaries',
    'listTemplateVersions',
  ])
  const store = (as: 'draft' | 'published') =>
    restore.mutate(
      { path: { ws, slug, version }, body: { version: template.version, as } },
      {
        onSuccess: (made) => {
          showToast(as === 'draft' ? publishing.restoredAsDraft(version) : publishing.publishedAs(made.version))
          void navigate({ to: pathTo(`templates/${encodeURIComponent(slug)}`) })
        },
      },
    )
  const asDraft = async () => {
    const isSure =
      template.draft === null ||
      (await confirm({
        title: publishing.replaceDraftTitle(version),
        text: publishing.replaceDraftText,
        yes: publishing.restoreAsDraft,
      }))
    if (isSure) store('draft')
  }
  const asPublished = async () => {
    const isSure = await confirm({
      title: templates.restoreTitle(version),
      text: templates.restoreText(template.version),
      yes: publishing.restoreAndPublish,
      harmless: true,
    })
    if (isSure) store('published')
  }
  return (
    <Stack gap="sm" style={{ minWidth: 0 }}>
      <Group justify="space-between">
        <Title order={2}>{templates.changedSince(version)}</Title>
        {may.change && (
          <Group gap="xs">
            <Button variant="default" onClick={() => void asPublished()} loading={restore.isPending}>
              {publishing.restoreAndPublish}
            </Button>
            <Button onClick={() => void asDraft()} loading={restore.isPending}>
              {publishing.restoreAsDraft}
            </Button>
          </Group>
        )}
      </Group>
      {restore.error && <ProblemNotice error={restore.error} />}
      <QueryResult query={query} lines={8}>
        {(old) => (
          <Difference
            before={old}
            after={template}
            beforeName={templates.version(old.version)}
            afterName={templates.version(template.version)}
          />
        )}
      </QueryResult>
    </Stack>
  )
}
