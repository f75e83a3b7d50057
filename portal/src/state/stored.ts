// Values in the browser's storage: language, last workspace, hidden first steps, and the view of the list of deliveries.
// Without storage they last until the tab is closed.

export type StoredName = 'language' | 'workspace' | 'checklist' | 'deliveryColumns' | 'deliveryDensity'

/** The server needs these values to render the first view of the next visit. */
const inCookies: ReadonlySet<StoredName> = new Set(['language', 'workspace'])

export function readStored(name: StoredName): string | undefined {
  try {
    return localStorage.getItem(`carillon.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

export function store(name: StoredName, value: string): void {
  try {
    localStorage.setItem(`carillon.${name}`, value)
  } catch {
    // The browser refuses the write in a private window or on a full disk. The value then lasts until the tab is
    // closed.
  }
  if (inCookies.has(name)) {
    // biome-ignore lint/suspicious/noDocumentCookie: browsers have the Cookie Store API only with TLS
    document.cookie = `carillon_${name}=${encodeURIComponent(value)}; path=/; max-age=31536000; samesite=lax`
  }
}
