import { AppError } from '../../../shared/errors.ts'

/** What an address may contain that is handed to the system; more is no link but an attempt at something. */
const MAX_URL_LENGTH = 8_000

/**
 * The only way to the system's browser and mail program.
 *
 * @param openExternal Electron's `shell.openExternal`
 * @throws AppError `invalid_input` for anything but an https URL without credentials and a mailto URL
 */
export async function openLink(openExternal: (url: string) => Promise<void>, url: string): Promise<void> {
  if (!isOpenable(url))
    throw new AppError('invalid_input', 'Only https and mailto links open.', { details: { url, issue: url } })
  await openExternal(new URL(url).href)
}

function isOpenable(url: string): boolean {
  if (url.length > MAX_URL_LENGTH || !URL.canParse(url)) return false
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol === 'mailto:') return true
  return protocol === 'https:' && hostname !== '' && username === '' && password === ''
}
