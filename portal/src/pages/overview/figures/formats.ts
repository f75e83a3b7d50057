// Formats shares, durations and the times of buckets in the language of the portal.
import { useMemo } from 'react'
import type { Figures } from '../../../../../sdk/src/api.ts'
import { useLocale } from '../../../texts/texts.tsx'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export interface Formats {
  percent: (share: number) => string
  /** A duration in milliseconds, in its largest unit: `1.4s`. */
  duration: (milliseconds: number) => string
  /** The start of a bucket. It is unique among the buckets of a period. */
  bucket: (at: string) => string
  /** A date and time. */
  moment: (at: string) => string
}

const DATE = { day: 'numeric', month: 'short' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

export function useFormats({ unit, time_zone: timeZone }: Pick<Figures, 'unit' | 'time_zone'>): Formats {
  const name = useLocale()
  return useMemo(() => {
    const percent = new Intl.NumberFormat(name, { style: 'percent', maximumFractionDigits: 1 })
    const bucket = new Intl.DateTimeFormat(name, {
      ...(unit === 'minute' ? TIME : unit === 'day' ? DATE : { ...DATE, ...TIME }),
      timeZone,
    })
    const moment = new Intl.DateTimeFormat(name, { dateStyle: 'medium', timeStyle: 'short', timeZone })
    return {
      percent: (share) => percent.format(share),
      duration: (milliseconds) => durationOf(milliseconds, name),
      bucket: (at) => bucket.format(new Date(at)),
      moment: (at) => moment.format(new Date(at)),
    }
  }, [name, unit, timeZone])
}

function durationOf(milliseconds: number, name: string): string {
  const [unit, length] =
    milliseconds < SECOND
      ? (['millisecond', 1] as const)
      : milliseconds < MINUTE
        ? (['second', SECOND] as const)
        : milliseconds < HOUR
          ? (['minute', MINUTE] as const)
          : (['hour', HOUR] as const)
  const amount = milliseconds / length
  const maximumFractionDigits = length > 1 && amount < 10 ? 1 : 0
  return new Intl.NumberFormat(name, { style: 'unit', unit, unitDisplay: 'narrow', maximumFractionDigits }).format(
    amount,
  )
}
