// A moment as people say it, in their own zone; the exact one on hover and focus.
import { Tooltip } from '@mantine/core'
import { createStore, useStore } from '../state/store.ts'
import { language, useTexts } from '../texts/texts.tsx'

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
  const name = useStore(language)
  const texts = useTexts()
  const exact = exactTime(at, name)
  const seconds = (new Date(at).getTime() - Math.max(now, Date.now())) / 1000
  const [unit, size] = STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 0]
  const said =
    size === 0
      ? texts.time.justNow
      : new Intl.RelativeTimeFormat(name, { numeric: 'auto' }).format(Math.round(seconds / size), unit)
  return (
    <Tooltip label={exact}>
      <time dateTime={at} className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {said}
      </time>
    </Tooltip>
  )
}

/** Date, time with seconds and the zone's name. */
export function exactTime(at: string, languageName: string): string {
  return new Intl.DateTimeFormat(languageName, { dateStyle: 'medium', timeStyle: 'long' }).format(new Date(at))
}
