// carillon send --dry-run: shows what a send request would do.
import type { DryRunResponse, ReplayResponse } from '../../../sdk/src/api.ts'
import { counted } from '../../lib/text/plural.ts'
import type { Api } from '../api.ts'
import type { Call } from '../command.ts'
import { moment, withoutControlCharacters } from '../output.ts'
import { stepLines } from './steps.ts'

/** Makes a dry run of the request and prints its result. `api` has the API key. */
export async function dryRun({ out }: Call, api: Api, body: Record<string, unknown>): Promise<number> {
  const answer = await api.post<DryRunResponse | ReplayResponse>('/send?dry_run=true', body)
  return out.show(answer, () => {
    if ('replayed' in answer) out.line(replayWords(answer))
    else {
      const { channel, recipient, template, locale, price, digest, content } = answer
      const { segments } = content
      out.fields([
        ['to', `${recipient.name} (${recipient.address})`],
        ['recipient', recipient.id === null ? 'would be created' : String(recipient.id)],
        ['channel', channel],
        ['category', answer.category],
        ['declined', answer.declined_channels.join(', ')],
        ['template', `${template}, ${locale}`],
        ['price', digest?.result === 'joins' ? 'free, because it joins a digest' : priceWords(price)],
        ['size', segments && counted(segments.segments, 'segment')],
        ['digest', digest && `${digest.result} a digest with ${counted(digest.items, 'message')}`],
        ['at', answer.scheduled_for === null ? 'now' : moment(answer.scheduled_for)],
        ['expires', moment(answer.expires_at)],
        ['subject', content.subject],
      ])
      for (const line of stepLines(answer)) out.line(withoutControlCharacters(line))
      out.line(`\n${withoutControlCharacters(content.body)}`)
    }
    out.note('This was a dry run. Nothing was stored, sent or charged.')
  })
}

function replayWords({ delivery_id: id, status, suppressed_by }: ReplayResponse): string {
  const reason = suppressed_by ? 'the message is over its limit' : 'the idempotency key was already used'
  return `The message would not be sent, because ${reason}. Delivery ${id} is ${status}.`
}

function priceWords({ account, credits }: DryRunResponse['price']): string {
  if (account === null) return 'free, because the key is a test key'
  if (account === 'credits') return counted(credits, 'credit')
  return account === 'quota' ? '1 message of the quota' : '1 message of the WhatsApp bundle'
}
