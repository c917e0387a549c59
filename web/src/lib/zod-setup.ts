import { z } from 'zod/mini'

// Compiled parsers need `new Function`, which the content security policy forbids. Imported first.
z.config({ jitless: true })
