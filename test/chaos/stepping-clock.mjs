// Preloaded into the service: shifts its wall clock by the milliseconds in a file, as after a manual clock change.
// Monotonic time is unaffected.
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
