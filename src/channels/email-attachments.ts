// The files of an e-mail: bytes that came with the request, and those fetched from their addresses, within one limit.
import { NoAnswer, type SafeAnswer, safeFetch, UnsafeUrl } from '../lib/safe-fetch.ts'
import { sizes } from '../limits.ts'
import type { Outcome, OutgoingMessage } from './contract.ts'
import type { EmailFile } from './email-message.ts'

const MOST = sizes.attachmentsPerMessage
const TOO_LARGE = `A message carries at most ${MOST} bytes (10 MB) of attachments and media, decoded. Put the file behind a link and resend.`

interface Wanted {
  what: string
  filename: string
  mimeType?: string
  url: string
}

/** All files in their order, media last; or the outcome that a file which can't be had means for the message. */
export async function gatherFiles(
  { attachments, media }: OutgoingMessage,
  { allowPrivateNetwork, signal, timeoutMs }: { allowPrivateNetwork: boolean; signal: AbortSignal; timeoutMs: number },
): Promise<{ files: EmailFile[] } | { outcome: Outcome }> {
  const places: (EmailFile | Wanted)[] = attachments.map(({ filename, mime_type, url, bytes }) =>
    url === undefined
      ? { filename, mimeType: mime_type, bytes: bytes ?? Buffer.alloc(0) }
      : { what: `the attachment ${filename}`, filename, mimeType: mime_type, url },
  )
  if (media) {
    const filename = media.filename ?? nameIn(media.url)
    places.push({ what: `the media ${filename}`, filename, url: media.url })
  }
  const given = places.reduce((sum, place) => sum + ('bytes' in place ? place.bytes.length : 0), 0)
  const fetched = await Promise.all(
    places.map(async (place) =>
      'bytes' in place ? { file: place } : fetchFile(place, MOST - given, { allowPrivateNetwork, signal, timeoutMs }),
    ),
  )
  const failed = fetched.find((place) => 'outcome' in place)
  if (failed) return failed
  const files = fetched.flatMap((place) => ('file' in place ? [place.file] : []))
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (total > MOST) return { outcome: refused(`the attachments and media together hold ${total} bytes`, TOO_LARGE) }
  return { files }
}

async function fetchFile(
  { what, filename, mimeType, url }: Wanted,
  room: number,
  options: { allowPrivateNetwork: boolean; signal: AbortSignal; timeoutMs: number },
): Promise<{ file: EmailFile } | { outcome: Outcome }> {
  let answer: SafeAnswer
  try {
    answer = await safeFetch(url, { ...options, maxBytes: room, headers: { accept: '*/*' } })
  } catch (error) {
    if (error instanceof UnsafeUrl)
      return { outcome: refused(`the address of ${what} ${error.message}`, 'Put the file at a public address.') }
    if (error instanceof NoAnswer) return { outcome: awaited(`the address of ${what} ${error.message}`) }
    throw error
  }
  const status = String(answer.status)
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    return { outcome: awaited(`the address of ${what} answered ${status}`, status) }
  if (answer.status >= 300 && answer.status < 400) {
    return {
      outcome: refused(
        `the address of ${what} answered ${status}, a redirect, and redirects are not followed`,
        'Give the address the file finally lies at and resend.',
        status,
      ),
    }
  }
  if (answer.status !== 200)
    return { outcome: refused(`the address of ${what} answered ${status}`, 'Mend the address and resend.', status) }
  if (answer.truncated)
    return { outcome: refused(`${what} holds more than the ${room} bytes that are left`, TOO_LARGE) }
  return { file: { filename, mimeType: mimeType ?? typeOf(answer, filename), bytes: answer.body } }
}

/** What the server says the file is, where its name does not tell. */
function typeOf({ headers }: SafeAnswer, filename: string): string | undefined {
  return /\.[A-Za-z0-9]{1,10}$/.test(filename) ? undefined : [headers['content-type']].flat()[0]
}

function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').pop() ?? ''
  try {
    return decodeURIComponent(last) || 'media'
  } catch {
    return last
  }
}

function refused(reason: string, remedy: string, providerStatus?: string): Outcome {
  return { class: 'permanent', code: 'attachment_refused', reason, remedy, providerStatus }
}

function awaited(reason: string, providerStatus?: string): Outcome {
  return {
    class: 'retryable',
    code: 'attachment_unavailable',
    reason,
    remedy: 'Nothing; the file is asked for again with the next try.',
    providerStatus,
  }
}
