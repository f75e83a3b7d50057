// An overlay that loads on first use and then stays mounted, so that it can fade out.
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { loadCode } from '../api/load-code.ts'
import { type Store, useStore } from '../state/store.ts'
import { loadLaterStyles } from '../theme/later-styles.ts'
import { BrokenPage } from './broken-page.tsx'

type Load<Code> = () => Promise<Code>

const overlays: Load<unknown>[] = []

/** Adds code to the code that `loadOverlays` loads. */
export function overlayCode<Code>(load: Load<Code>): Load<Code> {
  overlays.push(load)
  return load
}

/** Loads the code of all overlays, so that they open also after the connection is lost. */
export function loadOverlays(): void {
  for (const load of overlays) void load().catch(() => undefined)
}

export function onDemand(openState: Store<unknown>, load: Load<{ default: ComponentType }>): ComponentType {
  overlayCode(load)
  const Loaded = lazy(() =>
    loadCode(async () => {
      const [loaded] = await Promise.all([load(), loadLaterStyles()])
      return loaded
    }),
  )
  return function OnDemand() {
    const isAsked = Boolean(useStore(openState))
    const [wasAsked, setWasAsked] = useState(false)
    useEffect(() => {
      if (isAsked) setWasAsked(true)
    }, [isAsked])
    return wasAsked ? (
      <CatchBoundary getResetKey={() => ''} errorComponent={BrokenOverlay}>
        <Suspense>
          <Loaded />
        </Suspense>
      </CatchBoundary>
    ) : null
  }
}

/** Shown at the edge of the window if the overlay cannot be shown. The page stays visible. */
function BrokenOverlay({ error, reset }: ErrorComponentProps) {
  return (
    <div className="broken-overlay">
      <BrokenPage error={error} reset={reset} />
    </div>
  )
}
