// The settings that several providers with an HTTP API have.
import { Type } from 'typebox'
import { senderFields } from '../settings.ts'

/** The sender, and the URL of a gateway that replaces the provider's API. */
export const commonFields = {
  ...senderFields,
  api_base: Type.Optional(
    Type.String({
      format: 'uri',
      maxLength: 2048,
      destination: true,
      description: "The URL of a gateway that receives the requests to the provider's API.",
    }),
  ),
}

/** Returns the schema of a key, token or password. `local` secrets are never sent to the provider. */
export function secretText(description: string, example: string, options: { pattern?: string; local?: boolean } = {}) {
  return Type.String({
    pattern: '^[\\x21-\\x7e]+$',
    examples: [example],
    maxLength: 4096,
    secret: true,
    description,
    ...options,
  })
}
