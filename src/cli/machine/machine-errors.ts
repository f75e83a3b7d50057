// What goes wrong on this machine before a service runs: folders, ports, names and the database, told in words.
import { CommandFailed } from '../command.ts'

/** Errors a person can act on, by their names: loading the modules they come from would slow every other command down. */
const FOR_PEOPLE = [
  'Refused',
  'RoleRefused',
  'DirectoryLocked',
  'NewerSchema',
  'WrongMasterKey',
  'WeakMasterKey',
  'UnusableMasterKey',
  'NotEmpty',
]

/** Runs what works on this machine's settings; what was foreseen becomes CommandFailed, anything else keeps its stack. */
export async function onThisMachine(work: () => Promise<number>): Promise<number> {
  // What is loaded from here on shows in stacks as the source it was bundled from.
  process.setSourceMapsEnabled(true)
  try {
    return await work()
  } catch (error) {
    const sentence = error instanceof Error ? sentenceOf(error) : undefined
    throw sentence === undefined ? error : new CommandFailed(sentence, { cause: error })
  }
}

interface SystemError extends NodeJS.ErrnoException {
  address?: string
  port?: number
  /** Of a name that was looked up. */
  hostname?: string
}

function sentenceOf(error: SystemError): string | undefined {
  if (FOR_PEOPLE.includes(error.name)) return error.message
  return ofName(error) ?? ofPort(error) ?? ofFolder(error) ?? ofDatabase(error)
}

function ofName({ syscall, hostname, code }: SystemError): string | undefined {
  if (syscall !== 'getaddrinfo') return undefined
  return `The name ${hostname} can't be looked up (${code}). Check HOST and DATABASE_URL.`
}

function ofPort({ syscall, code, address, port }: SystemError): string | undefined {
  if (syscall !== 'listen') return undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is taken. Set PORT to another one, or stop what listens there.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${address}. Set HOST to one of its own, or to 0.0.0.0.`
  if (code === 'EACCES')
    return `This user may not listen on port ${port}. Set PORT to one from 1024 on, and put a proxy in front.`
  return `Nobody can listen on ${address} (${code}). Check HOST and PORT.`
}

function ofFolder({ code = '', path }: SystemError): string | undefined {
  if (path === undefined) return undefined
  if (code === 'ENOENT') return `${path} is not there. Check DATA_DIR, and files that DATABASE_URL names.`
  if (code === 'ENOSPC' || code === 'EDQUOT') return `There is no room left for ${path}.`
  if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'EISDIR'].includes(code)) return undefined
  return `${path} can't be made or written (${code}). Set DATA_DIR to a folder that belongs to this user.`
}

/** Codes of PostgreSQL for: no connection, no entry, no such database, not allowed, too many, going away. */
const REFUSALS = /^(08|28|3D000|42501|53300|57P0)/
const NETWORK = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/
const DRIVER = /Connection terminated|timeout exceeded when trying|does not support SSL|SASL|Query read timeout/

function ofDatabase({ code = '', message }: SystemError): string | undefined {
  if (message.startsWith('The embedded database stopped'))
    return `${message}. "carillon doctor" checks its folder. Restore a backup if the folder is damaged (docs/operations/backup.md).`
  if (!REFUSALS.test(code) && !NETWORK.test(code) && !DRIVER.test(message)) return undefined
  return `The database does not let us in: ${(message || code).replace(/\.$/, '')}. Check DATABASE_URL.`
}
