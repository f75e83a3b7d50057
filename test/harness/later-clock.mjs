// This module is loaded first in a process (node --import). It sets the wall clock of the process ahead by CLOCK_AHEAD
// milliseconds. Monotonic time is unchanged.
const ahead = Number(process.env.CLOCK_AHEAD)
const real = Date
const now = () => real.now() + ahead

globalThis.Date = new Proxy(real, {
  construct: (target, parts) => Reflect.construct(target, parts.length === 0 ? [now()] : parts),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
