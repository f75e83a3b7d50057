// Preloaded into every thread: flushes fail once the file named by FAULT_FILE exists.
import fs from 'node:fs'

const flush = fs.fdatasyncSync
fs.fdatasyncSync = (file) => {
  if (fs.existsSync(process.env.FAULT_FILE ?? ''))
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO', errno: -5 })
  flush(file)
}
