// Other names for the columns of import files, as spreadsheets and contact lists use them.
import { importColumns, isOneOf } from './import-columns.ts'

type ColumnName = (typeof importColumns)[number]

/** The names are in the form of `normalizedTitle`. */
const aliases = new Map<string, ColumnName>(
  Object.entries({
    e_mail: 'email',
    email_address: 'email',
    e_mail_address: 'email',
    mail: 'email',
    indirizzo_email: 'email',
    indirizzo_e_mail: 'email',
    posta_elettronica: 'email',
    full_name: 'name',
    display_name: 'name',
    nome: 'name',
    nome_completo: 'name',
    phone_number: 'phone',
    telephone: 'phone',
    mobile: 'phone',
    mobile_phone: 'phone',
    telefono: 'phone',
    cellulare: 'phone',
    whatsapp: 'whatsapp_phone',
    whatsapp_number: 'whatsapp_phone',
    language: 'locale',
    lingua: 'locale',
    tag: 'tags',
    etichette: 'tags',
  } satisfies Record<string, ColumnName>),
)

const normalizedTitle = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** Returns the column that a title stands for, such as `email` for `E-mail`. Returns undefined for an unknown title. */
export function columnFor(title: string): string | undefined {
  const key = /^metadata\.(.+)$/i.exec(title.trim())?.[1]
  if (key !== undefined) return `metadata.${key}`
  const category = /^preferences\.(.+)$/i.exec(title.trim())?.[1]
  if (category !== undefined) return `preferences.${category}`
  const name = normalizedTitle(title)
  return isOneOf(importColumns, name) ? name : aliases.get(name)
}

/**
 * Replaces the aliases in the first line by the names of their columns. If the file also has the column itself, the
 * alias stays, and the import refuses it as an unknown column.
 */
export function withoutAliases(header: string[]): string[] {
  const names = new Set<string>(header.map(normalizedTitle))
  return header.map((title) => {
    const name = aliases.get(normalizedTitle(title))
    if (name === undefined || names.has(name)) return title
    names.add(name)
    return name
  })
}
