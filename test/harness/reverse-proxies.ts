// Starts nginx, Caddy and HAProxy with the files of deploy/ on a loopback port, in front of processes of the service.
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { certificate } from './certificate.ts'
import { freePort } from './free-port.ts'

export const proxyNames = ['nginx', 'caddy', 'haproxy'] as const
export type ProxyName = (typeof proxyNames)[number]

export interface ReverseProxy {
  /** The proxy's https URL. Its certificate is untrusted. */
  url: string
  /** Returns everything that the proxy has logged. */
  logs(): string
  stop(): Promise<void>
}

const START_DEADLINE_MS = 60_000
const deployed = (file: string) => readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8')

/**
 * Returns the version of a proxy, or undefined if the proxy is not installed. The variables NGINX, CADDY and HAPROXY
 * may contain the paths of the programs. By default, the programs are found in the search path.
 */
export function versionOf(name: ProxyName): string | undefined {
  try {
    // nginx writes its version to standard error.
    const text = execFileSync('/bin/sh', ['-c', `"${programOf(name)}" ${name === 'caddy' ? 'version' : '-v'} 2>&1`])
    return /\d+\.\d+\.\d+/.exec(text.toString())?.[0]
  } catch {
    return undefined
  }
}

function programOf(name: ProxyName): string {
  return process.env[name.toUpperCase()] ?? name
}

/** Starts a proxy in front of two ports of 127.0.0.1. */
export async function startReverseProxy(name: ProxyName, ports: [number, number]): Promise<ReverseProxy> {
  const folder = mkdtempSync(path.join(os.tmpdir(), `carillon-${name}-`))
  const port = await freePort()
  writeFileSync(path.join(folder, 'cert.pem'), certificate.cert)
  writeFileSync(path.join(folder, 'key.pem'), certificate.key)
  writeFileSync(path.join(folder, 'both.pem'), certificate.cert + certificate.key)
  const args = writers[name](folder, port, ports)
  const options: SpawnOptions = {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  }
  const child = spawn(programOf(name), args, options)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  if (!(await listens(port, () => child.exitCode === null))) {
    await stop()
    throw new Error(`${name} did not start: ${output}`)
  }
  const files = () => readdirSync(folder).filter((file) => file.endsWith('.log') && existsSync(path.join(folder, file)))
  const logs = () => [output, ...files().map((file) => readFileSync(path.join(folder, file), 'utf8'))].join('\n')
  return { url: `https://127.0.0.1:${port}`, logs, stop }
}

/**
 * Functions that write a proxy configuration with the addresses of a test and return the arguments of the proxy
 * program.
 */
const writers: Record<ProxyName, (folder: string, port: number, ports: [number, number]) => string[]> = {
  nginx(folder, port, [one, two]) {
    const site = replaceAllParts(deployed('nginx.conf'), [
      ['server 127.0.0.1:3000 max_fails=0;', `server 127.0.0.1:${one} max_fails=0;`],
      ['# server 127.0.0.1:3001 max_fails=0;', `server 127.0.0.1:${two} max_fails=0;`],
      ['  listen [::]:443 ssl http2;\n', ''],
      ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
      ['/etc/letsencrypt/live/notify.example.com/fullchain.pem', `${folder}/cert.pem`],
      ['/etc/letsencrypt/live/notify.example.com/privkey.pem', `${folder}/key.pem`],
      ['/var/log/nginx/', `${folder}/`],
      ['/etc/nginx/carillon-proxy.conf', `${folder}/proxy.conf`],
    ])
    writeFileSync(path.join(folder, 'proxy.conf'), deployed('nginx-proxy.conf'))
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    )
    const user = process.getuid?.() === 0 ? 'user root;' : ''
    writeFileSync(
      path.join(folder, 'main.conf'),
      `daemon off; ${user} worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 2048; }
http { access_log ${folder}/access.log; ${paths.join(' ')}\n${site}\n}`,
    )
    return ['-p', folder, '-c', path.join(folder, 'main.conf'), '-e', path.join(folder, 'error.log')]
  },
  caddy(folder, port, [one, two]) {
    const site = replaceAllParts(deployed('Caddyfile'), [
      ['\n{\n', '\n{\n\tadmin off\n\tauto_https off\n'],
      ['notify.example.com {', `https://127.0.0.1:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
      ['reverse_proxy 127.0.0.1:3000 {', `reverse_proxy 127.0.0.1:${one} 127.0.0.1:${two} {`],
    ])
    writeFileSync(path.join(folder, 'Caddyfile'), site)
    return ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  },
  haproxy(folder, port, [one, two]) {
    const site = replaceAllParts(deployed('haproxy.cfg'), [
      ['bind :443 ssl crt /etc/haproxy/notify.example.com.pem', `bind 127.0.0.1:${port} ssl crt ${folder}/both.pem`],
      ['server one 127.0.0.1:3000', `server one 127.0.0.1:${one}`],
      ['# server two 127.0.0.1:3001', `server two 127.0.0.1:${two}`],
    ])
    writeFileSync(path.join(folder, 'haproxy.cfg'), site)
    return ['-db', '-f', path.join(folder, 'haproxy.cfg')]
  },
}

/** Replaces every occurrence of each part in the text. Throws if a part does not occur in the text. */
function replaceAllParts(text: string, parts: [from: string, to: string][]): string {
  return parts.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The file in deploy/ has no "${from}".`)
    return changed.replaceAll(from, to)
  }, text)
}

async function listens(port: number, isRunning: () => boolean): Promise<boolean> {
  const deadline = Date.now() + START_DEADLINE_MS
  while (isRunning() && Date.now() < deadline) {
    const connected = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (connected) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}
