// Removes unused rules from the portal's stylesheets. The component library includes the styles of all its components.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Matches a class of the component library. */
const KIT_CLASS = /\bm_[0-9a-f]{6,8}\b/g

/** The script and the stylesheet of the first load. */
const FIRST = /^first-[\w-]+\.(js|css)$/

/**
 * Rewrites the stylesheets of a build. The stylesheet of the first load keeps only the rules of components in the
 * script of the first load. The rules of the other components become a second stylesheet, which the portal loads
 * afterwards. It also has the portal's own rules, because they must come after the rules of all components. The name of
 * a stylesheet contains a hash of its content, so each stylesheet gets a new name, and all references to it are
 * updated. The name of a script changes when the classes in it change, so a browser never combines old and new files.
 * @param {string} outDir
 */
export function dropUnusedStyles(outDir) {
  const assets = join(outDir, 'assets')
  const files = readdirSync(assets)
  const scripts = files.filter((name) => name.endsWith('.js'))
  const usedIn = (/** @type {string[]} */ names) =>
    new Set(names.flatMap((name) => readFileSync(join(assets, name), 'utf8').match(KIT_CLASS) ?? []))
  const used = usedIn(scripts)
  const first = usedIn(scripts.filter((name) => FIRST.test(name)))
  const later = new Set([...used].filter((name) => !first.has(name)))
  const page = join(outDir, 'index.html')
  const referring = [page, join(outDir, 'manifest.json'), ...scripts.map((name) => join(assets, name))]
  for (const file of files.filter((name) => name.endsWith('.css'))) {
    const styles = readFileSync(join(assets, file), 'utf8')
    rmSync(join(assets, file))
    replaceName(referring, file, write(assets, file, keepUsed(styles, FIRST.test(file) ? first : used)))
    if (FIRST.test(file)) replaceName([page], LATER_STYLES, write(assets, 'later.css', keepUsed(styles, later)))
  }
}

/** The name of the second stylesheet in the source of the page. */
const LATER_STYLES = 'later-styles.css'

/**
 * Writes a stylesheet under a name with a hash, and returns the name.
 * @param {string} assets
 * @param {string} file
 * @param {string} styles
 */
function write(assets, file, styles) {
  const hash = createHash('sha256').update(styles).digest('hex').slice(0, 8)
  const renamed = file.replace(/\.css$/, `.${hash}.css`)
  writeFileSync(join(assets, renamed), styles)
  return renamed
}

/**
 * @param {string[]} paths
 * @param {string} before
 * @param {string} after
 */
function replaceName(paths, before, after) {
  for (const path of paths) {
    const text = readFileSync(path, 'utf8')
    if (text.includes(before)) writeFileSync(path, text.replaceAll(before, after))
  }
}

/**
 * Returns the rules of a minified stylesheet that can match an element. Also handles groups of rules.
 * @param {string} styles
 * @param {Set<string>} used The classes of components that the page uses.
 * @returns {string}
 */
function keepUsed(styles, used) {
  let result = ''
  for (let at = 0; at < styles.length; ) {
    const open = styles.indexOf('{', at)
    const statement = styles.indexOf(';', at)
    if (open === -1 || (statement !== -1 && statement < open)) {
      const end = open === -1 ? styles.length : statement + 1
      result += styles.slice(at, end)
      at = end
      continue
    }
    const close = closing(styles, open)
    const head = styles.slice(at, open)
    const body = styles.slice(open + 1, close)
    if (/^@(media|supports|layer|container)/.test(head)) {
      const inside = keepUsed(body, used)
      if (inside !== '') result += `${head}{${inside}}`
    } else if (head.startsWith('@') || canMatch(head, used)) result += `${head}{${body}}`
    at = close + 1
  }
  return result
}

/**
 * @param {string} selector
 * @param {Set<string>} used
 */
function canMatch(selector, used) {
  const classes = selector.match(KIT_CLASS) ?? []
  return classes.length === 0 || classes.some((name) => used.has(name))
}

/**
 * @param {string} styles
 * @param {number} open
 */
function closing(styles, open) {
  let depth = 0
  for (let at = open; at < styles.length; at++) {
    if (styles[at] === '{') depth++
    if (styles[at] === '}' && --depth === 0) return at
  }
  throw new Error('A stylesheet of the portal is incomplete.')
}
