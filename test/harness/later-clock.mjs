// Preloaded into a process (node --import): sets its wall clock CLOCK_AHEAD milliseconds ahead. Monotonic time is
// unchanged.
const ahead = Number(process.env.CLOCK_AHEAD)
const real = Date
const now = () => real.now() + ahead

globalThis.Date = new Proxy(real, {
  construct: (target, parts) => Reflect.construct(target, parts.length === 0 ? [now()] : parts),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
