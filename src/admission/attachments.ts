// Validates the attachments of a send request and decodes their content.
import { decodeBase64, measureBase64 } from '../lib/json/base64.ts'
import { sizes } from '../limits.ts'
import type { ParsedSend, SendRequest } from './request.ts'

type AttachmentInput = NonNullable<SendRequest['attachments']>[number]
type Report = (field: string, message: string) => void

/**
 * Returns the attachments with their bytes. Calls `checkUrl` for each URL. Calls `add` for each problem that this
 * function finds. If `add` was called, no attachment is decoded.
 */
export function decodeAttachments(
  attachments: AttachmentInput[],
  checkUrl: Report,
  add: Report,
): ParsedSend['attachments'] {
  let total = 0
  let isSound = true
  const report: Report = (field, message) => {
    isSound = false
    add(field, message)
  }
  for (const [index, { content, url }] of attachments.entries()) {
    const field = `attachments.${index}`
    if ((content === undefined) === (url === undefined)) report(field, 'needs exactly one of content and url')
    if (url !== undefined) checkUrl(`${field}.url`, url)
    if (content === undefined) continue
    const measured = measureBase64(content)
    if ('problem' in measured) report(`${field}.content`, measured.problem)
    else total += measured.size
  }
  if (total > sizes.attachmentsPerMessage)
    report(
      'attachments',
      `have ${total} bytes when decoded; the limit per message is ${sizes.attachmentsPerMessage} (10 MB)`,
    )
  return attachments.map(({ content, ...attachment }) =>
    content === undefined || !isSound ? attachment : { ...attachment, bytes: decodeBase64(content) },
  )
}
