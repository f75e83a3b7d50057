// A moment as people say it, in their own zone; the exact one on hover and focus.
import { Tooltip } from '@mantine/core'
import { createStore, useStore } from '../state/store.ts'
import { useLocale, useTexts } from '../texts/texts.tsx'

const minute = createStore(Date.now())
setInterval(() => minute.set(Date.now()), 20_000)

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
    <Tooltip label={exact}>
      <time dateTime={at} className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {text}
      </time>
    </Tooltip>
  )
}

/** A moment that is ahead; "now" once it has come, because what it announces is about to happen. */
export function DueTime({ at }: { at: string }) {
  const now = useStore(minute)
  const { time } = useTexts()
  return new Date(at).getTime() <= Math.max(now, Date.now()) ? <span>{time.now}</span> : <Time at={at} />
}

/** Date and time in full, for what stands after a preposition: "since", "until", "for". */
export function Moment({ at }: { at: string }) {
  const name = useLocale()
  const text = new Intl.DateTimeFormat(name, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
  return (
    <Tooltip label={exactTime(at, name)}>
      <time dateTime={at} className="numbers">
        {text}
      </time>
    </Tooltip>
  )
}

/** The clock's time, for things that happen within seconds of each other; with its day unless that is today. */
export function Clock({ at }: { at: string }) {
  const name = useLocale()
  const moment = new Date(at)
  const isToday = moment.toDateString() === new Date(useStore(minute)).toDateString()
  const text = new Intl.DateTimeFormat(name, { ...(isToday ? {} : { dateStyle: 'medium' }), timeStyle: 'medium' })
  return (
    <Tooltip label={exactTime(at, name)}>
      <time dateTime={at} className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {text.format(moment)}
      </time>
    </Tooltip>
  )
}

/** Date, time with seconds and the zone's name. */
function exactTime(at: string, languageName: string): string {
  return new Intl.DateTimeFormat(languageName, { dateStyle: 'medium', timeStyle: 'long' }).format(new Date(at))
}
