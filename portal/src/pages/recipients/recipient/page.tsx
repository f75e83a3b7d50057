// One recipient: addresses, details, suppressions and deliveries.
import { Alert, Badge, Button, Group, Stack, Title } from '@mantine/core'
import { IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { StoredRecipient } from '../../../../../sdk/src/api.ts'
import { useChange, usePages, useRead } from '../../../api/queries.ts'
import { useChannelTitle } from '../../../parts/channels.ts'
import { confirm } from '../../../parts/forms/confirm.ts'
import { showToast } from '../../../parts/forms/form-problems.ts'
import { PageFrame } from '../../../parts/page-frame.tsx'
import { Empty, ProblemNotice, QueryResult, ShownPages } from '../../../parts/states.tsx'
import { useMay, usePathTo, useWorkspace } from '../../../session/workspace.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import '../../deliveries/list/deliveries.css'
import type { ColumnName } from '../../deliveries/list/columns.tsx'
import { DeliveryRows } from '../../deliveries/list/rows.tsx'
import { RecipientForm } from '../recipient-form.tsx'
import '../recipients.css'
import { BackLink } from '../../../parts/back-link.tsx'
import { Facts } from './facts.tsx'
import { PreferencesCard } from './preferences.tsx'
import { Suppressed } from './suppressed.tsx'

/** Without the recipient, which is the same in all rows. */
const historyColumns: ColumnName[] = ['state', 'message', 'channel', 'time']

export default function RecipientPage() {
  const { recipients, common } = useTexts()
  const { id: ws } = useWorkspace()
  const may = useMay()
  const params = useParams({ strict: false })
  const id = Number(params.id)
  const [editing, setEditing] = useState(false)
  const query = useRead('readRecipient', { path: { ws, id } })
  const recipient = query.data
  return (
    <PageFrame
      title={recipient?.name ?? recipients.one}
      before={
        <BackLink to="recipients" search={recipient?.mode === 'test' ? { mode: 'test' } : {}}>
          {recipients.title}
        </BackLink>
      }
      actions={
        recipient !== undefined &&
        may.change && (
          <>
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              {common.edit}
            </Button>
            <Removal recipient={recipient} />
          </>
        )
      }
    >
      <QueryResult query={query} lines={8}>
        {(person) => (
          <>
            {person.mode === 'test' && (
              <Badge color="gray" mb="md">
                {common.test}
              </Badge>
            )}
            <div className="recipient">
              <Stack gap="lg">
                <UnusableAddresses recipient={person} />
                <Suppressed recipient={person} />
                <Facts recipient={person} />
                <PreferencesCard recipient={person} />
              </Stack>
              <History recipient={person} />
            </div>
            <RecipientForm opened={editing} onClose={() => setEditing(false)} mode={person.mode} recipient={person} />
          </>
        )}
      </QueryResult>
    </PageFrame>
  )
}

/** Warns about addresses that a provider reported as unreachable. */
function UnusableAddresses({ recipient }: { recipient: StoredRecipient }) {
  const { recipients } = useTexts()
  const names = Object.keys(recipient.unusable)
  const dead = names.map(useChannelTitle(...names))
  if (dead.length === 0) return null
  return (
    <Alert color="yellow" variant="light" title={recipients.unusable(dead.join(', '))}>
      {recipients.unusableText}
    </Alert>
  )
}

function History({ recipient }: { recipient: StoredRecipient }) {
  const { recipients } = useTexts()
  const { id: ws } = useWorkspace()
  const pages = usePages('listDeliveries', {
    path: { ws },
    query: { mode: recipient.mode, recipient: recipient.id, limit: 20 },
  })
  return (
    <section aria-label={recipients.history}>
      <Title order={2} mb="sm">
        {recipients.history}
      </Title>
      <ShownPages
        pages={pages}
        empty={
          <Empty icon={IconSend} title={recipients.noHistory}>
            {recipients.noHistoryText}
          </Empty>
        }
      >
        {(rows) => <DeliveryRows rows={rows} shown={historyColumns} />}
      </ShownPages>
    </section>
  )
}

function Removal({ recipient }: { recipient: StoredRecipient }) {
  const { recipients } = useTexts()
  const { id: ws } = useWorkspace()
  const pathTo = usePathTo()
  const navigate = useNavigate()
  const remove = useChange('removeRecipient', ['listRecipients'])
  const confirmRemoval = async () => {
    const sure = await confirm({
      title: recipients.removeTitle(recipient.name),
      text: recipients.removeText,
      yes: recipients.remove,
    })
    if (!sure) return
    remove.mutate(
      { path: { ws, id: recipient.id } },
      {
        onSuccess: () => {
          showToast(recipients.removed(recipient.name))
          void navigate({ to: pathTo('recipients') })
        },
      },
    )
  }
  return (
    <Group gap="xs">
      <Button
        variant="light"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => void confirmRemoval()}
        loading={remove.isPending}
      >
        {recipients.remove}
      </Button>
      {remove.error && <ProblemNotice error={remove.error} />}
    </Group>
  )
}
