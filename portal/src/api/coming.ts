// Operations that are agreed and on their way.
import type { Delivery } from './operations.ts'

export interface Coming {
  watchDeliveries: {
    input: { path: { ws: number }; query?: Record<string, string | number | undefined> }
    answer: { data: Delivery[] }
  }
}

export const coming = {
  watchDeliveries: ['GET', '/v1/manage/workspaces/{ws}/deliveries/changes', 'application/json'],
} as const satisfies Record<keyof Coming, readonly [string, string, string]>
