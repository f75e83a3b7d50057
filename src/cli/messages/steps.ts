// The flags --fallback and --repeat of carillon send.
import type { SendResponse } from '../../../sdk/src/api.ts'
import { type Call, type Flag, UsageError } from '../command.ts'
import { inOneLine } from '../output.ts'

export const stepFlags: Flag[] = [
  {
    name: 'fallback',
    value: 'CHANNEL[:AFTER[:UNLESS]]',
    many: true,
    description:
      'A step of the message, in order: whatsapp, then sms:15m:read. It starts AFTER the step before was sent, unless this one was delivered, read or acted (a button was pressed). Without AFTER, it starts when the step before fails.',
  },
  {
    name: 'repeat',
    value: 'EVERY:AT_MOST[:UNTIL]',
    description: 'Repeats the message on its channel, such as 10m:6. UNTIL is delivered, read or acted (default).',
  },
]

/** Returns the fields `fallback` and `repeat` of the flags. */
export function stepsOf(call: Call): Record<string, unknown> {
  const steps = call.all('fallback')
  const repeat = call.text('repeat')
  return {
    ...(steps.length > 0 ? { fallback: steps.map(stepOf) } : {}),
    ...(repeat === undefined ? {} : { repeat: repeatOf(repeat) }),
  }
}

function stepOf(text: string): Record<string, string> {
  const [channel = '', after, unless, ...rest] = text.split(':')
  if (channel === '' || rest.length > 0)
    throw new UsageError(`--fallback "${text}" is not a step. Write CHANNEL, CHANNEL:AFTER or CHANNEL:AFTER:UNLESS.`)
  return { channel, ...(after ? { after } : {}), ...(unless ? { unless } : {}) }
}

function repeatOf(text: string): Record<string, string | number> {
  const [every = '', most = '', until, ...rest] = text.split(':')
  if (every === '' || !/^[0-9]+$/.test(most) || rest.length > 0)
    throw new UsageError(`--repeat "${text}" is not a repeat. Write EVERY:AT_MOST, such as 10m:6.`)
  return { every, at_most: Number(most), ...(until ? { until } : {}) }
}

type Steps = { steps?: Pick<NonNullable<SendResponse['steps']>[number], 'channel' | 'status' | 'reason'>[] | undefined }

/** Returns a line for each step of an accepted message. */
export function stepLines({ steps = [] }: Steps): string[] {
  return steps.map(({ channel, status, reason }, index) => {
    const why = reason ? `: ${inOneLine(reason)}` : ''
    return `  step ${index + 1}  ${channel}  ${status}${why}`
  })
}
