// Loaded before the service: its wall clock is off by the milliseconds that a file says, as after somebody set the machine's.
// Monotonic time goes on, as it does then.
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
