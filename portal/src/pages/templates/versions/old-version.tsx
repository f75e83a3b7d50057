// The differences of a draft or of an older version, and the buttons that restore the older version.
import { Button, Group, Stack, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Template } from '../../../../../sdk/src/api.ts'
import { useChange, useRead } from '../../../api/queries.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { ProblemNotice, QueryResult } from '../../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import { Difference } from './difference.tsx'

export function DraftChanges({ template }: { template: Template }) {
  const { publishing, templates } = useTexts()
  const { id: ws } = useWorkspace()
  const query = useRead('readTemplateDraft', { path: { ws, slug: template.slug } })
  return (
    <Stack gap="sm" style={{ minWidth: 0 }}>
      <Title order={2}>{publishing.draftChanges}</Title>
      <QueryResult query={query} lines={8}>
        {(draft) => (
          <Difference
            before={template}
            after={draft}
            beforeName={template.published ? templates.version(template.version) : publishing.unpublished}
            afterName={publishing.draft}
          />
        )}
      </QueryResult>
    </Stack>
  )
}

export function OldVersion({ template, version }: { template: Template; version: number }) {
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
    'listLayouts',
    'readLayout',
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
