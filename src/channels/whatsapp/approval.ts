// Reads the templates of a WhatsApp Business account from Meta. Finds the parts of each template to which a message
// must add content.
import { itemsOf, type JsonObject, objectOf, textWithin } from '../../lib/json/json-fields.ts'
import { SECOND } from '../../limits.ts'
import type { Approval, ApprovedList, ApprovedShape, ApprovedTemplate } from '../approved-template.ts'
import { queryGraph } from '../meta/asking.ts'
import { whatsappCodes } from './outcomes.ts'
import type { WhatsappSettings } from './settings.ts'
import { templateNamed } from './template.ts'

export const whatsappApproval: Approval<WhatsappSettings> = {
  named: templateNamed,
  listed: (settings) => settings.waba_id !== undefined,
  list,
}

const FIELDS = 'name,language,status,category,rejected_reason,components'
const PAGE = 100
/**
 * Maximum number of pages that are read. An account has at most 6000 templates, each in a few languages, so only a
 * broken gateway returns more pages.
 */
const MOST_PAGES = 300
const PAGE_BYTES = 8 * 1024 * 1024
const BUDGET = 60 * SECOND

/** Reads the templates page by page. Returns all templates. If a request fails, returns its problem instead. */
async function list(
  settings: WhatsappSettings,
  allowPrivateNetwork: boolean,
  stop: AbortSignal,
): Promise<ApprovedList> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(BUDGET)])
  const templates = new Map<string, ApprovedTemplate>()
  let after: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const cursor = after === undefined ? '' : `&after=${encodeURIComponent(after)}`
    const answer = await queryGraph('WhatsApp', whatsappCodes, {
      settings,
      token: settings.access_token,
      path: `${settings.waba_id}/message_templates?fields=${FIELDS}&limit=${PAGE}${cursor}`,
      signal,
      allowPrivateNetwork,
      maxBytes: PAGE_BYTES,
    })
    if (answer.problem !== undefined) return { problems: { waba_id: answer.problem } }
    if (!Array.isArray(answer.json.data))
      return { problems: { waba_id: 'the answer to the request for templates is not a list' } }
    for (const template of answer.json.data.flatMap(templateOf))
      templates.set(`${template.name}/${template.language}`, template)
    const next = nextCursor(answer.json)
    if (next === undefined || next === after) return { templates: [...templates.values()] }
    after = next
  }
  return { problems: { waba_id: `the list of templates does not end after ${MOST_PAGES} pages` } }
}

/**
 * Returns the cursor of the next page. Ignores the URL of the next page in the answer, because this URL could send the
 * access token to another server.
 */
function nextCursor({ paging }: JsonObject): string | undefined {
  const pages = objectOf(paging)
  return pages?.next === undefined ? undefined : textWithin(objectOf(pages.cursors)?.after, 4096)
}

/**
 * Returns the template that an item of Meta's answer describes, as a list with one entry. Returns an empty list if the
 * item has no name or language.
 */
function templateOf(item: unknown): ApprovedTemplate[] {
  const row = objectOf(item)
  const name = textWithin(row?.name, 512)
  const language = textWithin(row?.language, 20)
  if (!row || name === undefined || language === undefined) return []
  const status = textWithin(row.status, 64)?.toUpperCase() ?? 'UNKNOWN'
  const components = itemsOf(row.components).map((part) => objectOf(part) ?? {})
  return [
    {
      name,
      language,
      status,
      refusal: refusalOf(status, textWithin(row.rejected_reason, 200)),
      category: textWithin(row.category, 64) ?? null,
      body: textWithin(componentOf(components, 'BODY')?.text, 4096) ?? '',
      shape: shapeOf(components),
    },
  ]
}

const REFUSALS: Record<string, string> = {
  PENDING: 'is still in review by Meta',
  IN_APPEAL: 'was rejected by Meta, and the appeal is pending',
  REJECTED: 'was rejected by Meta',
  PAUSED: 'is paused by Meta for low quality',
  DISABLED: 'is disabled by Meta for low quality',
  PENDING_DELETION: 'is being deleted',
  DELETED: 'is deleted',
  LIMIT_EXCEEDED: 'exceeds the maximum number of templates of the account',
  ARCHIVED: 'is archived',
}

/** Returns why messages cannot use the template. Returns null if they can use it, or if the status is unknown. */
function refusalOf(status: string, reason: string | undefined): string | null {
  const words = REFUSALS[status]
  if (words === undefined) return null
  return reason === undefined || reason === 'NONE' ? words : `${words} (${reason})`
}

function componentOf(components: JsonObject[], type: string): JsonObject | undefined {
  return components.find((part) => textWithin(part.type, 64)?.toUpperCase() === type)
}

function shapeOf(components: JsonObject[]): ApprovedShape {
  const header = headerOf(componentOf(components, 'HEADER'))
  return {
    ...(header === undefined ? {} : { header }),
    variables: variablesOf(textWithin(componentOf(components, 'BODY')?.text, 32_768) ?? ''),
    buttons: itemsOf(componentOf(components, 'BUTTONS')?.buttons).map(buttonOf),
  }
}

function headerOf(header: JsonObject | undefined): string | undefined {
  const format = textWithin(header?.format, 64)?.toLowerCase()
  if (format !== 'text') return format
  return variablesOf(textWithin(header?.text, 1024) ?? '').length > 0 ? 'text' : undefined
}

/**
 * Returns the variables of a text. Each variable occurs once. If the variables are numbers, returns all numbers from 1
 * to the highest number. If the variables have names, returns the names in the order of the text.
 */
function variablesOf(text: string): string[] {
  const found = [...new Set(Array.from(text.matchAll(/\{\{\s*(\w{1,64})\s*\}\}/g), ([, name = '']) => name))]
  if (!found.every((name) => /^[1-9]\d{0,2}$/.test(name))) return found
  return Array.from({ length: Math.max(0, ...found.map(Number)) }, (_, index) => String(index + 1))
}

function buttonOf(item: unknown): ApprovedShape['buttons'][number] {
  const button = objectOf(item) ?? {}
  const type = textWithin(button.type, 64)?.toUpperCase()
  if (type === 'QUICK_REPLY') return 'quick_reply'
  return type === 'URL' && variablesOf(textWithin(button.url, 4096) ?? '').length > 0 ? 'url' : 'fixed'
}
