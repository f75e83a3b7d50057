// Values in the browser's storage: theme, language, last workspace, and the view of the list of deliveries. Without storage they last until the tab is closed.

export type StoredName = 'language' | 'workspace' | 'checklist' | 'deliveryColumns' | 'deliveryDensity'

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
}
