import '../../src/main/crew/worker/entry.ts'

// A worker like any other, but that its line to main can be cut from outside.
process.on('SIGUSR2', () => process.disconnect())
