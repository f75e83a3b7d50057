// What a receiving part of a benchmark does beside receiving: holds answers back, and times the arrivals it is told to expect.

/**
 * Serves the benchmark's questions. Tell what arrived to the function that comes back, and answer when it says so.
 * @returns {(text: string, answer: (received: number) => void) => void}
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

  /** Answers `wait` when the last of the expected messages is there. */
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
        // What follows is held after the one, and answered after the other.
        open = 'release' in message
        for (const go of held.splice(0)) go()
        process.send?.({ received })
      } else if ('expect' in message) {
        open = true
        received = 0
        expected = message.expect
        seconds = undefined
        process.send?.({ sample })
      } else {
        waiting = true
        report()
      }
    },
  )

  return (text, answer) => {
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
      answer(received)
    }
    if (open) take()
    else held.push(take)
  }
}
