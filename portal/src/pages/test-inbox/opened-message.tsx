// One message of the test inbox, as its channel shows it. Only this message has a frame.
import { ActionIcon, Group, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { TestMessage } from '../../../../sdk/src/api.ts'
import { useRead } from '../../api/queries.ts'
import { Channel, StateBadge } from '../../parts/delivery-words.tsx'
import { RowLink } from '../../parts/lists/row-link.tsx'
import { Message } from '../../parts/messages/message.tsx'
import { shownMessage, textOf } from '../../parts/messages/shown-message.ts'
import { QueryResult } from '../../parts/states.tsx'
import { Moment } from '../../parts/time.tsx'
import { usePathTo, useWorkspace } from '../../session/workspace.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { linkIdOf } from './inbox-list.tsx'

interface OpenedMessageProps {
  id: number
  /** The message in the list, whose state is newer. Undefined if the list does not contain the message. */
  row: TestMessage | undefined
  /** True if the member opened the message. False if it is shown because it is the newest message. */
  isChosen: boolean
}

export function OpenedMessage({ id, row, isChosen }: OpenedMessageProps) {
  const { testInbox } = useTexts()
  const { id: ws } = useWorkspace()
  const query = useRead('readTestMessage', { path: { ws, id } })
  return (
    <section className="inbox-message" aria-label={testInbox.message}>
      <BackToList id={id} isChosen={isChosen} />
      <QueryResult query={query} lines={6}>
        {(message) => <MessageParts message={message} row={row ?? message} />}
      </QueryResult>
    </section>
  )
}

function MessageParts({ message, row }: { message: TestMessage; row: TestMessage }) {
  const { testInbox } = useTexts()
  const { name } = useWorkspace()
  const pathTo = usePathTo()
  const { recipient, address, template_slug: template } = message
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="xs" mb="md">
        <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Title order={2} className="wrap-anywhere">
            {textOf(message.message.subject) || recipient.name}
          </Title>
          <Text size="sm" c="dimmed" className="wrap-anywhere" mt={2}>
            {testInbox.to(recipient.name, address)}
          </Text>
        </div>
        <StateBadge {...row} />
      </Group>
      <Group gap="md" mb="md">
        <Channel name={message.channel} />
        <Text size="sm" component="span">
          <RowLink to={pathTo(`templates/${template}`)}>{template}</RowLink>
        </Text>
        <Text size="sm" component="span">
          <RowLink to={pathTo(`deliveries/${message.delivery_id}`)}>{testInbox.delivery(message.delivery_id)}</RowLink>
        </Text>
        <Text size="sm" c="dimmed" component="span">
          <Moment at={message.at} />
        </Text>
      </Group>
      <div className="inbox-drawing">
        <Message message={shownMessage(message.message)} sender={name} />
      </div>
    </>
  )
}

/** On narrow screens, a message replaces the list. This link returns to the list. */
function BackToList({ id, isChosen }: { id: number; isChosen: boolean }) {
  const { testInbox } = useTexts()
  const navigate = useNavigate()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const isShown = link.current?.offsetParent !== null
    if (isChosen && isShown) link.current?.focus()
  }, [isChosen])
  const close = async (event: React.MouseEvent) => {
    event.preventDefault()
    await navigate({ to: '.', search: ((search: object) => ({ ...search, message: undefined })) as never })
    document.getElementById(linkIdOf(id))?.focus()
  }
  return (
    <ActionIcon
      ref={link}
      component={Link}
      to="."
      search={((search: object) => ({ ...search, message: undefined })) as never}
      onClick={(event: React.MouseEvent) => void close(event)}
      className="inbox-back"
      variant="default"
      size={36}
      mb="sm"
      aria-label={testInbox.back}
    >
      <IconArrowLeft size={18} aria-hidden />
    </ActionIcon>
  )
}
