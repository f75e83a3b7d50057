// The settings that several providers with an HTTP API have.
import { Type } from 'typebox'
import { senderFields } from '../settings.ts'

/**
 * Returns the sender, and the URL of a gateway that replaces the provider's API. `link` is the page on which the
 * provider lists the verified domains.
 */
export function commonFieldsOf(link: string) {
  return {
    ...senderFields,
    from: Type.String({ ...senderFields.from, link }),
    api_base: Type.Optional(
      Type.String({
        format: 'uri',
        maxLength: 2048,
        destination: true,
        description: "The URL of a gateway that receives the requests to the provider's API.",
      }),
    ),
  }
}

/**
 * Returns the schema of a key, token or password. `local` secrets are never sent to the provider. `link` is the page
 * on which the provider shows the value.
 */
export function secretText(
  description: string,
  example: string,
  options: { pattern?: string; local?: boolean; link?: string } = {},
) {
  return Type.String({
    pattern: '^[\\x21-\\x7e]+$',
    examples: [example],
    maxLength: 4096,
    secret: true,
    description,
    ...options,
  })
}
