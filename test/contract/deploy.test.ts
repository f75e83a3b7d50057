// Deployment files use only settings, commands and files that exist: Dockerfile, compose.yaml, systemd units, proxy
// files.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { nouns } from '../../src/cli/commands.ts'
import { configurationPage } from '../../src/cli/pages/configuration-page.ts'
import { imports, sizes } from '../../src/limits.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const settings = new Set([...configurationPage().matchAll(/^\| `([A-Z_]+)`/gm)].map((match) => match[1]!))
const commands = new Set(nouns.map(({ name }) => name))
/** Environment variables that the files set for other programs. */
const foreign = ['NODE_ENV', 'MALLOC_TRIM_THRESHOLD_']
const unknownSettings = (names: Iterable<string>) =>
  [...names].filter((name) => !settings.has(name) && !foreign.includes(name))

/** The lines of each build stage. Each line is split into the instruction and the rest. */
const stages = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split(/^(?=FROM )/m)
  .filter((text) => text.trim() !== '')
  .map((text) => {
    const lines = text.trim().split(/\n+/)
    const all = lines.map((line): [string, string] => [line.split(' ')[0]!, line.slice(line.indexOf(' ') + 1).trim()])
    return { all, of: (name: string) => all.filter(([instruction]) => instruction === name).map(([, rest]) => rest) }
  })
const image = stages.at(-1)!
const imageSettings = Object.fromEntries(
  image.of('ENV').flatMap((rest) => rest.split(/\s+/).map((pair) => pair.split('='))),
)

