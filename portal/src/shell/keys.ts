// Keyboard shortcuts: Ctrl+K opens the palette, `g` and a letter open a page, `?` shows the help. Keys in an input are
// not shortcuts.
import { useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pages } from '../pages/pages.ts'
import { usePathTo } from '../session/workspace.tsx'
import { createStore } from '../state/store.ts'

/** Milliseconds between `g` and the second key. */
const SECOND_KEY_WITHIN_MS = 1_500

/** Whether the keyboard has a command key. The shortcuts work with it as with the control key. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

export const paletteShown = createStore(false)
export const shortcutsShown = createStore(false)

export function openPalette(): void {
  paletteShown.set(true)
}

export function openShortcuts(): void {
  shortcutsShown.set(true)
}

export function useKeys(): void {
  useGoTo()
  useHotkeys([['mod+K', openPalette]], [], true)
  useHotkeys([
    ['shift+?', openShortcuts],
    ['?', openShortcuts],
  ])
}

function useGoTo(): void {
  const navigate = useNavigate()
  const pathTo = usePathTo()
  const pressedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const isSecondKey = performance.now() - pressedAt.current < SECOND_KEY_WITHIN_MS
      pressedAt.current = event.key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY
      const page = isSecondKey ? pages.find(({ nav }) => nav?.key === event.key) : undefined
      if (page === undefined) return
      event.preventDefault()
      void navigate({ to: pathTo(page.path) })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, pathTo])
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="dialog"], [role="menu"]') !== null)
  )
}
