// Converts the locale names of browsers to the form that Intl accepts.

/**
 * Returns the BCP 47 tag of a browser's locale name, or undefined if Intl refuses it.
 * Chrome on Linux takes the name from the environment, such as "en-US@posix" or "en_US.UTF-8". The suffix is removed.
 */
export function localeTag(name: string): string | undefined {
  const [bare = ''] = name.split(/[.@]/)
  try {
    return Intl.getCanonicalLocales(bare.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
