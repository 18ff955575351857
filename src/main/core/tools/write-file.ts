import { z } from 'zod'
import type { WorkspaceFiles } from './ports.ts'
import type { ReadMemory } from './read-memory.ts'
import { defineTool } from './tool.ts'
import { writeDone, writeRefused } from './write-result.ts'

const input = z.strictObject({
  path: z.string().min(1).describe('Path of the file, relative to the workspace folder'),
  content: z.string().describe('The whole new content of the file'),
})

/** Writes a whole file, but never over a state of it that the agent has not seen. */
export const writeFileTool = (files: WorkspaceFiles, memory: ReadMemory) =>
  defineTool<typeof input>({
    name: 'write_file',
    description:
      'Creates a file or replaces its whole content, at once or not at all; missing folders are made. ' +
      'A file that exists must have been read with read_file before, and is left alone when it changed since. ' +
      'Encoding, byte order mark and line ends of an existing file are kept. Answers with the difference.',
    input,
    effect: 'write',
    target: ({ path }) => path,
    async run({ path, content }) {
      const outcome = await files.write(path, content, (known) => memory.lastRead(known))
      if (!outcome.ok) return writeRefused(path, outcome)
      memory.remember(outcome.path, outcome.sha256)
      return writeDone(outcome, content)
    },
  })
