// What a person is told after a tap, in the languages the service speaks: short, because it shows for a moment.

interface TapWords {
  taken: (label: string) => string
  used: (label: string) => string
  expired: (label: string) => string
  /** None of our buttons, or not as we made it. */
  strange: string
}

const words = {
  it: {
    taken: (label) => `Fatto: ${label}`,
    used: (label) => `Già fatto: ${label}`,
    expired: (label) => `Scaduto: ${label}`,
    strange: 'Questo pulsante non è valido.',
  },
  en: {
    taken: (label) => `Done: ${label}`,
    used: (label) => `Already done: ${label}`,
    expired: (label) => `Expired: ${label}`,
    strange: 'This button is not valid.',
  },
  de: {
    taken: (label) => `Erledigt: ${label}`,
    used: (label) => `Schon erledigt: ${label}`,
    expired: (label) => `Abgelaufen: ${label}`,
    strange: 'Diese Schaltfläche ist nicht gültig.',
  },
  fr: {
    taken: (label) => `C’est fait : ${label}`,
    used: (label) => `Déjà fait : ${label}`,
    expired: (label) => `Expiré : ${label}`,
    strange: 'Ce bouton n’est pas valide.',
  },
  es: {
    taken: (label) => `Hecho: ${label}`,
    used: (label) => `Ya está hecho: ${label}`,
    expired: (label) => `Caducado: ${label}`,
    strange: 'Este botón no es válido.',
  },
} satisfies Record<string, TapWords>

/** The words of the first of these locales that is spoken here, English otherwise. */
export function tapWords(locales: string[]): TapWords {
  const language = locales.map((locale) => locale.slice(0, 2).toLowerCase()).find((code) => Object.hasOwn(words, code))
  const catalog: Record<string, TapWords> = words
  return catalog[language ?? 'en'] ?? words.en
}
