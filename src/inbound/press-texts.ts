// The replies to a button press, in each supported language. They are short, because the chat shows them only for a
// moment.

interface PressTexts {
  taken: (label: string) => string
  used: (label: string) => string
  expired: (label: string) => string
  /** The token is unknown or forged. */
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
} satisfies Record<string, PressTexts>

/**
 * Returns the texts in the first language that is supported. If no language is supported, returns the English texts.
 */
export function pressTexts(locales: string[]): PressTexts {
  const language = locales.map((locale) => locale.slice(0, 2).toLowerCase()).find((code) => Object.hasOwn(words, code))
  const catalog: Record<string, PressTexts> = words
  return catalog[language ?? 'en'] ?? words.en
}
