// The catalogue in the person's language: theirs if there is one, else the browser's, else English.
import { createContext, type PropsWithChildren, use, useEffect } from 'react'
import { keep, readKept } from '../state/kept.ts'
import { createStore, useStore } from '../state/store.ts'
import { en } from './en.ts'

type FrameTexts = typeof en
type PageTexts = typeof import('./en-pages.ts').enPages

/** Those of pages are there wherever a page is shown: the router waits for them. */
export type Texts = FrameTexts & PageTexts

interface Language {
  name: string
  frame: () => Promise<FrameTexts>
  pages: () => Promise<PageTexts>
}

/** A second language is two files beside en.ts and en-pages.ts, of the same types, and an entry here. */
export const languages: Record<string, Language> = {
  en: { name: 'English', frame: async () => en, pages: async () => (await import('./en-pages.ts')).enPages },
}

export const language = createStore(chosenLanguage())

export function setLanguage(name: string): void {
  keep('language', name)
  language.set(name)
}

function chosenLanguage(): string {
  const wanted = [readKept('language'), ...navigator.languages.map((name) => name.split('-')[0])]
  return wanted.find((name) => name !== undefined && Object.hasOwn(languages, name)) ?? 'en'
}

/** What is loaded so far; a page is only shown when its part is in it. */
const loaded = createStore(en as Texts)

async function add(part: Promise<Partial<Texts>>): Promise<void> {
  const texts = await part
  loaded.set({ ...loaded.get(), ...texts })
}

let pagesWanted = false

/** Resolves when the texts of pages are there, in the language of now. */
export async function loadPageTexts(): Promise<void> {
  pagesWanted = true
  await add(languages[language.get()]!.pages())
}

export function TextsProvider({ children }: PropsWithChildren) {
  const name = useStore(language)
  const texts = useStore(loaded)
  useEffect(() => {
    document.documentElement.lang = name
    void add(languages[name]!.frame())
    if (pagesWanted) void loadPageTexts()
  }, [name])
  return <Catalogue value={texts}>{children}</Catalogue>
}

const Catalogue = createContext<Texts>(loaded.get())

export function useTexts(): Texts {
  return use(Catalogue)
}
