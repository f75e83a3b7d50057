// The list of the test inbox: recipient, subject and first words of each message.
import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { TestMessage } from '../../../../sdk/src/api.ts'
import { ChannelIcons } from '../../parts/delivery-words.tsx'
import { textOf } from '../../parts/messages/shown-message.ts'
import { Time } from '../../parts/time.tsx'
import { useTexts } from '../../texts/texts.tsx'

/** The id of the link of a message in the document. */
export const linkIdOf = (message: number) => `inbox-${message}`

export function InboxList({ rows, shown }: { rows: TestMessage[]; shown: number | undefined }) {
  const { testInbox } = useTexts()
  return (
    <ol className="inbox-list" aria-label={testInbox.list} onKeyDown={moveFocus}>
      {rows.map((row) => (
        <li key={row.id}>
          <Link
            id={linkIdOf(row.id)}
            to="."
            search={((search: object) => ({ ...search, message: row.id })) as never}
            className="inbox-entry"
            aria-current={row.id === shown ? 'true' : undefined}
          >
            <span className="inbox-entry-line">
              <ChannelIcons names={[row.channel]} />
              <Text span size="sm" fw={560} truncate>
                {row.recipient.name}
              </Text>
              <Text span size="xs" c="dimmed" className="inbox-entry-time">
                <Time at={row.at} />
              </Text>
            </span>
            <Text span size="sm" className="inbox-entry-words">
              {textOf(row.message.subject) || textOf(row.message.body)}
            </Text>
            {textOf(row.message.subject) !== '' && (
              <Text span size="xs" c="dimmed" className="inbox-entry-words">
                {textOf(row.message.body)}
              </Text>
            )}
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** The arrow keys move the focus to the next or previous message. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link.matches(':focus'))
  const next = links[at + step]
  if (at === -1 || next === undefined) return
  event.preventDefault()
  next.focus()
}
