// The types that describe an address of a recipient: its field, its format, its comparison and its labels.

/**
 * The fields of a recipient that hold an address, with the kind of each field. The file that declares an address adds
 * its field here by declaration merging. An address of kind `requested` identifies a recipient, and send requests may
 * contain it. An address of kind `identifying` also identifies a recipient, but send requests may not contain it. An
 * address of kind `stored` is a text that several recipients may share. An address with an array type is a list of
 * registered devices.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files that declare addresses add the members
export interface AddressFields {}

export type AddressField = keyof AddressFields

type FieldOf<Kind> = {
  [Field in AddressField]: AddressFields[Field] extends Kind ? Field : never
}[AddressField]

/** The fields of a send request that hold an address. */
export type RequestedAddress = FieldOf<'requested'>
/** The fields that identify a recipient. */
export type Identifier = FieldOf<'requested' | 'identifying'>
/** The fields that hold one text, not a list. */
export type TextAddress = FieldOf<'requested' | 'identifying' | 'stored'>

/** The addresses of a stored recipient. An empty field is null. */
export type StoredAddresses = {
  [Field in AddressField]: AddressFields[Field] extends unknown[] ? AddressFields[Field] : string | null
}

interface Declared<Field extends AddressField> {
  /**
   * The name of the field in requests, responses, events and files. The column in the table `recipients` has the same
   * name.
   */
  field: Field
  kind: AddressFields[Field] extends unknown[] ? 'list' : AddressFields[Field]
  /** The channel that sends to the address. */
  channel: string
  label: { en: string; it: string }
}

interface DeclaredText<Field extends AddressField> extends Declared<Field> {
  /** The length and format rules in the field's JSON schema. */
  format: { minLength?: number; maxLength: number; pattern?: string; format?: 'email'; examples?: string[] }
  example: string
  /** The description of the field in the API document. */
  description?: string
  /** If true, comparisons ignore the case of A to Z. The index of the column must then use lower(). */
  ignoresCase?: true
  /** The problem that an import reports for a cell that does not match the format. */
  misfit?: string
  /**
   * Another field with values of the same kind, such as phone numbers. A value in one of the two fields also identifies
   * a recipient who has it in the other field (decision 105).
   */
  sharesValuesWith?: RequestedAddress
  /** Converts the text of a cell in an import to the address. By default, the text is the address. */
  fromCell?(text: string): string
  /** The address for a test message that names no recipient. By default, `example`. */
  testAddress?: string
  /**
   * The placeholder and the description of the flag in the command's help. The defaults are `ADDRESS` and the label.
   */
  flag?: { value: string; description: string }
}

export type AddressOf<Field extends AddressField> = AddressFields[Field] extends unknown[]
  ? Declared<Field>
  : DeclaredText<Field>

export type Address = { [Field in AddressField]: AddressOf<Field> }[AddressField]

/** Returns the address fields of a channel that sends to an address stored with the recipient. */
export function storedAddressSupport<Field extends TextAddress>({ field, kind }: AddressOf<Field>) {
  return {
    addressField: kind === 'requested' ? `recipient.${field}` : `the stored recipient's ${field}`,
    addressOwner: 'recipient' as const,
    address: (recipient: Record<Field, string | null>): string | undefined => recipient[field] ?? undefined,
  }
}
