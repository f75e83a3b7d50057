// Removes unused rules from the portal's stylesheets. The component library includes the styles of all its components.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Matches a class of the component library. */
const KIT_CLASS = /\bm_[0-9a-f]{6,8}\b/g

/**
 * Rewrites the stylesheets of a build. The name of a stylesheet contains a hash of its content, so each stylesheet gets
 * a new name, and all references to it are updated. The name of a script changes when the classes in it change, so a
 * browser never combines old and new files.
 * @param {string} outDir
 */
export function dropUnusedStyles(outDir) {
  const assets = join(outDir, 'assets')
  const files = readdirSync(assets)
  const scripts = files.filter((name) => name.endsWith('.js')).map((name) => join(assets, name))
  const used = new Set()
  for (const script of scripts) {
    for (const [name] of readFileSync(script, 'utf8').matchAll(KIT_CLASS)) used.add(name)
  }
  for (const file of files.filter((name) => name.endsWith('.css'))) {
    const styles = keepUsed(readFileSync(join(assets, file), 'utf8'), used)
    const hash = createHash('sha256').update(styles).digest('hex').slice(0, 8)
    const renamed = file.replace(/\.css$/, `.${hash}.css`)
    rmSync(join(assets, file))
    writeFileSync(join(assets, renamed), styles)
    for (const path of [join(outDir, 'index.html'), join(outDir, 'manifest.json'), ...scripts]) {
      const text = readFileSync(path, 'utf8')
      if (text.includes(file)) writeFileSync(path, text.replaceAll(file, renamed))
    }
  }
}

/**
 * Returns the rules of a minified stylesheet that can match an element. Also handles groups of rules.
 * @param {string} styles
 * @param {Set<string>} used
 * @returns {string}
 */
export function keepUsed(styles, used) {
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
