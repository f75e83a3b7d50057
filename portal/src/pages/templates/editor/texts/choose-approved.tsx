// The dialog that selects an approved template.
import { Button, Stack } from '@mantine/core'
import { IconChecklist, IconTemplate } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { problemOf } from '../../../../api/problem.ts'
import { usePages, useRead } from '../../../../api/queries.ts'
import { type Approved, ApprovedCard } from '../../../../parts/approved-template.tsx'
import type { ChannelName } from '../../../../parts/delivery-words.tsx'
import { Dialog } from '../../../../parts/forms/dialog.tsx'
import { SourceSelect } from '../../../../parts/forms/searched-select.tsx'
import { PlainList } from '../../../../parts/lists/plain-list.tsx'
import { SearchField } from '../../../../parts/lists/search-field.tsx'
import { Empty, Loading, ShownPages } from '../../../../parts/states.tsx'
import { usePathTo, useWorkspace } from '../../../../session/workspace.tsx'
import { useTexts } from '../../../../texts/texts.tsx'

interface ChooseApprovedProps {
  channel: ChannelName
  onChoose: (template: Approved) => void
}

export function ChooseApproved({ channel, onChoose }: ChooseApprovedProps) {
  const { approved } = useTexts()
  const [opened, setOpened] = useState(false)
  const choose = (template: Approved) => {
    setOpened(false)
    onChoose(template)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChecklist size={16} aria-hidden />}
        onClick={() => setOpened(true)}
        style={{ alignSelf: 'flex-start' }}
      >
        {approved.choose}
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={approved.choose} size="lg">
        <SourceChoice channel={channel} onChoose={choose} />
      </Dialog>
    </>
  )
}

/** Each source has a separate account at the provider. */
function SourceChoice({ channel, onChoose }: ChooseApprovedProps) {
  const { approved } = useTexts()
  const { id: ws } = useWorkspace()
  const sources = useRead('listSources', { path: { ws }, query: { limit: 2 } })
  const [chosen, setChosen] = useState<string | null>(null)
  const [q, setQ] = useState('')
  const source = chosen ?? String(sources.data?.data[0]?.id ?? '')
  if (source === '') return <Loading />
  return (
    <Stack gap="md">
      {(sources.data?.data.length ?? 0) > 1 && (
        <SourceSelect label={approved.source} value={source} onChange={setChosen} allowDeselect={false} />
      )}
      <SearchField label={approved.search} value={q} onChange={setQ} />
      <OfSource key={source} channel={channel} source={Number(source)} q={q} onChoose={onChoose} />
    </Stack>
  )
}

interface OfSourceProps extends ChooseApprovedProps {
  source: number
  q: string
}

function OfSource({ channel, source, q, onChoose }: OfSourceProps) {
  const { approved } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const at = `sources/${source}/connections/${channel}`
  const pages = usePages('listApprovedTemplates', {
    path: { ws, source, channel },
    query: q === '' ? {} : { q },
  })
  if (pages.error && problemOf(pages.error).code === 'not_found')
    return (
      <Empty
        icon={IconTemplate}
        title={approved.notConnected}
        action={
          <Button component={Link} to={pathTo(at)} variant="light">
            {approved.connect}
          </Button>
        }
      />
    )
  return (
    <ShownPages
      pages={pages}
      empty={
        <Empty
          icon={IconTemplate}
          title={q === '' ? approved.none : approved.noneMatch}
          action={
            <Button component={Link} to={pathTo(`${at}/templates`)} variant="light">
              {approved.title}
            </Button>
          }
        >
          {q === '' ? approved.noneText : approved.noneMatchText}
        </Empty>
      }
    >
      {(rows) => (
        <PlainList gap="sm" label={approved.title}>
          {rows.map((row) => (
            <ApprovedCard
              key={`${row.name} ${row.language}`}
              template={row}
              action={
                <Button
                  size="xs"
                  variant="light"
                  onClick={() => onChoose(row)}
                  disabled={!row.usable}
                  aria-label={`${approved.use}: ${row.name} (${row.language})`}
                >
                  {approved.use}
                </Button>
              }
            />
          ))}
        </PlainList>
      )}
    </ShownPages>
  )
}
