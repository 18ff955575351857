// `npm run chaos`: kills, stalls and floods, hundreds of times over.

import { appTestsVerb } from './app-tests.mjs'

export const run = appTestsVerb('chaos')
