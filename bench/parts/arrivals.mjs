// Measures the time between the first and the last expected message that a part receives. The part can also delay its
// responses.

/**
 * Returns a function that the part calls for each message it receives. The function calls `respond` when the part may
 * respond to the message.
 * @returns {(text: string, respond: (received: number) => void) => void}
 */
export function timeArrivals() {
  /** @type {(() => void)[]} */
  const held = []
  let open = false
  let waiting = false
  let received = 0
  let expected = 0
  let firstAt = 0
  /** @type {number | undefined} */
  let seconds
  let sample = ''

  /** Responds to the message `wait` when the last expected message has arrived. */
  const report = () => {
    if (!waiting || seconds === undefined) return
    waiting = false
    process.send?.({ seconds, perSecond: (expected - 1) / seconds })
  }

  process.on(
    'message',
    (
      /** @type {{ hold: true } | { pass: true } | { release: true } | { expect: number } | { wait: true }} */ message,
    ) => {
      if ('hold' in message) {
        open = false
        received = 0
        process.send?.({ received })
      } else if ('pass' in message || 'release' in message) {
        // The messages `pass` and `release` both send the responses that are held back. After `pass`, the responses to
        // later requests are held back again. After `release`, these responses are sent at once.
        open = 'release' in message
        for (const go of held.splice(0)) go()
        process.send?.({ received })
      } else if ('expect' in message) {
        open = true
        received = 0
        expected = message.expect
        seconds = undefined
        process.send?.({ sample })
      } else if ('wait' in message) {
        waiting = true
        report()
      }
    },
  )

  return (text, respond) => {
    const take = () => {
      received++
      if (received === 1) {
        firstAt = performance.now()
        sample = text
      }
      if (received === expected) {
        seconds = (performance.now() - firstAt) / 1000
        report()
      }
      respond(received)
    }
    if (open) take()
    else held.push(take)
  }
}