describe('Dockerfile', () => {
  it('the image is built and runs with one major version of Node, which package.json permits', () => {
    const oldest = Number(/\d+/.exec(JSON.parse(read('package.json')).engines.node))
    const bases = new Set(stages.flatMap((stage) => stage.of('FROM').map((rest) => rest.split(' ')[0]!)))
    expect(bases.size).toBe(1)
    expect(Number(/^node:(\d+)-slim$/.exec([...bases][0]!)![1])).toBeGreaterThanOrEqual(oldest)
  })

  it('the Dockerfile copies only files that exist and that .dockerignore permits', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
    const copies = stages.flatMap((stage) => stage.of('COPY')).filter((rest) => !rest.startsWith('--from'))
    const sources = new Set(copies.flatMap((rest) => rest.split(/\s+/).slice(0, -1)))
    expect([...sources].filter((source) => !existsSync(path.join(root, source)))).toEqual([])
    expect([...sources].sort()).toEqual([...allowed].sort())
  })

  it('the Dockerfile copies every file that a copied file imports', () => {
    const copies = stages[0]!.of('COPY').flatMap((rest) => rest.split(/\s+/).slice(0, -1))
    const filesOf = (at: string): string[] =>
      statSync(path.join(root, at)).isDirectory()
        ? readdirSync(path.join(root, at)).flatMap((name) => filesOf(path.join(at, name)))
        : [path.normalize(at)]
    const files = new Set(copies.flatMap(filesOf))
    const named = [...files]
      .filter((file) => /\.([cm]?[jt]sx?|json)$/.test(file))
      .flatMap((file) => {
        const names = read(file).matchAll(/(?:from |import |import\(|"extends": )["'](\.[^"']+)["']/g)
        return [...names].map((match) => path.join(path.dirname(file), match[1]!))
      })
    expect(named).toContain('tsconfig.json')
    expect(named.length).toBeGreaterThan(500)
    expect(named.filter((file) => !files.has(file))).toEqual([])
  })

  it('the image includes every folder that the service reads at its start', () => {
    const targets = image.of('COPY').map((rest) => rest.split(/\s+/).at(-1)!.replace('./', '') || 'package.json')
    expect(targets.sort()).toEqual(['bin', 'dist', 'migrations', 'node_modules', 'package.json', 'web'])
  })

  it('the Dockerfile runs only scripts that exist, and no script of a dependency', () => {
    const runs = stages.flatMap((stage) => stage.of('RUN'))
    for (const run of runs.filter((line) => line.startsWith('npm '))) expect(run).toContain('--ignore-scripts')
    const tools = runs.flatMap((line) => /^node (\S+)/.exec(line)?.[1] ?? [])
    expect(tools.length).toBeGreaterThan(0)
    expect(tools.filter((tool) => !existsSync(path.join(root, tool)))).toEqual([])
  })

  it('the image runs a carillon command as an unprivileged user, with settings that exist', () => {
    const entry: string[] = JSON.parse(image.of('ENTRYPOINT')[0]!)
    expect(entry[0]).toBe('node')
    const workDirectory = image.of('WORKDIR')[0]!
    expect(existsSync(path.join(root, path.relative(workDirectory, entry.at(-1)!)))).toBe(true)
    expect(commands).toContain(JSON.parse(image.of('CMD')[0]!)[0])
    expect(image.of('USER')).toEqual(['node'])
    expect(image.all.findIndex(([name]) => name === 'USER')).toBeLessThan(
      image.all.findIndex(([name]) => name === 'CMD'),
    )
    expect(unknownSettings(Object.keys(imageSettings))).toEqual([])
    expect(image.of('VOLUME')).toEqual([imageSettings.DATA_DIR])
    expect(image.of('EXPOSE')).toEqual([imageSettings.PORT])
  })

  it('the health check of the image succeeds only if /livez answers 200', async () => {
    const check: string[] = JSON.parse(/CMD (\[.*\])$/.exec(image.of('HEALTHCHECK')[0]!)![1]!)
    const requestedPaths: string[] = []
    const server = createServer((request, response) => {
      requestedPaths.push(request.url!)
      response.writeHead(requestedPaths.length === 1 ? 200 : 503).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const codeOf = () =>
      new Promise<number>((resolve) => {
        const child = execFile(process.execPath, check.slice(1), { env: { PORT: String(port) } })
        child.on('exit', (code) => resolve(code!))
      })
    expect(await codeOf()).toBe(0)
    expect(await codeOf()).toBe(1)
    await new Promise((resolve) => server.close(resolve))
    expect(await codeOf()).toBe(1)
    expect(requestedPaths).toEqual(['/livez', '/livez'])
  })
})

/**
 * Minimum sizes in megabytes: of the heap, which must hold the largest requests, and of the memory outside the heap.
 */
const LEAST_HEAP = 768
const BESIDE_HEAP = 512

/** Returns the megabytes of a limit such as `1536M` (systemd) or `1536m` (compose). */
function megabytesOf(limit: string): number {
  return Number(/^(\d+)m$/i.exec(limit)?.[1])
}

/** Returns the limit of the V8 heap that the command sets, in megabytes. */
function heapOf(command: string[]): number {
  return Number(command.map((word) => /^--max-old-space-size=(\d+)$/.exec(word)?.[1]).find(Boolean))
}

interface ComposeService {
  image: string
  profiles?: string[]
  command?: string[]
  environment?: Record<string, string>
  env_file?: { path: string; required: boolean }[]
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test?: string[]; disable?: boolean }
  mem_limit?: string
  entrypoint?: string[]
}

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, ComposeService>
    volumes: Record<string, unknown>
  }
  const all = Object.entries(services)
  const ours = all.filter(([, service]) => service.image.startsWith('carillon:'))

  it('compose.yaml starts one service by default and the other services only in the profile postgres', () => {
    expect(all.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name)).toEqual(['carillon'])
    expect(new Set(all.flatMap(([, { profiles = [] }]) => profiles))).toEqual(new Set(['postgres']))
  })

  it('the carillon services in compose.yaml use existing commands and settings and the current version', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(new Set(ours.map(([, service]) => service.image))).toEqual(new Set([`carillon:${version}`]))
    expect(ours.map(([, { command }]) => command![0]!).filter((command) => !commands.has(command))).toEqual([])
    expect(unknownSettings(ours.flatMap(([, { environment }]) => Object.keys(environment!)))).toEqual([])
    for (const [, service] of ours) {
      expect(service.volumes).toEqual([`data:${imageSettings.DATA_DIR}`])
      // The file .env may contain any setting. PORT in this file is the port of the machine, not the port in the
      // container.
      expect(service.env_file).toEqual([{ path: '.env', required: false }])
      expect(service.environment!.PORT).toBe(imageSettings.PORT)
    }
  })

  it('the carillon services in compose.yaml have more memory than their heap limit and use the command of the image', () => {
    const entry: string[] = JSON.parse(image.of('ENTRYPOINT')[0]!)
    for (const [name, { mem_limit = '', entrypoint = [] }] of ours) {
      const heap = heapOf(entrypoint)
      expect([name, megabytesOf(mem_limit) - heap >= BESIDE_HEAP, heap >= LEAST_HEAP]).toEqual([name, true, true])
      // Apart from the limit of the heap, compose.yaml and the image pass the same options to Node.
      expect(entrypoint.filter((word) => !word.startsWith('--max-old-space-size'))).toEqual(entry)
    }
  })

  it('the carillon services in compose.yaml connect to the database that the same file starts', () => {
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = services.postgres!.environment!
    const url = `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/${POSTGRES_DB}`
    const onPostgres = ours.filter(([, { profiles }]) => profiles)
    expect(onPostgres.map(([name]) => name).sort()).toEqual(['api', 'migrate', 'worker'])
    for (const [, { environment }] of onPostgres) expect(environment!.DATABASE_URL).toBe(url)
  })

  it('compose.yaml publishes ports only on this machine and does not publish the database', () => {
    const published = all.flatMap(([, { ports = [] }]) => ports)
    expect(published.length).toBeGreaterThan(0)
    for (const port of published) expect(port).toMatch(new RegExp(`^127\\.0\\.0\\.1:.+:${imageSettings.PORT}$`))
    expect(services.postgres!.ports).toBeUndefined()
  })

  it('services in compose.yaml wait only for services and conditions that exist', () => {
    for (const [, { depends_on: others = {} }] of all) {
      for (const [name, { condition }] of Object.entries(others)) {
        const other = services[name]!
        if (condition === 'service_healthy') expect(other.healthcheck?.test).toBeDefined()
        else expect([condition, other.command]).toEqual(['service_completed_successfully', ['migrate']])
      }
    }
    const mounted = all.flatMap(([, service]) => (service.volumes ?? []).map((volume) => volume.split(':')[0]!))
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(volumes).sort())
  })

  it('compose.yaml uses only variables that .env.example contains, and requires none of them', () => {
    const variables = [...read('compose.yaml').matchAll(/\$\{(\w+)([^}]*)\}/g)]
    const named = new Set([...read('.env.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map((match) => match[1]!))
    expect(variables.map((match) => match[1]!).filter((name) => !named.has(name))).toEqual([])
    // A variable with `:?` would also stop the default service: compose reads variables before it selects profiles.
    expect(variables.filter((match) => !match[2]!.startsWith(':-'))).toEqual([])
  })
})

