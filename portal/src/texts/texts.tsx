// The catalog in the person's language: the one they chose, else the first of their browser's that there is, else English.
import { createContext, type PropsWithChildren, use } from 'react'
import { createStore, useStore } from '../state/store.ts'
import { readStored, store } from '../state/stored.ts'
import { localeTag } from './locales.ts'
import type { ServerText } from './server-text.ts'

type FrameTexts = typeof import('./en/frame.ts')
type PageTexts = typeof import('./en/pages.ts')

interface ServerTexts {
  serverText: ServerText
}

/** Those of pages are there wherever a page is shown: the router waits for them. */
export type Texts = FrameTexts & PageTexts & ServerTexts

interface Language {
  /** In its own words. */
  name: string
  frame: () => Promise<FrameTexts>
  pages: () => Promise<PageTexts>
  server: () => Promise<ServerTexts>
}

/** The server writes English. */
const english: ServerTexts = { serverText: (text) => text }

/** Another language is a folder beside en/ with the same files, of the same types, and an entry here. */
export const languages: Record<string, Language> = {
  en: {
    name: 'English',
    frame: () => import('./en/frame.ts'),
    pages: () => import('./en/pages.ts'),
    server: async () => english,
  },
  it: {
    name: 'Italiano',
    frame: () => import('./it/frame.ts'),
    pages: () => import('./it/pages.ts'),
    server: () => import('./it/server/index.ts'),
  },
}

/** The language that is shown; it changes when its texts are there. */
export const language = createStore('en')

/** How dates and figures are written: as in the person's region, where the browser names one of this language. */
export function useLocale(): string {
  const name = useStore(language)
  return browserLocales().find((locale) => locale.split('-')[0] === name) ?? name
}

/** The browser's locales in the order of preference, without names that Intl refuses. */
function browserLocales(): string[] {
  return navigator.languages.flatMap((name) => localeTag(name) ?? [])
}

/** What is loaded so far; nothing is shown before its part is in it. */
const loaded = createStore({ ...english } as Texts)

/** Before anything is shown, so that nobody loads or sees a language that is not theirs. */
export async function startTexts(): Promise<void> {
  const name = preferredLanguage()
  show(name, await languages[name]!.frame())
}

function preferredLanguage(): string {
  const candidates = [readStored('language'), ...browserLocales().map((locale) => locale.split('-')[0])]
  return candidates.find((name) => name !== undefined && Object.hasOwn(languages, name)) ?? 'en'
}

function show(name: string, texts: Partial<Texts>): void {
  document.documentElement.lang = name
  loaded.set({ ...loaded.get(), ...texts })
  language.set(name)
}

/** What was asked for last: texts that come later than those of a later choice are not shown. */
let chosen = ''

/** Shows the portal in another language, and remembers it. Rejects, and changes nothing, when its texts can't be loaded. */
export async function setLanguage(name: string): Promise<void> {
  chosen = name
  const { frame, pages, server } = languages[name]!
  const [frameTexts, pageTexts, serverTexts] = await Promise.all([frame(), pages(), server()])
  if (name !== chosen) return
  show(name, { ...frameTexts, ...pageTexts, ...serverTexts })
  store('language', name)
}

/** Resolves when the texts of pages are there, in the language of now. */
export async function loadPageTexts(): Promise<void> {
  const name = language.get()
  const { pages, server } = languages[name]!
  const [pageTexts, serverTexts] = await Promise.all([pages(), server()])
  if (name === language.get()) loaded.set({ ...loaded.get(), ...pageTexts, ...serverTexts })
}

/** Resolves with the translation of the server's sentences into the current language; English if it cannot be loaded. */
export async function loadServerText(): Promise<ServerText> {
  const name = language.get()
  const { serverText } = await languages[name]!.server().catch(() => english)
  if (name === language.get()) loaded.set({ ...loaded.get(), serverText })
  return serverText
}

export function TextsProvider({ children }: PropsWithChildren) {
  return <TextsContext value={useStore(loaded)}>{children}</TextsContext>
}

const TextsContext = createContext({} as Texts)

export function useTexts(): Texts {
  return use(TextsContext)
}
