// A text of the API. The UTC times in it are shown in the time zone of the reader.
import { Fragment } from 'react'
import { Moment } from './time.tsx'

const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)/

export function TextWithTimes({ text }: { text: string }) {
  // `split` also returns the times, because the pattern has a capture group. Every second part is therefore a time.
  return text.split(INSTANT).map((part, at) => {
    const key = `${at}-${part}`
    return at % 2 === 1 ? <Moment key={key} at={part} /> : <Fragment key={key}>{part}</Fragment>
  })
}
