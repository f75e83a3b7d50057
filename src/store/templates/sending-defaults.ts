// The sending defaults of a template, as the database stores them.
import type { ChannelName } from '../../channels/index.ts'

/** Values of send fields. A request's own value replaces the value here. */
export interface SendingDefaults {
  expires_after?: string
  quiet_hours?: 'respect' | 'ignore'
  category?: string
  fallback?: { channel: ChannelName; after?: string; unless?: 'delivered' | 'read' | 'acted' }[]
}
