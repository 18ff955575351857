import { configure } from '@testing-library/react'

/** How long a test waits for the page, in ms: long enough for a machine that is busy with other things. */
configure({ asyncUtilTimeout: 10_000 })
