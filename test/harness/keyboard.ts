// Uses a page with the keyboard alone, as a person without a pointer does.
import type { Locator, Page } from 'playwright-core'

/** A person gives up after this number of presses on the way to one element. */
const MOST_PRESSES = 60

export interface Keyboard {
  /** Presses Tab, or Shift+Tab, until the element has a visible focus. Throws if the way is longer than MOST_PRESSES. */
  reach(element: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Reaches the element and presses Enter. */
  enter(element: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>
  /** Reaches the field and replaces its text. */
  fill(field: Locator, text: string): Promise<void>
  /** Opens the command palette, types the words and presses Enter as soon as the option is the first one. */
  command(words: string, option: string | RegExp): Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  const keyboard: Keyboard = {
    async reach(element, key = 'Tab') {
      await element.waitFor()
      const passed: string[] = []
      while ((await element.and(page.locator(':focus')).count()) === 0) {
        if (passed.length === MOST_PRESSES) throw new Error(`not reached by ${key}: ${passed.join(' → ')}`)
        await page.keyboard.press(key)
        passed.push(String(await page.evaluate(FOCUSED)))
      }
      if (!(await page.evaluate(SHOWS_FOCUS)))
        throw new Error(`the focus does not show: ${String(await page.evaluate(FOCUSED))}`)
    },
    async enter(element, key) {
      await keyboard.reach(element, key)
      await page.keyboard.press('Enter')
    },
    async fill(field, text) {
      await keyboard.reach(field)
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(text)
    },
    async command(words, option) {
      await page.keyboard.press('Control+k')
      const field = page.getByRole('combobox', { name: 'Command palette' })
      await field.and(page.locator(':focus')).waitFor()
      await page.keyboard.insertText(words)
      const found = page.getByRole('option', { name: option, selected: true })
      await found.waitFor()
      await page.keyboard.press('Enter')
      await field.waitFor({ state: 'detached' })
    },
  }
  return keyboard
}

// Scripts for the page are strings, because this project has no types for `document`.
const SHOWS_FOCUS = `(() => {
  const element = document.activeElement
  const isOutlined = (part) => getComputedStyle(element, part).outlineStyle !== 'none'
  // A field shows the focus by the color of its border, a text editor by the color of its frame. The link of a row outlines the row.
  return element.matches(':focus-visible') && (isOutlined() || isOutlined('::after') || element.matches('input, textarea, [contenteditable]'))
})()`
const FOCUSED = `(document.activeElement.getAttribute('aria-label') || document.activeElement.labels?.[0]?.textContent ||
  document.activeElement.textContent || document.activeElement.tagName).trim().slice(0, 40)`
