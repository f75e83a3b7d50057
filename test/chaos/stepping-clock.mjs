// Shifts the wall clock of the service by the number of milliseconds in a file, as if a person had set the machine's
// clock. This module is loaded before the service. Monotonic time is not shifted, as on a real machine.
import { readFileSync } from 'node:fs'

let off = 0
setInterval(() => {
  off = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8')) || 0
}, 20).unref()

const real = Date
const now = () => real.now() + off

globalThis.Date = new Proxy(real, {
  construct: (target, parts) => Reflect.construct(target, parts.length === 0 ? [now()] : parts),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
