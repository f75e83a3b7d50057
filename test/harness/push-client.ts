// Shared parts of tests of push devices: workspaces with a push connection, registered devices, and messages to them.
import { expect } from 'vitest'
import { expoToken } from './expo.ts'
import type { Tenant, TestService } from './service.ts'

export const phone = { kind: 'apns', token: 'a1'.repeat(32) }
export const tablet = { kind: 'expo', token: expoToken('tablet'), platform: 'ios' }

const ada = { email: 'ada@example.com' }

export const pushConnectionOf = ({ workspace, source }: Tenant) =>
  `/workspaces/${workspace}/sources/${source}/connections/push`

/** Returns functions that use the service of a test. All messages of a workspace have the same recipient. */
export function createPushClient(service: () => TestService) {
  const connected = async (settings: object): Promise<Tenant> => {
    const tenant = await service().tenant()
    const { status, body } = await service().manage('PUT', pushConnectionOf(tenant), { settings })
    expect(status, JSON.stringify(body)).toBe(200)
    return tenant
  }
  const tokenFor = async ({ liveKey: key }: Tenant) =>
    (await service().call('POST', '/push/tokens', { key, body: { recipient: ada } })).body
  const register = async (tenant: Tenant, ...devices: object[]): Promise<void> => {
    const { token } = await tokenFor(tenant)
    for (const body of devices) {
      const answer = await service().call('POST', '/push/devices', { key: token, body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    }
  }
  const devicesOf = async (tenant: Tenant): Promise<object[]> => {
    const { id } = (await tokenFor(tenant)).recipient
    return (await service().manage('GET', `/workspaces/${tenant.workspace}/recipients/${id}`)).body.push
  }
  const send = ({ liveKey }: Tenant) =>
    service().send(liveKey, { recipient: ada, template: 'hello', vars: { name: 'Ada' }, channel: 'push' })
  const sent = async (tenant: Tenant) => {
    const { delivery_id: id } = (await send(tenant)).body
    return service().settled(tenant, id, 'sent', 'failed')
  }
  const read = async ({ workspace }: Tenant, id: number) =>
    (await service().manage('GET', `/workspaces/${workspace}/deliveries/${id}`)).body
  return { connected, tokenFor, register, devicesOf, send, sent, read }
}
