// A plugin of the build for the typeface of the portal. It takes Hanken Grotesk from its package, and keeps only the
// characters and weights that the portal uses. It writes the rules that load the typeface into the page.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
const PACKAGE = '@fontsource-variable/hanken-grotesk'
const WEIGHTS = { wght: { min: 400, max: 700 } }

/** The characters of the first file: ASCII, and the letters and the punctuation of the texts in English and Italian. */
const FIRST = [...range(0x20, 0x7e), '\u00a0«°·»×ÀÈÉÌÒÙàèéìòù–—‘’“”…→'].join('')
/** The other Latin characters, in two files. Browsers load such a file only for a text with one of its characters. */
const WESTERN = [...range(0xa1, 0xff)].filter((one) => !FIRST.includes(one)).join('')
const EXTENDED = [...range(0x100, 0x17f), ...range(0x218, 0x21b), ...range(0x1e80, 0x1e85)].join('')

/**
 * The system font that is shown until the typeface is loaded. The numbers give it the width and the line height of the
 * typeface, so that the page does not move. They were measured with a paragraph of the portal's texts.
 */
const STAND_IN =
  '@font-face{font-family:"Carillon Stand-in";src:local("Arial"),local("Helvetica Neue"),local("Liberation Sans");' +
  'size-adjust:101.1%;ascent-override:98.9%;descent-override:29.7%;line-gap-override:0%}'

/** @returns {import('vite').Plugin} */
export function typeface() {
  /** @type {{name: string, content: Buffer, characters: string}[]} */
  let files = []
  return {
    name: 'carillon-typeface',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async buildStart() {
      files = await Promise.all([
        subset('latin', FIRST),
        subset('latin', WESTERN, 'western'),
        subset('latin-ext', EXTENDED),
      ])
    },
    generateBundle() {
      for (const { name, content } of files)
        this.emitFile({ type: 'asset', fileName: `assets/${name}`, source: new Uint8Array(content) })
      // The license of the typeface requires that each copy of the typeface contains it.
      const license = readFileSync(require.resolve(`${PACKAGE}/LICENSE`), 'utf8')
      this.emitFile({ type: 'asset', fileName: 'assets/hanken-grotesk-license.txt', source: license })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'style', children: STAND_IN + files.map(ruleOf).join(''), injectTo: 'head' }],
    },
  }
}

/**
 * @param {string} part The name of a file of the package.
 * @param {string} characters
 * @param {string} [name] The name of the file in the build.
 */
async function subset(part, characters, name = part) {
  const source = readFileSync(require.resolve(`${PACKAGE}/files/hanken-grotesk-${part}-wght-normal.woff2`))
  const content = await subsetFont(source, characters, { targetFormat: 'woff2', variationAxes: WEIGHTS })
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  return { name: `hanken-grotesk-${name}-${hash}.woff2`, content, characters }
}

/** @param {{name: string, characters: string}} file */
function ruleOf({ name, characters }) {
  return (
    `@font-face{font-family:"Hanken Grotesk";font-weight:400 700;font-display:swap;` +
    `src:url(/assets/${name}) format("woff2");unicode-range:${unicodeRange(characters)}}`
  )
}

/**
 * Returns the value of the CSS descriptor `unicode-range` for these characters.
 * @param {string} characters Neighboring characters with consecutive code points become one range.
 */
function unicodeRange(characters) {
  /** @type {[number, number][]} */
  const ranges = []
  for (const code of Array.from(characters, (one) => one.codePointAt(0) ?? 0)) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] + 1 === code) last[1] = code
    else ranges.push([code, code])
  }
  const hex = (/** @type {number} */ code) => code.toString(16)
  return ranges.map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`).join(',')
}

/**
 * @param {number} from
 * @param {number} to
 */
function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
}
