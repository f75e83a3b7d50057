// An overlay that loads on first use and then stays mounted, so that it can fade out.
import { CloseButton } from '@mantine/core'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { loadCode } from '../api/load-code.ts'
import { type Store, useStore } from '../state/store.ts'
import { useTexts } from '../texts/texts.tsx'
import { loadLaterStyles } from '../theme/later-styles.ts'
import { BrokenPage } from './broken-page.tsx'

type Load<Code> = () => Promise<Code>

const overlays: Load<unknown>[] = []

/** Registers code that `loadOverlays` loads. */
export function registerOverlay<Code>(load: Load<Code>): Load<Code> {
  overlays.push(load)
  return load
}

/** Loads the code of all overlays, so that they also open after the connection is lost. */
export function loadOverlays(): void {
  for (const load of overlays) void load().catch(() => undefined)
}

/** `dismiss` closes an overlay that cannot be loaded. Without it, the member can only reload the page. */
export function onDemand(
  openState: Store<unknown>,
  load: Load<{ default: ComponentType }>,
  dismiss?: () => void,
): ComponentType {
  registerOverlay(load)
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
    const close =
      dismiss &&
      (() => {
        dismiss()
        setWasAsked(false)
      })
    return wasAsked ? (
      <CatchBoundary getResetKey={() => ''} errorComponent={(broken) => <BrokenOverlay {...broken} close={close} />}>
        <Suspense>
          <Loaded />
        </Suspense>
      </CatchBoundary>
    ) : null
  }
}

/** Shown at the edge of the window if the overlay cannot be shown. The page stays visible. */
function BrokenOverlay({ error, reset, close }: ErrorComponentProps & { close: (() => void) | undefined }) {
  const { common } = useTexts()
  return (
    <div className="broken-overlay">
      {close && <CloseButton className="broken-overlay-close" aria-label={common.close} onClick={close} />}
      <BrokenPage error={error} reset={reset} />
    </div>
  )
}