describe('files in deploy/', () => {
  const units = readdirSync(path.join(root, 'deploy')).filter((file) => file.endsWith('.service'))

  it.each(units)('%s starts an existing command, and sets only existing settings', (unit) => {
    const lines = read(`deploy/${unit}`).split('\n')
    const valuesOf = (name: string) =>
      lines.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []))
    const [file, command] = valuesOf('ExecStart')[0]!.split(' ').slice(-2)
    expect(existsSync(path.join(root, path.relative('/opt/carillon', file!)))).toBe(true)
    expect(commands).toContain(command)
    const names = valuesOf('Environment').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=')[0]!))
    expect(unknownSettings(names)).toEqual([])
    expect(valuesOf('EnvironmentFile')).toEqual(['/etc/carillon.env'])
    expect(
      existsSync(path.join(root, path.relative('/opt/carillon', valuesOf('Documentation')[0]!.slice('file:'.length)))),
    ).toBe(true)
  })

  it.each(units)('%s sets a memory limit above its heap limit, unless it is a oneshot unit', (unit) => {
    const text = read(`deploy/${unit}`)
    const settingOf = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(text)?.[1] ?? ''
    if (settingOf('Type') === 'oneshot') return
    const heap = heapOf(settingOf('ExecStart').split(' '))
    const [high, most] = [megabytesOf(settingOf('MemoryHigh')), megabytesOf(settingOf('MemoryMax'))]
    expect([heap >= LEAST_HEAP, most - heap >= BESIDE_HEAP, heap < high, high < most]).toEqual([true, true, true, true])
    expect(settingOf('Restart')).toBe('on-failure')
  })

  it('carillon.env contains only existing settings, and no setting that a systemd unit already sets', () => {
    const names = [...read('deploy/carillon.env').matchAll(/^#? ?([A-Z_]+)=/gm)].map((match) => match[1]!)
    expect(names).toContain('MASTER_KEY')
    expect(unknownSettings(names)).toEqual([])
    expect(names.filter((name) => ['PORT', 'DATA_DIR'].includes(name))).toEqual([])
  })

  it.each([
    ['nginx.conf', /client_max_body_size (\d+)m;/, 1024 * 1024],
    ['Caddyfile', /max_size (\d+)MB/, 1_000_000],
    ['haproxy.cfg', /hdr_val\(content-length\) gt (\d+)/, 1],
  ])('%s permits the largest request and the largest file of recipients', (file, size, unit) => {
    const most = Number(size.exec(read(`deploy/${file}`))![1]) * unit
    expect(most).toBeGreaterThan((sizes.request * 4) / 3)
    expect(most).toBeGreaterThan(imports.bytes)
  })
})
