// Describes channels for settings forms: the traits of a channel, and the settings of its connections with their
// titles.
import { refusalOfSeveral } from '../channels/failover.ts'
import { channels } from '../channels/index.ts'
import { providerOf, sendsWebhooks } from '../channels/providers.ts'
import type { WebhookSetUp } from '../channels/set-up/set-up.ts'
import { fieldsOf } from '../lib/json/json-fields.ts'
import { editedSchema } from './form-fields.ts'

/**
 * Returns each channel with its traits, its help text and the JSON Schema of its settings. `secret: true` marks a
 * secret setting.
 */
export function channelForms() {
  return channels.map(({ name, title, addressField, providers, failover, ...traits }) => {
    const provider = providerOf(name)
    return {
      name,
      title,
      help: provider.help,
      address_field: addressField,
      replies: Object.values(providers).some(sendsWebhooks),
      receipts: traits.receipts,
      content: traits.content,
      credits: traits.credits,
      opt_outs: traits.optOuts ?? null,
      approved_templates: provider.approval !== undefined,
      providers: Object.entries(providers).map(([provider, each]) => ({
        name: provider,
        title: each.title,
        help: each.help,
        settings: titled(editedSchema(each)),
        presets: each.presets ?? [],
        webhook: each.webhook ? webhookBody(each.webhook) : null,
      })),
      several: refusalOfSeveral(failover) === undefined,
      settings: titled(editedSchema(provider)),
    }
  })
}

function webhookBody({ help, link, events, register }: WebhookSetUp) {
  return { help, link: link ?? null, events, registers: register !== undefined }
}

/** Returns the schema with a title for every property at any depth. A property that already has a title keeps it. */
function titled(given: object): Record<string, unknown> {
  const schema = fieldsOf(given)
  const properties = Object.entries(fieldsOf(schema.properties)).map(([name, property]) => [
    name,
    titled({ title: titleOf(name), ...fieldsOf(property) }),
  ])
  return properties.length === 0 ? schema : { ...schema, properties: Object.fromEntries(properties) }
}

const IN_CAPITALS = ['url', 'id', 'api', 'waba', 'dkim', 'fcm', 'vapid', 'apns', 'arn', 'sid', 'mms']

/** Returns the title of a setting, for example "Phone number ID" for `phone_number_id`. */
function titleOf(name: string): string {
  const words = name.split('_').map((word) => (IN_CAPITALS.includes(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
