// Checks the layout of a page: elements that extend beyond the window, and elements that overlap.
import type { Page } from 'playwright-core'

/** Returns whether the page is wider than the window. On a phone, such a page scrolls sideways. */
export async function overflows(page: Page): Promise<boolean> {
  const width = (await page.evaluate('document.documentElement.scrollWidth')) as number
  return width > page.viewportSize()!.width
}

/** Returns the first elements that extend beyond the right edge, for the failure message. */
export const widest = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5).map((one) => one.outerHTML.slice(0, 120))`)

/**
 * Returns the first pairs of controls and texts of the page's content that overlap. Ignores the parts of an input field,
 * which overlap by design, and the inside of a chart or a code editor.
 */
export const overlaps = (page: Page) => page.evaluate(OVERLAPS) as Promise<string[]>

// Scripts for the page are strings, because this project has no types for `document`.
const OVERLAPS = `(() => {
  const controls = 'a, button, input, select, textarea, [role=tab]'
  const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  const clipsOf = (one) => {
    const clips = []
    for (let box = one.parentElement; box !== null; box = box.parentElement)
      if (getComputedStyle(box).overflow !== 'visible') clips.push(box.getBoundingClientRect())
    return clips
  }
  const clipped = (rect, clip) => ({
    left: Math.max(rect.left, clip.left),
    top: Math.max(rect.top, clip.top),
    right: Math.min(rect.right, clip.right),
    bottom: Math.min(rect.bottom, clip.bottom),
  })
  // A text that wraps has one rectangle for each line.
  const visibleRects = (one) => {
    const clips = clipsOf(one)
    return [...one.getClientRects()]
      .map((rect) => clips.reduce(clipped, rect))
      .filter(({ left, top, right, bottom }) => right - left > 2 && bottom - top > 2)
  }
  const items = [...document.querySelectorAll('main *')]
    .filter((one) => (one.matches(controls) || hasText(one)) && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((one) => one.closest('svg, .cm-editor') === null)
    .map((one) => ({ one, rects: visibleRects(one), field: one.closest('.mantine-InputWrapper-root, .mantine-Input-wrapper') }))
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2
  const found = []
  items.forEach((a, at) => {
    for (const b of items.slice(at + 1)) {
      if (a.field !== null && a.field === b.field) continue
      if (a.one.contains(b.one) || b.one.contains(a.one) || !a.rects.some((p) => b.rects.some((q) => meet(p, q)))) continue
      found.push(a.one.outerHTML.slice(0, 120) + ' overlaps ' + b.one.outerHTML.slice(0, 120))
    }
  })
  return found.slice(0, 5)
})()`
