// carillon conversations: the messages sent to a recipient on a channel, and the replies.
import type { Conversation, ConversationDetail } from '../../../sdk/src/api.ts'
import { type Call, idOf, type Noun, wholeNumber } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment, withoutControlCharacters } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'

export const conversationsNoun: Noun = {
  name: 'conversations',
  summary: 'Conversations: sent messages and replies.',
  commands: [
    {
      words: 'conversations list',
      summary: 'List conversations. The conversation with the most recent reply comes first.',
      flags: [
        { name: 'channel', value: 'CHANNEL', description: 'Only this channel.' },
        { name: 'recipient', value: 'ID', description: 'Only this recipient.' },
        ...listFlags,
        workspaceFlag,
      ],
      examples: ['carillon conversations list', 'carillon conversations list --channel telegram --json'],
      run: list,
    },
    {
      words: 'conversations show',
      summary: 'Show the newest messages and replies of a conversation, with the newest at the end.',
      takes: [{ name: 'ID', description: 'The id, from "carillon conversations list".' }],
      flags: [
        { name: 'limit', value: 'N', description: 'Maximum number of messages, up to 100. Default: 50.' },
        workspaceFlag,
      ],
      examples: ['carillon conversations show 5', 'carillon conversations show 5 --limit 10 --json'],
      run: show,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const query = { channel: call.text('channel'), recipient: wholeNumber(call, 'recipient') }
  const page = await listed<Conversation>(call, `${path}/conversations`, query)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'last reply', cell: ({ last_message_at }) => moment(last_message_at) },
      { title: 'channel', cell: ({ channel }) => channel },
      { title: 'with', cell: ({ recipient }) => `${recipient.name} (${recipient.id})` },
      { title: 'last message', cell: ({ last_message }) => last_message },
    ],
    'There are no replies yet.',
  )
}

async function show(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const limit = wholeNumber(call, 'limit')
  const { path } = await workspaceOf(call)
  const detail = await call.api.get<ConversationDetail>(`${path}/conversations/${id}`, { limit })
  const { out } = call
  return out.show(detail, () => {
    const { recipient, channel, messages } = detail
    out.line(`${out.paint('bold', inOneLine(recipient.name))} on ${channel}, recipient ${recipient.id}`)
    for (const { direction, at, body, media, delivery_id, status } of [...messages].reverse()) {
      const sender = direction === 'in' ? recipient.name : `delivery ${delivery_id}, ${status}`
      out.line(
        `\n${out.paint('dim', moment(at))}  ${out.paint(direction === 'in' ? 'cyan' : 'green', inOneLine(sender))}`,
      )
      if (body !== null) out.line(withoutControlCharacters(body))
      for (const { type } of media) out.line(`[${inOneLine(typeof type === 'string' ? type : 'file')}]`)
    }
  })
}
