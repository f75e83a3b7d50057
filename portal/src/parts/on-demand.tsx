// An overlay that loads on first use and then stays mounted, so that it can fade out.
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { type Store, useStore } from '../state/store.ts'
import { loadLaterStyles } from '../theme/later-styles.ts'

export function onDemand(openState: Store<unknown>, load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Loaded = lazy(async () => {
    const [loaded] = await Promise.all([load(), loadLaterStyles()])
    return loaded
  })
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
