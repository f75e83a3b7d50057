// The templates that a provider approved for a source, as its list was last read, and reading it now.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconTemplate } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useChange, usePages } from '../../../api/queries.ts'
import { ApprovedCard } from '../../../parts/approved-template.tsx'
import { BackLink } from '../../../parts/back-link.tsx'
import { useChannelTitle } from '../../../parts/channels.ts'
import type { ChannelName } from '../../../parts/delivery-words.tsx'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { useFilters } from '../../../parts/lists/filters.ts'
import { PlainList } from '../../../parts/lists/plain-list.tsx'
import { SearchField } from '../../../parts/lists/search-field.tsx'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { ServerSentence } from '../../../parts/server-sentence.tsx'
import { Empty, ProblemNotice, ShownPages } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useMay, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'

export default function ApprovedTemplatesPage() {
  const { approved } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const params = useParams({ strict: false })
  const source = Number(params.source)
  const channel = params.channel as ChannelName
  const title = useChannelTitle(channel)(channel)
  const path = { ws, source, channel }
  const [{ q }, change] = useFilters('q')
  const pages = usePages('listApprovedTemplates', { path, query: q === undefined ? {} : { q } })
  const sync = useChange('syncApprovedTemplates', ['listApprovedTemplates'])
  const read = () =>
    sync.mutate({ path }, { onSuccess: ({ templates, usable }) => showToast(approved.read(templates, usable)) })
  const { read_at: readAt = null, problem = null } = pages.first ?? {}
  return (
    <PageFrame
      title={approved.title}
      text={approved.text}
      before={<BackLink to={`sources/${source}/connections/${channel}`}>{title}</BackLink>}
      actions={
        may.change && (
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={read}
            loading={sync.isPending}
          >
            {approved.sync}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {sync.error && <ProblemNotice error={sync.error} />}
        {problem !== null && !sync.error && (
          <Alert color="yellow" variant="light" icon={<IconAlertTriangle aria-hidden />} title={approved.notRead}>
            <ServerSentence text={problem} />
          </Alert>
        )}
        <SearchField label={approved.search} value={q ?? ''} onChange={(q) => change({ q })} />
        <ShownPages
          pages={pages}
          empty={
            <Empty icon={IconTemplate} title={q === undefined ? approved.none : approved.noneMatch}>
              {q === undefined ? approved.noneText : approved.noneMatchText}
            </Empty>
          }
        >
          {(rows) => (
            <PlainList gap="sm" label={approved.title}>
              {rows.map((row) => (
                <ApprovedCard key={`${row.name} ${row.language}`} template={row} />
              ))}
            </PlainList>
          )}
        </ShownPages>
        {readAt !== null && (
          <Text size="sm" c="dimmed">
            {approved.readAt} <Time at={readAt} />
          </Text>
        )}
      </Stack>
    </PageFrame>
  )
}
