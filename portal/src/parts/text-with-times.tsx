// A text of the API. The UTC times in it are shown in the time zone of the reader.
import { Fragment } from 'react'
import { Moment } from './time.tsx'

const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)/

export function TextWithTimes({ text }: { text: string }) {
  // The pattern has a group, so every second part is a time.
  return text.split(INSTANT).map((part, at) => {
    const key = `${at}-${part}`
    return at % 2 === 1 ? <Moment key={key} at={part} /> : <Fragment key={key}>{part}</Fragment>
  })
}
