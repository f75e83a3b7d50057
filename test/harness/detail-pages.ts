// The paths of pages about one event, one callback and one connection, in a filled workspace.
import type { TestPortal } from './portal.ts'

/**
 * Returns the paths of the pages. Each key is the path of the page in the portal's table of pages. The workspace must
 * have an event, a callback and a connection.
 */
export async function detailPaths({ test, tenant }: TestPortal, endpoint: number): Promise<Record<string, string[]>> {
  const at = `/workspaces/${tenant.workspace}`
  const first = async (path: string): Promise<number> => (await test.manage('GET', `${at}${path}`)).body.data[0].id
  const event = await first(`/subscriptions/${endpoint}/events`)
  const callback = await first('/callbacks')
  const channel = `sources/${tenant.source}/connections/telegram`
  const connection = await first(`/${channel}/providers`)
  return {
    'webhooks/$id/events/$entry': [`webhooks/${endpoint}/events/${event}`],
    'webhooks/callbacks/$callback': [`webhooks/callbacks/${callback}`],
    'sources/$source/connections/$channel/$connection': [`${channel}/${connection}`],
  }
}
