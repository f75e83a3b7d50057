// Renders the page on which a recipient chooses the categories and channels of messages, and lifts its opt-outs.
import { channelOf } from '../../channels/index.ts'
import { escapeHtml } from '../../lib/text/html.ts'
import type { PageOptOut, PreferencePage } from '../../recipients/preferences/page.ts'
import { type PreferenceWords, preferenceWords } from '../pages/preference-words.ts'
import { renderPage } from '../pages/shell.ts'

/** The confirmation of a change. `undo` is the token of the form that undoes it. `late`: it can no longer be undone. */
export interface Notice {
  kind: 'saved' | 'late'
  undo?: string | undefined
}

export interface PreferenceView {
  page: PreferencePage
  notice?: Notice
}

/** `unknown`: the link is invalid or has expired. `deleted`: its recipient was deleted. */
export type PreferenceProblem = 'unknown' | 'deleted'

/** The language of the page and its texts. */
interface Texts {
  language: string
  words: PreferenceWords
}

/** Renders the page in one language. The languages of the browser count if the recipient has no supported language. */
export function preferencesPage(view: PreferenceView | PreferenceProblem, languages: string[]) {
  const locales = typeof view === 'string' ? [] : view.page.locales
  const texts = preferenceWords([...locales.slice(0, -1), ...languages, ...locales.slice(-1)])
  const { language, words } = texts
  const { title } = words
  if (typeof view === 'string') return renderPage({ language, title, text: words[view] })
  const { page, notice } = view
  const { brand, categories, channels, isUnsubscribed } = page
  const isEmpty = categories.length === 0 || channels.length === 0
  const stop = isUnsubscribed ? '' : formOf({ name: 'everything', value: '1' }, words.everything)
  const choices = isUnsubscribed || isEmpty ? '' : choicesForm(page, texts)
  const intro = isEmpty ? words.nothing : words.intro(brand.name)
  return renderPage({
    language,
    title,
    text: isUnsubscribed ? words.stopped : intro,
    brand,
    content: { html: `${noticeOf(notice, words)}${optOutsOf(page, texts)}${choices}${stop}`, style: STYLE },
  })
}

const STYLE = `fieldset,.stops{border:1px solid var(--line);border-radius:.5rem;margin:1rem 0;padding:.75rem 1rem;text-align:left}
legend,h2{font-size:1rem;font-weight:600;padding:0 .25rem;margin:0}label{display:flex;gap:.75rem;align-items:center;min-height:2.75rem}input[type=checkbox]{flex:none;width:1.25rem;height:1.25rem}
.stops{list-style:none}.stops li+li{border-top:1px solid var(--line);margin-top:.75rem;padding-top:.75rem}.stops form{margin:.5rem 0 0}.stops button{padding:.5rem 1rem}h2{margin-top:1.5rem;text-align:left}
.note{color:var(--soft);font-size:.9rem}.channel{flex:none}label .note{margin-left:auto;text-align:right}.notice{margin-top:1rem;font-weight:600}`

function noticeOf(notice: Notice | undefined, words: PreferenceWords): string {
  if (!notice) return ''
  const undo = notice.undo === undefined ? '' : formOf({ name: 'undo', value: notice.undo }, words.undo)
  return `<p class="notice" role="status">${escapeHtml(words[notice.kind])}</p>${undo}`
}

/** Returns a form with one button. */
function formOf({ name, value }: { name: string; value: string }, label: string): string {
  return `<form method="post"><input type="hidden" name="${name}" value="${escapeHtml(value)}"><button class="quiet">${escapeHtml(label)}</button></form>`
}

/** Returns the list of all opt-outs, each with a button if the recipient can lift it. */
function optOutsOf({ optOuts, brand }: PreferencePage, texts: Texts): string {
  if (optOuts.length === 0) return ''
  const { words } = texts
  const items = optOuts.map((optOut) => {
    const { lift } = optOut
    const button = lift === undefined ? '' : formOf({ name: 'lift', value: lift }, words.lift)
    return `<li>${escapeHtml(sentenceOf(optOut, texts, brand.name))}${button}</li>`
  })
  return `<h2>${escapeHtml(words.optOuts)}</h2><ul class="stops">${items.join('')}</ul>`
}

function sentenceOf(optOut: PageOptOut, { language, words }: Texts, sender: string): string {
  if (optOut.kind === 'everything') return words.stoppedAll(sender)
  if (optOut.kind === 'category') {
    const on = optOut.channels === 'all' ? undefined : optOut.channels.map((channel) => channelOf(channel).title)
    return words.stoppedCategory(optOut.nameIn(language), sender, on?.join(', '))
  }
  const { title } = channelOf(optOut.channel)
  if (optOut.cause === 'stop_word') return words.stoppedByWord(title, sender)
  if (optOut.cause === 'sender') return words.stoppedBySender(title, sender)
  return optOut.stopped === 'advertising'
    ? words.stoppedAdvertising(title, sender)
    : words.stoppedOnChannel(title, sender)
}

/** The hidden fields name what the form shows. A complete form must fit into a request body, so each is named once. */
function choicesForm({ categories, channels }: PreferencePage, texts: Texts): string {
  const shown = channels
    .map((channel) => `<input type="hidden" name="channel" value="${escapeHtml(channel)}">`)
    .join('')
  const fields = categories.map((category) => fieldsetOf(category, texts)).join('')
  const save = categories.some(({ required }) => !required) ? `<button>${escapeHtml(texts.words.save)}</button>` : ''
  return `<form method="post">${shown}${fields}${save}</form>`
}

type PageCategory = PreferencePage['categories'][number]

function fieldsetOf(category: PageCategory, { language, words }: Texts): string {
  const { slug, description, required, channels } = category
  const note = description === null ? '' : `<p class="note">${escapeHtml(description)}</p>`
  const boxes = channels.map(({ channel, allowed, stopped }) => {
    const value = escapeHtml(`${slug}/${channel}`)
    const limits = stopped ? `<span class="note">${escapeHtml(words.arrives[stopped])}</span>` : ''
    return `<label><input type="checkbox" name="allow" value="${value}"${allowed ? ' checked' : ''}><span class="channel">${escapeHtml(channelOf(channel).title)}</span>${limits}</label>`
  })
  const shown = `<input type="hidden" name="shown" value="${escapeHtml(slug)}">${boxes.join('')}`
  const rows = required ? requiredNotes(category, words) : shown
  return `<fieldset><legend>${escapeHtml(category.nameIn(language))}</legend>${note}${rows}</fieldset>`
}

/** A required category always arrives, except on channels with an opt-out. */
function requiredNotes({ channels }: PageCategory, words: PreferenceWords): string {
  const line = (text: string) => `<p class="note">${escapeHtml(text)}</p>`
  if (!channels.some(({ stopped }) => stopped)) return line(words.always)
  const lines = channels.map(({ channel, stopped }) =>
    line(`${channelOf(channel).title}: ${words.arrives[stopped ?? 'always']}`),
  )
  return lines.join('')
}
