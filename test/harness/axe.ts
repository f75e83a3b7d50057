// Runs axe on a page. Findings that axe cannot decide count as findings too, unless this file decides or excludes them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, NodeResult } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules whose undecided findings are not reported, each with the reason. */
const EXCLUDED: Record<string, string> = {
  'frame-tested':
    'The frames show a message or a page of the member, and their sandbox runs no scripts, so axe cannot run in them. ' +
    'The portal provides only their titles, which the rule frame-title checks.',
}

/** A page can change while axe runs. Then elements of the results are gone, and axe runs again. */
const MOST_RUNS = 5

type Results = Pick<AxeResults, 'violations' | 'incomplete'>

/** Returns the violations and the undecided findings, one per line. */
export async function axeOn(page: Page): Promise<string[]> {
  // axe runs through the DevTools protocol, so that the content security policy of the page does not apply to it.
  if (!(await page.evaluate(`typeof axe === 'object'`))) await page.evaluate(axeSource)
  await page.evaluate(CONTRAST)
  const { violations, incomplete } = await resultsOn(page)
  const found = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => lineOf(id, help, node)))
  for (const { id, help, nodes } of incomplete) {
    if (id in EXCLUDED) continue
    for (const node of nodes) {
      if (id === 'color-contrast' && (await isComputable(page, node)) && (await hasContrast(page, node))) continue
      found.push(`undecided: ${lineOf(id, help, node)}`)
    }
  }
  return found
}

async function resultsOn(page: Page): Promise<Results> {
  for (let run = 1; ; run += 1) {
    const { hasChanged, ...results } = (await page.evaluate(RUN)) as Results & { hasChanged: boolean }
    if (!hasChanged || run === MOST_RUNS) return results
  }
}

const lineOf = (id: string, help: string, { html, any }: NodeResult) =>
  `${id}: ${help}: ${html.slice(0, 200)} (${any[0]?.message ?? ''})`

/** The kinds of findings that `hasContrast` decides. It checks the visible part of a partly covered text. */
const COMPUTED = ['shortTextContent', 'nonBmp', 'emptyValue', 'pseudoContent', 'elmPartiallyObscured']

/**
 * Returns whether `hasContrast` can decide a finding. It knows the background of a text that is drawn over another
 * element only if an opaque background is between them. If the other element covers the text, as a dialog covers the
 * page, the text is not read.
 */
async function isComputable(page: Page, { html, any, target }: NodeResult): Promise<boolean> {
  const kind = any[0]?.data?.messageKey
  if (/^<(text|tspan)\b/.test(html) || COMPUTED.includes(kind)) return true
  return kind === 'bgOverlap' && Boolean(await page.evaluate(`isCoveredOrOpaque(${JSON.stringify(target[0])})`))
}

/** Returns whether the text of an element has enough contrast. */
async function hasContrast(page: Page, { target, any }: NodeResult): Promise<boolean> {
  const expected = Number.parseFloat(any[0]?.data?.expectedContrastRatio ?? '4.5')
  const contrast = (await page.evaluate(`contrastOf(${JSON.stringify(target[0])})`)) as number | null
  return contrast !== null && contrast >= expected
}

// Scripts for the page are strings, because this project has no types for `document`.
const RUN = `(async () => {
  let hasChanged = false
  const observer = new MutationObserver(() => { hasChanged = true })
  observer.observe(document.body, { childList: true, subtree: true })
  const { violations, incomplete } = await axe.run({ iframes: false, resultTypes: ['violations', 'incomplete'] })
  observer.disconnect()
  return { violations, incomplete, hasChanged }
})()`

/**
 * Defines two functions:
 * - `isCoveredOrOpaque` returns whether other elements cover the text of an element. It also returns true if an opaque
 *   background is between the text and the elements below it.
 * - `contrastOf` returns the contrast of the text to the backgrounds of its ancestors, drawn one over the other. It
 *   returns null if the element is gone, translucent, on an image, or on a shape or a pseudo-element.
 */
const CONTRAST = `(() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const draw = (color) => { pen.fillStyle = color; pen.fillRect(0, 0, 1, 1) }
  const luminance = () => {
    const parts = [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255)
    const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const pseudoRect = (element, style) => {
    const box = element.getBoundingClientRect()
    const [left, top, width, height] = ['left', 'top', 'width', 'height'].map((name) => Number.parseFloat(style[name]))
    const x = box.left + element.clientLeft + left
    const y = box.top + element.clientTop + top
    return { left: x, top: y, right: x + width, bottom: y + height }
  }
  const isOnPseudo = (element, text) => ['::before', '::after'].some((name) => {
    const style = getComputedStyle(element, name)
    if (style.content === 'none' || style.content === 'normal') return false
    return style.position !== 'absolute' || meets(pseudoRect(element, style), text)
  })
  const isOnShape = (element, text) => [...(element.closest('svg')?.querySelectorAll('path, rect, circle, line') ?? [])]
    .some((shape) => !shape.closest('defs') && meets(shape.getBoundingClientRect(), text))
  const alphaOf = (color) => {
    pen.clearRect(0, 0, 1, 1)
    draw(color)
    return pen.getImageData(0, 0, 1, 1).data[3]
  }
  const isOpaque = (element) => {
    for (let one = element; one !== null; one = one.parentElement) {
      const style = getComputedStyle(one)
      if (alphaOf(style.backgroundColor) === 255) return true
      if (style.position !== 'static') return false
    }
    return true
  }
  globalThis.isCoveredOrOpaque = (selector) => {
    const element = document.querySelector(selector)
    if (element === null) return false
    if (isOpaque(element)) return true
    const box = element.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].map((part) => [box.left + box.width * part, box.top + box.height / 2])
    return points.every(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit === null || !(hit.contains(element) || element.contains(hit))
    })
  }
  globalThis.contrastOf = (selector) => {
    const element = document.querySelector(selector)
    if (element === null) return null
    const text = element.getBoundingClientRect()
    if (isOnShape(element, text)) return null
    const chain = []
    for (let one = element; one !== null; one = one.parentElement) chain.unshift(one)
    draw('#fff')
    for (const one of chain) {
      const style = getComputedStyle(one)
      if (style.backgroundImage !== 'none' || style.opacity !== '1' || isOnPseudo(one, text)) return null
      if (!(one instanceof SVGElement && one.ownerSVGElement)) draw(style.backgroundColor)
    }
    const background = luminance()
    const style = getComputedStyle(element)
    draw(element instanceof SVGElement ? style.fill : style.color)
    const [low, high] = [background, luminance()].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }
})()`
