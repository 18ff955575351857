// `npm run bench`: how fast and how large, measured on the built app.

import { appTestsVerb } from './app-tests.mjs'

export const run = appTestsVerb('bench')
