// The second stylesheet: the styles of components that the first load does not show, and the portal's own styles again.
// The build writes its address into the page (see scripts/portal-styles.mjs).

let loaded: Promise<void> | undefined

/** Loads the second stylesheet. Resolves also if it cannot be loaded: the next call then repeats the request. */
export function loadLaterStyles(): Promise<void> {
  loaded ??= new Promise((resolve) => {
    const first = globalThis.document?.querySelector('link[rel="stylesheet"]')
    const address = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="later-styles"]')?.content
    if (!first || address === undefined) return resolve()
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => resolve()
    link.onerror = () => {
      loaded = undefined
      link.remove()
      resolve()
    }
    // After the first stylesheet: components of the first load, such as buttons without a style, are parts of the others.
    first.after(link)
  })
  return loaded
}
