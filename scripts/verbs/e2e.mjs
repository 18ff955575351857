// `npm run e2e`: the user stories alone; arguments go to Playwright, such as the name of a spec.

import { appTestsVerb } from './app-tests.mjs'

export const run = appTestsVerb('app')
