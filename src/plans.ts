// The plans of the specification: messages per month and channels.

export interface Plan {
  slug: string
  name: string
  /** Messages per month. null means unlimited. WhatsApp messages have a separate quota of the same size. */
  quota: number | null
  /** Maximum number of different channels that a workspace connects. null means unlimited. */
  channels: number | null
}

export const plans: Record<string, Plan> = {
  free: { slug: 'free', name: 'Free', quota: 500, channels: 3 },
  pro: { slug: 'pro', name: 'Pro', quota: 10_000, channels: null },
  agency: { slug: 'agency', name: 'Agency', quota: 50_000, channels: null },
  unlimited: { slug: 'unlimited', name: 'Unlimited', quota: null, channels: null },
}
