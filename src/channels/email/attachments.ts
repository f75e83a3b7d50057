// Collects the files of an email within one size limit. Stored files are read from the database. Other files are
// fetched from their URL.
import { NoAnswer, type SafeAnswer, safeFetch, UnsafeUrl } from '../../lib/safe-fetch.ts'
import { counted } from '../../lib/text/plural.ts'
import { messageOf } from '../../lib/thrown.ts'
import { sizes } from '../../limits.ts'
import type { Media, Outcome, OutgoingAttachment, OutgoingMessage } from '../contract.ts'
import { repeated } from '../remedies.ts'

export interface EmailFile {
  filename: string
  mimeType?: string
  bytes: Buffer
}

const MOST = sizes.attachmentsPerMessage
const TOO_LARGE = `A message can have at most ${MOST} bytes (10 MB) of attachments and media, decoded. Link to the file instead, and resend the message.`

interface FetchOptions {
  allowPrivateNetwork: boolean
  signal: AbortSignal
  timeoutMs: number
}

interface FileRequest {
  /** The name that the failure reason shows if the attempt fails because of this file. */
  displayName: string
  filename: string
  mimeType?: string
  url: string
}

type FileResult = { file: EmailFile } | { outcome: Outcome }

/**
 * Returns all attachments in order, and then the media. If a file is not available, returns the outcome of the attempt
 * instead.
 */
export async function gatherFiles(
  { attachments, media }: OutgoingMessage,
  options: FetchOptions,
): Promise<{ files: EmailFile[] } | { outcome: Outcome }> {
  const bytesLeft = MOST - attachments.reduce((sum, { size = 0 }) => sum + size, 0)
  const results = await Promise.all([
    ...attachments.map((attachment) => attachedFile(attachment, bytesLeft, options)),
    ...(media ? [mediaFile(media, bytesLeft, options)] : []),
  ])
  const failed = results.find((result) => 'outcome' in result)
  if (failed) return failed
  const files = results.flatMap((result) => ('file' in result ? [result.file] : []))
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (total > MOST) return { outcome: refused(`the attachments and media have ${total} bytes together`, TOO_LARGE) }
  return { files }
}

async function attachedFile(
  attachment: OutgoingAttachment,
  bytesLeft: number,
  options: FetchOptions,
): Promise<FileResult> {
  const { filename, mime_type: mimeType, url, read } = attachment
  const displayName = `the attachment ${filename}`
  if (url !== undefined) return fetchFile({ displayName, filename, mimeType, url }, bytesLeft, options)
  try {
    if (!read) throw new Error('it has neither a url nor stored bytes')
    return { file: { filename, mimeType, bytes: await read() } }
  } catch (error) {
    return { outcome: unavailable(`${displayName} could not be read from the database: ${messageOf(error)}`) }
  }
}

function mediaFile(media: Media, bytesLeft: number, options: FetchOptions): Promise<FileResult> {
  const filename = media.filename ?? nameIn(media.url)
  return fetchFile({ displayName: `the media ${filename}`, filename, url: media.url }, bytesLeft, options)
}

async function fetchFile(
  { displayName, filename, mimeType, url }: FileRequest,
  bytesLeft: number,
  options: FetchOptions,
): Promise<FileResult> {
  let answer: SafeAnswer
  try {
    answer = await safeFetch(url, { ...options, maxBytes: bytesLeft, headers: { accept: '*/*' } })
  } catch (error) {
    if (error instanceof UnsafeUrl)
      return {
        outcome: refused(
          `the address of ${displayName} ${error.message}`,
          'Put the file at a public address, and resend the message.',
        ),
      }
    if (error instanceof NoAnswer) return { outcome: unavailable(`the address of ${displayName} ${error.message}`) }
    throw error
  }
  const status = String(answer.status)
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    return { outcome: unavailable(`the address of ${displayName} answered ${status}`, status) }
  if (answer.status >= 300 && answer.status < 400) {
    return {
      outcome: refused(
        `the address of ${displayName} answered ${status}, a redirect, and redirects are not followed`,
        'Use the address that the redirect leads to, and resend the message.',
        status,
      ),
    }
  }
  if (answer.status !== 200)
    return {
      outcome: refused(
        `the address of ${displayName} answered ${status}`,
        'Correct the address, and resend the message.',
        status,
      ),
    }
  if (answer.truncated)
    return {
      outcome: refused(
        `${displayName} is larger than the ${counted(bytesLeft, 'byte that is', 'bytes that are')} left`,
        TOO_LARGE,
      ),
    }
  return { file: { filename, mimeType: mimeType ?? typeOf(answer, filename), bytes: answer.body } }
}

/** If the file name has no extension, returns the content type from the server's answer. */
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

function refused(reason: string, final: string, providerStatus?: string): Outcome {
  return { class: 'permanent', code: 'attachment_refused', reason, remedies: { final }, providerStatus }
}

function unavailable(reason: string, providerStatus?: string): Outcome {
  return {
    class: 'retryable',
    scope: 'recipient',
    code: 'attachment_unavailable',
    reason,
    remedies: repeated('Check that the address of the file is reachable.'),
    providerStatus,
  }
}
