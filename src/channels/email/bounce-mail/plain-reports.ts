// Reads the reports of exim and qmail, which some versions write as plain text without a report part.
import { statusIn } from '../refusals.ts'
import { type Fields, headerIn } from './fields.ts'
import { MOST_RECIPIENTS, MOST_TEXT, type ReportedRecipient, verdictOf } from './verdict.ts'

const EXIM = /^This message was created automatically by mail delivery software\./
const QMAIL = /^Hi\. This is the qmail-send program at /
/** The line before the copy of the original message. */
const COPY = /^(?:-{3,} ?This is a copy of |--- Below this line is a copy of the message)/m
/** The lines between the report and the copy: they begin with a hyphen, or are empty. */
const BEFORE_COPY = /^(?:-[^\n]*\n|[ \t\r]*\n)+/

interface PlainReport {
  recipients: ReportedRecipient[]
  /** The header of the original message. */
  original: Fields
}

/** Returns the report in a text, and the header of the original message. Returns undefined for every other text. */
export function readPlainReport(text: string): PlainReport | undefined {
  const body = text.trimStart()
  const at = body.search(COPY)
  const report = at < 0 ? body : body.slice(0, at)
  const original = headerIn(at < 0 ? '' : body.slice(at).replace(BEFORE_COPY, ''))
  if (EXIM.test(body)) return { recipients: eximRecipients(report), original }
  if (QMAIL.test(body)) return { recipients: qmailRecipients(report), original }
  return undefined
}

/** In the text of exim, an address is indented by two spaces, and its explanation by four. */
function eximRecipients(report: string): ReportedRecipient[] {
  const action = /not yet been delivered/.test(report) ? 'delayed' : 'failed'
  return blocksOf(report, /^ {2}([^\s@]+@[^\s@]+)$/, /^ {4}/).map((block) => recipientOf(block, action))
}

/** In the text of qmail, an address is in angle brackets with a colon, and its explanation follows. */
function qmailRecipients(report: string): ReportedRecipient[] {
  return blocksOf(report, /^<([^<>]+)>:$/, /\S/).map((block) => recipientOf(block, 'failed'))
}

interface Block {
  address: string
  lines: string[]
}

/** Returns the addresses with the lines that follow them. An empty line ends the explanation. */
function blocksOf(report: string, addressLine: RegExp, textLine: RegExp): Block[] {
  const blocks: Block[] = []
  let current: Block | undefined
  for (const line of report.split(/\r?\n/)) {
    const [, address] = addressLine.exec(line.trimEnd()) ?? []
    if (address !== undefined) {
      if (blocks.length === MOST_RECIPIENTS) break
      current = { address, lines: [] }
      blocks.push(current)
    } else if (current && textLine.test(line)) current.lines.push(line.trim())
    else current = undefined
  }
  return blocks
}

function recipientOf({ address, lines }: Block, action: string): ReportedRecipient {
  const text = lines.join(' ').slice(0, MOST_TEXT)
  const status = statusIn(text) ?? null
  return { address, status, text, verdict: verdictOf({ status, action, text }) }
}
