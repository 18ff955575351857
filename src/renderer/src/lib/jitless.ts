import { z } from 'zod'

// The page may not build code from text, so schemas are walked instead of compiled. To be imported before any schema.
z.config({ jitless: true })
