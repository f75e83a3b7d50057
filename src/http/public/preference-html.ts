// Renders the page on which a recipient chooses the categories and channels of messages.
import { channelOf } from '../../channels/index.ts'
import { escapeHtml } from '../../lib/text/html.ts'
import type { Choices, PreferencePage } from '../../recipients/preferences/page.ts'
import { preferenceWords } from '../pages/preference-words.ts'
import { renderPage } from '../pages/shell.ts'

export interface PreferenceView {
  page: PreferencePage
  /** `saved` and `stopped` confirm a change. `before` are the choices that its undo restores. */
  notice?: { kind: 'saved' | 'stopped'; before?: Choices }
}

/** `unknown`: the link is invalid or has expired. `deleted`: its recipient was deleted. */
export type PreferenceProblem = 'unknown' | 'deleted'

/** Renders the page in one language. The languages of the browser count if the recipient has no supported language. */
export function preferencesPage(view: PreferenceView | PreferenceProblem, languages: string[]) {
  const locales = typeof view === 'string' ? [] : view.page.locales
  const { language, words } = preferenceWords([...locales.slice(0, -1), ...languages, ...locales.slice(-1)])
  const { title } = words
  if (typeof view === 'string') return renderPage({ language, title, text: words[view] })
  const { page, notice } = view
  const { brand, categories } = page
  const isEmpty = categories.length === 0 || categories.every(({ channels }) => channels.length === 0)
  const confirmed = notice ? `<p class="notice" role="status">${escapeHtml(words[notice.kind])}</p>` : ''
  const undo = notice?.before ? undoForm(notice.before, words.undo) : ''
  const fields = categories.map((category) => fieldsetOf(category, category.nameIn(language), words.always)).join('')
  const save = isEmpty ? '' : `<form method="post">${fields}<button>${escapeHtml(words.save)}</button></form>`
  const stop = `<form method="post"><input type="hidden" name="everything" value="1"><button class="quiet">${escapeHtml(words.everything)}</button></form>`
  return renderPage({
    language,
    title,
    text: isEmpty ? words.nothing : words.intro(brand.name),
    brand,
    content: { html: `${confirmed}${undo}${save}${stop}`, style: STYLE },
  })
}

const STYLE = `fieldset{border:1px solid var(--line);border-radius:.5rem;margin:1rem 0;padding:.75rem 1rem;text-align:left}
legend{font-weight:600;padding:0 .25rem}label{display:flex;gap:.75rem;align-items:center;min-height:2.75rem}input[type=checkbox]{width:1.25rem;height:1.25rem}
.note{color:var(--soft);font-size:.9rem}.notice{margin-top:1rem;font-weight:600}`

function fieldsetOf(
  { slug, description, required, channels }: PreferencePage['categories'][number],
  name: string,
  always: string,
): string {
  const note = description === null ? '' : `<p class="note">${escapeHtml(description)}</p>`
  const boxes = channels.map(({ channel, allowed }) => {
    const value = escapeHtml(`${slug}/${channel}`)
    return `<label><input type="hidden" name="shown" value="${value}"><input type="checkbox" name="allow" value="${value}"${allowed ? ' checked' : ''}>${escapeHtml(channelOf(channel).title)}</label>`
  })
  const rows = required ? `<p class="note">${escapeHtml(always)}</p>` : boxes.join('')
  return `<fieldset><legend>${escapeHtml(name)}</legend>${note}${rows}</fieldset>`
}

function undoForm({ shown, allowed }: Choices, label: string): string {
  const hidden = (name: string) => (choice: { category: string; channel: string }) =>
    `<input type="hidden" name="${name}" value="${escapeHtml(`${choice.category}/${choice.channel}`)}">`
  const fields = [...shown.map(hidden('shown')), ...allowed.map(hidden('allow'))].join('')
  return `<form method="post"><input type="hidden" name="restore" value="1">${fields}<button class="quiet">${escapeHtml(label)}</button></form>`
}
