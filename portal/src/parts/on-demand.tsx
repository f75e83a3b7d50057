// A part that stands over the pages and is loaded when it is first asked for; from then on it stays, to close as it opened.
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { type Store, useStore } from '../state/store.ts'

export function onDemand(openState: Store<unknown>, load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Loaded = lazy(load)
  return function OnDemand() {
    const isAsked = Boolean(useStore(openState))
    const [wasAsked, setWasAsked] = useState(false)
    useEffect(() => {
      if (isAsked) setWasAsked(true)
    }, [isAsked])
    return wasAsked ? (
      <Suspense>
        <Loaded />
      </Suspense>
    ) : null
  }
}
