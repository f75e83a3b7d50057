// Appends the link to a document or video to the text of a message.
import type { Content } from '../contract.ts'

export function fullText({ body, media }: Pick<Content, 'body' | 'media'>): string {
  if (!media || media.type === 'image') return body
  return [body, media.caption ?? media.filename, media.url].filter(Boolean).join('\n')
}
