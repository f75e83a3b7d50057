// A relative time, with the exact time on hover and focus.
import { createStore, useStore } from '../state/store.ts'
import { useLocale, useTexts } from '../texts/texts.tsx'
import { Hint } from './overlays/hint.tsx'

const minute = createStore(Date.now())
// On the server, which renders only the first view, a timer would keep the process running.
if (typeof document !== 'undefined') setInterval(() => minute.set(Date.now()), 20_000)

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function Time({ at }: { at: string }) {
  const now = useStore(minute)
  const name = useLocale()
  const texts = useTexts()
  const exact = exactTime(at, name)
  const seconds = (new Date(at).getTime() - Math.max(now, Date.now())) / 1000
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 0]
  const text =
    size === 0
      ? seconds > 1
        ? texts.time.soon
        : texts.time.justNow
      : new Intl.RelativeTimeFormat(name, { numeric: 'auto' }).format(Math.round(seconds / size), unit)
  return (
    <Hint label={exact}>
      <time dateTime={at} className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {text}
      </time>
    </Hint>
  )
}

/** Shows the time of a future attempt. After this time, shows “now”, because a worker starts the attempt soon. */
export function DueTime({ at }: { at: string }) {
  const now = useStore(minute)
  const { time } = useTexts()
  return new Date(at).getTime() <= Math.max(now, Date.now()) ? <span>{time.now}</span> : <Time at={at} />
}

/** The full date and time, for use after words such as “since” and “until”. */
export function Moment({ at }: { at: string }) {
  const name = useLocale()
  const text = new Intl.DateTimeFormat(name, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
  return (
    <Hint label={exactTime(at, name)}>
      <time dateTime={at} className="numbers">
        {text}
      </time>
    </Hint>
  )
}

/** The date and time without seconds, for places with little space. It includes the year unless it is the current year. */
export function ShortMoment({ at }: { at: string }) {
  const name = useLocale()
  const moment = new Date(at)
  const isThisYear = moment.getFullYear() === new Date(useStore(minute)).getFullYear()
  const format = new Intl.DateTimeFormat(name, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' as const }),
    hour: '2-digit',
    minute: '2-digit',
  })
  return (
    <Hint label={exactTime(at, name)}>
      <time dateTime={at} className="numbers">
        {format.format(moment)}
      </time>
    </Hint>
  )
}

/** The date, and the time of day with seconds, for entries that are close to each other. */
export function Clock({ at }: { at: string }) {
  const name = useLocale()
  const text = new Intl.DateTimeFormat(name, { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <Hint label={exactTime(at, name)}>
      <time dateTime={at} className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {text.format(new Date(at))}
      </time>
    </Hint>
  )
}

/** Returns the date, the time with seconds, and the time zone. */
function exactTime(at: string, languageName: string): string {
  return new Intl.DateTimeFormat(languageName, { dateStyle: 'medium', timeStyle: 'long' }).format(new Date(at))
}
