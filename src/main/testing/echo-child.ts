/** Answers each message with itself; `exit N` leaves with that code, `print TEXT` prints it, `deaf` ignores SIGTERM. */
process.on('message', (message) => {
  const [word, rest = ''] = typeof message === 'string' ? message.split(' ') : []
  if (word === 'exit') process.exit(Number(rest))
  if (word === 'print') process.stdout.write(rest)
  if (word === 'deaf') process.on('SIGTERM', () => undefined)
  process.send?.(message)
})
process.on('disconnect', () => process.exit(0))
process.send?.(`env ${Object.keys(process.env).sort().join(',')}`)
