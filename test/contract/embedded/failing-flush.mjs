// This module is loaded first in every thread. It makes flushes fail as soon as the file that FAULT_FILE names exists.
import fs from 'node:fs'

const flush = fs.fdatasyncSync
fs.fdatasyncSync = (file) => {
  if (fs.existsSync(process.env.FAULT_FILE ?? ''))
    throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO', errno: -5 })
  flush(file)
}
