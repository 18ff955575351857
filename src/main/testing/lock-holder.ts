import { lockFolder } from '../store/ledger/folder-lock.ts'

/** Holds the lock of the folder it is given until it is killed. */
const [folder = ''] = process.argv.slice(2)
const lock = lockFolder(folder)
process.send?.('held')
process.on('disconnect', () => lock[Symbol.dispose]())
