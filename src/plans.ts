// The specification's plans and prices as code: messages a month, channels, and credits for a message.

export interface Plan {
  slug: string
  name: string
  /** Messages a month; null = unlimited. WhatsApp's bundle is the same number again. */
  quota: number | null
  /** Distinct connected channels in a workspace; null = any. */
  channels: number | null
}

export const plans: Record<string, Plan> = {
  free: { slug: 'free', name: 'Free', quota: 500, channels: 3 },
  pro: { slug: 'pro', name: 'Pro', quota: 10_000, channels: null },
  agency: { slug: 'agency', name: 'Agency', quota: 50_000, channels: null },
  unlimited: { slug: 'unlimited', name: 'Unlimited', quota: null, channels: null },
}

/** Credits a message over the quota costs (specification, Limits; decision 18 for the channels it does not price). */
export const creditCosts = {
  telegram: 1,
  email: 1,
  whatsapp: 3,
  sms: 10,
  discord: 1,
  slack: 1,
  push: 1,
  messenger: 1,
} as const
