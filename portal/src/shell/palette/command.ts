// A command of the palette, and the search for commands by words.
import type { Icon } from '@tabler/icons-react'

export type CommandGroup = 'deliveries' | 'pages' | 'actions' | 'templates' | 'recipients' | 'sources' | 'workspaces'

export interface Command {
  /** Unique in the palette. */
  id: string
  group: CommandGroup
  label: string
  /** A short text at the end of the line, for example the keys that open a page. */
  hint?: string
  /** Other words by which the command is found. */
  keywords?: string
  icon: Icon
  run: () => void
}

/** Returns the commands that contain every word of the text in their label, hint or keywords. */
export function matching(commands: Command[], text: string): Command[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return commands.filter(({ label, hint = '', keywords = '' }) => {
    const content = plain(`${label} ${hint} ${keywords}`)
    return words.every((word) => content.includes(word))
  })
}

/** Returns the text in lower case and without accents, so that “citta” finds “città”. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
