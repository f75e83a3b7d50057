// The texts in the language of the member: the selected language, or else the first language of the browser that the
// portal supports, or else English.
import { createContext, type PropsWithChildren, use } from 'react'
import { createStore, useStore } from '../state/store.ts'
import { readStored, store } from '../state/stored.ts'
import { localeTag } from './locales.ts'
import type { ServerText } from './server-text.ts'

export type FrameTexts = typeof import('./en/frame.ts')
type PageTexts = typeof import('./en/pages.ts')

interface ServerTexts {
  serverText: ServerText
}

/** All texts. A page can use the page texts, because the router waits until they are loaded. */
export type Texts = FrameTexts & PageTexts & ServerTexts

interface Language {
  /** The name of the language, in the language itself. */
  name: string
  frame: () => Promise<FrameTexts>
  pages: () => Promise<PageTexts>
  server: () => Promise<ServerTexts>
}

/** Server texts are English and need no translation. */
const english: ServerTexts = { serverText: (text) => text }

/** To add a language, add a folder beside en/ with the same files and types, and an entry here. */
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

/** The current language. It changes only after the texts of the new language are loaded. */
export const language = createStore('en')

/**
 * Returns the locale for dates and numbers. This is the browser's first locale in the current language, because the
 * locales of browsers often contain a region. If the browser has no such locale, this is the current language.
 */
export function useLocale(): string {
  const name = useStore(language)
  return browserLocales().find((locale) => locale.split('-')[0] === name) ?? name
}

/** The locales of the member's browser. The server takes them from the request. */
let locales: readonly string[] = globalThis.navigator?.languages ?? []

/** The browser's locales in the order of preference, without names that Intl refuses. */
function browserLocales(): string[] {
  return locales.flatMap((name) => localeTag(name) ?? [])
}

/** The loaded texts. A page is rendered only after its texts are loaded. */
const loaded = createStore({ ...english } as Texts)

/** Loads the texts of the preferred language. Runs before the first render. */
export async function startTexts(): Promise<void> {
  const name = preferredLanguage()
  show(name, await languages[name]!.frame())
}

function preferredLanguage(stored = readStored('language')): string {
  const candidates = [stored, ...browserLocales().map((locale) => locale.split('-')[0])]
  return candidates.find((name) => name !== undefined && Object.hasOwn(languages, name)) ?? 'en'
}

function show(name: string, texts: Partial<Texts>): void {
  if (typeof document !== 'undefined') document.documentElement.lang = name
  loaded.set({ ...loaded.get(), ...texts })
  language.set(name)
}

/** A language with its texts, for a rendering on the server. */
export interface ServerLanguage {
  code: string
  texts: Partial<Texts>
  locales: string[]
}

/** Returns the first of these languages that the portal supports, with the texts of the first page. */
export async function serverLanguage(stored: string | undefined, accepted: string[]): Promise<ServerLanguage> {
  locales = accepted
  const code = preferredLanguage(stored)
  const { frame, server } = languages[code]!
  const [frameTexts, serverTexts] = await Promise.all([frame(), server()])
  return { code, texts: { ...frameTexts, ...serverTexts }, locales: accepted }
}

/** Selects the language of the next rendering on the server. */
export function setServerLanguage(chosen: ServerLanguage): void {
  locales = chosen.locales
  show(chosen.code, chosen.texts)
}

/** The language that was selected last. If the texts of an earlier selection finish loading later, they are ignored. */
let chosen = ''

/** Changes and stores the language. If the texts cannot be loaded, rejects and changes nothing. */
export async function setLanguage(name: string): Promise<void> {
  chosen = name
  const { frame, pages, server } = languages[name]!
  const [frameTexts, pageTexts, serverTexts] = await Promise.all([frame(), pages(), server()])
  if (name !== chosen) return
  show(name, { ...frameTexts, ...pageTexts, ...serverTexts })
  store('language', name)
}

/** Loads the page texts of the current language. */
export async function loadPageTexts(): Promise<void> {
  const name = language.get()
  const { pages, server } = languages[name]!
  const [pageTexts, serverTexts] = await Promise.all([pages(), server()])
  if (name === language.get()) loaded.set({ ...loaded.get(), ...pageTexts, ...serverTexts })
}

/** Loads the translations of server texts for the current language. Falls back to English if they cannot be loaded. */
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
