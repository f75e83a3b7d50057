// The name of a language in the language of the member.

/** Returns the name of the language with the locale. Returns only the locale if the browser knows no name for it. */
export function languageName(locale: string): string {
  try {
    const name = new Intl.DisplayNames([document.documentElement.lang], { type: 'language' }).of(
      locale.replace('_', '-'),
    )
    return name === undefined || name === locale ? locale : `${name} (${locale})`
  } catch {
    return locale
  }
}
