// `npm run screenshots`: takes the pictures of the documents anew. Look at them before they are committed.

import { appTestsVerb } from './app-tests.mjs'

export const run = appTestsVerb('screenshots')
