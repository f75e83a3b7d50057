// Masks sensitive variables, such as one-time codes, in messages, callbacks and events that a viewer reads.
import type { Content } from '../channels/contract.ts'
import type { RenderedText } from '../channels/text/rendered-text.ts'
import { byKey } from '../lib/by-key.ts'
import { fieldsOf } from '../lib/json/json-fields.ts'
import { MASK, maskedLeaves, maskedUrl } from '../lib/text/mask.ts'
import type { Connection } from '../store/database.ts'
import { ANY, type MarkRow, readMarks } from '../store/templates/template-marks.ts'
import { maskedItems } from './digest-items.ts'
import { isDataPath, maskedData } from './sensitive-data.ts'

/** `full` for admins and owners; `masked` for viewers, and for management tokens with the rights of a viewer. */
export type Visibility = 'full' | 'masked'

type Vars = Readonly<Record<string, string>>

/** Returns the variables. A mask replaces the value of each variable whose name is in `names`. */
export function maskedVars(vars: Vars, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, names.includes(name) ? MASK : value]))
}

/** The fields of a message that decide which variables are sensitive. */
export interface SensitiveParts {
  template_slug: string
  vars: Vars | null
  /** The names of the variables that were marked as sensitive when the message was accepted. */
  sensitive: string[] | null
  accepted_at: Date
}

/** The masked variables of a message. */
export interface Masking {
  names: string[]
  /**
   * `hidden` if a variable was marked as sensitive after the message was accepted. The stored text
   * then contains the value without a mask, so the whole text is hidden.
   */
  text: 'plain' | 'masked' | 'hidden'
}

export const NOTHING_MASKED: Masking = { names: [], text: 'plain' }

/**
 * Returns how each message is masked. One statement reads the marks for all messages. A mark that was set after the
 * message was accepted counts too, even if the mark or the template was removed later. In this case there is no
 * rendered text with a mask, so the text is hidden.
 */
export async function maskingsOf(
  c: Connection,
  workspaceId: number,
  messages: readonly SensitiveParts[],
): Promise<Masking[]> {
  const slugs = new Set(messages.map((message) => message.template_slug))
  const marks = byKey(await readMarks(c, workspaceId, [...slugs]), ({ slug }) => slug)
  return messages.map((message) => {
    const accepted = message.sensitive ?? []
    const names = namesHiding(message, [...(marks.get(message.template_slug) ?? []), ...(marks.get(ANY) ?? [])])
    const since = names.filter((name) => !accepted.includes(name))
    const text = since.length > 0 ? 'hidden' : accepted.length > 0 ? 'masked' : 'plain'
    return { names: [...accepted, ...since], text }
  })
}

/**
 * Returns the names of the variables that are hidden by current marks, or by marks that were removed after the message
 * was accepted.
 */
function namesHiding({ vars, accepted_at }: SensitiveParts, marks: readonly MarkRow[]): string[] {
  const hiding = marks.filter(({ dropped_at }) => dropped_at === null || accepted_at <= dropped_at)
  const names = new Set(hiding.map(({ name }) => name))
  const variables = Object.keys(vars ?? {}).filter((name) => names.has(ANY) || names.has(name))
  // Which paths the data of the message has is not known here.
  return [...variables, ...(names.has(ANY) ? ['data'] : [...names].filter(isDataPath))]
}

/** Returns how one message is masked. For full visibility, reads nothing from the database. */
export async function maskingOf(
  c: Connection,
  workspaceId: number,
  visibility: Visibility,
  message: SensitiveParts,
): Promise<Masking> {
  if (visibility === 'full') return NOTHING_MASKED
  const [masking] = await maskingsOf(c, workspaceId, [message])
  return masking ?? NOTHING_MASKED
}

/** Returns the content of a message as an answer shows it. */
export function shownContent(
  { masked, ...full }: Content,
  visibility: Visibility,
  { names, text }: Masking,
): Omit<Content, 'masked'> {
  if (visibility === 'full') return full
  const { subject, body, own, media, data, items, ...rest } = full
  return {
    ...rest,
    ...shownText({ subject, body, own }, masked, text),
    vars: maskedVars(full.vars, names),
    ...(data === undefined ? {} : { data: maskedData(data, names) }),
    ...(items === undefined ? {} : { items: maskedItems(items, names) }),
    actions: full.actions.map(({ callback_url, payload, ...action }) => ({
      ...action,
      callback_url: maskedUrl(callback_url),
      ...(payload === undefined ? {} : { payload: fieldsOf(maskedLeaves(payload)) }),
    })),
    ...(media === undefined ? {} : { media: maskedFile(media) }),
    attachments: full.attachments.map(maskedFile),
  }
}

/** Masks the URL of a file, because its query may contain a code or a signature that grants access. */
export function maskedFile<File extends { url?: string }>({ url, ...file }: File) {
  // The result has the fields of `File`, but TypeScript cannot infer this.
  return { ...file, ...(url === undefined ? {} : { url: maskedUrl(url) }) } as File
}

function shownText(plain: RenderedText, masked: RenderedText | undefined, text: Masking['text']): RenderedText {
  if (text === 'plain') return plain
  return (text === 'masked' ? masked : undefined) ?? { body: MASK }
}
