// A sentence of the API: the instants in it, which are UTC, are shown in the reader's own time zone.
import { Fragment } from 'react'
import { Moment } from './time.tsx'

const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)/

export function TextWithTimes({ text }: { text: string }) {
  // A pattern with a group: every second part is an instant.
  return text.split(INSTANT).map((part, at) => {
    const key = `${at}-${part}`
    return at % 2 === 1 ? <Moment key={key} at={part} /> : <Fragment key={key}>{part}</Fragment>
  })
}
