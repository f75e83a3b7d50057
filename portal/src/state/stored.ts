// What this browser remembers between visits: the theme, the language, the last workspace. A browser that forbids it forgets.

export type StoredName = 'language' | 'workspace' | 'checklist'

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
    // Private windows and full disks: the choice lasts until the tab is closed.
  }
}
