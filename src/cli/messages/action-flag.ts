// The flag --action of carillon send.
import { type Call, type Flag, UsageError } from '../command.ts'

export const actionFlag: Flag = {
  name: 'action',
  value: 'SLUG[:LABEL]=URL',
  many: true,
  description:
    'A button of the message, such as "pay:Pay now=https://shop.example/paid". The URL receives a signed POST request when the recipient presses the button. The default label is the slug.',
}

/** Returns the field `actions` of a send request. Returns undefined without the flag --action. */
export function actionsOf(call: Call): Record<string, string>[] | undefined {
  return call.has('action') ? call.all('action').map(actionOf) : undefined
}

function actionOf(text: string): Record<string, string> {
  const [, slug = '', label, url = ''] = /^([^:=]+)(?::([^=]+))?=(.+)$/.exec(text) ?? []
  if (url === '') throw new UsageError(`--action "${text}" is not a button. Write SLUG[:LABEL]=URL.`)
  return { slug, ...(label === undefined ? {} : { label }), callback_url: url }
}
