// The bare loop of the drain and events benchmarks. It POSTs the same bodies with undici, at the same concurrency, and
// stores nothing.
import { Agent, request } from 'undici'

/** @typedef {{ url: string, body: string, count: number, concurrency: number }} Settings */

process.on('message', (/** @type {Settings} */ settings) => {
  post(settings).then(
    () => process.send?.({ done: true }),
    (error) => process.send?.({ error: error.message }),
  )
})
process.send?.({ ready: true })

/** @param {Settings} settings */
async function post({ url, body, count, concurrency }) {
  const dispatcher = new Agent({ connections: concurrency })
  let left = count
  const carry = async () => {
    while (left-- > 0) {
      const answer = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body,
        dispatcher,
      })
      await answer.body.json()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, carry))
  await dispatcher.close()
}
