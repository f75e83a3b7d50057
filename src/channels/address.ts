// What an address of a recipient is: its field, what it may hold, how it is compared, and what people read about it.

/**
 * The fields of a recipient that hold an address, with their kind. The file that declares an address adds its field here by
 * declaration merging. `requested`: it identifies a person, and send requests may name it. `identifying`: it identifies a
 * person. `stored`: one text that several people may share. An array type: a list that registrations fill.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files that declare addresses fill it
export interface AddressFields {}

export type AddressField = keyof AddressFields

type FieldOf<Kind> = {
  [Field in AddressField]: AddressFields[Field] extends Kind ? Field : never
}[AddressField]

/** The fields of a send request that hold an address. */
export type RequestedAddress = FieldOf<'requested'>
/** The fields that identify a person. */
export type Identifier = FieldOf<'requested' | 'identifying'>
/** The fields that hold one text. */
export type TextAddress = FieldOf<'requested' | 'identifying' | 'stored'>

/** The addresses of a stored recipient: null where a field is empty. */
export type StoredAddresses = {
  [Field in AddressField]: AddressFields[Field] extends unknown[] ? AddressFields[Field] : string | null
}

interface Declared<Field extends AddressField> {
  /** The name in requests, answers, events and files, and the column of the table `recipients`. */
  field: Field
  kind: AddressFields[Field] extends unknown[] ? 'list' : AddressFields[Field]
  /** The channel that reaches people there. */
  channel: string
  label: { en: string; it: string }
}

interface DeclaredText<Field extends AddressField> extends Declared<Field> {
  /** Of the field's schema. */
  format: { minLength?: number; maxLength: number; pattern?: string; format?: 'email'; examples?: string[] }
  example: string
  /** What the document of a send request says about the field. */
  description?: string
  /** Two spellings that differ in the case of A to Z are one address. The column then has its index on lower(). */
  ignoresCase?: true
  /** What is wrong with a cell of a file that does not fit the format. */
  misfit?: string
  /** The address that people mean by the text of a cell; the text itself unless given. */
  fromCell?(text: string): string
  /** Where a test send without a recipient goes in the sandbox; the example unless given. */
  testAddress?: string
  /** The flag of the command: `ADDRESS` and the label unless given. */
  flag?: { value: string; description: string }
}

export type AddressOf<Field extends AddressField> = AddressFields[Field] extends unknown[]
  ? Declared<Field>
  : DeclaredText<Field>

export type Address = { [Field in AddressField]: AddressOf<Field> }[AddressField]

/** What a channel declares whose messages go to the address that the recipient stores. */
export function storedAddressSupport<Field extends TextAddress>({ field, kind }: AddressOf<Field>) {
  return {
    addressField: kind === 'requested' ? `recipient.${field}` : `the stored recipient's ${field}`,
    addressOwner: 'recipient' as const,
    address: (recipient: Record<Field, string | null>): string | undefined => recipient[field] ?? undefined,
  }
}
