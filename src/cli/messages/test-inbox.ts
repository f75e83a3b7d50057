// The commands `carillon test-inbox`. They show the messages that were sent with test keys, as the sandbox received
// them.
import type { TestMessage } from '../../../sdk/src/api.ts'
import { type Call, idOf, type Noun } from '../command.ts'
import { listed, listFlags, showList } from '../lists.ts'
import { inOneLine, moment, withoutControlCharacters } from '../output.ts'
import { workspaceFlag, workspaceOf } from '../places.ts'
import type { MessageParts } from './delivery-timeline.ts'

type TestMessageWithParts = TestMessage & { message: MessageParts }

export const testInboxNoun: Noun = {
  name: 'test-inbox',
  summary: 'The test inbox: the messages of test keys.',
  commands: [
    {
      words: 'test-inbox list',
      summary: 'List the messages of test keys, newest first.',
      flags: [...listFlags, workspaceFlag],
      examples: ['carillon test-inbox list', 'carillon test-inbox list --limit 1 --json'],
      run: list,
    },
    {
      words: 'test-inbox show',
      summary: 'Show a message as the sandbox received it.',
      takes: [{ name: 'ID', description: 'The id of the delivery.' }],
      flags: [workspaceFlag],
      examples: ['carillon test-inbox show 17', 'carillon test-inbox show 17 --json'],
      run: show,
    },
  ],
}

async function list(call: Call): Promise<number> {
  const { path } = await workspaceOf(call)
  const page = await listed<TestMessageWithParts>(call, `${path}/test-inbox`)
  return showList(
    call,
    page,
    [
      { title: 'id', cell: ({ id }) => id },
      { title: 'at', cell: ({ at }) => moment(at) },
      { title: 'channel', cell: ({ channel }) => channel },
      { title: 'to', cell: ({ address }) => address },
      { title: 'template', cell: ({ template_slug }) => template_slug },
      { title: 'message', cell: ({ message }) => message.subject ?? message.body },
    ],
    'The test inbox is empty. Send a message with a test key.',
  )
}

async function show(call: Call): Promise<number> {
  const id = idOf(call, 'ID')
  const { path } = await workspaceOf(call)
  const seen = await call.api.get<TestMessageWithParts>(`${path}/test-inbox/${id}`)
  const { out } = call
  const { subject, body = '', actions = [], attachments = [] } = seen.message
  return out.show(seen, () => {
    out.fields([
      ['to', `${seen.recipient.name} (${seen.address})`],
      ['channel', seen.channel],
      ['template', seen.template_slug],
      ['status', seen.status],
      ['at', moment(seen.at)],
      ['subject', subject],
      ['attached', attachments.map(({ filename }) => filename).join(', ')],
    ])
    out.line(`\n${withoutControlCharacters(body)}`)
    if (actions.length > 0) out.line()
    for (const { slug, label, url } of actions) out.line(`[${inOneLine(label ?? slug)}] ${inOneLine(url)}`)
  })
}
