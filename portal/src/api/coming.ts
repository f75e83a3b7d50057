// Operations that are agreed and on their way.
import type { Delivery } from './operations.ts'

export type Overview = {
  usage: {
    total_sent: number
    total_failed: number
    period_start: string
    period_end: string
    plan_name: string
    messages: { used: number; limit: number | null; remaining: number | null; percentage: number }
    whatsapp: { used: number; limit: number | null }
  }
  credits: number
  channels: { channel: Delivery['channel']; sent: number; delivered: number; failed: number }[]
  last_hour: { at: string; sent: number; delivered: number; failed: number }[]
  days: { day: string; sent: number; delivered: number; failed: number }[]
  health: {
    status: 'healthy' | 'degraded'
    worker: 'active' | 'stale'
    worker_last_activity: string | null
    queue_depth: number
    last_hour: { sent: number; delivered: number; failed: number }
    timestamp: string
  }
  waiting: {
    paused_connections: { source_id: number; channel: Delivery['channel']; reason: string | null }[]
    disabled_subscriptions: number
  }
}

export type GettingStarted = {
  steps: {
    id: 'send_test_message' | 'connect_channel' | 'send_live_message' | 'receive_events'
    done: boolean
    at: string | null
    delivery_id?: number
  }[]
  source_id: number | null
  test_key: string | null
  template: { slug: string; variables: string[] } | null
}

export interface Coming {
  readOverview: { input: { path: { ws: number } }; answer: Overview }
  readGettingStarted: { input: { path: { ws: number } }; answer: GettingStarted }
  watchDeliveries: {
    input: { path: { ws: number }; query?: Record<string, string | number | undefined> }
    answer: { data: Delivery[] }
  }
}

export const coming = {
  readOverview: ['GET', '/v1/manage/workspaces/{ws}/overview', 'application/json'],
  readGettingStarted: ['GET', '/v1/manage/workspaces/{ws}/getting-started', 'application/json'],
  watchDeliveries: ['GET', '/v1/manage/workspaces/{ws}/deliveries/changes', 'application/json'],
} as const satisfies Record<keyof Coming, readonly [string, string, string]>
