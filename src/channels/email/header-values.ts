// Makes names, addresses and content types safe for the headers of an email.
import { domainToASCII } from 'node:url'
import type { Mailbox } from './settings.ts'

/** Replaces line breaks and control characters with spaces, because a line break could start a new header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Returns a mailbox as the text of a header. The name may contain any character except control characters. */
export function mailboxText({ name, address }: Mailbox): string {
  if (name === '') return asciiAddress(address)
  const text = PLAIN_NAME.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
  return `${text} <${asciiAddress(address)}>`
}

/** A name that needs no quotation marks in a header. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N} '_-]+$/u

/** Returns the address with its domain in ASCII. Returns an address unchanged if its domain is not valid. */
export function asciiAddress(address: string): string {
  const domain = domainToASCII(domainOf(address))
  return domain === '' ? address : `${address.slice(0, address.lastIndexOf('@'))}@${domain}`
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** Replaces slashes and removes direction marks. With a direction mark, evil.exe can appear as a .txt file. */
export function safeFileName(name: string): string {
  return oneLine(name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replace(/[\\/]+/g, '_')) || 'attachment'
}

/**
 * Returns the declared type, subtype and charset. Returns undefined if the type must be derived from the file name. A
 * file of the type `multipart` or `message` is sent as plain bytes, because these types would change the structure of
 * the email.
 */
export function safeContentType(declared: string | undefined): string | undefined {
  const type = declared && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+/.exec(declared)?.[0].toLowerCase()
  if (!type) return undefined
  if (type.startsWith('multipart/') || type.startsWith('message/')) return 'application/octet-stream'
  const charset = /;\s*charset="?([\w.:-]{1,40})"?/i.exec(declared)?.[1]
  return charset === undefined ? type : `${type}; charset=${charset}`
}
