// Prepares a workspace for fuzzed dry runs: templates with defaults, categories, and recipients with preferences,
// opt-outs, quiet hours and several addresses.
import type { Tenant, TestService } from '../harness/service.ts'
import { chatOf, emailOf, phoneOf, STORED } from './send-requests.ts'

const HOUR = 3_600_000

const TEMPLATES = [
  { slug: 'plain', locales: { en: { subject: 'News', body: 'No placeholders' } } },
  { slug: 'receipt', essential: true, locales: { en: { subject: 'Receipt', body: 'You paid, {{name}}' } } },
  {
    slug: 'comments',
    engine: 'liquid',
    locales: { en: { subject: 'Comments', body: '{% for item in items %}{{ item.author }} {% endfor %}' } },
  },
  { slug: 'quiet', defaults: { quiet_hours: 'ignore' }, locales: { it: { subject: 'Ciao', body: 'Ciao {{name}}' } } },
  { slug: 'brief', defaults: { expires_after: '30m' }, locales: { en: { subject: 'Hi', body: 'Hi {{name}}' } } },
  {
    slug: 'news',
    defaults: { category: 'newsletter', quiet_hours: 'respect', expires_after: '2d' },
    locales: { en: { subject: 'News', body: 'News, {{name}}' } },
  },
  {
    slug: 'optional',
    essential: true,
    defaults: { category: 'offers' },
    locales: { en: { subject: 'Offer', body: 'An offer, {{name}}' } },
  },
  {
    slug: 'steps',
    defaults: {
      fallback: [{ channel: 'email' }, { channel: 'telegram', after: '10m' }, { channel: 'sms', after: '1h' }],
    },
    locales: { en: { subject: 'Steps', body: 'Steps, {{name}}' } },
  },
]
const CATEGORIES = [
  { slug: 'newsletter', name: 'Newsletter' },
  { slug: 'security', name: 'Security', required: true },
  { slug: 'offers', name: 'Offers', allowed_by_default: false },
]

/** Returns the ids of the stored recipients of each mode. */
export async function prepareWorkspace(
  test: TestService,
  { workspace, source }: Tenant,
): Promise<{ live: number[]; test: number[] }> {
  const manage = async (method: string, at: string, body: object) => {
    const { status, body: answer } = await test.manage(method, `/workspaces/${workspace}${at}`, body)
    if (status > 299) throw new Error(`${method} ${at}: ${JSON.stringify(answer)}`)
    return answer
  }
  const around = (hours: number) => new Date(test.clock.now().getTime() + hours * HOUR).toISOString().slice(11, 16)
  const settings = { url: 'smtp://127.0.0.1:1', from: 'a@shop.example' }
  await manage('PUT', `/sources/${source}/connections/email`, { settings })
  for (const category of CATEGORIES) await manage('POST', '/categories', category)
  for (const { slug, ...template } of TEMPLATES) await manage('POST', '/templates', { slug, name: slug, ...template })
  await manage('PATCH', '', { quiet_hours: { from: around(-2), to: around(3), time_zone: 'UTC' } })
  /** Stores a recipient whose addresses, preferences, hours and suppressions depend on its number. */
  const store = async (mode: 'live' | 'test', number: number) => {
    const addresses = {
      ...(number % 4 === 3 ? {} : { email: emailOf(number) }),
      ...(number % 2 === 0 ? { phone: phoneOf(number), whatsapp_phone: phoneOf(number) } : {}),
      ...(number % 3 === 0 || number % 4 === 3 ? { telegram_chat_id: chatOf(number) } : {}),
    }
    const { id } = await manage('POST', '/recipients', {
      name: `Person ${number}`,
      mode,
      locale: number % 3 === 1 ? 'it' : 'en',
      ...addresses,
      ...(number % 5 === 1 ? { preferred_channel: 'email' } : {}),
      ...(number % 5 === 2 ? { quiet_hours: { from: around(4), to: around(9), time_zone: 'Asia/Tokyo' } } : {}),
      ...(number % 5 === 3 ? { quiet_hours: { from: around(-1), to: around(9), time_zone: 'UTC' } } : {}),
    })
    if (number % 3 === 2) await manage('PATCH', `/recipients/${id}/preferences`, { newsletter: { allowed: false } })
    if (number % 4 === 0)
      await manage('PATCH', `/recipients/${id}/preferences`, {
        newsletter: { channels: { email: false } },
        offers: { allowed: true, channels: { whatsapp: false } },
      })
    if (number % 5 === 4) await manage('PATCH', `/recipients/${id}/preferences`, { '*': { allowed: false } })
    const suppressed = { mode, reason: number % 2 === 0 ? 'manual' : 'hard_bounce' }
    if (number % 6 === 5) await manage('POST', '/suppressions', { ...suppressed, address: emailOf(number) })
    if (number % 6 === 4)
      await manage('POST', '/suppressions', { mode, channel: 'sms', reason: 'manual', address: phoneOf(number) })
    return id
  }
  const ids = { live: [] as number[], test: [] as number[] }
  for (let number = 0; number < STORED; number++) {
    ids.live.push(await store('live', number))
    ids.test.push(await store('test', number))
  }
  return ids
}
