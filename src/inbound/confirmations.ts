// Confirms inbound webhooks at a provider that asks for a request before it sends reports.
import type { InboundCall, InboundEvent, Receiver } from '../channels/inbound.ts'
import { SECOND } from '../limits.ts'

/** Maximum number of milliseconds for the request. */
const TIMEOUT = 10 * SECOND

/** Makes the request for which the event asks. Throws if the provider does not accept it. */
export async function confirmInbound(
  receiver: Receiver | undefined,
  call: Omit<InboundCall, 'signal'>,
  { url }: Extract<InboundEvent, { kind: 'confirmation' }>,
): Promise<void> {
  await receiver?.confirm?.({ ...call, signal: AbortSignal.timeout(TIMEOUT) }, url)
}
