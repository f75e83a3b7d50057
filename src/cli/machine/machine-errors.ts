// Turns errors of this machine into messages with a remedy: folders, ports, host names and the database.
import { CommandFailed } from '../command.ts'
import { databaseProblem } from './database-errors.ts'

/**
 * Names of error classes whose message already has a remedy. The code compares names, because loading the modules of
 * the classes would slow down every other command.
 */
const ACTIONABLE = [
  'Refused',
  'RoleRefused',
  'DirectoryLocked',
  'NewerSchema',
  'WrongMasterKey',
  'WeakMasterKey',
  'UnusableMasterKey',
  'NotEmpty',
]

/**
 * Runs work that uses the settings of this machine. An expected error becomes CommandFailed. Any other error is thrown
 * with its stack.
 */
export async function onThisMachine(work: () => Promise<number>): Promise<number> {
  // Stack traces of modules that are loaded after this line show the source files instead of the bundle.
  process.setSourceMapsEnabled(true)
  try {
    return await work()
  } catch (error) {
    const message = error instanceof Error ? messageFor(error) : undefined
    throw message === undefined ? error : new CommandFailed(message, { cause: error })
  }
}

interface SystemError extends NodeJS.ErrnoException {
  address?: string
  port?: number
  /** The host name of a failed DNS lookup. */
  hostname?: string
}

function messageFor(error: SystemError): string | undefined {
  if (ACTIONABLE.includes(error.name)) return error.message
  return lookupMessage(error) ?? listenMessage(error) ?? fileMessage(error) ?? databaseMessage(error)
}

function lookupMessage({ syscall, hostname, code }: SystemError): string | undefined {
  if (syscall !== 'getaddrinfo') return undefined
  return `The host name ${hostname} cannot be resolved (${code}). Check HOST and DATABASE_URL.`
}

function listenMessage({ syscall, code, address, port }: SystemError): string | undefined {
  if (syscall !== 'listen') return undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use. Set PORT to another port, or stop the process that listens there.`
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${address}. Set HOST to an address of this machine, or to 0.0.0.0.`
  if (code === 'EACCES')
    return `This user may not listen on port ${port}. Set PORT to 1024 or higher, and put a proxy in front of the service.`
  return `The service cannot listen on ${address} (${code}). Check HOST and PORT.`
}

function fileMessage({ code = '', path }: SystemError): string | undefined {
  if (path === undefined) return undefined
  if (code === 'ENOENT') return `${path} does not exist. Check DATA_DIR, and the files in DATABASE_URL.`
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk is full: ${path} cannot be written. Free some space.`
  if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'EISDIR'].includes(code)) return undefined
  return `${path} cannot be created or written (${code}). Set DATA_DIR to a folder that this user owns.`
}

function databaseMessage(error: SystemError): string | undefined {
  const { message } = error
  if (message.startsWith('The embedded database stopped'))
    return `${message}. Run "carillon doctor" to check its folder. If the folder is damaged, restore a backup (docs/operations/backup.md).`
  const problem = databaseProblem(error)
  return problem && `${problem.message} ${problem.remedy}`
}
