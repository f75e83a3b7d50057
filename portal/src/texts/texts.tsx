// The catalogue in the person's language: theirs if there is one, else the browser's, else English.
import { createContext, type PropsWithChildren, use, useEffect, useState } from 'react'
import { keep, readKept } from '../state/kept.ts'
import { createStore, useStore } from '../state/store.ts'
import { en } from './en.ts'

export type Texts = typeof en

/** A second language is one file beside en.ts, of type Texts, and one line here. */
export const languages: Record<string, { name: string; load: () => Promise<Texts> }> = {
  en: { name: 'English', load: async () => en },
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

const Catalogue = createContext<Texts>(en)

export function TextsProvider({ children }: PropsWithChildren) {
  const name = useStore(language)
  const [texts, setTexts] = useState<Texts>(en)
  useEffect(() => {
    let current = true
    document.documentElement.lang = name
    void languages[name]?.load().then((loaded) => {
      if (current) setTexts(loaded)
    })
    return () => {
      current = false
    }
  }, [name])
  return <Catalogue value={texts}>{children}</Catalogue>
}

export function useTexts(): Texts {
  return use(Catalogue)
}
